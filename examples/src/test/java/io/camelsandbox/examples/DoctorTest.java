package io.camelsandbox.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.Enforcement;
import io.camelsandbox.Enforcement.Level;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Guarantee;
import io.camelsandbox.Interpreter;
import io.camelsandbox.Language;
import io.camelsandbox.SandboxUnavailableException;
import io.camelsandbox.engine.Capability;
import io.camelsandbox.engine.EngineProbe;
import io.camelsandbox.engine.EngineProbe.Check;
import io.camelsandbox.engine.EngineSettings;
import io.camelsandbox.engine.Execution;
import io.camelsandbox.engine.SandboxEngine;
import io.camelsandbox.engine.SandboxEngineProvider;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What the doctor says of a machine that is not well. */
class DoctorTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private static final Check NETWORK = new Check(
            "network", Optional.of(Guarantee.NETWORK), Level.UNAVAILABLE, "no namespaces", Optional.of("allow them"));
    private static final Check JS =
            new Check("js", Optional.empty(), Level.UNAVAILABLE, "there is no Node.js", Optional.of("install nodejs"));
    private static final Check CPU =
            new Check("cpu", Optional.of(Guarantee.CPU), Level.UNAVAILABLE, "no group", Optional.of("ask for a group"));
    private static final Check MEMORY = new Check(
            "memory", Optional.of(Guarantee.MEMORY), Level.BEST_EFFORT, "no group", Optional.of("ask for a group"));

    @Test
    void aRequiredGuaranteeThatIsMissingIsShownWithItsRemedyAndFails() {
        int status = examine(new Patient(Optional.of("network is unavailable"), List.of(NETWORK)));

        assertThat(status).isEqualTo(1);
        assertThat(out())
                .contains("✗ network  unavailable  no namespaces\n", "→ allow them")
                .contains("It cannot run here: network is unavailable");
    }

    @Test
    void aLanguageThatIsMissingFails() {
        int status = examine(new Patient(Optional.empty(), List.of(JS)));

        assertThat(status).isEqualTo(1);
        assertThat(out()).contains("there is no Node.js", "→ install nodejs", "something is missing");
    }

    @Test
    void whatIsNotRequiredIsShownAndDoesNotFail() {
        int status = examine(new Patient(Optional.empty(), List.of(MEMORY, CPU)));

        assertThat(status).isZero();
        assertThat(out()).contains("~ memory  best_effort", "✗ cpu     unavailable");
        assertThat(out().lines().filter(line -> line.contains("→ ask for a group")))
                .as("one remedy for both, once")
                .hasSize(1);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private int examine(Patient patient) {
        var provider = new SandboxEngineProvider() {
            @Override
            public String name() {
                return patient.name();
            }

            @Override
            public SandboxEngine create(EngineSettings settings) {
                return patient;
            }
        };
        var screen = new Screen(new PrintStream(out, true, StandardCharsets.UTF_8), false);
        return new Doctor(screen, List.of(provider)).run();
    }

    /** An engine that complains at its start, or that has something to say of its machine. */
    private record Patient(Optional<String> complaint, List<Check> checks) implements SandboxEngine {

        @Override
        public String name() {
            return "patient";
        }

        @Override
        public void start() {
            complaint.ifPresent(text -> {
                throw new SandboxUnavailableException(text);
            });
        }

        @Override
        public EngineProbe probe() {
            return new EngineProbe(name(), checks, Enforcement.none());
        }

        @Override
        public Set<Capability> capabilities() {
            return Set.of();
        }

        @Override
        public Interpreter interpreter(Language language, String choice) {
            return new Interpreter(language, Path.of("/bin/sh"), "1", Set.of());
        }

        @Override
        public CompletableFuture<ExecutionResult> run(Execution execution) {
            return CompletableFuture.failedFuture(new SandboxUnavailableException("it is not well"));
        }

        @Override
        public void close() {}
    }
}
