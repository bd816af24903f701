package io.camelsandbox.sandbox.spec;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/**
 * A file that is in a sandbox from the start and cannot be changed there.
 *
 * @param path    absolute, in the sandbox
 * @param content its bytes; not copied, must not be changed
 */
public record MountedFile(String path, byte[] content) {

    public MountedFile {
        GuestPaths.requireMountPoint("mount_path", path);
        Objects.requireNonNull(content);
    }

    /** A file of UTF-8 text. */
    public static MountedFile of(String path, String text) {
        return new MountedFile(path, text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MountedFile that && path.equals(that.path) && Arrays.equals(content, that.content);
    }

    @Override
    public int hashCode() {
        return 31 * path.hashCode() + Arrays.hashCode(content);
    }

    /** Names no content. */
    @Override
    public String toString() {
        return "MountedFile[" + path + ", " + content.length + " bytes]";
    }
}
