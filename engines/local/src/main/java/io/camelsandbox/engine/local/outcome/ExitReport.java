package io.camelsandbox.engine.local.outcome;

import io.camelsandbox.engine.local.wire.Payload;
import io.camelsandbox.engine.local.wire.ProtocolException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/** What init says when an execution has ended. */
public record ExitReport(
        boolean signaled,
        int code,
        Cause cause,
        long stdoutProduced,
        long stderrProduced,
        Duration wall,
        Duration cpu,
        long maxRssKib,
        boolean diskFull) {

    /** Who ended it. */
    public enum Cause {
        ITSELF,
        TIMEOUT,
        OUTPUT_CAP,
        SIGNAL
    }

    /** Reads EXIT after its execution's number. */
    public static ExitReport read(Payload payload) throws ProtocolException {
        boolean signaled = payload.u8() == 1;
        int code = payload.i32();
        int cause = payload.u8();
        if (cause >= Cause.values().length) {
            throw new ProtocolException("an execution ended for an unknown cause");
        }
        long stdout = payload.u64();
        long stderr = payload.u64();
        Duration wall = micros(payload.u64());
        Duration cpu = micros(payload.u64()).plus(micros(payload.u64()));
        long maxRss = payload.u64();
        boolean full = payload.u8() != 0;
        return new ExitReport(signaled, code, Cause.values()[cause], stdout, stderr, wall, cpu, maxRss, full);
    }

    /** True when it ended by itself with exit code 0. */
    public boolean succeeded() {
        return !signaled && code == 0 && cause == Cause.ITSELF;
    }

    private static Duration micros(long value) {
        return Duration.of(value, ChronoUnit.MICROS);
    }
}
