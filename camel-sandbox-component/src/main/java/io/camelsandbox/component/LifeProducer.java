package io.camelsandbox.component;

import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.TimeSpan;
import io.camelsandbox.sandbox.OnTermination;
import io.camelsandbox.sandbox.Sandbox;
import io.camelsandbox.sandbox.SandboxFilter;
import io.camelsandbox.sandbox.SandboxNotFoundException;
import io.camelsandbox.sandbox.SandboxStatus;
import io.camelsandbox.sandbox.StopOptions;
import io.camelsandbox.sandbox.StopOptions.SnapshotOnStop;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.camel.Exchange;

/** Looks at sandboxes that are there, waits for them and ends them. */
final class LifeProducer extends SandboxProducer {

    private final SandboxOperation operation;
    private final Target target;
    private final SandboxOperationOptions options;
    private final MessageValues tags;
    private final Optional<MessageValue> requestId;
    private final Duration waitTimeout;
    private final Duration grace;
    private final Optional<SandboxStatus> status;

    LifeProducer(SandboxEndpoint endpoint) {
        super(endpoint);
        operation = endpoint.kind();
        target = Target.of(endpoint);
        options = endpoint.getOperationOptions();
        tags = endpoint.tags();
        requestId = endpoint.reference("requestId", options.getRequestId());
        waitTimeout = TimeSpan.parse("waitTimeout", options.getWaitTimeout());
        grace = endpoint.grace();
        status = status(operation, options.getStatus());
    }

    private static Optional<SandboxStatus> status(SandboxOperation operation, String text) {
        if (operation != SandboxOperation.LIST || text == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(SandboxStatus.ofId(text));
        } catch (IllegalArgumentException e) {
            throw new SandboxRefusedException("status: " + e.getMessage());
        }
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        component().live();
    }

    @Override
    Task<?> task(Exchange exchange, RequestFields control) {
        if (operation == SandboxOperation.LIST) {
            return list(tags.texts(exchange));
        }
        String id = target.id(exchange, control);
        return switch (operation) {
            case GET ->
                call(() -> use(id, sandbox -> sandbox.refreshStatus().thenApply(now -> sandbox)), this::describe);
            case WAIT -> call(() -> use(id, sandbox -> sandbox.waitUntilRunning(waitTimeout)), this::mark);
            case WAIT_UNTIL_COMPLETE ->
                call(() -> use(id, sandbox -> sandbox.waitUntilComplete(waitTimeout, onTermination())), this::mark);
            case STOP -> stop(exchange, id);
            case DELETE -> call(() -> delete(id), (done, nothing) -> SandboxInfo.markId(done, id));
            default -> throw new IllegalStateException(operation.id());
        };
    }

    private Task<List<Sandbox>> list(List<String> wanted) {
        SandboxFilter.Builder filter = SandboxFilter.builder().tags(wanted);
        status.ifPresent(filter::status);
        if (options.isShowTerminated()) {
            filter.showTerminated();
        }
        SandboxFilter whole = filter.build();
        return call(() -> component().live().sandboxes().list(whole), (exchange, found) -> exchange.getMessage()
                .setBody(found.stream().map(SandboxInfo::of).toList()));
    }

    private Task<Optional<Sandbox>> stop(Exchange exchange, String id) {
        StopOptions how = StopOptions.DEFAULT.withGrace(grace);
        if (options.isSnapshotOnStop()) {
            how = how.withSnapshot(options.isWaitForReady() ? SnapshotOnStop.WAIT : SnapshotOnStop.BEGIN);
        }
        if (requestId.isPresent()) {
            how = how.withRequestId(requestId.get().text(exchange));
        }
        StopOptions whole = options.isMissingOk() ? how.missingOk() : how;
        return call(
                () -> options.isMissingOk()
                        ? unlessMissing(stop(id, whole))
                        : stop(id, whole).thenApply(Optional::of),
                (done, sandbox) -> {
                    SandboxInfo.markId(done, id);
                    sandbox.ifPresent(stopped -> {
                        mark(done, stopped);
                        stopped.fileSystemSnapshotId().ifPresent(snapshot -> SnapshotInfo.markId(done, snapshot));
                    });
                });
    }

    private CompletableFuture<Sandbox> stop(String id, StopOptions how) {
        return use(id, sandbox -> sandbox.stop(how).thenApply(done -> sandbox));
    }

    private static CompletableFuture<Optional<Sandbox>> unlessMissing(CompletableFuture<Sandbox> call) {
        return call.handle((sandbox, problem) -> {
            if (problem == null) {
                return Optional.of(sandbox);
            }
            Throwable cause = problem instanceof CompletionException ? problem.getCause() : problem;
            if (cause instanceof SandboxNotFoundException) {
                return Optional.empty();
            }
            throw new CompletionException(cause);
        });
    }

    private CompletableFuture<Void> delete(String id) {
        var sandboxes = component().live().sandboxes();
        return options.isMissingOk() ? sandboxes.deleteIfPresent(id) : sandboxes.delete(id);
    }

    private OnTermination onTermination() {
        return options.isRaiseOnTermination() ? OnTermination.RAISE : OnTermination.RETURN;
    }

    private CompletableFuture<Sandbox> use(String id, Function<Sandbox, CompletableFuture<Sandbox>> call) {
        return component().live().use(id, call);
    }

    private <T> Task<T> call(Supplier<CompletableFuture<T>> begin, BiConsumer<Exchange, T> finish) {
        return new Task<>(component().calls(), begin, finish);
    }

    private void describe(Exchange exchange, Sandbox sandbox) {
        mark(exchange, sandbox);
        exchange.getMessage().setBody(SandboxInfo.of(sandbox));
    }

    private void mark(Exchange exchange, Sandbox sandbox) {
        SandboxInfo.mark(exchange, sandbox);
    }
}
