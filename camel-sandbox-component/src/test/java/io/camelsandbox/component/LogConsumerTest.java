package io.camelsandbox.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import io.camelsandbox.engine.HostedTransfer;
import io.camelsandbox.engine.LogEntry;
import io.camelsandbox.engine.LogOrder;
import io.camelsandbox.engine.Receiver;
import io.camelsandbox.sandbox.ScriptedSandbox;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.mock.MockEndpoint;
import org.apache.camel.spi.ExceptionHandler;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines of logs that become exchanges. */
@Timeout(60)
class LogConsumerTest extends ScriptedHostTest {

    private final List<Throwable> errors = new CopyOnWriteArrayList<>();
    private ScriptedSandbox sandbox;
    private volatile Log log;

    /** The log of a sandbox: what was opened, and what it sends. */
    private static final class Log implements HostedTransfer {

        private final Receiver<LogEntry> receiver;
        private volatile boolean cancelled;
        private long offset;

        Log(Receiver<LogEntry> receiver) {
            this.receiver = receiver;
        }

        void write(String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            offset += bytes.length;
            receiver.next(new LogEntry(bytes, ScriptedSandbox.TIME, "session", offset));
        }

        @Override
        public void taken(long bytes) {}

        @Override
        public void cancel() {
            cancelled = true;
        }
    }

    @BeforeEach
    void startSandbox() {
        context.getRegistry().bind("errors", new ExceptionHandler() {
            @Override
            public void handleException(Throwable exception) {
                errors.add(exception);
            }

            @Override
            public void handleException(String message, Throwable exception) {
                errors.add(exception);
            }

            @Override
            public void handleException(String message, Exchange exchange, Throwable exception) {
                errors.add(exception);
            }
        });
        host.onCreate(this::prepare);
        sandbox = run("?tags=a");
    }

    private void prepare(ScriptedSandbox created) {
        created.onLogs((order, receiver) -> {
            log = new Log(receiver);
            return log;
        });
        created.run();
    }

