package io.camelsandbox.component;

import io.camelsandbox.CodeRequest;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.SandboxCancelledException;
import io.camelsandbox.SandboxException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.support.DefaultAsyncProducer;

/** Runs the code of each exchange without holding a thread. */
final class SandboxProducer extends DefaultAsyncProducer {

    private final SandboxEndpoint endpoint;
    private final Set<CodeRuns.Run> active = ConcurrentHashMap.newKeySet();
    private final ProducerHealth health;
    private ControlHeaders headers;
    private RequestMapper requests;
    private ResultMapper results;
    private CodeRuns runs;

    SandboxProducer(SandboxEndpoint endpoint) {
        super(endpoint);
        this.endpoint = endpoint;
        this.health = new ProducerHealth(endpoint);
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        RunSettings settings = endpoint.settings();
        SandboxComponent component = endpoint.getComponent();
        headers = new ControlHeaders(endpoint.getConfiguration().isAllowControlHeaders(), endpoint.toString());
        requests = new RequestMapper(settings, component.spoolFolder()::get);
        results = new ResultMapper(settings);
        runs = component.runs();
        component.checkRunnable(requests.sample());
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
        CodeRequest request;
        try {
            if (!isRunAllowed()) {
                throw new SandboxCancelledException("the route is stopping and this run did not begin", null);
            }
            request = requests.map(exchange, headers.take(exchange.getMessage()));
        } catch (Exception e) {
            exchange.setException(e);
            callback.done(true);
            return true;
        }
        if (exchange.isTransacted()) {
            // A transaction belongs to its thread, so this one waits.
            return processInPlace(exchange, request, callback);
        }
        track(runs::start, request, (result, failure) -> {
            try {
                conclude(exchange, result, failure);
            } finally {
                callback.done(false);
            }
        });
        return false;
    }

    private boolean processInPlace(Exchange exchange, CodeRequest request, AsyncCallback callback) {
        var outcome = new CompletableFuture<Void>();
        CodeRuns.Run run = track(runs::startAwaited, request, (result, failure) -> {
            conclude(exchange, result, failure);
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

    private CodeRuns.Run track(
            BiFunction<CodeRequest, BiConsumer<ExecutionResult, Throwable>, CodeRuns.Run> start,
            CodeRequest request,
            BiConsumer<ExecutionResult, Throwable> handler) {
        var started = new CompletableFuture<CodeRuns.Run>();
        CodeRuns.Run run = start.apply(request, (result, failure) -> {
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

    private void conclude(Exchange exchange, ExecutionResult result, Throwable failure) {
        try {
            if (failure == null) {
                results.map(exchange, result);
            } else {
                if (failure instanceof SandboxException known) {
                    results.mapFailure(exchange, known);
                }
                exchange.setException(failure);
            }
        } catch (RuntimeException | Error e) {
            exchange.setException(e);
        }
    }
}
