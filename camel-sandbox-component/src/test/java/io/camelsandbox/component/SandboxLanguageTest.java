package io.camelsandbox.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelsandbox.SandboxExecutionException;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.Termination;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SandboxLanguageTest extends ScriptedSandboxTest {

    @Override
    protected RouteBuilder createRouteBuilder() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:in").setHeader("answer").language("sandbox-python", "print(1)\nprint(2) & 50%");
            }
        };
    }

    private Exchange exchange(Object body) {
        Exchange exchange = new DefaultExchange(context);
        exchange.getMessage().setBody(body);
        return exchange;
    }

    private Object evaluate(String language, Exchange exchange) {
        return context.resolveLanguage(language).createExpression("code").evaluate(exchange, Object.class);
    }

    @Test
    void theValueIsStdoutWithoutItsFinalNewlineAndTheMessageStays() throws Exception {
        engine.answer("a\n\n");
        Exchange exchange = send("direct:in", "body", Map.of("kept", 1));

        assertThat(exchange.getMessage().getHeader("answer")).isEqualTo("a\n");
        assertThat(exchange.getMessage().getBody()).isEqualTo("body");
        assertThat(exchange.getMessage().getHeaders()).containsOnlyKeys("kept", "answer");
        assertThat(sentCode()).isEqualTo("print(1)\nprint(2) & 50%");
        assertThat(sentStdin()).isEqualTo("body");
    }

    @Test
    void aBodyThatIsAMapIsStdinAsJson() throws Exception {
        evaluate("sandbox-js", exchange(Map.of("a", 1)));

        assertThat(sentStdin()).isEqualTo("{\"a\":1}");
        assertThat(engine.lastExecution().codeFiles()).containsOnlyKeys("main.js");
    }

    @ParameterizedTest
    @CsvSource({"'',false", "'\n',false", "'false\n',false", "' false ',false", "'true\n',true", "'0',true", "'x',true"
    })
    void aPredicateHoldsUnlessStdoutIsEmptyOrFalse(String stdout, boolean holds) {
        engine.answer(stdout);

        assertThat(context.resolveLanguage("sandbox-shell")
                        .createPredicate("code")
                        .matches(exchange("")))
                .isEqualTo(holds);
    }

    @Test
    void aFailureAndATimeoutAreErrorsWithTheirResult() {
        engine.answer(ScriptedEngine.result("SECRET", 1));
        assertThatThrownBy(() -> evaluate("sandbox-python", exchange("")))
                .isInstanceOfSatisfying(SandboxExecutionException.class, e -> assertThat(e.result())
                        .isPresent())
                .hasMessageContaining("exit code 1")
                .hasMessageNotContaining("SECRET");

        engine.answer(ScriptedEngine.result("", "", -1, Termination.TIMED_OUT, OptionalInt.empty()));
        assertThatThrownBy(() -> evaluate("sandbox-python", exchange(""))).hasMessageContaining("timed_out");
    }

    @Test
    void itHasTheComponentsOptions() {
        context.getComponent("sandbox", SandboxComponent.class)
                .getConfiguration()
                .setTimeout("3");
        evaluate("sandbox-python", exchange(""));

        assertThat(engine.lastExecution().limits().timeout()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void blankCodeIsRefusedWhenTheRouteIsMade() {
        assertThatThrownBy(() -> context.resolveLanguage("sandbox-python").createExpression(" "))
                .isInstanceOf(SandboxRefusedException.class);
    }

    @Test
    void anExpressionShowsNoCode() {
        assertThat(context.resolveLanguage("sandbox-python")
                        .createExpression("SECRET")
                        .toString())
                .doesNotContain("SECRET");
    }
}
