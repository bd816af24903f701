package io.camelsandbox.engine.local;

import io.camelsandbox.SandboxUnavailableException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.exec.CommandLine;
import org.apache.commons.exec.DefaultExecutor;
import org.apache.commons.exec.ExecuteWatchdog;
import org.apache.commons.exec.PumpStreamHandler;

/**
 * bubblewrap as it is installed here.
 *
 * @param path    where
 * @param version which, such as {@code 0.8.0}
 */
record Bubblewrap(Path path, String version) {

    private static final List<Path> USUAL = List.of(Path.of("/usr/bin/bwrap"), Path.of("/usr/local/bin/bwrap"));
    private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+)(?:\\.\\d+)?");
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    /** The first that can forbid further user namespaces. */
    private static final int LEAST_MINOR = 8;

    /**
     * Finds it.
     *
     * @param choice the path that the operator wants
     * @throws SandboxUnavailableException when it is missing or too old; the message holds the remedy
     */
    static Bubblewrap find(Optional<Path> choice) {
        Path path = choice.map(List::of).orElse(USUAL).stream()
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new SandboxUnavailableException(
                        "bubblewrap is not at " + choice.orElse(USUAL.get(0)) + ": " + Remedies.INSTALL_BUBBLEWRAP));
        String said = ask(path);
        Matcher matcher = VERSION.matcher(said);
        if (!matcher.find()) {
            throw new SandboxUnavailableException(path + " does not say its version: " + Remedies.INSTALL_BUBBLEWRAP);
        }
        boolean old = Integer.parseInt(matcher.group(1)) == 0 && Integer.parseInt(matcher.group(2)) < LEAST_MINOR;
        if (old) {
            throw new SandboxUnavailableException(
                    path + " is version " + matcher.group() + ", too old: " + Remedies.INSTALL_BUBBLEWRAP);
        }
        return new Bubblewrap(path, matcher.group());
    }

    private static String ask(Path path) {
        var output = new ByteArrayOutputStream();
        DefaultExecutor executor = DefaultExecutor.builder().get();
        executor.setWatchdog(ExecuteWatchdog.builder().setTimeout(PATIENCE).get());
        executor.setStreamHandler(new PumpStreamHandler(output));
        try {
            executor.execute(new CommandLine(path.toFile()).addArgument("--version"), Map.of());
        } catch (IOException e) {
            throw new SandboxUnavailableException(
                    path + " cannot be run: " + e.getMessage() + ". " + Remedies.INSTALL_BUBBLEWRAP);
        }
        return output.toString(StandardCharsets.UTF_8);
    }
}
