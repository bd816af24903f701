package io.camelsandbox.sandbox.spec;

import io.camelsandbox.Quoted;
import io.camelsandbox.SandboxRefusedException;
import java.nio.charset.StandardCharsets;

/** Paths as a sandbox sees them. */
public final class GuestPaths {

    private static final int LONGEST = 4_095;

    private GuestPaths() {}

    /** Refuses what is no absolute path; {@code what} begins the message. Returns the path. */
    public static String requireAbsolute(String what, String path) {
        if (path == null || !path.startsWith("/")) {
            throw new SandboxRefusedException(
                    what + "='" + Quoted.text(path == null ? "" : path) + "' must be an absolute path in the sandbox");
        }
        if (path.indexOf('\0') >= 0) {
            throw new SandboxRefusedException(what + " has a NUL in it");
        }
        if (path.getBytes(StandardCharsets.UTF_8).length > LONGEST) {
            throw new SandboxRefusedException(what + " is longer than " + LONGEST + " bytes");
        }
        return path;
    }

    /** As {@link #requireAbsolute}, and canonical and not the root. */
    public static String requireMountPoint(String what, String path) {
        requireAbsolute(what, path);
        if (path.matches("/+") || hasOddPart(path.substring(1))) {
            throw new SandboxRefusedException(
                    what + "='" + Quoted.text(path) + "' must be a path below /, without empty parts, '.' and '..'");
        }
        return path;
    }

    /** Refuses what is not relative and canonical. Returns the path. */
    static String requireRelative(String what, String path) {
        if (path.isEmpty() || path.startsWith("/") || path.indexOf('\0') >= 0 || hasOddPart(path)) {
            throw new SandboxRefusedException(
                    what + "='" + Quoted.text(path) + "' must be a relative path without empty parts, '.' and '..'");
        }
        return path;
    }

    private static boolean hasOddPart(String path) {
        for (String part : path.split("/", -1)) {
            if (part.isEmpty() || part.equals(".") || part.equals("..")) {
                return true;
            }
        }
        return false;
    }
}
