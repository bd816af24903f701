package io.camelsandbox.engine.local;

import io.camelsandbox.engine.Program;

/** The part of an execution that needs no message: limits, filter, and the interpreter up to its request. */
record Boot(Program program, String workspace, Services services) {

    static Boot of(Isolator.Placed placed, Services services) {
        return new Boot(placed.execution().program(), placed.workspace(), services);
    }

    /** Sends it to a sandbox that just joined. */
    void ifNotBooted(LiveSandbox sandbox) {
        sandbox.send(InitFrames.setup(
                ResourceLimit.of(sandbox.plan(), services.grouped(), services.hardLimits(), services.isolator()),
                services.seccomp()));
        if (program instanceof Program.Booted booted) {
            sandbox.send(InitFrames.boot(booted.argv(), booted.env(), workspace));
        }
    }
}
