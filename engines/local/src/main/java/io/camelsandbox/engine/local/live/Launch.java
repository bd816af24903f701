package io.camelsandbox.engine.local.live;

import io.camelsandbox.engine.ExecOrder.Descendants;
import io.camelsandbox.engine.ExecOrder.Input;
import io.camelsandbox.engine.TerminalSize;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A process as init starts it.
 *
 * @param argv        what runs
 * @param env         all its variables
 * @param cwd         where it starts
 * @param timeout     wall time; empty is none
 * @param grace       between SIGTERM and SIGKILL at the timeout
 * @param input       what standard input is
 * @param terminal    the size of its terminal; empty for none
 * @param descendants what becomes of those it started
 * @param request     bytes for descriptor 3; empty opens none
 */
record Launch(
        List<String> argv,
        Map<String, String> env,
        String cwd,
        Optional<Duration> timeout,
        Duration grace,
        Input input,
        Optional<TerminalSize> terminal,
        Descendants descendants,
        Optional<byte[]> request) {

    private static final Duration GRACE = Duration.ofMillis(100);

    /** Without time limit, terminal and request; descendants die. */
    static Launch of(List<String> argv, Map<String, String> env, String cwd, Input input) {
        return new Launch(
                argv, env, cwd, Optional.empty(), GRACE, input, Optional.empty(), Descendants.DIE, Optional.empty());
    }

    /** Names no content: arguments may hold secrets. */
    @Override
    public String toString() {
        return "Launch[" + argv.size() + " words]";
    }
}
