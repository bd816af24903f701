package io.camelsandbox.sandbox.state;

import io.camelsandbox.Enforcement;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;

/**
 * Where an interpreter lives, as its results tell.
 *
 * @param engine      the engine's name
 * @param sandboxId   the sandbox
 * @param enforcement what is in force there
 * @param starter     starts processes there
 * @param timer       its clock; runs nothing that blocks
 */
public record Place(
        String engine,
        String sandboxId,
        Supplier<Enforcement> enforcement,
        ProcessStarter starter,
        ScheduledExecutorService timer) {}
