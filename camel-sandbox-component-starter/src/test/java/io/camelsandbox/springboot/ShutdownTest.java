package io.camelsandbox.springboot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelsandbox.component.SandboxComponent;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.camel.CamelContext;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.spring.boot.CamelAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** An application that stops, with the engine of this machine. */
@Timeout(120)
class ShutdownTest {

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    CamelAutoConfiguration.class,
                    SandboxComponentAutoConfiguration.class,
                    SandboxComponentConverter.class))
            .withUserConfiguration(Route.class);

    @Test
    void letsARunFinishWithinTheTimeout() {
        application.withPropertyValues("camel.main.shutdown-timeout=30").run(context -> {
            CompletableFuture<String> answer = start(context, "sleep 1; echo done");

            context.close();

            assertThat(answer.get(1, TimeUnit.SECONDS)).isEqualTo("done\n");
        });
    }

    @Test
    void endsARunThatGoesOn() {
        application.withPropertyValues("camel.main.shutdown-timeout=1").run(context -> {
            CompletableFuture<String> answer = start(context, "sleep 8371");
            await().atMost(Duration.ofSeconds(20)).until(ShutdownTest::isSleeping);

            context.close();

            assertThat(answer)
                    .failsWithin(Duration.ofSeconds(10))
                    .withThrowableThat()
                    .isNotNull();
            await().atMost(Duration.ofSeconds(10)).until(() -> !isSleeping());
        });
    }

    private static boolean isSleeping() {
        return ProcessHandle.allProcesses()
                .map(process -> process.info().commandLine().orElse(""))
                .anyMatch(command -> command.endsWith("sleep 8371"));
    }

    private static CompletableFuture<String> start(AssertableApplicationContext context, String command) {
        var camel = context.getBean(CamelContext.class);
        ProducerTemplate template = context.getBean(ProducerTemplate.class);
        CompletableFuture<String> answer = template.asyncRequestBody("direct:run", command, String.class);
        await().atMost(Duration.ofSeconds(20))
                .until(() ->
                        camel.getComponent("sandbox", SandboxComponent.class).getRunning() == 1);
        return answer;
    }

    @Configuration
    static class Route {

        @Bean
        RouteBuilder run() {
            return new RouteBuilder() {
                @Override
                public void configure() {
                    from("direct:run").to("sandbox:shell?timeout=60&result=stdout");
                }
            };
        }
    }
}