    private void follow(String options, org.apache.camel.Processor processor) throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("sandbox:logs?exceptionHandler=#errors&" + options)
                        .routeId("logs")
                        .process(processor)
                        .to("mock:lines");
            }
        });
        await().until(() -> log != null);
    }

    private void follow(String options) throws Exception {
        follow(options, exchange -> {});
    }

    private List<String> lines() {
        return getMockEndpoint("mock:lines").getExchanges().stream()
                .map(exchange -> exchange.getMessage().getBody(String.class))
                .toList();
    }

    @Test
    void eachLineIsAnExchangeOfItsSandbox() throws Exception {
        follow("sandboxId=sb-1");
        MockEndpoint mock = getMockEndpoint("mock:lines");
        mock.expectedBodiesReceived("one", "two", "", "four");

        log.write("one\ntw");
        log.write("o\n\nfour");
        log.receiver.complete();

        mock.assertIsSatisfied();
        assertThat(mock.getExchanges().get(0).getMessage().getHeader("CamelSandboxId"))
                .isEqualTo("sb-1");
        assertThat(mock.getExchanges().get(0).getProperty("CamelSandboxId")).isEqualTo("sb-1");
    }

    @Test
    void whatIsReadIsAsked() throws Exception {
        follow("sandboxId=sb-1&follow=false&tailLines=5&sinceTime=2026-01-01T00:00:00Z&timestamps=true");

        LogOrder order = sandbox.logOrders().get(0);
        assertThat(order.follow()).isFalse();
        assertThat(order.tailLines()).hasValue(5);
        assertThat(order.since()).hasValueSatisfying(time -> assertThat(time).hasToString("2026-01-01T00:00:00Z"));
        assertThat(order.timestamps()).isTrue();
    }

    @Test
    void theSandboxesOfATagAreFollowedAlsoThoseThatStartLater() throws Exception {
        follow("tags=a");
        log.write("first\n");
        await().until(() -> lines().contains("first"));

        run("?tags=b");
        assertThat(host.sandboxes().get(1).logOrders()).isEmpty();
        Log first = log;
        run("?tags=a,b");
        await().until(() -> log != first);
        log.write("second\n");
        await().until(() -> lines().contains("second"));
    }

    @Test
    void aLineWaitsUntilTheLastOneIsDone() throws Exception {
        var release = new CountDownLatch(1);
        var begun = new CopyOnWriteArrayList<String>();
        follow("sandboxId=sb-1", exchange -> {
            begun.add(exchange.getMessage().getBody(String.class));
            release.await(20, TimeUnit.SECONDS);
        });
        log.write("one\ntwo\n");

        await().until(() -> begun.size() == 1);
        await().during(Duration.ofMillis(200)).until(() -> begun.size() == 1);
        release.countDown();
        await().until(() -> lines().equals(List.of("one", "two")));
    }

    @Test
    void aSuspendedRouteTakesNoLinesAndLosesNone() throws Exception {
        follow("sandboxId=sb-1");
        log.write("one\n");
        await().until(() -> lines().size() == 1);

        context.getRouteController().suspendRoute("logs");
        log.write("two\nthree\nfour\n");
        await().during(Duration.ofMillis(300)).until(() -> lines().size() <= 2);
        context.getRouteController().resumeRoute("logs");

        await().until(() -> lines().equals(List.of("one", "two", "three", "four")));
    }

    @Test
    void aStoppedRouteLetsGoOfTheLogAndFollowsAgainWhenItStarts() throws Exception {
        follow("sandboxId=sb-1");
        Log first = log;

        context.getRouteController().stopRoute("logs");
        await().until(() -> first.cancelled);
        context.getRouteController().startRoute("logs");

        await().until(() -> log != first);
        log.write("again\n");
        await().until(() -> lines().contains("again"));
    }

    @Test
    void aLogThatBreaksOffIsAnErrorOfTheConsumer() throws Exception {
        follow("sandboxId=sb-1&follow=false");

        log.receiver.failed(new SandboxException(Reason.REPLAY_GAP, "bytes are gone"));

        await().until(() -> errors.size() == 1);
        assertThat(errors.get(0)).hasMessage("bytes are gone");
    }

    @Test
    void aLineThatIsNotProcessedIsAnErrorAndTheNextOneFollows() throws Exception {
        follow("sandboxId=sb-1", exchange -> {
            if (exchange.getMessage().getBody(String.class).equals("bad")) {
                throw new IllegalStateException("not this one");
            }
        });

        log.write("bad\ngood\n");

        await().until(() -> lines().equals(List.of("good")));
        assertThat(errors).singleElement().satisfies(error -> assertThat(error).hasMessage("not this one"));
    }

    @Test
    void errorsCanGoToTheRoutesErrorHandler() throws Exception {
        var handled = new CompletableFuture<Throwable>();
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                onException(Exception.class)
                        .handled(true)
                        .process(exchange ->
                                handled.complete(exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Throwable.class)));
                from("sandbox:logs?sandboxId=sb-1&follow=false&bridgeErrorHandler=true")
                        .to("mock:lines");
            }
        });
        await().until(() -> log != null);

        log.receiver.failed(new SandboxException(Reason.REPLAY_GAP, "bytes are gone"));

        assertThat(handled.get(20, TimeUnit.SECONDS)).hasMessage("bytes are gone");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "follow=true",
                "sandboxId=sb-1&tags=a",
                "sandboxId=gone",
                "sandboxId=variable:x",
                "sandboxId=sb-1&sinceTime=yesterday",
                "sandboxId=sb-1&sinceTime=2026-01-01T00:00:00",
                "sandboxId=sb-1&tailLines=-1",
                "sandboxId=sb-1&path=/x"
            })
    void whatCannotBeFollowedFailsTheStart(String options) {
        Throwable failure = catchThrowable(() -> follow(options));

        assertThat(sandboxException(failure)).isNotNull();
    }

    @Test
    void aSandboxWhoseLogIsFollowedIsNotIdle() throws Exception {
        ScriptedSandbox idle = run("?idleTimeout=200ms");
        follow("sandboxId=" + idle.id());

        await().during(Duration.ofMillis(500)).until(() -> idle.stops().isEmpty());
        context.getRouteController().stopRoute("logs");
        await().until(() -> idle.stops().size() == 1);
    }

    @Test
    void aLineCanBePolled() throws Exception {
        CompletableFuture<String> polled = CompletableFuture.supplyAsync(
                () -> consumer.receiveBody("sandbox:logs?sandboxId=sb-1", 20_000, String.class));
        await().until(() -> log != null);

        log.write("one\ntwo\n");

        assertThat(polled.get(20, TimeUnit.SECONDS)).isEqualTo("one");
    }

    @Test
    void aRouteStopsWhileALogSends() throws Exception {
        follow("sandboxId=sb-1");
        var all = new ArrayList<String>();
        for (int i = 0; i < 1000; i++) {
            all.add("line " + i);
        }
        log.write(String.join("\n", all) + "\n");
        await().until(() -> lines().size() > 3);

        context.getRouteController().stopRoute("logs");

        int after = lines().size();
        await().during(Duration.ofMillis(300)).until(() -> lines().size() == after);
        assertThat(lines()).isEqualTo(all.subList(0, after));
    }
}
