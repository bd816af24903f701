package io.camelsandbox.component.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import org.apache.camel.util.json.JsonObject;
import org.apache.camel.util.json.Jsoner;
import org.junit.jupiter.api.Test;

class EditorSchemaTest {

    private static JsonObject definitions() throws Exception {
        try (Reader schema = new InputStreamReader(
                EditorSchemaTest.class.getResourceAsStream("/schema/camelSandboxYamlDsl.json"),
                StandardCharsets.UTF_8)) {
            return ((JsonObject) Jsoner.deserialize(schema))
                    .getJsonObject("items")
                    .getJsonObject("definitions");
        }
    }

    @Test
    void knowsTheStepsBesideCamelsOwn() throws Exception {
        JsonObject steps = definitions()
                .getJsonObject("org.apache.camel.model.ProcessorDefinition")
                .getJsonObject("properties");

        assertThat(steps).containsKeys("to", "choice", "sandbox.execute_js", "sandbox.execute_python", "sandbox.shell");
    }

    @Test
    void aStepHasTheOptionsOfTheEndpointAndTheKeysOfATo() throws Exception {
        JsonObject options = definitions()
                .getJsonObject("io.camelsandbox.sandbox.execute_python")
                .getJsonObject("properties");

        assertThat(options)
                .containsKeys("code", "timeout", "allowed_modules", "working_dir", "env", "id", "variableReceive")
                .doesNotContainKeys("uri", "parameters", "operation", "allowedModules");
        assertThat(options.getJsonObject("code").getString("description")).isNotBlank();
    }

    @Test
    void aStepHasTheOptionsOfItsOperationAndNoOthers() throws Exception {
        JsonObject step = definitions().getJsonObject("io.camelsandbox.sandbox.write_file");

        assertThat(step.getJsonObject("properties"))
                .containsKeys("path", "sandbox_id", "file_mode", "id")
                .doesNotContainKeys("code", "command", "image", "bridge_error_handler");
        assertThat(step.getJsonObject("properties").getJsonObject("path").get("type"))
                .as("text or an expression")
                .hasToString("[string, object]");
        assertThat(step.get("anyOf")).hasToString("[{required=[path]}]");
        assertThat(definitions().getJsonObject("io.camelsandbox.sandbox.stop").get("anyOf"))
                .isNull();
    }
}
