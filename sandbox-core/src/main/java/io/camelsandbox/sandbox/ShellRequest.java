package io.camelsandbox.sandbox;

import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.engine.TerminalSize;
import io.camelsandbox.sandbox.spec.EnvNames;
import io.camelsandbox.sandbox.spec.GuestPaths;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A terminal in a live sandbox.
 *
 * @param command   what runs in it, each word literally
 * @param size      of its window
 * @param cwd       where it starts; empty is the sandbox's own working directory
 * @param env       variables for it alone, such as {@code TERM}
 * @param container which of several containers; empty is the primary one
 */
public record ShellRequest(
        List<String> command,
        TerminalSize size,
        Optional<String> cwd,
        Map<String, String> env,
        Optional<String> container) {

    /** {@code /bin/bash} in a terminal of 80 × 24. */
    public static final ShellRequest DEFAULT = of("/bin/bash");

    public ShellRequest {
        command = List.copyOf(command);
        env = Map.copyOf(env);
        Objects.requireNonNull(size);
        Objects.requireNonNull(container);
        if (command.isEmpty() || command.get(0).isEmpty()) {
            throw new SandboxRefusedException("a command cannot be empty");
        }
        EnvNames.require("env", env);
        cwd.ifPresent(path -> GuestPaths.requireAbsolute("cwd", path));
    }

    /** A command in a terminal of 80 × 24. */
    public static ShellRequest of(String... command) {
        return new ShellRequest(
                List.of(command), TerminalSize.DEFAULT, Optional.empty(), Map.of("TERM", "xterm"), Optional.empty());
    }

    /** The same in a window of another size. */
    public ShellRequest withSize(int columns, int rows) {
        return new ShellRequest(command, new TerminalSize(columns, rows), cwd, env, container);
    }

    /** Names no arguments. */
    @Override
    public String toString() {
        return "ShellRequest[" + size.columns() + "x" + size.rows() + "]";
    }
}
