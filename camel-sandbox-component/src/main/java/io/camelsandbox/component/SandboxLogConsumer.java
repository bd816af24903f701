package io.camelsandbox.component;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import io.camelsandbox.sandbox.Sandbox;
import io.camelsandbox.sandbox.SandboxFilter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.Suspendable;
import org.apache.camel.support.DefaultConsumer;

/**
 * Makes an exchange of each line that the main process of a sandbox writes: of one sandbox, or of all that have the
 * tags. The next line of a sandbox is taken when the last one's exchange is done; a guest waits for nobody.
 */
final class SandboxLogConsumer extends DefaultConsumer implements Suspendable {

    private static final long SECONDS_TO_FIND = 30;

    private final SandboxEndpoint endpoint;
    private final LogSettings settings;
    private final Map<String, LogFollow> followed = new ConcurrentHashMap<>();
    /** Sandboxes that both the list at the start and a start of their own may tell of. */
    private final Set<String> seenWhileStarting = ConcurrentHashMap.newKeySet();

    private final Consumer<Sandbox> onStart = this::followIfTagged;
    private volatile boolean starting;
    private LiveSandboxes live;

    SandboxLogConsumer(SandboxEndpoint endpoint, Processor processor) {
        super(endpoint, processor);
        this.endpoint = endpoint;
        this.settings = LogSettings.of(endpoint);
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        starting = true;
        live = endpoint.getComponent().live();
        if (settings.sandboxId().isPresent()) {
            follow(found(live.sandboxes().fromId(settings.sandboxId().get())));
            return;
        }
        live.addListener(onStart);
        SandboxFilter filter = SandboxFilter.builder().tags(settings.tags()).build();
        for (Sandbox sandbox : found(live.sandboxes().list(filter))) {
            follow(sandbox);
        }
        starting = false;
        seenWhileStarting.clear();
    }

    private static <T> T found(CompletableFuture<T> search) throws InterruptedException {
        try {
            return search.get(SECONDS_TO_FIND, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new SandboxException(Reason.REQUEST_TIMEOUT, "the engine did not find the sandbox in time", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure
                    ? failure
                    : new SandboxException(Reason.PROTOCOL_ERROR, "the engine failed", e.getCause());
        }
    }

    @Override
    protected void doSuspend() throws Exception {
        followed.values().forEach(LogFollow::suspend);
        super.doSuspend();
    }

    @Override
    protected void doResume() throws Exception {
        super.doResume();
        followed.values().forEach(LogFollow::resume);
    }

    @Override
    protected void doStop() throws Exception {
        if (live != null) {
            live.removeListener(onStart);
        }
        followed.values().forEach(LogFollow::stop);
        followed.clear();
        seenWhileStarting.clear();
        super.doStop();
    }

    private void followIfTagged(Sandbox sandbox) {
        if (sandbox.spec().tags().containsAll(settings.tags())) {
            follow(sandbox);
        }
    }

    private void follow(Sandbox sandbox) {
        String id = sandbox.id().orElseThrow();
        if (starting && !seenWhileStarting.add(id)) {
            return;
        }
        Runnable busy = live.keepBusy(id);
        var follow = new LogFollow((line, done) -> process(id, line, done), problem -> failed(id, problem), () -> {
            followed.remove(id);
            busy.run();
        });
        followed.put(id, follow);
        if (isSuspendingOrSuspended()) {
            follow.suspend();
        }
        sandbox.logs(settings.request()).lines().subscribe(follow);
    }

    private void process(String id, String line, Runnable done) {
        Exchange exchange = createExchange(true);
        exchange.getMessage().setBody(line.endsWith("\n") ? line.substring(0, line.length() - 1) : line);
        exchange.getMessage().setHeader(SandboxConstants.ID, id);
        exchange.setProperty(SandboxConstants.ID, id);
        getAsyncProcessor().process(exchange, sync -> {
            if (exchange.getException() != null) {
                getExceptionHandler()
                        .handleException(
                                "A line of a sandbox's log was not processed", exchange, exchange.getException());
            }
            releaseExchange(exchange, true);
            done.run();
        });
    }

    private void failed(String id, Throwable problem) {
        getExceptionHandler().handleException("The log of sandbox " + id + " broke off", problem);
    }

    /** The ids of the sandboxes whose logs are read at this moment. */
    List<String> followed() {
        return List.copyOf(followed.keySet());
    }
}
