package io.camelsandbox.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.camelsandbox.Reason;
import io.camelsandbox.engine.Capability;
import io.camelsandbox.engine.SandboxFacts;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import io.camelsandbox.sandbox.spec.ScratchVolume;
import io.camelsandbox.sandbox.spec.SecretProviders;
import io.camelsandbox.sandbox.spec.StorageMedium;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.builder.ExpressionBuilder;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Starting sandboxes that stay, looking at them and ending them. */
@Timeout(60)
class LifeOperationsTest extends ScriptedHostTest {

    @Override
    protected CamelContext createCamelContext() throws Exception {
        CamelContext context = super.createCamelContext();
        context.getRegistry().bind("vault", SecretProviders.function(secret -> "s3cret"));
        return context;
    }

    @Override
    protected RouteBuilder createRouteBuilder() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:whole")
                        .to("sandbox:run?tags=a")
                        .to("sandbox:wait")
                        .to("sandbox:get")
                        .setProperty("info", body())
                        .to("sandbox:stop");
            }
        };
    }

    private SandboxSpec spec(String options) {
        return run(options).spec();
    }

    @Test
    void runLeavesTheBodyAndSaysWhichSandboxItStarted() {
        Exchange exchange = send("sandbox:run", "the body");

        assertThat(exchange.getException()).isNull();
        assertThat(exchange.getMessage().getBody()).isEqualTo("the body");
        assertThat(exchange.getProperty("CamelSandboxId")).isEqualTo("sb-1");
        assertThat(exchange.getMessage().getHeader("CamelSandboxId")).isEqualTo("sb-1");
        assertThat(exchange.getMessage().getHeader("CamelSandboxStatus")).isEqualTo("running");
        assertThat(component().getLiveSandboxes()).isEqualTo(1);
    }

    @Test
    void aSandboxIsThatOfTheOperationsThatFollowInTheExchange() {
        Exchange exchange = send("direct:whole", "x");

        assertThat(exchange.getException()).isNull();
        SandboxInfo info = exchange.getProperty("info", SandboxInfo.class);
        assertThat(info.getId()).isEqualTo("sb-1");
        assertThat(info.getStatus()).isEqualTo("running");
        assertThat(info.getTags()).containsExactly("a");
        assertThat(info.getStartedAt()).isEqualTo("2026-01-02T03:04:05Z");
        assertThat(exchange.getMessage().getHeader("CamelSandboxStatus")).isEqualTo("completed");
        assertThat(exchange.getMessage().getHeader("CamelSandboxReturnCode")).isEqualTo(143);
        assertThat(component().getLiveSandboxes()).isZero();
    }

    @Test
    void withoutACommandASandboxWaitsToBeStopped() {
        SandboxSpec spec = spec("");

        assertThat(spec.command()).hasValue(SandboxSpec.KEEP_ALIVE_COMMAND);
        assertThat(spec.args()).hasValue(SandboxSpec.KEEP_ALIVE_ARGS);
    }

    @Test
    void theCommandAndItsArgumentsAreTakenLiterally() {
        SandboxSpec spec = spec("?command=python3&args=RAW(-m)&args=RAW(a,b; $HOME *)");

        assertThat(spec.command()).hasValue("python3");
        assertThat(spec.args()).hasValue(List.of("-m", "a,b; $HOME *"));
    }

    @Test
    void allOfASpecIsAnOption() {
        SandboxSpec spec = spec("?image=host&workingDir=/srv&tags=a,b&annotations.owner=me&env.A=1&memory=64MiB&cpu=0.5"
                + "&maxLifetime=1h&secrets=KEY=vault:api"
                + "&mountedFiles./etc/tool.conf=x&volumes=data:/data:10Mi,fast:/fast:5Mi:memory");

        assertThat(spec.image()).hasValue("host");
        assertThat(spec.workingDir()).hasValue("/srv");
        assertThat(spec.tags()).containsExactly("a", "b");
        assertThat(spec.annotations()).containsExactly(Map.entry("owner", "me"));
        assertThat(spec.env()).containsExactly(Map.entry("A", "1"));
        assertThat(spec.maxLifetime()).hasValue(Duration.ofHours(1));
        assertThat(spec.resources()
                        .orElseThrow()
                        .limits()
                        .memory()
                        .orElseThrow()
                        .wholeUnits())
                .isEqualTo(64L << 20);
        assertThat(spec.secrets()).singleElement().satisfies(secret -> {
            assertThat(secret.store()).isEqualTo("vault");
            assertThat(secret.envVar()).isEqualTo("KEY");
        });
        assertThat(spec.mountedFiles()).singleElement().satisfies(file -> assertThat(file.path())
                .isEqualTo("/etc/tool.conf"));
        assertThat(spec.scratchVolumes())
                .containsExactly(
                        ScratchVolume.at("data", "/data").withSize("10Mi"),
                        new ScratchVolume(
                                "fast",
                                Optional.of("/fast"),
                                Optional.of("5Mi"),
                                StorageMedium.MEMORY,
                                Optional.empty(),
                                Optional.empty(),
                                false));
        assertThat(host.orders().get(0).secrets().get("KEY").reveal()).isEqualTo("s3cret");
    }

    @Test
    void aSnapshotIsRestoredToTheVolumeThatIsSaid() {
        SandboxSpec spec = spec("?volumes=a:/a,b:/b&volume=b&snapshotId=snap-9");

        assertThat(spec.scratchVolumes())
                .extracting(volume -> volume.restoreFromSnapshotId().orElse("none"))
                .containsExactly("none", "snap-9");
    }

    @Test
    void withTheSameRequestIdItIsTheSameRequest() {
        run("?requestId=order-7");

        assertThat(host.orders().get(0).requestId()).isEqualTo("order-7");
    }

    @Test
    void valuesMayBeExpressionsAndVariables() {
        context.getRegistry().bind("expressions", List.of(ExpressionBuilder.bodyExpression(), "plain"));
        template.request("sandbox:run?requestId=variable:request&tags=#expressions", message -> {
            message.setVariable("request", "r-1");
            message.getMessage().setBody("b");
        });

        assertThat(host.only().order().requestId()).isEqualTo("r-1");
        assertThat(host.only().spec().tags()).containsExactly("b", "plain");
    }

    @Test
    void listHasThoseThatHaveTheTags() {
        run("?tags=a,b");
        run("?tags=b");
        run("?tags=a,b").end(SandboxFacts.Ending.EXITED, 3);

        assertThat(ids("sandbox:list")).containsExactly("sb-1", "sb-2");
        assertThat(ids("sandbox:list?tags=a,b")).containsExactly("sb-1");
        assertThat(ids("sandbox:list?tags=a,b&showTerminated=true")).containsExactly("sb-1", "sb-3");
        assertThat(ids("sandbox:list?status=completed")).containsExactly("sb-3");
    }

    @SuppressWarnings("unchecked")
    private List<String> ids(String uri) {
        List<SandboxInfo> found = send(uri, "").getMessage().getBody(List.class);
        return found.stream().map(SandboxInfo::getId).toList();
    }

    @Test
    void getIsAMapAndJsonToo() {
        run("?tags=a&annotations.b=c").end(SandboxFacts.Ending.EXITED, 3);

        Exchange exchange = sendToOnly("sandbox:get", "");

        assertThat(exchange.getMessage().getBody(Map.class))
                .containsEntry("id", "sb-1")
                .containsEntry("return_code", 3)
                .doesNotContainKey("reason");
        assertThat(exchange.getMessage().getBody(String.class))
                .contains("\"status\":\"completed\"", "\"tags\":[\"a\"]", "\"annotations\":{\"b\":\"c\"}");
        assertThat(exchange.getMessage().getHeader("CamelSandboxReturnCode")).isEqualTo(3);
    }

    @Test
    void waitUntilCompleteGivesTheReturnCodeOrAnErrorThatSaysWhatBecameOfIt() {
        run("").end(SandboxFacts.Ending.EXITED, 3);
        Exchange ended = sendToOnly("sandbox:waitUntilComplete", "body");
        assertThat(ended.getMessage().getHeader("CamelSandboxReturnCode")).isEqualTo(3);
        assertThat(ended.getMessage().getBody()).isEqualTo("body");

        String lived = run("").id();
        host.sandboxes().get(1).end(SandboxFacts.Ending.LIFETIME, null);
        Map<String, Object> it = Map.of("CamelSandboxId", lived);
        assertThat(failure(send("sandbox:waitUntilComplete", "", it)).reason()).isEqualTo(Reason.SANDBOX_TERMINATED);
        assertThat(send("sandbox:waitUntilComplete?raiseOnTermination=false", "", it)
                        .getException())
                .isNull();
    }

    @Test
    void waitingHasAnEnd() {
        run("");

        assertThat(failure(sendToOnly("sandbox:waitUntilComplete?waitTimeout=50ms", ""))
                        .reason())
                .isEqualTo(Reason.WAIT_TIMEOUT);
    }

    @Test
    void stopHasItsGraceAndDeleteHasNone() {
        run("");
        sendToOnly("sandbox:stop?grace=3", "");
        assertThat(host.only().stops()).singleElement().satisfies(stop -> assertThat(stop.grace())
                .isEqualTo(Duration.ofSeconds(3)));

        String second = run("").id();
        send("sandbox:delete", "", Map.of("CamelSandboxId", second));
        assertThat(host.sandboxes().get(1).stops().get(0).grace()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"stop", "delete"})
    void whatIsNotThereIsAnErrorUnlessThatIsFine(String operation) {
        String uri = "sandbox:" + operation + "?sandboxId=gone";

        assertThat(failure(send(uri, "")).reason()).isEqualTo(Reason.SANDBOX_NOT_FOUND);
        assertThat(send(uri + "&missingOk=true", "").getException()).isNull();
    }

    @Test
    void theOptionIsStrongerThanTheExchangeAndAHeaderIsNothing() {
        run("");
        run("");

        Exchange exchange = template.request("sandbox:stop?sandboxId=sb-2", message -> {
            message.setProperty("CamelSandboxId", "sb-1");
            message.getMessage().setHeader("CamelSandboxTargetId", "sb-1");
            message.getMessage().setHeader("CamelSandboxId", "sb-1");
        });

        assertThat(exchange.getException()).isNull();
        assertThat(host.sandboxes().get(0).stops()).isEmpty();
        assertThat(host.sandboxes().get(1).stops()).hasSize(1);
        assertThat(exchange.getMessage().getHeaders()).doesNotContainKey("CamelSandboxTargetId");
    }

    @Test
    void aHeaderSaysTheSandboxWhereControlHeadersAreFollowed() {
        run("");
        Exchange exchange = template.request("sandbox:get?allowControlHeaders=true", message -> message.getMessage()
                .setHeader("CamelSandboxTargetId", "sb-1"));

        assertThat(exchange.getMessage().getBody(SandboxInfo.class).getId()).isEqualTo("sb-1");
    }

    @Test
    void withoutASandboxItIsSaidHowToGetOne() {
        assertThat(failure(send("sandbox:exec?command=ls", "")))
                .hasMessageContaining("set sandboxId")
                .hasMessageContaining("sandbox:run");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sandbox:get?code=1|code: it is an option of js, python, shell",
                "sandbox:get?path=/x|path: it is an option of readFile, writeFile",
                "sandbox:run?pids=5|pids",
                "sandbox:js?path=/x|path",
                "sandbox:exec?command=x&memory=1g|memory",
                "sandbox:exec|needs command",
                "sandbox:readFile|needs path",
                "sandbox:readFile?path=relative|absolute path",
                "sandbox:writeFile?path=/x&fileMode=rw|fileMode",
                "sandbox:run?stopWith=me|stopWith",
                "sandbox:run?volumes=data|volumes",
                "sandbox:run?secrets=KEY|secrets",
                "sandbox:run?args=x|args",
                "sandbox:run?snapshotId=s|give volumes",
                "sandbox:run?snapshotId=s&volumes=a:/a,b:/b|volume",
                "sandbox:run?volume=c&snapshotId=s&volumes=a:/a|volume",
                "sandbox:run?memory=100g|memory",
                "sandbox:list?status=asleep|status",
                "sandbox:listSnapshots?status=running|status",
                "sandbox:wait?waitTimeout=never|waitTimeout",
                "sandbox:stop?grace=-1|grace",
                "sandbox:python?sandboxId=a&mounts=/usr:/x|mounts is the sandbox's own",
                "sandbox:shell?stateful=true|stateful: it is an option of js, python",
                "sandbox:python?stateful=true&memory=1g|memory is the sandbox's own",
                "sandbox:logs?sandboxId=a|is for from, not for to",
            })
    void whatCannotBeFailsTheStartAndSaysWhy(String uri, String reason) {
        Throwable failure = catchThrowable(() -> template.sendBody(uri, ""));

        assertThat(sandboxException(failure)).hasMessageContaining(reason);
    }

    @Test
    void anOperationIsForToAndLogsAreForFrom() {
        Throwable failure = catchThrowable(() -> context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("sandbox:exec?command=ls").to("mock:x");
            }
        }));

        assertThat(sandboxException(failure)).hasMessageContaining("is for to, not for from");
    }

    @Test
    void whatStaysWithNothingNeedsAnEngineThatKeepsIt() {
        host.without(Capability.ADOPTION);

        Throwable failure = catchThrowable(() -> template.sendBody("sandbox:run?stopWith=nothing", ""));

        assertThat(sandboxException(failure))
                .hasMessageContaining("stopWith=nothing")
                .hasMessageContaining("context");
    }
}
