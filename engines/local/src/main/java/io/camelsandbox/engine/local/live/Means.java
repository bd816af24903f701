package io.camelsandbox.engine.local.live;

import io.camelsandbox.Enforcement;
import io.camelsandbox.engine.local.wire.IoLoop;
import java.time.Clock;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * What all sandboxes of an engine share.
 *
 * @param loop        the thread on which everything happens
 * @param background  may be blocked by the disk
 * @param clock       tells the time that facts have
 * @param enforcement what a sandbox gets that starts now
 */
public record Means(IoLoop loop, Executor background, Clock clock, Supplier<Enforcement> enforcement) {}
