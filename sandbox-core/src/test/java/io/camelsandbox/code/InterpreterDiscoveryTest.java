package io.camelsandbox.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelsandbox.Interpreter;
import io.camelsandbox.Language;
import io.camelsandbox.Reason;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.SandboxUnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Interpreters here are small scripts that answer as one would. */
class InterpreterDiscoveryTest {

    private static final Function<Path, Optional<String>> ALL_USABLE = path -> Optional.empty();

    @TempDir
    Path temporary;

    private Path folder;
    private Path first;
    private Path second;

    @BeforeEach
    void makeFolders() throws IOException {
        folder = temporary.toRealPath();
        first = Files.createDirectories(folder.resolve("first/bin"));
        second = Files.createDirectories(folder.resolve("second/bin"));
    }

    @Test
    void takesTheFirstOnThePath() throws IOException {
        Path python = python(first, "python3", "3.11.2");
        python(second, "python3", "3.12.0");

        Interpreter found = discovery(ALL_USABLE).find(Language.PYTHON, null);

        assertThat(found.path()).isEqualTo(python);
        assertThat(found.version()).isEqualTo("3.11.2");
        assertThat(found.folders()).containsExactly(folder.resolve("first"));
    }

    @Test
    void takesTheNextWhenASandboxCannotUseOne() throws IOException {
        python(first, "python3", "3.11.2");
        Path usable = python(second, "python3", "3.12.0");

        Interpreter found = discovery(path -> path.startsWith(first.getParent())
                        ? Optional.of("its folder is closed to others")
                        : Optional.empty())
                .find(Language.PYTHON, null);

        assertThat(found.path()).isEqualTo(usable);
    }

    @Test
    void followsAShimToTheInterpreterBehindIt() throws IOException {
        Path real = python(second, "python3.12", "3.12.0");
        script(first, "python3", "exec '" + real + "' \"$@\"");

        assertThat(discovery(ALL_USABLE).find(Language.PYTHON, null).path()).isEqualTo(real);
    }

    @Test
    void resolvesLinks() throws IOException {
        Path real = python(second, "python3.12", "3.12.0");
        Files.createSymbolicLink(first.resolve("python3"), real);

        assertThat(discovery(ALL_USABLE).find(Language.PYTHON, null).path()).isEqualTo(real);
    }

    @Test
    void keepsTheLinkThatMakesAVirtualEnvironment() throws IOException {
        Path base = Files.createDirectories(folder.resolve("base"));
        Path link = script(first, "python3", answer("3.12.0", first.resolve("python3"), first.getParent(), base));

        Interpreter found = discovery(ALL_USABLE).find(Language.PYTHON, null);

        assertThat(found.path()).isEqualTo(link);
        assertThat(found.folders()).containsExactlyInAnyOrder(first.getParent(), base);
    }

    @ParameterizedTest
    @ValueSource(strings = {"echo Python 2.7.18", "exit 1", "exit 127", "echo; echo; echo; echo", "kill -9 $$"})
    void takesTheNextWhenOneDoesNotAnswerAsItShould(String body) throws IOException {
        script(first, "python3", body);
        Path good = python(second, "python3", "3.12.0");

        assertThat(discovery(ALL_USABLE).find(Language.PYTHON, null).path()).isEqualTo(good);
    }

    @Test
    void doesNotWaitForOneThatHangs() throws IOException {
        script(first, "python3", "sleep 60 & sleep 60");
        Path good = python(second, "python3", "3.12.0");

        assertThat(discovery(ALL_USABLE).find(Language.PYTHON, null).path()).isEqualTo(good);
    }

    @Test
    void refusesAVersionThatIsTooOld() throws IOException {
        Path old = python(first, "python3", "3.7.16");

        assertThatThrownBy(() -> discovery(ALL_USABLE).find(Language.PYTHON, old.toString()))
                .isInstanceOf(SandboxUnavailableException.class)
                .hasMessageContaining("it is Python 3.7.16: 3.8 or later is needed")
                .hasMessageContaining("pythonInterpreter")
                .extracting("reason")
                .isEqualTo(Reason.INTERPRETER_UNAVAILABLE);
    }

    @Test
    void takesANameOrAPathThatIsChosen() throws IOException {
        python(first, "python3", "3.11.2");
        Path chosen = python(second, "python3.12", "3.12.0");

        var discovery = discovery(ALL_USABLE);
        assertThat(discovery.find(Language.PYTHON, "python3.12").path()).isEqualTo(chosen);
        assertThat(discovery.find(Language.PYTHON, chosen.toString()).path()).isEqualTo(chosen);
    }

