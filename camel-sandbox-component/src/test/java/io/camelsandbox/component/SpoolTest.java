package io.camelsandbox.component;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Output;
import io.camelsandbox.Spool;
import io.camelsandbox.Termination;
import io.camelsandbox.engine.Execution;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.Exchange;
import org.apache.camel.StreamCache;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.mock.MockEndpoint;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SpoolTest extends ScriptedSandboxTest {

    private volatile Path spooled;

    @Override
    protected RouteBuilder createRouteBuilder() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:stdout")
                        .to("sandbox:python?spoolOutput=true&maxOutput=4&result=stdout")
                        .process(SpoolTest.this::lookAtStream);
                from("direct:result")
                        .to("sandbox:python?spoolOutput=true&maxOutput=4")
                        .process(exchange -> assertThat(exchange.getMessage().getBody(String.class))
                                .isEqualTo("0123456789"))
                        .setBody(body().convertToString())
                        .to("mock:out");
                from("direct:fails").to("sandbox:python?spoolOutput=true&maxOutput=4&failOnNonZeroExit=true");
            }
        };
    }

    private void lookAtStream(Exchange exchange) throws IOException {
        assertThat(exchange.getMessage().getBody()).isInstanceOf(StreamCache.class);
        for (int i = 0; i < 2; i++) {
            exchange.getMessage().getBody(StreamCache.class).reset();
            try (InputStream body = exchange.getMessage().getBody(InputStream.class)) {
                assertThat(new String(body.readAllBytes(), StandardCharsets.UTF_8))
                        .isEqualTo("0123456789");
            }
        }
        exchange.setProperty("looked", true);
    }

    @BeforeEach
    void script() {
        engine.answer(execution -> CompletableFuture.completedFuture(spool(execution, 0)));
    }

    private ExecutionResult spool(Execution execution, int exitCode) {
        Spool spool = execution.spool().orElseThrow();
        try {
            spooled = Files.writeString(Files.createTempFile(spool.folder(), "out", ""), "0123456789");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Output output = Output.spooled(spooled, "0123".getBytes(StandardCharsets.UTF_8), 10, 10);
        return ScriptedEngine.result(
                output, ScriptedEngine.output(""), exitCode, Termination.EXITED, OptionalInt.empty(), List.of());
    }

    @Test
    void stdoutIsACachedStreamThatIsReadAgainAndGoneWithTheExchange() {
        Exchange exchange = send("direct:stdout", "code");

        assertThat(exchange.getException()).isNull();
        assertThat(exchange.getProperty("looked", Boolean.class)).isTrue();
        assertThat(spooled).doesNotExist();
    }

    @Test
    void aResultReadsAllOfItAndTheFileIsGoneWithTheExchange() throws Exception {
        getMockEndpoint("mock:out").expectedBodiesReceived("0123456789");
        send("direct:result", "code");

        MockEndpoint.assertIsSatisfied(context);
        assertThat(spooled).doesNotExist();
    }

    @Test
    void theFileOfAFailedRunIsGoneToo() {
        engine.answer(execution -> CompletableFuture.completedFuture(spool(execution, 1)));

        assertThat(send("direct:fails", "code").getException()).isNotNull();
        assertThat(spooled).doesNotExist();
    }

    @Test
    void theFolderIsItsOwnersOnlyAndGoneAfterTheStop() throws Exception {
        send("direct:stdout", "code");
        Path folder = spooled.getParent();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                .isEqualTo("rwx------");
        context.stop();
        assertThat(folder).doesNotExist();
    }

    @Test
    void nothingIsSpooledUnlessAskedFor() {
        engine.answer("x");
        send("sandbox:python", "code");

        assertThat(engine.lastExecution().spool()).isEmpty();
    }
}
