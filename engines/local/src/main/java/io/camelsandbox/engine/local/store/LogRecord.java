package io.camelsandbox.engine.local.store;

import java.time.Instant;

/**
 * One write of the main process, or a part of a long one, as it is kept.
 *
 * @param start where its data begins
 * @param time  when it was written
 * @param data  its bytes, at least one
 */
record LogRecord(LogPosition start, Instant time, byte[] data) {}
