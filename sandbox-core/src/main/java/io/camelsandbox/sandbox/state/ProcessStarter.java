package io.camelsandbox.sandbox.state;

import io.camelsandbox.engine.ExecOrder;
import io.camelsandbox.engine.HostedProcess;
import io.camelsandbox.engine.ProcessReceiver;

/** Starts a process where the interpreter is to live, as {@link io.camelsandbox.engine.HostedSandbox#exec} does. */
@FunctionalInterface
public interface ProcessStarter {

    /** Starts it; the receiver may be called before this returns. */
    HostedProcess start(ExecOrder order, ProcessReceiver receiver);
}
