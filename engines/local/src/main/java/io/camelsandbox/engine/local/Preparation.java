package io.camelsandbox.engine.local;

import io.camelsandbox.engine.HarnessFiles;
import io.camelsandbox.engine.local.SpareKey.Boot;
import java.util.ArrayList;
import java.util.List;

/** The part of an execution that needs no message: limits, filter, and the interpreter up to its request. */
final class Preparation {

    private final Services services;

    Preparation(Services services) {
        this.services = services;
    }

    /** Sends limits and filter to a sandbox that just joined. */
    void setUp(LiveSandbox sandbox) {
        sandbox.send(InitFrames.setup(
                ResourceLimit.of(sandbox.plan(), services.grouped(), services.hardLimits(), services.isolator()),
                services.seccomp()));
        sandbox.markSetUp();
    }

    /** Starts an interpreter that will wait for its request. */
    void boot(LiveSandbox sandbox, Boot boot, String workspace) {
        sandbox.send(InitFrames.boot(boot.argv(), boot.env(), workspace));
        sandbox.markBooted();
    }

    /** The same for one that has time to warm up. */
    void bootEarly(LiveSandbox sandbox, Boot boot, String workspace) {
        List<String> argv = new ArrayList<>(boot.argv());
        argv.add(HarnessFiles.REHEARSE);
        boot(sandbox, new Boot(argv, boot.env()), workspace);
    }
}
