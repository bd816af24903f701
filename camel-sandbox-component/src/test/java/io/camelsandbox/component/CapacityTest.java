package io.camelsandbox.component;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Reason;
import io.camelsandbox.SandboxCapacityException;
import io.camelsandbox.SandboxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CapacityTest extends ScriptedSandboxTest {

    @Override
    protected CamelContext createCamelContext() throws Exception {
        CamelContext context = super.createCamelContext();
        SandboxComponent component = context.getComponent("sandbox", SandboxComponent.class);
        component.setMaxConcurrent(2);
        component.setMaxQueued(3);
        component.setQueueTimeout("2");
        return context;
    }

    @Override
    protected RouteBuilder createRouteBuilder() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:in")
                        .to("sandbox:python")
                        .process(exchange -> exchange.setProperty(
                                "thread", Thread.currentThread().getName()));
            }
        };
    }

    private CompletableFuture<Exchange> sendAsync() {
        return template.asyncSend("direct:in", exchange -> exchange.getMessage().setBody("code"));
    }

    private SandboxComponent component() {
        return context.getComponent("sandbox", SandboxComponent.class);
    }

    @Test
    void beyondPlacesAndQueueACapacityErrorComesAtOnce() throws Exception {
        engine.hold();
        List<CompletableFuture<Exchange>> accepted = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            accepted.add(sendAsync());
            int sent = i + 1;
            Awaitility.await()
                    .until(() -> component().getRunning() + component().getQueued() == sent);
        }

        Exchange refused = sendAsync().get(5, TimeUnit.SECONDS);

        assertThat(failure(refused)).isInstanceOfSatisfying(SandboxCapacityException.class, e -> {
            assertThat(e.reason()).isEqualTo(Reason.RUNNER_CAPACITY_EXHAUSTED);
            assertThat(e.getMessage()).contains("raise maxConcurrent or maxQueued");
        });
        assertThat(engine.executions()).hasSize(2);
    }

    @Test
    void aRunThatWaitedTooLongIsToldAsCapacityAndNotAsATimeout() throws Exception {
        engine.hold();
        sendAsync();
        sendAsync();
        Awaitility.await().until(() -> component().getRunning() == 2);
        Exchange waited = sendAsync().get(5, TimeUnit.SECONDS);

        assertThat(failure(waited)).isInstanceOf(SandboxCapacityException.class);
        assertThat(((SandboxException) failure(waited)).result()).isEmpty();
        assertThat(waited.getMessage().getHeader(SandboxConstants.TIMED_OUT)).isNull();
    }

    @Test
    void everyOneOfAThousandExchangesIsCompletedOnceByAResultOrACapacityError() throws Exception {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        var engineThreads = Executors.newScheduledThreadPool(4);
        engine.answer(execution -> {
            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
            var open = new CompletableFuture<ExecutionResult>();
            engineThreads.schedule(
                    () -> {
                        inside.decrementAndGet();
                        open.complete(ScriptedEngine.result("ok", 0));
                    },
                    1,
                    TimeUnit.MILLISECONDS);
            return open;
        });
        List<CompletableFuture<Exchange>> all = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            all.add(sendAsync());
        }
        int results = 0;
        int refused = 0;
        for (CompletableFuture<Exchange> one : all) {
            Exchange exchange = one.get(30, TimeUnit.SECONDS);
            if (exchange.getException() == null) {
                results++;
                assertThat(exchange.getMessage().getBody(String.class)).isEqualTo("ok");
            } else {
                refused++;
                assertThat(failure(exchange)).isInstanceOf(SandboxCapacityException.class);
            }
        }
        engineThreads.shutdownNow();

        assertThat(results + refused).isEqualTo(1000);
        assertThat(results).isPositive();
        assertThat(most.get()).isBetween(1, 2);
        Awaitility.await()
                .until(() -> component().getRunning() == 0 && component().getQueued() == 0);
    }

    @Test
    void theRouteGoesOnOnAThreadOfTheComponentAndNotOfTheEngine() throws Exception {
        engine.hold();
        CompletableFuture<Exchange> sent = sendAsync();
        Awaitility.await().until(() -> engine.pending().size() == 1);
        Thread engineThread = new Thread(() -> engine.finishOne(ScriptedEngine.result("", 0)), "engine");
        engineThread.start();
        engineThread.join(Duration.ofSeconds(5).toMillis());

        Exchange exchange = sent.get(5, TimeUnit.SECONDS);
        assertThat(exchange.getProperty("thread", String.class))
                .contains("sandbox")
                .doesNotContain("engine");
    }

    @Test
    void expressionsThatWaitOnEveryThreadOfTheComponentStillGetTheirResults() throws Exception {
        var engineThreads = Executors.newScheduledThreadPool(2);
        engine.answer(execution -> {
            var open = new CompletableFuture<ExecutionResult>();
            engineThreads.schedule(() -> open.complete(ScriptedEngine.result("ok", 0)), 20, TimeUnit.MILLISECONDS);
            return open;
        });
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:nested").to("sandbox:python").setBody().language("sandbox-python", "1");
            }
        });
        List<CompletableFuture<Exchange>> all = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            all.add(template.asyncSend(
                    "direct:nested", exchange -> exchange.getMessage().setBody("code")));
        }
        for (CompletableFuture<Exchange> one : all) {
            one.get(20, TimeUnit.SECONDS);
        }
        engineThreads.shutdownNow();
        assertThat(component().getRunning()).isZero();
    }

    @Test
    void aHundredRunsThatEndAtOnceDoNotGrowTheStack() throws Exception {

        List<CompletableFuture<Exchange>> all = new ArrayList<>();
        engine.answer(execution -> {
            int depth = new Throwable().getStackTrace().length;
            return CompletableFuture.completedFuture(ScriptedEngine.result(String.valueOf(depth), 0));
        });
        for (int i = 0; i < 100; i++) {
            all.add(sendAsync());
        }
        for (CompletableFuture<Exchange> one : all) {
            Exchange exchange = one.get(10, TimeUnit.SECONDS);
            if (exchange.getException() == null) {
                assertThat(Integer.parseInt(exchange.getMessage().getBody(String.class)))
                        .isLessThan(200);
            }
        }
    }
}
