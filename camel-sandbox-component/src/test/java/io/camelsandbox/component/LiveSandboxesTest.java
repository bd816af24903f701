package io.camelsandbox.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import io.camelsandbox.engine.SandboxFacts;
import io.camelsandbox.sandbox.ScriptedSandbox;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How many sandboxes there may be, and what ends them. */
@Timeout(60)
class LiveSandboxesTest extends ScriptedHostTest {

    @Override
    protected CamelContext createCamelContext() throws Exception {
        CamelContext context = super.createCamelContext();
        var component = new SandboxComponent();
        component.setMaxSandboxes(2);
        component.setEngine(host);
        context.addComponent("sandbox", component);
        return context;
    }

    @Override
    protected RouteBuilder createRouteBuilder() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:route").routeId("r").to("sandbox:run");
                from("direct:dynamic").routeId("d").toD("sandbox:run?tags=${body}");
                from("direct:context").routeId("c").to("sandbox:run?stopWith=context");
                from("direct:nothing").routeId("n").to("sandbox:run?stopWith=nothing");
                from("direct:split")
                        .routeId("p")
                        .split(body().tokenize(","))
                        .parallelProcessing()
                        .to("sandbox:run");
                from("direct:other").routeId("o").to("sandbox:run?grace=1");
            }
        };
    }

    private ScriptedSandbox start(String route) {
        Exchange exchange = send("direct:" + route, "x");
        assertThat(exchange.getException()).isNull();
        return host.sandboxes().get(host.sandboxes().size() - 1);
    }

    @Test
    void oneSandboxMoreThanThereMayBeIsACapacityErrorUntilOneEnds() {
        ScriptedSandbox first = run("");
        run("");

        assertThat(failure(send("sandbox:run", ""))).satisfies(error -> {
            assertThat(error.reason()).isEqualTo(Reason.RUNNER_CAPACITY_EXHAUSTED);
            assertThat(error).hasMessageContaining("all 2 places").hasMessageContaining("maxSandboxes");
        });
        first.end(SandboxFacts.Ending.EXITED, 0);
        await().until(() -> component().getLiveSandboxes() == 1);
        run("");
    }

    @Test
    void aSandboxThatCannotStartTakesNoPlace() {
        for (int i = 0; i < 3; i++) {
            host.nextCreation(
                    CompletableFuture.failedFuture(new SandboxException(Reason.BACKEND_UNAVAILABLE, "not now")));
            assertThat(failure(send("sandbox:run", ""))).hasMessageContaining("not now");
        }

        run("");
        run("");
    }

    @Test
    void aRouteEndsItsOwnSandboxesWhenItStops() throws Exception {
        ScriptedSandbox mine = start("route");
        ScriptedSandbox others = start("other");

        context.getRouteController().stopRoute("r");

        assertThat(mine.stops()).hasSize(1);
        assertThat(others.stops()).isEmpty();
        assertThat(component().getLiveSandboxes()).isEqualTo(1);
    }

    @Test
    void theSandboxesOfASplitsPartsAreItsRoutes() throws Exception {
        assertThat(send("direct:split", "a,b").getException()).isNull();

        context.getRouteController().stopRoute("p");

        assertThat(host.sandboxes()).hasSize(2).allSatisfy(sandbox -> assertThat(sandbox.stops())
                .hasSize(1));
    }

    @Test
    void aDynamicEndpointsSandboxIsItsRoutesToo() throws Exception {
        ScriptedSandbox mine = start("dynamic");

        context.getRouteController().stopRoute("d");

        assertThat(mine.stops()).hasSize(1);
    }

    @Test
    void theContextEndsWhatARouteLeaves() throws Exception {
        ScriptedSandbox withContext = start("context");
        context.getRouteController().stopRoute("c");
        assertThat(withContext.stops()).isEmpty();
        ScriptedSandbox withRoute = start("other");

        context.stop();

        assertThat(withContext.stops()).hasSize(1);
        assertThat(withRoute.stops()).singleElement().satisfies(stop -> assertThat(stop.grace())
                .hasSeconds(1));
    }

    @Test
    void nothingEndsWhatIsToStay() throws Exception {
        ScriptedSandbox stays = start("nothing");

        context.stop();

        assertThat(stays.stops()).isEmpty();
    }

    @Test
    void aSandboxWithoutARouteEndsWithTheContext() {
        ScriptedSandbox sandbox = run("");

        context.stop();

        assertThat(sandbox.stops()).hasSize(1);
    }

    @Test
    void anIdleSandboxIsStoppedAndOneThatWorksIsNot() {
        ScriptedSandbox sandbox = run("?idleTimeout=300ms");
        var release = new CompletableFuture<Void>();
        sandbox.onExec(process -> {
            process.started();
            release.thenAccept(now -> process.exit(0));
        });

        CompletableFuture<Exchange> work = template.asyncSend(
                "sandbox:exec?command=work&sandboxId=" + sandbox.id(),
                exchange -> exchange.getMessage().setBody(""));
        await().until(() -> sandbox.execs().size() == 1);
        await().during(java.time.Duration.ofMillis(600))
                .until(() -> sandbox.stops().isEmpty());
        release.complete(null);

        assertThat(work.join().getException()).isNull();
        await().until(() -> sandbox.stops().size() == 1);
        await().until(() -> component().getLiveSandboxes() == 0);
    }

    @Test
    void aSandboxWhoseStartWasCancelledIsStopped() throws Exception {
        var creation = new CompletableFuture<io.camelsandbox.engine.HostedSandbox>();
        host.nextCreation(creation);
        CompletableFuture<Exchange> starting = template.asyncSend(
                "direct:route", exchange -> exchange.getMessage().setBody(""));
        await().until(() -> host.orders().size() == 1);

        context.getRouteController().stopRoute("r", 1, java.util.concurrent.TimeUnit.SECONDS);
        assertThat(failure(starting.join()).reason()).isEqualTo(Reason.CANCELLED);
        ScriptedSandbox late = lateSandbox();
        creation.complete(late);

        await().until(() -> late.stops().size() == 1);
        await().until(() -> component().getLiveSandboxes() == 0);
    }

    /** One that its engine gives late. */
    private ScriptedSandbox lateSandbox() {
        return (ScriptedSandbox) host.create(host.orders().get(0)).join();
    }
}
