package io.camelsandbox.engine.local;

import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Interpreter;
import io.camelsandbox.Language;
import io.camelsandbox.Limits;
import io.camelsandbox.OutputPolicy;
import io.camelsandbox.SandboxException;
import io.camelsandbox.SandboxUnavailableException;
import io.camelsandbox.Stdin;
import io.camelsandbox.engine.Execution;
import io.camelsandbox.engine.GuestLayout;
import io.camelsandbox.engine.Program;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A first sandbox, in which the kernel itself says what holds there: nothing else is proof. */
final class Trial {

    private static final Path SHELL = Path.of("/bin/sh");
    private static final String SCRIPT = "while read -r line; do echo \"$line\"; done < /proc/self/status\n"
            + "while read -r name rest; do echo \"Interface: $name\"; done < /proc/net/dev\n";
    private static final long PATIENCE_SECONDS = 60;

    private final Map<String, String> said;
    private final long interfaces;

    private Trial(String output) {
        this.said = new HashMap<>();
        output.lines().filter(line -> line.contains(":")).forEach(line -> {
            int colon = line.indexOf(':');
            said.put(line.substring(0, colon), line.substring(colon + 1).trim());
        });
        // Two lines of /proc/net/dev are headings.
        this.interfaces = output.lines()
                .filter(line -> line.startsWith("Interface: ") && line.endsWith(":"))
                .count();
    }

    /**
     * Runs it.
     *
     * @throws SandboxException when no sandbox can be made; the message says why
     */
    static Trial run(LocalRuntime runtime) {
        var interpreter = new Interpreter(Language.SHELL, SHELL, "", Set.of());
        var program = new Program.Direct(List.of(SHELL.toString(), "-c", SCRIPT), Map.of());
        var execution = new Execution(
                "trial",
                program,
                interpreter,
                Map.of(),
                Map.of(),
                List.of(),
                Stdin.EMPTY,
                GuestLayout.WORKSPACE,
                Limits.DEFAULTS,
                OutputPolicy.TRUNCATE,
                Optional.empty(),
                List.of());
        ExecutionResult result = await(runtime, execution);
        if (!result.succeeded()) {
            throw new SandboxUnavailableException(
                    "a first sandbox did not work: " + result.termination().id() + ", exit code " + result.exitCode()
                            + " " + result.stderr().text().strip());
        }
        return new Trial(result.stdout().text());
    }

    private static ExecutionResult await(LocalRuntime runtime, Execution execution) {
        try {
            return runtime.run(execution).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SandboxException cause) {
                throw cause;
            }
            throw new SandboxUnavailableException("a first sandbox did not work: " + e.getCause());
        } catch (TimeoutException e) {
            throw new SandboxUnavailableException("a first sandbox did not end within " + PATIENCE_SECONDS + " s");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SandboxUnavailableException("start was interrupted");
        }
    }

    /** True when system calls are filtered. */
    boolean isFiltered() {
        return "2".equals(said.get("Seccomp"));
    }

    /** True when the guest is nobody special: no capability, and no way to get one. */
    boolean isWithoutPrivilege() {
        boolean noCapability = List.of("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb").stream()
                .allMatch(set -> said.getOrDefault(set, "1").matches("0+"));
        return noCapability
                && "1".equals(said.get("NoNewPrivs"))
                && !said.getOrDefault("Uid", "0").startsWith("0");
    }

    /** True when there is no network interface but loopback. */
    boolean isWithoutNetwork() {
        return interfaces <= 1;
    }
}
