package io.camelsandbox.component;

import io.camelsandbox.SandboxCancelledException;
import io.camelsandbox.SandboxException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.support.DefaultAsyncProducer;

/** Does what its endpoint says for each exchange, without holding a thread. */
abstract class SandboxProducer extends DefaultAsyncProducer {

    /**
     * What is to be done for one exchange.
     *
     * @param runs   among which it waits and is counted
     * @param begin  begins it; cancelling what it gives ends it
     * @param finish puts what came out on the message
     */
    record Task<T>(Runs runs, Supplier<CompletableFuture<T>> begin, BiConsumer<Exchange, T> finish) {}

    private final SandboxEndpoint endpoint;
    private final Set<Runs.Run<?>> active = ConcurrentHashMap.newKeySet();
    private final ProducerHealth health;
    private ControlHeaders headers;

    SandboxProducer(SandboxEndpoint endpoint) {
        super(endpoint);
        this.endpoint = endpoint;
        this.health = new ProducerHealth(endpoint);
    }

    /**
     * Reads what it needs of a message.
     *
     * @param control what the message's control headers ask for, where they may ask
     * @throws SandboxException when the message cannot be that
     */
    abstract Task<?> task(Exchange exchange, RequestFields control);

    final SandboxComponent component() {
        return endpoint.getComponent();
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        headers = new ControlHeaders(endpoint.getConfiguration().isAllowControlHeaders(), endpoint.toString());
        health.register();
    }

    @Override
    protected void doStop() throws Exception {
        health.unregister();
        // A graceful stop waits for exchanges in flight before it comes here: what is left is to be ended.
        active.forEach(run -> run.cancel("the route was stopped while the code ran"));
        super.doStop();
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        Task<?> task;
        try {
            if (!isRunAllowed()) {
                throw new SandboxCancelledException("the route is stopping and this run did not begin", null);
            }
            task = task(exchange, headers.take(exchange.getMessage()));
        } catch (Exception e) {
            exchange.setException(e);
            callback.done(true);
            return true;
        }
        return process(exchange, task, callback);
    }

    private <T> boolean process(Exchange exchange, Task<T> task, AsyncCallback callback) {
        if (exchange.isTransacted()) {
            // A transaction belongs to its thread, so this one waits.
            return processInPlace(exchange, task, callback);
        }
        Start<T> start = handler -> task.runs().start(task.begin(), handler);
        track(start, (result, failure) -> {
            try {
                conclude(exchange, task, result, failure);
            } finally {
                callback.done(false);
            }
        });
        return false;
    }

    private <T> boolean processInPlace(Exchange exchange, Task<T> task, AsyncCallback callback) {
        var outcome = new CompletableFuture<Void>();
        Start<T> start = handler -> task.runs().startAwaited(task.begin(), handler);
        Runs.Run<T> run = track(start, (result, failure) -> {
            conclude(exchange, task, result, failure);
            outcome.complete(null);
        });
        try {
            outcome.get();
        } catch (InterruptedException e) {
            run.cancel("the waiting thread was interrupted");
            outcome.join();
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            exchange.setException(e.getCause());
        }
        callback.done(true);
        return true;
    }

    /** Starts a run. */
    private interface Start<T> {
        Runs.Run<T> with(BiConsumer<T, Throwable> handler);
    }

    private <T> Runs.Run<T> track(Start<T> start, BiConsumer<T, Throwable> handler) {
        var started = new CompletableFuture<Runs.Run<T>>();
        Runs.Run<T> run = start.with((result, failure) -> {
            started.thenAccept(active::remove);
            handler.accept(result, failure);
        });
        active.add(run);
        started.complete(run);
        if (!isRunAllowed()) {
            run.cancel("the route was stopped while the code ran");
        }
        return run;
    }

    private static <T> void conclude(Exchange exchange, Task<T> task, T result, Throwable failure) {
        try {
            if (failure == null) {
                task.finish().accept(exchange, result);
            } else {
                if (failure instanceof SandboxException known) {
                    ResultMapper.mapFailure(exchange, known);
                }
                exchange.setException(failure);
            }
        } catch (RuntimeException | Error e) {
            exchange.setException(e);
        }
    }
}
