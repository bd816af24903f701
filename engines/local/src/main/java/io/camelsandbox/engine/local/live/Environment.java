package io.camelsandbox.engine.local.live;

import io.camelsandbox.engine.ExecOrder;
import io.camelsandbox.engine.GuestLayout;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import io.camelsandbox.sandbox.spec.SecretValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What every process of a sandbox has: variables and a place to start in. Holds values of secrets. */
final class Environment {

    private static final String PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
    private static final Duration NO_GRACE = Duration.ofMillis(100);

    private final List<String> command;
    private final Map<String, String> variables = new LinkedHashMap<>();
    private final String workingDir;

    /** That of a sandbox of {@code spec}. */
    Environment(SandboxSpec spec, Map<String, SecretValue> secrets) {
        variables.put("PATH", PATH);
        variables.put("LANG", "C.UTF-8");
        variables.put("TZ", "UTC");
        variables.put("HOME", GuestLayout.HOME);
        variables.put("TMPDIR", GuestLayout.TMP);
        variables.putAll(spec.env());
        secrets.forEach((name, value) -> variables.put(name, value.reveal()));
        workingDir = spec.workingDir().orElse(GuestLayout.WORKSPACE);
        command = new ArrayList<>();
        command.add(spec.command().orElse(SandboxSpec.KEEP_ALIVE_COMMAND));
        command.addAll(spec.args().orElse(List.of()));
    }

    /** The main process. */
    Launch main() {
        return new Launch(command, variables, workingDir, Optional.empty(), NO_GRACE, 0, Optional.empty());
    }

    /** A process that was asked for. */
    Launch launch(ExecOrder order) {
        var own = new LinkedHashMap<>(variables);
        own.putAll(order.env());
        return new Launch(
                order.command(),
                own,
                order.cwd().orElse(workingDir),
                order.timeout(),
                order.grace(),
                0,
                order.request());
    }
}
