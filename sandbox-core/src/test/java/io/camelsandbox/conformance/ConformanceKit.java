package io.camelsandbox.conformance;

import io.camelsandbox.CodeRequest;
import io.camelsandbox.CodeRunner;
import io.camelsandbox.Enforcement;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Guarantee;
import io.camelsandbox.Language;
import io.camelsandbox.Limits;
import io.camelsandbox.SandboxException;
import io.camelsandbox.engine.Capability;
import io.camelsandbox.engine.SandboxEngine;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Assumptions;

/** Runs code on the engine under test and looks at what comes back. */
public final class ConformanceKit {

    /** More than any case may take: a run that is not answered by then hangs. */
    private static final Duration HANGS_AFTER = Duration.ofSeconds(90);

    /** What a busy machine may add to any time that a case waits for. */
    public static final Duration SLACK = Duration.ofSeconds(3);

    private final SandboxEngine engine;
    private final CodeRunner runner;

    ConformanceKit(SandboxEngine engine) {
        this.engine = engine;
        this.runner = new CodeRunner(engine);
    }

    public CodeRunner runner() {
        return runner;
    }

    public SandboxEngine engine() {
        return engine;
    }

    public Outcome python(String code) {
        return run(Language.PYTHON, code, request -> request);
    }

    public Outcome js(String code) {
        return run(Language.JS, code, request -> request);
    }

    public Outcome shell(String code) {
        return run(Language.SHELL, code, request -> request);
    }

    /** Runs code with more than the defaults. */
    public Outcome run(Language language, String code, UnaryOperator<CodeRequest.Builder> more) {
        return run(more.apply(CodeRequest.builder(language, code)).build());
    }

    /** Runs a request and waits for its answer. */
    public Outcome run(CodeRequest request) {
        long start = System.nanoTime();
        return await(runner.run(request), start);
    }

    /** Waits for the answer of a run that was started at {@code start} ({@link System#nanoTime}). */
    public static Outcome await(CompletableFuture<ExecutionResult> running, long start) {
        try {
            ExecutionResult result = running.get(HANGS_AFTER.toMillis(), TimeUnit.MILLISECONDS);
            return new Outcome(result, null, since(start));
        } catch (ExecutionException | CompletionException e) {
            if (e.getCause() instanceof SandboxException failure) {
                return new Outcome(null, failure, since(start));
            }
            throw new AssertionError("a run failed with something that is no SandboxException", e.getCause());
        } catch (TimeoutException e) {
            throw new AssertionError("a run was not answered within " + HANGS_AFTER, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private static Duration since(long start) {
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /** The defaults with another time. */
    public static Limits limits(long timeoutMillis) {
        return Limits.DEFAULTS.withTimeout(Duration.ofMillis(timeoutMillis));
    }

    /** How far a guarantee holds on the engine under test. */
    public Enforcement.Level level(Guarantee guarantee) {
        return engine.probe().enforcement().level(guarantee);
    }

    public boolean enforced(Guarantee guarantee) {
        return level(guarantee) == Enforcement.Level.ENFORCED;
    }

    /** Skips the case where the engine says that it does not have {@code capability}. */
    public void needs(Capability capability) {
        Assumptions.assumeTrue(
                engine.capabilities().contains(capability), () -> engine.name() + " does not have " + capability);
    }

    /** Skips the case where the engine says that {@code guarantee} does not hold at all. */
    public void needs(Guarantee guarantee) {
        Assumptions.assumeTrue(
                level(guarantee) != Enforcement.Level.UNAVAILABLE,
                () -> guarantee.id() + " is not available on " + engine.name());
    }

    /** Skips the case where {@code guarantee} is no more than best effort. */
    public void needsEnforced(Guarantee guarantee) {
        Assumptions.assumeTrue(enforced(guarantee), () -> guarantee.id() + " is not enforced on " + engine.name());
    }
}
