package io.camelsandbox.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelsandbox.ExecutionResult;
import io.camelsandbox.SandboxCancelledException;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.SandboxUnavailableException;
import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.mock.MockEndpoint;
import org.apache.camel.impl.DefaultCamelContext;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LifecycleTest extends ScriptedSandboxTest {

    @Override
    protected RouteBuilder createRouteBuilder() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:redelivered")
                        .errorHandler(
                                defaultErrorHandler().maximumRedeliveries(2).redeliveryDelay(0))
                        .to("sandbox:python?code=1&failOnNonZeroExit=true");
                from("direct:in").routeId("r").to("sandbox:python").to("mock:out");
                from("seda:in").routeId("s").to("sandbox:python").to("mock:out");
                from("direct:dynamic").toD("sandbox:${header.operation}");
                from("direct:wiretap").wireTap("sandbox:python").to("mock:tapped");
                from("direct:parallel")
                        .split(body())
                        .parallelProcessing()
                        .to("sandbox:python")
                        .end();
            }
        };
    }

    @Test
    void theEngineIsStartedOnceAndClosedWithTheContext() throws Exception {
        send("sandbox:python", "1");
        send("sandbox:js", "1");
        context.stop();

        assertThat(engine.starts()).isEqualTo(1);
        assertThat(engine.closes()).isEqualTo(1);
    }

    @Test
    void aRouteThatIsStoppedAndStartedRunsAgain() throws Exception {
        for (int i = 0; i < 3; i++) {
            assertThat(send("direct:in", "1").getException()).isNull();
            context.getRouteController().stopRoute("r");
            context.getRouteController().startRoute("r");
        }
        for (String operation : List.of("python", "js", "python")) {
            Exchange exchange = template.request("direct:dynamic", e -> {
                e.getMessage().setBody("1");
                e.getMessage().setHeader("operation", operation);
            });
            assertThat(exchange.getException()).isNull();
        }
    }

    @Test
    void aGracefulStopLetsARunFinish() throws Exception {
        engine.hold();
        MockEndpoint out = getMockEndpoint("mock:out");
        out.expectedMessageCount(1);
        template.asyncSendBody("seda:in", "code");
        Awaitility.await().until(() -> engine.pending().size() == 1);
        CompletableFuture<Void> stop = CompletableFuture.runAsync(() -> stopRoute("s", 10));

        Awaitility.await()
                .until(() -> context.getRouteController().getRouteStatus("s").isStopping()
                        || context.getRouteController().getRouteStatus("s").isStopped()
                        || context.getInflightRepository().size() == 1);
        assertThat(engine.pending().get(0)).isNotCancelled();
        engine.finishOne(ScriptedEngine.result("done", 0));

        stop.get(20, TimeUnit.SECONDS);
        out.assertIsSatisfied();
        assertThat(out.getExchanges().get(0).getMessage().getBody(String.class)).isEqualTo("done");
    }

    @Test
    void aForcedStopCancelsTheRunAndSaysSo() throws Exception {
        engine.hold();
        CompletableFuture<Exchange> sent = template.asyncSend(
                "direct:in", exchange -> exchange.getMessage().setBody("code"));
        Awaitility.await().until(() -> engine.pending().size() == 1);
        CompletableFuture<ExecutionResult> execution = engine.pending().get(0);

        stopRoute("r", 1);

        Exchange exchange = sent.get(10, TimeUnit.SECONDS);
        assertThat(failure(exchange))
                .isInstanceOf(SandboxCancelledException.class)
                .hasMessageContaining("stopped");
        assertThat(execution).isCancelled();
    }

    @Test
    void stoppingTheContextCancelsWhatRunsAndWhatWaits() throws Exception {
        SandboxComponent component = context.getComponent("sandbox", SandboxComponent.class);
        context.getShutdownStrategy().setTimeout(1);
        engine.hold();
        List<CompletableFuture<Exchange>> sent = IntStream.range(0, 40)
                .mapToObj(i -> template.asyncSend(
                        "direct:in", exchange -> exchange.getMessage().setBody("code")))
                .toList();
        Awaitility.await().until(() -> component.getRunning() + component.getQueued() == 40);

        context.stop();

        for (CompletableFuture<Exchange> one : sent) {
            assertThat(failure(one.get(10, TimeUnit.SECONDS))).isInstanceOf(SandboxCancelledException.class);
        }
        assertThat(engine.pending()).allMatch(CompletableFuture::isCancelled);
        // A pool is terminated a moment before its last thread is gone.
        Awaitility.await()
                .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                        .extracting(Thread::getName)
                        .noneMatch(name -> name.contains(context.getName()) && name.contains("sandbox")));
    }

    @Test
    void anEngineThatThrowsFailsTheExchangeOnce() {
        engine.answer(execution -> {
            throw new IllegalStateException("broken engine");
        });

        Exchange exchange = send("sandbox:python", "1");

        assertThat(exchange.getException()).hasMessage("broken engine");
        assertThat(context.getComponent("sandbox", SandboxComponent.class).getRunning())
                .isZero();
    }

    @Test
    void wireTapAndParallelSplitEachRunOnTheirOwn() throws Exception {
        getMockEndpoint("mock:tapped").expectedMessageCount(1);
        send("direct:wiretap", "tapped");
        MockEndpoint.assertIsSatisfied(context);
        Awaitility.await().until(() -> engine.executions().size() == 1);

        send("direct:parallel", List.of("a", "b", "c", "d"));
        assertThat(engine.executions().stream().map(ScriptedEngine::code))
                .containsExactlyInAnyOrder("tapped", "a", "b", "c", "d");
    }

    @Test
    void aTransactedExchangeIsProcessedOnItsOwnThread() {
        engine.hold();
        var thread = new Thread(() -> template.request("sandbox:python", exchange -> {
            exchange.getExchangeExtension().setTransacted(true);
            exchange.getMessage().setBody("code");
        }));
        thread.start();
        Awaitility.await().until(() -> engine.pending().size() == 1);
        engine.finishOne(ScriptedEngine.result("", 0));
        Awaitility.await().until(() -> !thread.isAlive());
    }

    @Test
    void anUnknownEngineFailsTheStartAndNamesTheOnesThereAre() throws Exception {
        try (var other = new DefaultCamelContext()) {
            SandboxComponent component = new SandboxComponent();
            component.setEngineName("moon");
            component.setAutowiredEnabled(false);
            other.addComponent("sandbox", component);

            assertThatThrownBy(() -> {
                        other.start();
                        other.createProducerTemplate().sendBody("sandbox:python", "1");
                    })
                    .hasRootCauseInstanceOf(SandboxUnavailableException.class)
                    .rootCause()
                    .hasMessageContaining("no engine 'moon'")
                    .hasMessageContaining("local");
        }
    }

    @Test
    void theProdProfileRefusesWhatIsInsecureUnlessTheOperatorSaysSo() throws Exception {
        try (var prod = new DefaultCamelContext()) {
            prod.getCamelContextExtension().setProfile("prod");
            prod.getRegistry().bind("engine", new ScriptedEngine());
            prod.start();
            var template = prod.createProducerTemplate();

            assertThatThrownBy(() -> template.sendBody("sandbox:python?allowControlHeaders=true", "1"))
                    .hasRootCauseInstanceOf(SandboxRefusedException.class)
                    .rootCause()
                    .hasMessageContaining("allowInsecureInProd");
            prod.getComponent("sandbox", SandboxComponent.class).setAllowInsecureInProd(true);
            template.sendBody("sandbox:python?allowControlHeaders=true", "1");
        }
    }

    @Test
    void theProdProfileRefusesToRunWithoutIsolation() throws Exception {
        try (var prod = new DefaultCamelContext()) {
            prod.getCamelContextExtension().setProfile("prod");
            prod.getRegistry().bind("engine", new ScriptedEngine());
            SandboxComponent component = new SandboxComponent();
            component.setIsolation("none");

            assertThatThrownBy(() -> {
                        prod.addComponent("sandbox", component);
                        prod.start();
                        prod.createProducerTemplate().sendBody("sandbox:python", "1");
                    })
                    .hasStackTraceContaining("isolation=none is refused");
        }
    }

    @Test
    void aGuaranteeThatIsRequiredAndNotEnforcedFailsTheStart() throws Exception {
        for (String required : List.of("memory,pids", "moon")) {
            try (var other = new DefaultCamelContext()) {
                SandboxComponent component = new SandboxComponent();
                component.setRequireEnforced(required);
                component.setEngine(new ScriptedEngine());
                assertThatThrownBy(() -> {
                            other.addComponent("sandbox", component);
                            other.start();
                        })
                        .hasStackTraceContaining("requireEnforced")
                        .hasStackTraceContaining(required.substring(0, 4));
            }
        }
    }

    @Test
    void warmAndAwaitReapedAreNotForAnEngineThatIsGiven() throws Exception {
        SandboxComponent warm = new SandboxComponent();
        warm.setWarm("none");
        SandboxComponent awaitReaped = new SandboxComponent();
        awaitReaped.setAwaitReaped(true);
        for (SandboxComponent component : List.of(warm, awaitReaped)) {
            component.setEngine(new ScriptedEngine());
            try (var other = new DefaultCamelContext()) {
                assertThatThrownBy(() -> {
                            other.addComponent("sandbox", component);
                            other.start();
                        })
                        .hasStackTraceContaining("warm and awaitReaped are for an engine that the component makes");
            }
        }
    }

    @Test
    void anUnknownValueOfWarmFailsTheStart() throws Exception {
        try (var other = new DefaultCamelContext()) {
            SandboxComponent component = new SandboxComponent();
            component.setWarm("hot");
            assertThatThrownBy(() -> {
                        other.addComponent("sandbox", component);
                        other.start();
                    })
                    .hasStackTraceContaining("warm 'hot' is unknown: use auto, bare or none");
        }
    }

    @Test
    void aRedeliverySendsTheSameStdinAgain() throws Exception {
        List<String> stdins = new CopyOnWriteArrayList<>();
        engine.answer(execution -> {
            stdins.add(context.getTypeConverter()
                    .convertTo(String.class, execution.stdin().open()));
            return CompletableFuture.completedFuture(ScriptedEngine.result("", 1));
        });
        Exchange exchange = send("direct:redelivered", new ByteArrayInputStream("stdin".getBytes()));

        assertThat(exchange.getException()).isNotNull();
        assertThat(engine.executions()).hasSize(3);
        assertThat(stdins).containsExactly("stdin", "stdin", "stdin");
    }

    @Test
    void aSandboxIsNoConsumer() {
        assertThatThrownBy(() -> context.addRoutes(new RouteBuilder() {
                    @Override
                    public void configure() {
                        from("sandbox:python").to("mock:x");
                    }
                }))
                .rootCause()
                .hasMessageContaining("is for to, not for from");
    }

    private void stopRoute(String id, long seconds) {
        try {
            context.getRouteController().stopRoute(id, seconds, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
