package io.camelsandbox.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.apache.camel.main.Main;
import org.junit.jupiter.api.Test;

/** The component's options as properties of Camel Main. */
class CamelMainTest {

    private final ScriptedEngine engine = new ScriptedEngine();

    private Main main(String... properties) {
        Main main = new Main();
        main.bind("engine", engine);
        for (int i = 0; i < properties.length; i += 2) {
            main.addInitialProperty(properties[i], properties[i + 1]);
        }
        return main;
    }

    @Test
    void optionsAreSetByProperties() throws Exception {
        Main main = main(
                "camel.component.sandbox.timeout", "0.5",
                "camel.component.sandbox.max-memory", "1g",
                "camel.component.sandbox.memory", "64MiB",
                "camel.component.sandbox.env.SHARED", "yes",
                "camel.component.sandbox.engineProperties.first", "1",
                "camel.component.sandbox.engine-properties.secondOption", "2",
                "camel.component.sandbox.max-concurrent", "3",
                "camel.component.sandbox.queue-timeout", "10",
                "camel.component.sandbox.inherit-env", "LANG,TZ*");
        main.start();
        try {
            SandboxComponent component = main.getCamelContext().getComponent("sandbox", SandboxComponent.class);
            main.getCamelTemplate().sendBody("sandbox:shell", "1");

            assertThat(engine.lastExecution().limits().timeout()).isEqualTo(Duration.ofMillis(500));
            assertThat(engine.lastExecution().limits().memory()).isEqualTo(64L << 20);
            assertThat(engine.lastExecution().program().env()).containsEntry("SHARED", "yes");
            assertThat(component.ceilings().memory()).isEqualTo(1L << 30);
            assertThat(component.effectiveMaxConcurrent()).isEqualTo(3);
            assertThat(component.getQueueTimeout()).isEqualTo("10");
            assertThat(component.getEngineProperties())
                    .containsEntry("first", "1")
                    .containsEntry("secondOption", "2");
            assertThat(component.getConfiguration().getInheritEnv()).isEqualTo("LANG,TZ*");
        } finally {
            main.stop();
        }
        assertThat(engine.closes()).isEqualTo(1);
    }

    @Test
    void anUnknownPropertyFailsTheStart() {
        Main main = main("camel.component.sandbox.colour", "blue");

        assertThatThrownBy(main::start).hasStackTraceContaining("colour");
        main.stop();
    }
}
