package io.camelsandbox.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.CodeRequest;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Language;
import io.camelsandbox.engine.EngineSettings;
import io.camelsandbox.engine.Isolation;
import io.camelsandbox.engine.SandboxEngine;
import io.camelsandbox.engine.SandboxEngineProvider;
import io.camelsandbox.sandbox.Sandbox;
import io.camelsandbox.sandbox.Sandboxes;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the page on state shows in Java. */
@Timeout(60)
class StatefulJavaTest {

    @Test
    void laterCodeFindsWhatEarlierCodeLeft() {
        SandboxEngineProvider local =
                ServiceLoader.load(SandboxEngineProvider.class).findFirst().orElseThrow();
        try (SandboxEngine engine = local.create(new EngineSettings(Isolation.BEST_EFFORT, Set.of(), Map.of()))) {
            engine.start();
            try (Sandboxes sandboxes = Sandboxes.on(engine)) {
                Sandbox sandbox = sandboxes.run(SandboxSpec.builder().build()).join();
                sandbox.runStateful(
                        CodeRequest.builder(Language.PYTHON, "total = 40").build());
                ExecutionResult result = sandbox.runStateful(CodeRequest.builder(Language.PYTHON, "total + 2")
                                .build())
                        .join();
                String shown = result.display().last("text/plain").orElseThrow().text();

                assertThat(shown).isEqualTo("42");
                sandbox.stop().join();
            }
        }
    }
}
