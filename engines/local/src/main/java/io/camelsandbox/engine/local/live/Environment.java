package io.camelsandbox.engine.local.live;

import io.camelsandbox.engine.ExecOrder;
import io.camelsandbox.engine.ExecOrder.Input;
import io.camelsandbox.engine.GuestLayout;
import io.camelsandbox.engine.ReadOrder;
import io.camelsandbox.engine.WriteOrder;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import io.camelsandbox.sandbox.spec.SecretValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What every process of a sandbox has: variables and a place to start in. Holds values of secrets. */
final class Environment {

    private static final String PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

    /** The same that is the first process of every sandbox. */
    private static final String PROGRAM = GuestLayout.SUPPORT + "/init";

    private final List<String> command;
    private final Map<String, String> variables = new LinkedHashMap<>();
    private final String workingDir;

    /** That of a sandbox of {@code spec}. */
    Environment(SandboxSpec spec, Map<String, SecretValue> secrets) {
        variables.putAll(bare());
        variables.putAll(spec.env());
        secrets.forEach((name, value) -> variables.put(name, value.reveal()));
        workingDir = spec.workingDir().orElse(GuestLayout.WORKSPACE);
        command = new ArrayList<>();
        command.add(spec.command().orElse(SandboxSpec.KEEP_ALIVE_COMMAND));
        command.addAll(spec.args().orElse(List.of()));
    }

    /** What every process has before anybody says something. */
    static Map<String, String> bare() {
        return Map.of(
                "PATH", PATH, "LANG", "C.UTF-8", "TZ", "UTC", "HOME", GuestLayout.HOME, "TMPDIR", GuestLayout.TMP);
    }

    /** The main process. */
    Launch main() {
        return Launch.of(command, variables, workingDir, Input.NONE);
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
                order.input(),
                order.terminal(),
                order.descendants(),
                order.request());
    }

    /** The native program that reads a file. */
    static Launch reader(ReadOrder order) {
        return tool(Input.NONE, "read", order.path(), Long.toString(order.maxBytes()));
    }

    /** The native program that writes a file. */
    static Launch writer(WriteOrder order) {
        var words = new ArrayList<>(List.of("write", order.path(), Integer.toOctalString(order.mode())));
        order.size().ifPresent(size -> words.add(Long.toString(size)));
        return tool(Input.PIPE, words.toArray(String[]::new));
    }

    private static Launch tool(Input input, String... words) {
        var argv = new ArrayList<String>();
        argv.add(PROGRAM);
        argv.addAll(List.of(words));
        return Launch.of(argv, Map.of(), "/", input);
    }
}
