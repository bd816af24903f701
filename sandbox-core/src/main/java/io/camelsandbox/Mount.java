package io.camelsandbox;

import java.nio.file.Path;

/**
 * A host folder or file made visible in a sandbox.
 *
 * @param source   what is shown, on the host; absolute
 * @param target   where it is seen, in the sandbox; absolute, not {@code /}
 * @param writable false shows it read-only
 */
public record Mount(Path source, String target, boolean writable) {

    public Mount {
        if (!source.isAbsolute()) {
            throw new IllegalArgumentException("mount source '" + source + "' must be an absolute path");
        }
        if (!target.startsWith("/") || target.equals("/")) {
            throw new IllegalArgumentException("mount target '" + target + "' must be an absolute path below /");
        }
    }

    /**
     * Reads {@code /host/folder:/folder} (read-only) or {@code /host/folder:/folder:rw}.
     *
     * @throws IllegalArgumentException when the text has another form
     */
    public static Mount parse(String text) {
        String[] parts = text.trim().split(":", -1);
        boolean known = parts.length == 2 || parts.length == 3 && (parts[2].equals("ro") || parts[2].equals("rw"));
        if (!known) {
            throw new IllegalArgumentException(
                    "mount '" + text + "' must be written /host/folder:/folder or /host/folder:/folder:rw");
        }
        return new Mount(Path.of(parts[0]), parts[1], parts.length == 3 && parts[2].equals("rw"));
    }
}
