package io.camelsandbox.engine.local;

import io.camelsandbox.Interpreter;
import io.camelsandbox.Language;
import io.camelsandbox.Limits;
import io.camelsandbox.Mount;
import io.camelsandbox.OutputPolicy;
import io.camelsandbox.Spool;
import io.camelsandbox.Stdin;
import io.camelsandbox.engine.Execution;
import io.camelsandbox.engine.GuestLayout;
import io.camelsandbox.engine.Program;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/** Builds executions of the shell, or of another program, for tests. */
final class Executions {

    private static final Path SHELL = Path.of("/bin/sh");

    private final Function<Map<String, String>, Program> program;
    private final Map<String, byte[]> code = new HashMap<>();
    private final Map<String, byte[]> inputFiles = new HashMap<>();
    private Map<String, String> env = Map.of("PATH", "/usr/local/bin:/usr/bin:/bin");
    private List<String> outputFiles = List.of();
    private Stdin stdin = Stdin.EMPTY;
    private String workingDir = GuestLayout.WORKSPACE;
    private Limits limits = Limits.DEFAULTS;
    private OutputPolicy outputPolicy = OutputPolicy.TRUNCATE;
    private Optional<Spool> spool = Optional.empty();
    private List<Mount> mounts = List.of();

    private Executions(Function<Map<String, String>, Program> program) {
        this.program = program;
    }

    /** A shell script, given as a file. */
    static Executions shell(String script) {
        var made = program(SHELL.toString(), "/code/main.sh");
        made.code.put("main.sh", script.getBytes(StandardCharsets.UTF_8));
        return made;
    }

    /** A program that is in the sandbox. */
    static Executions program(String... argv) {
        return new Executions(env -> new Program.Direct(List.of(argv), env));
    }

    /** An interpreter that gets an empty request. */
    static Executions booted(String... argv) {
        return new Executions(env -> new Program.Booted(List.of(argv), env, new byte[0]));
    }

    Executions env(Map<String, String> value) {
        this.env = value;
        return this;
    }

    Executions inputFile(String name, String content) {
        inputFiles.put(name, content.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    Executions outputFiles(String... globs) {
        this.outputFiles = List.of(globs);
        return this;
    }

    Executions stdin(byte[] content) {
        this.stdin = new Stdin.Bytes(content);
        return this;
    }

    Executions stdin(Stdin value) {
        this.stdin = value;
        return this;
    }

    Executions workingDir(String value) {
        this.workingDir = value;
        return this;
    }

    Executions limits(Limits value) {
        this.limits = value;
        return this;
    }

    Executions killAtCap() {
        this.outputPolicy = OutputPolicy.KILL;
        return this;
    }

    Executions spool(Path folder, long maxBytes) {
        this.spool = Optional.of(new Spool(folder, maxBytes));
        return this;
    }

    Executions mounts(Mount... value) {
        this.mounts = List.of(value);
        return this;
    }

    Execution build() {
        return new Execution(
                UUID.randomUUID().toString(),
                program.apply(env),
                new Interpreter(Language.SHELL, SHELL, "", Set.of()),
                code,
                inputFiles,
                outputFiles,
                stdin,
                workingDir,
                limits,
                outputPolicy,
                spool,
                mounts);
    }
}
