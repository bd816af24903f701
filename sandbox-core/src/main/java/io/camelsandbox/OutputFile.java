package io.camelsandbox;

import java.util.Objects;

/**
 * A file that an execution left in its workspace and that was asked for.
 *
 * @param name    path relative to the workspace, with {@code /} between its parts and never {@code ..}
 * @param content its bytes; not copied, must not be changed
 */
public record OutputFile(String name, byte[] content) {

    public OutputFile {
        Objects.requireNonNull(name);
        Objects.requireNonNull(content);
    }

    /** Size in bytes. */
    public long size() {
        return content.length;
    }

    @Override
    public String toString() {
        return "OutputFile[name=" + name + ", size=" + content.length + "]";
    }
}
