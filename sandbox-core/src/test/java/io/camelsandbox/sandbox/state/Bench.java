package io.camelsandbox.sandbox.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.DisplayPart;
import io.camelsandbox.Enforcement;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Limits;
import io.camelsandbox.OutputPolicy;
import io.camelsandbox.SandboxException;
import io.camelsandbox.engine.HarnessFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** One interpreter with state on this machine, as real processes. */
final class Bench implements AutoCloseable {

    private static final String[] PYTHON = {"python3", "-I", "-B"};

    private final Path folder;
    private final List<String> command;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final List<HostProcess> processes = new CopyOnWriteArrayList<>();
    private final StatefulInterpreter interpreter = new StatefulInterpreter();
    private List<String> modules = List.of();
    private Map<String, String> env = Map.of();
    private Limits limits = Limits.DEFAULTS.withTimeout(Duration.ofSeconds(30));
    private OutputPolicy policy = OutputPolicy.TRUNCATE;
    private Optional<String> stdin = Optional.empty();
    private Optional<String> enter = Optional.empty();
    private List<String> args = List.of();
    private List<String> variables = List.of();
    private int ends;

    private Bench(Path folder, List<String> command) {
        this.folder = folder;
        this.command = command;
    }

    static Bench python(Path folder) throws IOException {
        var command = new ArrayList<>(List.of(PYTHON));
        command.add(install(folder, "python_state.py"));
        return new Bench(folder, command);
    }

    static Bench node(Path folder) throws IOException {
        return new Bench(
                folder,
                List.of(
                        "/bin/sh",
                        "-c",
                        "exec 3<&0 4>&1 5>&2 </dev/null; exec \"$0\" \"$@\"",
                        "node",
                        "--expose-internals",
                        install(folder, "node_state.cjs")));
    }

    private static String install(Path folder, String name) throws IOException {
        for (Map.Entry<String, byte[]> file : HarnessFiles.load().entrySet()) {
            Files.write(folder.resolve(file.getKey()), file.getValue());
        }
        return folder.resolve(name).toString();
    }

    Bench timeout(Duration value) {
        limits = limits.withTimeout(value);
        return this;
    }

    Bench output(long bytes, OutputPolicy whenOver) {
        limits = limits.withOutput(bytes);
        policy = whenOver;
        return this;
    }

    Bench modules(String... names) {
        modules = List.of(names);
        return this;
    }

    Bench startEnv(Map<String, String> values) {
        env = values;
        return this;
    }

    Bench args(String... values) {
        args = List.of(values);
        return this;
    }

    Bench variables(String... assignments) {
        variables = List.of(assignments);
        return this;
    }

    Bench enter(Path where) {
        enter = Optional.of(where.toString());
        return this;
    }

    Bench stdin(String text) throws IOException {
        stdin = Optional.of(Files.writeString(folder.resolve("stdin"), text).toString());
        return this;
    }

    Bench noStdin() {
        stdin = Optional.empty();
        return this;
    }

    CompletableFuture<ExecutionResult> begin(String code) {
        var request = new ArrayList<>(List.of("1", "unused", "unused", Integer.toString(args.size())));
        request.addAll(args);
        request.add(Integer.toString(variables.size()));
        request.addAll(variables);
        request.add(Integer.toString(modules.size()));
        request.addAll(modules);
        var execution = new StatefulExecution(
                code.getBytes(StandardCharsets.UTF_8), request, enter, stdin, limits, policy, Optional.empty());
        var place = new Place(
                "host",
                "sb",
                Enforcement::none,
                (order, receiver) -> {
                    HostProcess process = HostProcess.start(order, receiver, folder);
                    processes.add(process);
                    return process;
                },
                timer);
        return interpreter.run(
                new InterpreterPlan(command, env, modules), place, execution, folder.toString(), () -> ends++);
    }

    ExecutionResult run(String code) {
        return begin(code).orTimeout(60, TimeUnit.SECONDS).join();
    }

    /** Runs what must end well, and gives its output. */
    String out(String code) {
        ExecutionResult result = run(code);
        assertThat(result.stderr().text()).isEmpty();
        assertThat(result.succeeded()).isTrue();
        return result.stdout().text();
    }

    /** Runs what must end well, and gives the text of what it showed last. */
    String shown(String code) {
        ExecutionResult result = run(code);
        assertThat(result.stderr().text()).isEmpty();
        assertThat(result.succeeded()).isTrue();
        return result.display().last("text/plain").map(DisplayPart::text).orElse("nothing");
    }

    static SandboxException failure(CompletableFuture<?> future) {
        try {
            future.orTimeout(60, TimeUnit.SECONDS).join();
        } catch (CompletionException e) {
            return (SandboxException) e.getCause();
        }
        throw new AssertionError("it did not fail");
    }

    void cancel(CompletableFuture<ExecutionResult> result) {
        interpreter.cancel(result);
    }

    /** All processes that were started, in their order. */
    List<HostProcess> processes() {
        return processes;
    }

    int ends() {
        return ends;
    }

    @Override
    public void close() {
        processes.forEach(HostProcess::cancel);
        timer.shutdownNow();
    }
}
