package io.camelsandbox.benchmarks.contest;

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
 * The least that isolation costs: bubblewrap with all namespaces, started like A. No filter on system calls, no groups,
 * no limits, no user of its own, no sized file systems.
 */
public final class BareBubblewrap extends JavaContestant {

    public static final String NAME = "bwrap";

    private static final List<String> LINKS = List.of("bin", "sbin", "lib", "lib32", "lib64");

    private final Map<TinyScript, List<String>> commands = new EnumMap<>(TinyScript.class);

    /**
     * Writes the scripts into {@code folder}.
     *
     * @param interpreters for each script the path of its interpreter, below {@code /usr}
     */
    public BareBubblewrap(Map<TinyScript, Path> interpreters, Path folder) throws IOException {
        super(NAME);
        for (var entry : interpreters.entrySet()) {
            TinyScript script = entry.getKey();
            Files.writeString(folder.resolve(script.fileName()), script.code());
            commands.put(script, command(entry.getValue(), script, folder));
        }
    }

    private static List<String> command(Path interpreter, TinyScript script, Path folder) {
        var command = new ArrayList<>(List.of("bwrap", "--unshare-all", "--die-with-parent", "--new-session"));
        command.addAll(List.of("--ro-bind", "/usr", "/usr"));
        for (String name : LINKS) {
            Path path = Path.of("/", name);
            if (Files.isSymbolicLink(path)) {
                command.addAll(List.of("--symlink", "usr/" + name, path.toString()));
            } else {
                command.addAll(List.of("--ro-bind-try", path.toString(), path.toString()));
            }
        }
        command.addAll(List.of("--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"));
        command.addAll(List.of("--ro-bind", folder.toString(), "/code", "--", interpreter.toString()));
        command.addAll(script.plainOptions());
        command.add("/code/" + script.fileName());
        return command;
    }

    @Override
    public void runOnce(TinyScript script) throws Exception {
        Process process = PlainProcess.start(commands.get(script));
        try (InputStream output = process.getInputStream()) {
            String text = new String(output.readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor();
            script.check(NAME, text);
        }
    }

    @Override
    public void close() {
        // Every run has ended.
    }
}
