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

    @Test
    void aGuaranteeThatIsMissingIsShownWithItsRemedyAndFails() {
        int status = examine(new Patient(Optional.of("network is unavailable"), Optional.empty()));

        assertThat(status).isEqualTo(1);
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("✗ network  unavailable  no namespaces", "→ allow them", "It cannot run here")
                .contains("network is unavailable");
    }

    @Test
    void anInterpreterThatIsMissingFails() {
        int status = examine(new Patient(Optional.empty(), Optional.of(Language.JS)));

        assertThat(status).isEqualTo(1);
        assertThat(out.toString(StandardCharsets.UTF_8))
                .containsPattern("✗ js +there is no js")
                .contains("not every language");
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

    /** An engine that complains at its start, or that has no interpreter of one language. */
    private record Patient(Optional<String> complaint, Optional<Language> missing) implements SandboxEngine {

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
            var check = new Check(
                    "network",
                    Optional.of(Guarantee.NETWORK),
                    complaint.isPresent() ? Level.UNAVAILABLE : Level.ENFORCED,
                    "no namespaces",
                    Optional.of("allow them"));
            return new EngineProbe(name(), List.of(check), Enforcement.none());
        }

        @Override
        public Set<Capability> capabilities() {
            return Set.of();
        }

        @Override
        public Interpreter interpreter(Language language, String choice) {
            if (missing.filter(language::equals).isPresent()) {
                throw new SandboxUnavailableException("there is no " + language.id());
            }
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
