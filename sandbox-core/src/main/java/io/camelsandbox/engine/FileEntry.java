package io.camelsandbox.engine;

import java.util.Objects;

/**
 * Something in a folder of a live sandbox.
 *
 * @param path relative to the folder that was listed, with {@code /} between its parts and never {@code ..}; names that
 *             are no UTF-8 are left out
 * @param kind what it is; links are not followed
 * @param size bytes of a file
 */
public record FileEntry(String path, Kind kind, long size) {

    /** What it is. */
    public enum Kind {
        FILE,
        FOLDER,
        LINK,
        OTHER
    }

    public FileEntry {
        Objects.requireNonNull(path);
        Objects.requireNonNull(kind);
    }
}
