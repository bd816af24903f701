package io.camelsandbox;

import java.nio.file.Path;
import java.util.Set;

/**
 * A program that runs code of one language.
 *
 * @param language what it runs
 * @param path     where it is, as the sandbox sees it; links resolved
 * @param version  what it says of itself, such as {@code 3.11.2}; empty for a shell that says nothing
 * @param folders  host folders it needs beyond {@code /usr}, to be shown read-only at the same path
 */
public record Interpreter(Language language, Path path, String version, Set<Path> folders) {

    public Interpreter {
        folders = Set.copyOf(folders);
    }
}
