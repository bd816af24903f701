package io.camelsandbox.engine.local.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whom this JVM runs as, for the names of reports. */
final class JvmUser {

    private JvmUser() {}

    static boolean isRoot() {
        return id() == 0;
    }

    static int id() {
        try {
            return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String name() {
        return isRoot() ? "root" : "user";
    }
}
