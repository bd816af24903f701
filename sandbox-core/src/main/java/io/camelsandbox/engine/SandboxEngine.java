package io.camelsandbox.engine;

import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Interpreter;
import io.camelsandbox.Language;
import io.camelsandbox.Reason;
import io.camelsandbox.SandboxRefusedException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Makes sandboxes real. An engine is started once, serves any number of threads, and is closed once; after
 * {@link #close()} nothing that it started is alive.
 */
public interface SandboxEngine extends AutoCloseable {

    /** The engine's name, as options and results give it: {@code local}, {@code container} … */
    String name();

    /**
     * Probes the machine and makes the engine ready.
     *
     * @throws io.camelsandbox.SandboxUnavailableException when something is missing or a required guarantee cannot be
     *     given; the message holds the remedy
     */
    void start();

    /** What was found at {@link #start()}, or is found now where the engine is not started; never null. */
    EngineProbe probe();

    /** What the engine can do beyond running one-shot executions. */
    Set<Capability> capabilities();

    /**
     * Finds the interpreter of a language.
     *
     * @param choice a name or path that overrides the engine's own search; null to search
     * @throws io.camelsandbox.SandboxUnavailableException when there is none that a sandbox can use
     */
    Interpreter interpreter(Language language, String choice);

    /**
     * Runs one execution in a sandbox of its own. Returns at once.
     *
     * <p>The future is completed on a thread of the engine that must not be blocked: continue with the async methods.
     * It fails with a {@link io.camelsandbox.SandboxException} where there was no execution at all. Cancelling it ends
     * the execution.
     */
    CompletableFuture<ExecutionResult> run(Execution execution);

    /**
     * The part that holds sandboxes which stay.
     *
     * @throws io.camelsandbox.SandboxException with reason NOT_IMPLEMENTED when this engine has none, that is without
     *     {@link Capability#LIVE_SANDBOXES}
     */
    default SandboxHost host() {
        throw new SandboxRefusedException(
                Reason.NOT_IMPLEMENTED,
                "the engine '" + name() + "' has no sandboxes that stay, only one-shot executions");
    }

    /** What the engine has counted since its start; empty where it counts nothing, or is not started. Cheap. */
    default Optional<EngineStats> stats() {
        return Optional.empty();
    }

    /** Ends what runs and frees everything. Idempotent. */
    @Override
    void close();
}
