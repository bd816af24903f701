package io.camelsandbox.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelsandbox.SandboxRefusedException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.util.json.JsonObject;
import org.apache.camel.util.json.Jsoner;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Code of several messages that shares its state, in real sandboxes. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LocalStateTest {

    private static final String PICTURE = "display({'image/png': b'\\x89PNG', 'text/html': '<b>'}, raw=True)\n{'a': 1}";

    private final CamelContext context = new DefaultCamelContext();
    private ProducerTemplate template;
    private String id;

    @BeforeAll
    void start() throws Exception {
        SandboxComponent component = new SandboxComponent();
        component.setIsolation("best_effort");
        context.addComponent("sandbox", component);
        context.start();
        template = context.createProducerTemplate();
        id = template.request("sandbox:run", exchange -> {}).getProperty("CamelSandboxId", String.class);
    }

    @AfterAll
    void stop() {
        context.stop();
    }

    private Exchange send(String uri, Object body) {
        return template.request(uri, exchange -> exchange.getMessage().setBody(body));
    }

    private SandboxResult run(String operation, String code) {
        Exchange exchange = send("sandbox:" + operation + "?stateful=true&sandboxId=" + id, code);
        assertThat(exchange.getException()).isNull();
        return exchange.getMessage().getBody(SandboxResult.class);
    }

    @Test
    void laterMessagesFindWhatEarlierLeft() {
        run("python", "import math\nx = 40");
        run("js", "const y = await Promise.resolve(1)");

        assertThat(run("python", "math.floor(2.5) + x").getShown()).isEqualTo("42");
        assertThat(run("js", "y + 1").getShown()).isEqualTo("2");
        assertThat(run("python", "x = 1").getShown()).isNull();
        Exchange alone = send("sandbox:python?sandboxId=" + id, "print('x' in dir())");
        assertThat(alone.getMessage().getBody(String.class)).isEqualTo("False\n");
    }

    @Test
    void withoutAnOptionItIsTheSandboxOfTheExchange() {
        Exchange exchange = template.request("sandbox:python?stateful=true", in -> {
            in.setProperty("CamelSandboxId", id);
            in.getMessage().setBody("'here'");
        });
        assertThat(exchange.getMessage().getBody(SandboxResult.class).getShown())
                .isEqualTo("'here'");

        Exchange none = send("sandbox:python?stateful=true", "1");
        assertThat(none.getException())
                .isInstanceOf(SandboxRefusedException.class)
                .hasMessageContaining("set sandboxId, or start one with sandbox:run");
    }

    @Test
    void codeOfTheOptionHasTheBodyAsStandardInput() {
        Exchange exchange = send(
                "sandbox:python?stateful=true&sandboxId=" + id + "&code=RAW(import sys; sys.stdin.read().upper())",
                "the body ü");
        assertThat(exchange.getMessage().getBody(SandboxResult.class).getShown())
                .isEqualTo("'THE BODY Ü'");
    }

    @Test
    void whatIsShownIsInTheResultAndItsJson() throws Exception {
        SandboxResult result = run("python", PICTURE);

        assertThat(result.getDisplay())
                .containsExactly(
                        Map.of(
                                "value",
                                0,
                                "type",
                                "image/png",
                                "base64",
                                Base64.getEncoder().encodeToString(new byte[] {(byte) 0x89, 'P', 'N', 'G'})),
                        Map.of("value", 0, "type", "text/html", "text", "<b>"),
                        Map.of("value", 1, "type", "text/plain", "text", "{'a': 1}"),
                        Map.of("value", 1, "type", "application/json", "text", "{\"a\": 1}"));
        assertThat(result.getDisplayTruncated()).isFalse();
        assertThat(result.part("application/json")).isEqualTo("{\"a\": 1}");
        assertThat((byte[]) result.part("image/png")).hasSize(4);
        assertThat(result.part("image/svg+xml")).isNull();

        Exchange json = send("sandbox:python?stateful=true&result=json&sandboxId=" + id, PICTURE);
        JsonObject parsed = (JsonObject) Jsoner.deserialize(json.getMessage().getBody(String.class));
        List<Map<String, Object>> display = parsed.getCollection("display");
        assertThat(display).hasSize(4);
        assertThat(display.get(1)).containsEntry("text", "<b>");
        assertThat(parsed.getBoolean("display_truncated")).isFalse();

        JsonObject silent = context.getTypeConverter().convertTo(JsonObject.class, run("python", "x = 1"));
        assertThat(silent).doesNotContainKeys("display", "display_truncated");
    }

    @Test
    void anExitIsAResultAndTheNextMessageFindsAFreshInterpreter() {
        run("js", "var kept = 1");
        SandboxResult ended = run("js", "process.exit(3)");

        assertThat(ended.getExitCode()).isEqualTo(3);
        assertThat(run("js", "typeof kept").getShown()).isEqualTo("'undefined'");
    }

    @Test
    void onlyCodeOfLanguagesWithStateHasTheOption() {
        for (String operation : List.of("shell", "exec", "run")) {
            assertThatThrownBy(() -> send("sandbox:" + operation + "?stateful=true", "1"))
                    .hasStackTraceContaining("sandbox:" + operation + " has no option stateful")
                    .hasStackTraceContaining("it is an option of js, python");
        }
        assertThatThrownBy(() -> send("sandbox:python?stateful=true&memory=1GiB", "1"))
                .hasStackTraceContaining("memory is the sandbox's own");
    }
}
