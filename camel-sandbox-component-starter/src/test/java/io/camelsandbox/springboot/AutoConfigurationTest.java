package io.camelsandbox.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.component.SandboxComponent;
import io.camelsandbox.engine.SandboxEngine;
import org.apache.camel.CamelContext;
import org.apache.camel.spring.boot.CamelAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class AutoConfigurationTest {

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    CamelAutoConfiguration.class,
                    SandboxComponentAutoConfiguration.class,
                    SandboxComponentConverter.class));

    @Test
    void givesThePropertiesToTheComponent() {
        application
                .withPropertyValues(
                        "camel.component.sandbox.timeout=3",
                        "camel.component.sandbox.max-timeout=1m",
                        "camel.component.sandbox.pids=7",
                        "camel.component.sandbox.env.GREETING=hello")
                .run(context -> {
                    var configuration =
                            component(context.getBean(CamelContext.class)).getConfiguration();
                    assertThat(configuration.getTimeout()).isEqualTo("3");
                    assertThat(configuration.getPids()).isEqualTo(7);
                    assertThat(configuration.getEnv()).containsEntry("GREETING", "hello");
                    assertThat(component(context.getBean(CamelContext.class)).getMaxTimeout())
                            .isEqualTo("1m");
                });
    }

    @Test
    void leavesTheComponentAloneWhenItIsDisabled() {
        application
                .withPropertyValues("camel.component.sandbox.enabled=false", "camel.component.sandbox.timeout=3")
                .run(context -> assertThat(component(context.getBean(CamelContext.class))
                                .getConfiguration()
                                .getTimeout())
                        .isEqualTo("10"));
    }

    @Test
    void usesTheEngineThatTheApplicationHas() {
        application.withUserConfiguration(OneEngine.class).run(context -> assertThat(
                        component(context.getBean(CamelContext.class)).getEngine())
                .isSameAs(context.getBean(SandboxEngine.class)));
    }

    @Test
    void findsTheEngineThatAPropertyNames() {
        application
                .withUserConfiguration(TwoEngines.class)
                .withPropertyValues("camel.component.sandbox.engine=#bean:second")
                .run(context -> assertThat(
                                component(context.getBean(CamelContext.class)).getEngine())
                        .isSameAs(context.getBean("second")));
    }

    private static SandboxComponent component(CamelContext context) {
        return context.getComponent("sandbox", SandboxComponent.class);
    }

    @Configuration
    static class OneEngine {

        @Bean
        SandboxEngine only() {
            return new StubEngine();
        }
    }

    @Configuration
    static class TwoEngines {

        @Bean
        SandboxEngine first() {
            return new StubEngine();
        }

        @Bean
        SandboxEngine second() {
            return new StubEngine();
        }
    }
}
