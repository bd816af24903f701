package io.camelsandbox.engine.local;

import io.camelsandbox.engine.Execution;
import io.camelsandbox.engine.GuestLayout;
import io.camelsandbox.engine.Program;

/** The part of an execution that needs no message: limits, filter, and the interpreter up to its request. */
record Boot(Program program, Services services) {

    static Boot of(Execution execution, Services services) {
        return new Boot(execution.program(), services);
    }

    /** Sends it to a sandbox that just joined. */
    void ifNotBooted(LiveSandbox sandbox) {
        sandbox.send(InitFrames.setup(
                ResourceLimit.of(sandbox.plan(), services.grouped(), services.hardLimits()), services.seccomp()));
        if (program instanceof Program.Booted booted) {
            sandbox.send(InitFrames.boot(booted.argv(), booted.env(), GuestLayout.WORKSPACE));
        }
    }
}
