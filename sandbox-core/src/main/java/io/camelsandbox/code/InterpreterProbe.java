package io.camelsandbox.code;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Asks a program who it is: once, briefly, and without the variables of this process. */
class InterpreterProbe {

    private static final int LARGEST_ANSWER = 64 << 10;

    private final Duration patience;

    InterpreterProbe() {
        this(Duration.ofSeconds(5));
    }

    InterpreterProbe(Duration patience) {
        this.patience = patience;
    }

    /** The lines that {@code program} prints when it is started with {@code args}. */
    List<String> ask(Path program, List<String> args) throws UnusableInterpreterException {
        Path answer = null;
        try {
            // A file and not a pipe: a child of a wrapper that holds a pipe open would keep a reader waiting.
            answer = Files.createTempFile("interpreter-", ".txt");
            return ask(program, args, answer);
        } catch (IOException e) {
            throw new UnusableInterpreterException("it cannot be started: " + e.getMessage());
        } finally {
            delete(answer);
        }
    }

    private List<String> ask(Path program, List<String> args, Path answer)
            throws IOException, UnusableInterpreterException {
        var command = new ArrayList<String>();
        command.add(program.toString());
        command.addAll(args);
        var builder = new ProcessBuilder(command)
                .directory(new File("/"))
                .redirectInput(new File("/dev/null"))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .redirectOutput(answer.toFile());
        builder.environment().keySet().retainAll(List.of("PATH", "HOME"));
        Process process = builder.start();
        awaitEnd(process);
        if (process.exitValue() != 0) {
            throw new UnusableInterpreterException(
                    "asked for its version, it ended with exit code " + process.exitValue());
        }
        if (Files.size(answer) > LARGEST_ANSWER) {
            throw new UnusableInterpreterException("asked for its version, it printed something else");
        }
        return new String(Files.readAllBytes(answer), StandardCharsets.UTF_8)
                .lines()
                .toList();
    }

    private void awaitEnd(Process process) throws UnusableInterpreterException {
        boolean ended = false;
        try {
            ended = process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            if (!ended) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        }
        if (!ended) {
            throw new UnusableInterpreterException(
                    "asked for its version, it did not answer in " + patience.toSeconds() + " s");
        }
    }

    private static void delete(Path answer) throws UnusableInterpreterException {
        try {
            if (answer != null) {
                Files.deleteIfExists(answer);
            }
        } catch (IOException e) {
            throw new UnusableInterpreterException("the file with its answer cannot be deleted: " + e.getMessage());
        }
    }
}
