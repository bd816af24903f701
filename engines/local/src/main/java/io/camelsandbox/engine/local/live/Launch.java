package io.camelsandbox.engine.local.live;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A process as init starts it.
 *
 * @param argv    what runs
 * @param env     all its variables
 * @param cwd     where it starts
 * @param timeout wall time; empty is none
 * @param grace   between SIGTERM and SIGKILL at the timeout; zero is none at all
 * @param flags   how it is held, as the protocol has them
 * @param request bytes for descriptor 3; empty opens none
 */
record Launch(
        List<String> argv,
        Map<String, String> env,
        String cwd,
        Optional<Duration> timeout,
        Duration grace,
        int flags,
        Optional<byte[]> request) {

    /** Names no content: arguments may hold secrets. */
    @Override
    public String toString() {
        return "Launch[" + argv.size() + " words]";
    }
}