    @Test
    void doesNotFallBackFromAChoice() throws IOException {
        python(first, "python3", "3.11.2");

        assertThatThrownBy(() -> discovery(ALL_USABLE).find(Language.PYTHON, "/nowhere/python3"))
                .isInstanceOf(SandboxUnavailableException.class)
                .hasMessageContaining("'/nowhere/python3'")
                .hasMessageContaining("pythonInterpreter");
        assertThatThrownBy(() -> discovery(ALL_USABLE).find(Language.JS, "no-such-node"))
                .isInstanceOf(SandboxUnavailableException.class)
                .hasMessageContaining("there is none in " + first)
                .hasMessageContaining("nodeInterpreter");
    }

    @ParameterizedTest
    @ValueSource(strings = {"./python3", "bin/python3", "../python3", "a\u0000b", "..", "a\nb"})
    void refusesAChoiceThatIsNeitherNameNorPath(String choice) {
        assertThatThrownBy(() -> discovery(ALL_USABLE).find(Language.PYTHON, choice))
                .isInstanceOf(SandboxRefusedException.class)
                .hasMessageContaining("pythonInterpreter")
                .hasMessageNotContainingAny("\n", "\u0000");
    }

    @Test
    void refusesAFileThatCannotBeExecuted() throws IOException {
        Path file = Files.writeString(first.resolve("node"), "");

        assertThatThrownBy(() -> discovery(ALL_USABLE).find(Language.JS, file.toString()))
                .hasMessageContaining("it is not executable");
    }

    @Test
    void asksOnlyOnce() throws IOException {
        var asked = new ArrayList<Path>();
        var probe = new InterpreterProbe() {
            @Override
            List<String> ask(Path program, List<String> args) throws UnusableInterpreterException {
                asked.add(program);
                return super.ask(program, args);
            }
        };
        python(first, "python3", "3.11.2");
        var discovery = new InterpreterDiscovery(first.toString(), ALL_USABLE, probe);

        assertThat(discovery.find(Language.PYTHON, null)).isSameAs(discovery.find(Language.PYTHON, " "));
        assertThat(asked).hasSize(1);
    }

    @Test
    void aShellKeepsItsNameAndMaySayNoVersion() {
        Interpreter shell = discovery(ALL_USABLE).find(Language.SHELL, null);
        Interpreter bash = discovery(ALL_USABLE).find(Language.SHELL, "bash");

        assertThat(shell.path()).hasFileName("sh");
        assertThat(bash.path()).hasFileName("bash");
        assertThat(bash.version()).matches("\\d+\\.\\d+.*");
        assertThat(bash.folders()).isEmpty();
    }

    @Test
    void whatIsNoShellIsNotTaken() throws IOException {
        Path other = script(first, "other", "echo hello");

        assertThatThrownBy(() -> discovery(ALL_USABLE).find(Language.SHELL, other.toString()))
                .hasMessageContaining("it is no shell")
                .hasMessageContaining("shellInterpreter");
    }

    @Test
    void aNodeOutsideUsrBringsItsFolder() throws IOException {
        Path node = script(first, "node", "printf '20.1.0\\n%s\\n' " + first.resolve("node"));

        Interpreter found = discovery(ALL_USABLE).find(Language.JS, null);

        assertThat(found.path()).isEqualTo(node);
        assertThat(found.folders()).containsExactly(first.getParent());
    }

    @Test
    void aProbeSeesNoVariableOfThisProcess() throws IOException, UnusableInterpreterException {
        Path env = script(first, "env-names", "/usr/bin/env | /usr/bin/cut -d= -f1");

        assertThat(new InterpreterProbe().ask(env, List.of()))
                .isSubsetOf("PATH", "HOME", "PWD", "SHLVL", "_", "OLDPWD");
    }

    private InterpreterDiscovery discovery(Function<Path, Optional<String>> whyNotUsable) {
        return new InterpreterDiscovery(
                "relative::" + first + ":" + second, whyNotUsable, new InterpreterProbe(Duration.ofSeconds(1)));
    }

    private static Path python(Path folder, String name, String version) throws IOException {
        return script(folder, name, answer(version, folder.resolve(name), folder.getParent(), folder.getParent()));
    }

    private static String answer(String version, Path executable, Path prefix, Path base) {
        return "printf '%s\\n' " + version + " " + executable + " " + prefix + " " + base;
    }

    private static Path script(Path folder, String name, String body) throws IOException {
        Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + body + "\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
