package io.camelsandbox.engine.local;

import io.camelsandbox.Enforcement;
import io.camelsandbox.engine.local.cgroup.Controller;
import io.camelsandbox.engine.local.wire.IoLoop;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * What all executions of an engine share.
 *
 * @param loop        the thread on which everything happens
 * @param completions completes futures, reads counters; not to be blocked for long
 * @param readers     may be blocked by sources of standard input
 * @param closer      closes them
 * @param isolator    how sandboxes are kept apart from the host
 * @param hardLimits  what this JVM itself is limited to
 * @param grouped     the controllers that enforce their limits by groups
 * @param seccomp     the filter on system calls; empty for none
 * @param enforcement what an execution gets that ends now
 */
record Services(
        IoLoop loop,
        Executor completions,
        Executor readers,
        Executor closer,
        Isolator isolator,
        HardLimits hardLimits,
        Set<Controller> grouped,
        byte[] seccomp,
        Supplier<Enforcement> enforcement) {}
