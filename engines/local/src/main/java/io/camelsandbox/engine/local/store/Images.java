package io.camelsandbox.engine.local.store;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The images of this machine: {@code host}, which is the machine's own programs, and root folders with names. */
public final class Images {

    /** The image that a sandbox has when it names none. */
    public static final String HOST = "host";

    /**
     * Checks the folders.
     *
     * @param roots  name → root folder
     * @param whyNot tells why the user of sandboxes cannot read a path; empty when it can
     * @throws io.camelsandbox.SandboxUnavailableException naming the first that will not do, and why
     */
    public Images(Map<String, Path> roots, Function<Path, Optional<String>> whyNot) {
        throw new UnsupportedOperationException();
    }

    /**
     * The root folder of an image; empty for {@link #HOST}.
     *
     * @throws io.camelsandbox.SandboxRefusedException when there is no such image; lists those there are
     */
    public Optional<Path> root(String name) {
        throw new UnsupportedOperationException();
    }

    /** All names, in order. */
    public List<String> names() {
        throw new UnsupportedOperationException();
    }
}
