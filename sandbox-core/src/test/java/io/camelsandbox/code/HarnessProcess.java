package io.camelsandbox.code;

import io.camelsandbox.engine.HarnessFiles;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Starts an interpreter with its bootstrap, or without it, as a plain process: what a sandbox adds is not there. */
final class HarnessProcess {

    private static final int PATIENCE_SECONDS = 30;
    private static final String STDIN = "line one\nline ü\n";
    private static final Map<String, String> GIVEN = Map.of("GIVEN", "gi=ven ü");

    private final Path folder;

    HarnessProcess(Path folder) throws IOException {
        this.folder = folder;
        for (Map.Entry<String, byte[]> file : HarnessFiles.load().entrySet()) {
            Files.write(folder.resolve(file.getKey()), file.getValue());
        }
    }

    /** What a process left. */
    record Ended(int exitCode, String stdout, String stderr) {}

    /** Runs code through the bootstrap. */
    Ended harnessed(List<String> boot, String fileName, String code, List<String> args, List<String> modules)
            throws Exception {
        Path file = code(fileName, code);
        byte[] request = HarnessRequest.encode(file.toString(), folder.toString(), args, GIVEN, modules);
        return harnessed(boot, request);
    }

    /** Starts a bootstrap with these bytes on descriptor 3. */
    Ended harnessed(List<String> boot, byte[] request) throws Exception {
        Path requestFile = Files.write(folder.resolve("request"), request);
        List<String> command =
                new ArrayList<>(List.of("/bin/sh", "-c", "exec 3<\"$0\"; exec \"$@\"", requestFile.toString()));
        command.addAll(boot);
        return run(command, Map.of());
    }

    /** Runs a file as the interpreter itself does. */
    Ended plain(List<String> interpreter, String fileName, String code, List<String> args) throws Exception {
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", "exec \"$0\" \"$@\""));
        command.addAll(interpreter);
        command.add(code(fileName, code).toString());
        command.addAll(args);
        return run(command, GIVEN);
    }

    String bootstrap(String name) {
        return folder.resolve(name).toString();
    }

    Path code(String fileName, String code) throws IOException {
        return Files.writeString(folder.resolve(fileName), code);
    }

    private Ended run(List<String> command, Map<String, String> env) throws Exception {
        File out = folder.resolve("stdout").toFile();
        File err = folder.resolve("stderr").toFile();
        var builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectInput(Files.writeString(folder.resolve("stdin"), STDIN).toFile())
                .redirectOutput(out)
                .redirectError(err);
        builder.environment().keySet().retainAll(List.of("PATH"));
        builder.environment().put("LANG", "C.UTF-8");
        builder.environment().putAll(env);
        Process process = builder.start();
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("not ended within " + PATIENCE_SECONDS + " s");
        }
        return new Ended(process.exitValue(), text(out), text(err));
    }

    private static String text(File file) throws IOException {
        return new String(Files.readAllBytes(file.toPath()), StandardCharsets.UTF_8);
    }
}
