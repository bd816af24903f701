package io.camelsandbox.benchmarks.contest;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A container of its own for each run, by podman's command line. */
public final class Podman extends JavaContestant {

    public static final String NAME = "podman";

    private final String image;

    /** Runs in {@code image}, which is on this machine and has the interpreters on its path. */
    public Podman(String image) {
        super(NAME);
        this.image = image;
    }

    @Override
    public void runOnce(TinyScript script) throws Exception {
        Process process = PlainProcess.start(List.of(
                "podman",
                "run",
                "--rm",
                "--network=none",
                "--pull=never",
                image,
                interpreter(script),
                flag(script),
                script.code()));
        try (InputStream output = process.getInputStream()) {
            String text = new String(output.readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor();
            script.check(NAME, text);
        }
    }

    private static String interpreter(TinyScript script) {
        return switch (script) {
            case PYTHON -> "python3";
            case JS -> "node";
            case SHELL -> "sh";
        };
    }

    private static String flag(TinyScript script) {
        return script == TinyScript.JS ? "-e" : "-c";
    }

    @Override
    public void close() {
        // Every container has been removed at its end.
    }
}
