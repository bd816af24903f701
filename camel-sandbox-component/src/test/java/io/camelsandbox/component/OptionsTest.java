package io.camelsandbox.component;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.Limits;
import io.camelsandbox.Mount;
import io.camelsandbox.OutputPolicy;
import io.camelsandbox.Reason;
import io.camelsandbox.SandboxRefusedException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsTest extends ScriptedSandboxTest {

    private SandboxComponent component() {
        return context.getComponent("sandbox", SandboxComponent.class);
    }

    private Limits limitsOf(String options) {
        assertThat(send("sandbox:python?code=1" + options, "").getException()).isNull();
        return engine.lastExecution().limits();
    }

    @Test
    void theDefaultsAreThoseOfTheLibrary() {
        assertThat(limitsOf("")).isEqualTo(Limits.DEFAULTS);
        assertThat(component().ceilings()).isEqualTo(Limits.CEILINGS);
    }

    @ParameterizedTest
    @CsvSource({"10,10000", "0.5,500", "500ms,500", "10s,10000", "1m,60000", "1m30s,90000"})
    void aPlainTimeIsSecondsAndUnitsSayThemselves(String written, long millis) {
        assertThat(limitsOf("&timeout=" + written).timeout()).isEqualTo(Duration.ofMillis(millis));
    }

    @Test
    void everyLimitIsAnOption() {
        Limits limits = limitsOf("&memory=64MiB&cpu=0.5&pids=5&disk=1m&files=10&openFiles=20&maxOutput=4k");

        assertThat(limits).isEqualTo(new Limits(Duration.ofSeconds(10), 64L << 20, 0.5, 5, 1L << 20, 10, 20, 4096));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "soon", "-0.5", "1e9999", "", "10 parsecs"})
    void aTimeoutThatIsNoTimeFailsTheStart(String timeout) {
        assertThat(startFailure("sandbox:python?timeout=RAW(" + timeout + ")"))
                .isInstanceOf(SandboxRefusedException.class)
                .hasMessageContaining("timeout");
    }

    @Test
    void aTimeoutAboveTheCeilingNamesBothReadings() {
        assertThat(startFailure("sandbox:python?timeout=5000"))
                .hasMessage("timeout=5000 means 5000 s, over the ceiling of 300 s; write 5000ms for milliseconds")
                .extracting("reason")
                .isEqualTo(Reason.RESOURCE_CEILING_EXCEEDED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "memory=5g",
                "cpu=65",
                "pids=4097",
                "disk=5g",
                "files=2000000",
                "openFiles=70000",
                "maxOutput=1g",
                "cpu=0",
                "cpu=NaN",
                "pids=0",
                "files=-1",
                "memory=lots",
                "stdin=file",
                "result=xml",
                "onOutputLimit=explode",
                "mounts=relative:/x",
                "mounts=/a",
                "sandboxId=other",
                "spoolOutput=true&maxSpool=0",
                "command=ls",
                "code=1&code=2&command=3",
                "workingDir=relative",
                "outputFiles=../x",
                "inputFiles.../x=1&code=1"
            })
    void aBadOptionFailsTheStart(String option) {
        startFailure("sandbox:python?" + option);
    }

    @Test
    void anUnknownOptionOrOperationFailsTheStartByItsName() {
        assertThat(startFailure("sandbox:python?code=1&colour=SECRET"))
                .hasMessageContaining("no option colour")
                .hasMessageNotContaining("SECRET");
        assertThat(startFailure("sandbox:ruby")).hasMessageContaining("use sandbox:js, sandbox:python");
        assertThat(startFailure("sandbox:js?allowedModules=fs")).hasMessageContaining("option of python");
    }

    @Test
    void codeOverTheLimitIsRefusedNamingIt() {
        String most = "#".repeat(2_097_152);

        assertThat(send("sandbox:python", most).getException()).isNull();
        assertThat(failure(send("sandbox:python", most + "#")))
                .isInstanceOf(SandboxRefusedException.class)
                .hasMessageContaining("2097152");
    }

    @Test
    void modulesMountsAndOutputPolicyReachTheEngine() {
        send("sandbox:python?code=1&mounts=/usr/share:/data&onOutputLimit=kill&outputFiles=RAW(*.{a,b},c)", "");

        var execution = engine.lastExecution();
        assertThat(execution.outputPolicy()).isEqualTo(OutputPolicy.KILL);
        assertThat(execution.outputFiles()).containsExactly("*.{a,b}", "c");
        assertThat(execution.mounts()).containsExactly(new Mount(Path.of("/usr/share"), "/data", false));
    }

    @Test
    void theComponentHoldsDefaultsForItsEndpoints() {
        component().getConfiguration().setTimeout("3");
        component().getConfiguration().getEnv().put("SHARED", "yes");

        assertThat(limitsOf("&pids=9").timeout()).isEqualTo(Duration.ofSeconds(3));
        send("sandbox:shell?command=1&env.OWN=x", "");
        assertThat(engine.lastExecution().program().env())
                .containsEntry("SHARED", "yes")
                .containsEntry("OWN", "x");
    }

    @Test
    void variablesOfOneEndpointAreNeverSeenByAnother() {
        send("sandbox:shell?command=1&env.TOKEN=a", "");
        send("sandbox:shell?command=2&env.OTHER=b", "");

        assertThat(engine.lastExecution().program().env())
                .containsEntry("OTHER", "b")
                .doesNotContainKey("TOKEN");
        assertThat(component().getConfiguration().getEnv()).isEmpty();
    }

    @Test
    void aCopyOfAConfigurationSharesNothing() {
        var original = new SandboxConfiguration();
        original.getEnv().put("A", "1");
        SandboxConfiguration copy = original.copy();
        copy.getEnv().put("B", "2");

        assertThat(original.getEnv()).containsOnlyKeys("A");
        assertThat(copy).usingRecursiveComparison().ignoringFields("env").isEqualTo(original);
    }

    @Test
    void theEnvironmentOfThisProcessStaysOutside() {
        send("sandbox:shell?command=1", "");

        assertThat(engine.lastExecution().program().env())
                .containsKey("PATH")
                .doesNotContainKey("USER")
                .doesNotContainKey("JAVA_HOME")
                .containsEntry("HOME", "/home/sandbox");
    }
}
