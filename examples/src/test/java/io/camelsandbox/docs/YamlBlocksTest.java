package io.camelsandbox.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/**
 * Runs every YAML block of the documentation with the real engine. Steps without a route get one. Comments above a
 * block say what a reader need not see: {@code body:} and {@code header:} for the message that goes in, {@code fails:}
 * for what the block is there to show as an error, {@code ends:} for a run that does not end with exit code 0. A
 * {@code text} block that follows shows the message body at the end.
 */
@Timeout(300)
class YamlBlocksTest {

    @TestFactory
    Stream<DynamicTest> run() {
        return Page.all().stream()
                .flatMap(page -> page.blocks().stream())
                .filter(block -> block.info().equals("yaml"))
                .map(block -> DynamicTest.dynamicTest(block.place(), () -> run(block)));
    }

    private static void run(Block block) throws Exception {
        var failure = block.directive("fails");
        if (failure.isPresent()) {
            assertThatThrownBy(() -> DocumentedRoute.run(block)).hasStackTraceContaining(failure.get());
            return;
        }
        Exchange exchange = DocumentedRoute.run(block);
        assertThat(exchange.getException()).as(block.place()).isNull();
        Object exitCode = exchange.getMessage().getHeader("CamelSandboxExitCode");
        if (exitCode != null && block.directive("ends").isEmpty()) {
            assertThat(exitCode)
                    .as("exit code; stderr: %s", exchange.getMessage().getHeader("CamelSandboxStderr"))
                    .isEqualTo(0);
        }
        block.output().ifPresent(output -> assertThat(
                        exchange.getMessage().getBody(String.class).strip())
                .isEqualTo(output.strip()));
    }
}
