package io.camelsandbox.component;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.ByteSize;
import io.camelsandbox.Limits;
import io.camelsandbox.TimeSpan;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.camel.util.json.JsonObject;
import org.apache.camel.util.json.Jsoner;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The generated metadata, from which editors and the documentation are made. */
class MetadataTest {

    private static final Map<String, String> CEILINGS = Map.of(
            "timeout", "maxTimeout",
            "memory", "maxMemory",
            "cpu", "maxCpu",
            "pids", "maxPids",
            "disk", "maxDisk",
            "files", "maxFiles",
            "openFiles", "maxOpenFiles",
            "maxOutput", "maxOutputCeiling");

    private static JsonObject metadata;

    @BeforeAll
    static void load() throws Exception {
        try (InputStream json =
                MetadataTest.class.getResourceAsStream("/META-INF/io/camelsandbox/component/sandbox.json")) {
            metadata = (JsonObject) Jsoner.deserialize(new InputStreamReader(json, StandardCharsets.UTF_8));
        }
    }

    private static JsonObject part(String name) {
        return metadata.getJsonObject(name);
    }

    @Test
    void everyOptionAndHeaderIsDocumented() {
        for (String part : List.of("componentProperties", "properties", "headers")) {
            part(part).forEach((name, details) -> assertThat(((JsonObject) details).getString("description"))
                    .as(part + " " + name)
                    .isNotBlank());
        }
    }

    @Test
    void theEndpointHasItsOptions() {
        assertThat(part("properties").keySet())
                .containsAll(Set.of(
                        "operation",
                        "code",
                        "command",
                        "args",
                        "env",
                        "inheritEnv",
                        "inputFiles",
                        "outputFiles",
                        "stdin",
                        "result",
                        "onOutputLimit",
                        "spoolOutput",
                        "maxSpool",
                        "allowedModules",
                        "workingDir",
                        "mounts",
                        "interpreter",
                        "failOnNonZeroExit",
                        "failOnTimeout",
                        "allowControlHeaders",
                        "sandboxId"))
                .containsAll(CEILINGS.keySet());
    }

    @Test
    void everyOptionIsOfAnOperation() {
        for (String option : part("properties").keySet()) {
            assertThat(SandboxOperation.values()).as(option).anySatisfy(operation -> assertThat(operation.has(option))
                    .isTrue());
        }
    }

    @Test
    void everyOptionOfAnOperationIsThere() {
        Set<String> known = part("properties").keySet();
        assertThat(known)
                .containsAll(OptionSets.RUN)
                .containsAll(OptionSets.LIST)
                .containsAll(OptionSets.WAIT_UNTIL_COMPLETE)
                .containsAll(OptionSets.STOP)
                .containsAll(OptionSets.EXEC)
                .containsAll(OptionSets.READ_FILE)
                .containsAll(OptionSets.WRITE_FILE)
                .containsAll(OptionSets.SNAPSHOT)
                .containsAll(OptionSets.LIST_SNAPSHOTS)
                .containsAll(OptionSets.DELETE_SNAPSHOT)
                .containsAll(OptionSets.LOGS)
                .containsAll(OptionSets.OF_THE_SANDBOX)
                .containsAll(OptionSets.OF_CODE_TOO);
    }

    @Test
    void theOperationsAreThoseOfTheCode() {
        assertThat((List<?>) part("properties").getJsonObject("operation").get("enum"))
                .map(Object::toString)
                .containsExactlyElementsOf(Stream.of(SandboxOperation.values())
                        .map(SandboxOperation::id)
                        .toList());
    }

    @Test
    void everyLimitHasADefaultACeilingAndNamesIt() {
        CEILINGS.forEach((limit, ceiling) -> {
            assertThat(part("componentProperties").getJsonObject(ceiling).get("defaultValue"))
                    .as(ceiling)
                    .isNotNull();
            JsonObject option = part("properties").getJsonObject(limit);
            assertThat(option.get("defaultValue")).as(limit).isNotNull();
            assertThat(option.getString("description")).contains(ceiling);
        });
    }

    @Test
    void theDocumentedDefaultsAreThoseThatHold() {
        JsonObject options = part("properties");
        Limits documented = new Limits(
                TimeSpan.parse("timeout", value(options, "timeout")),
                ByteSize.parse("memory", value(options, "memory")),
                Double.parseDouble(value(options, "cpu")),
                Integer.parseInt(value(options, "pids")),
                ByteSize.parse("disk", value(options, "disk")),
                Integer.parseInt(value(options, "files")),
                Integer.parseInt(value(options, "openFiles")),
                ByteSize.parse("maxOutput", value(options, "maxOutput")));
        var component = new SandboxComponent();

        assertThat(documented).isEqualTo(Limits.DEFAULTS);
        assertThat(LimitOptions.read(new SandboxConfiguration(), Limits.CEILINGS))
                .isEqualTo(documented);
        assertThat(ComponentSettings.ceilings(component)).isEqualTo(Limits.CEILINGS);
        assertThat(value(part("componentProperties"), "maxTimeout")).isEqualTo(component.getMaxTimeout());
    }

    private static String value(JsonObject options, String name) {
        return String.valueOf(options.getJsonObject(name).get("defaultValue"));
    }

    @Test
    void whatHoldsTextIsMarkedSecret() {
        for (String name : List.of("code", "command", "args", "env", "inputFiles", "mountedFiles")) {
            assertThat(part("properties").getJsonObject(name).getString("security"))
                    .as(name)
                    .isEqualTo("secret");
        }
        assertThat(new SandboxEndpointUriFactory().secretPropertyNames())
                .contains("code", "command", "args", "env", "inputFiles", "mountedFiles");
    }
}
