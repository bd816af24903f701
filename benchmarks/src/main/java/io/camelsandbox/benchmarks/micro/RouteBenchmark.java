package io.camelsandbox.benchmarks.micro;

import io.camelsandbox.CodeRequest;
import io.camelsandbox.CodeRunner;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Language;
import io.camelsandbox.benchmarks.contest.SandboxRoutes;
import io.camelsandbox.benchmarks.contest.TinyScript;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What a message costs before and after the engine: checking and encoding its request, mapping its result. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class RouteBenchmark {

    private final CodeRequest request =
            CodeRequest.builder(Language.PYTHON, TinyScript.PYTHON.code()).build();

    private CodeRunner runner;
    private SandboxRoutes routes;

    @Setup
    public void start() throws Exception {
        runner = new CodeRunner(new InstantEngine());
        routes = SandboxRoutes.start(Map.of("engine", new InstantEngine()), "");
    }

    @TearDown
    public void stop() {
        routes.close();
    }

    @Benchmark
    public ExecutionResult runner() {
        return runner.run(request).join();
    }

    @Benchmark
    public String route() {
        return routes.text(TinyScript.PYTHON, TinyScript.PYTHON.code());
    }
}
