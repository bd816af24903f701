package io.camelsandbox.engine.local;

import io.camelsandbox.engine.HarnessFiles;
import io.camelsandbox.engine.Program;
import io.camelsandbox.engine.local.InitFrames.Peak;
import io.camelsandbox.engine.local.SpareKey.Boot;
import io.camelsandbox.engine.local.cgroup.Group;
import java.util.ArrayList;
import java.util.List;

/** The part of an execution that needs no message: limits, filter, and the interpreter up to its request. */
final class Preparation {

    private final Services services;

    Preparation(Services services) {
        this.services = services;
    }

    /** Sends all that a sandbox of an execution still needs. */
    void complete(LiveSandbox sandbox, Isolator.Placed placed) {
        if (!sandbox.isSetUp()) {
            setUp(sandbox);
        }
        if (placed.execution().program() instanceof Program.Booted booted && !sandbox.isBooted()) {
            boot(sandbox, new Boot(booted.argv(), booted.env()), placed.workspace());
        }
    }

    /** Sends limits and filter to a sandbox that just joined. */
    void setUp(LiveSandbox sandbox) {
        sandbox.send(InitFrames.setup(
                ResourceLimit.of(sandbox.plan(), services.grouped(), services.hardLimits(), services.isolator()),
                services.seccomp()));
        sandbox.markSetUp();
    }

    private static void boot(LiveSandbox sandbox, Boot boot, String workspace) {
        boolean grouped = sandbox.group().filter(Group::tellsPeak).isPresent();
        Peak peak = grouped ? Peak.OF_GROUP : Peak.OF_PROCESS;
        sandbox.send(InitFrames.boot(boot.argv(), boot.env(), workspace, peak));
        sandbox.markBooted();
    }

    /** Starts an interpreter that has time to warm up before its request. */
    void bootEarly(LiveSandbox sandbox, Boot boot, String workspace) {
        List<String> argv = new ArrayList<>(boot.argv());
        argv.add(HarnessFiles.REHEARSE);
        boot(sandbox, new Boot(argv, boot.env()), workspace);
    }
}
