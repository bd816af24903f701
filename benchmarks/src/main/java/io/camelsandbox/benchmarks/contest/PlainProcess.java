package io.camelsandbox.benchmarks.contest;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A: a plain start of the interpreter by {@link ProcessBuilder}. Nothing is isolated; the environment is clean, the
 * script lies in a file already, one thread reads the output and waits for the exit.
 */
public final class PlainProcess extends JavaContestant {

    /** What everybody is compared with. */
    public static final String NAME = "A";

    private static final File NOTHING = new File("/dev/null");

    private final Map<TinyScript, List<String>> commands = new EnumMap<>(TinyScript.class);

    /**
     * Writes the scripts into {@code folder}.
     *
     * @param interpreters for each script the path of its interpreter
     */
    public PlainProcess(Map<TinyScript, Path> interpreters, Path folder) throws IOException {
        super(NAME);
        for (var entry : interpreters.entrySet()) {
            TinyScript script = entry.getKey();
            Path file = Files.writeString(folder.resolve(script.fileName()), script.code());
            var command = new ArrayList<String>();
            command.add(entry.getValue().toString());
            command.addAll(script.plainOptions());
            command.add(file.toString());
            commands.put(script, command);
        }
    }

    @Override
    public void runOnce(TinyScript script) throws Exception {
        Process process = start(commands.get(script));
        try (InputStream output = process.getInputStream()) {
            String text = new String(output.readAllBytes(), StandardCharsets.UTF_8);
            int exit = process.waitFor();
            if (exit != 0) {
                throw new IllegalStateException(NAME + " ended with exit code " + exit);
            }
            script.check(NAME, text);
        }
    }

    /** Starts a command as this contestant does: standard input at its end, both outputs in one pipe. */
    public static Process start(List<String> command) throws IOException {
        var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectInput(NOTHING);
        Map<String, String> env = builder.environment();
        String path = System.getenv().getOrDefault("PATH", "/usr/bin:/bin");
        env.clear();
        env.put("PATH", path);
        env.put("LANG", "C.UTF-8");
        return builder.start();
    }

    @Override
    public void close() {
        // Every run has ended, and the folder of the scripts belongs to the caller.
    }
}
