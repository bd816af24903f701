package io.camelsandbox.engine.local.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.Termination;
import io.camelsandbox.engine.local.outcome.ExitReport.Cause;
import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class VerdictTest {

    private static final Verdict.Counters ALL = new Verdict.Counters(true, true);

    private static ExitReport exit(boolean signaled, int code, Cause cause, boolean diskFull) {
        return new ExitReport(signaled, code, cause, 0, 0, Duration.ZERO, Duration.ZERO, 0, diskFull);
    }

    private static Termination termination(ExitReport exit, Verdict.Counters counters) {
        return Verdict.of(exit, counters).termination();
    }

    @Test
    void anEarlierCauseGoesBeforeALaterOne() {
        assertThat(termination(exit(true, 9, Cause.TIMEOUT, true), ALL)).isEqualTo(Termination.TIMED_OUT);
        assertThat(termination(exit(true, 9, Cause.OUTPUT_CAP, true), ALL)).isEqualTo(Termination.OUTPUT_LIMIT);
        assertThat(termination(exit(true, 9, Cause.ITSELF, true), ALL)).isEqualTo(Termination.OUT_OF_MEMORY);
        assertThat(termination(exit(false, 1, Cause.ITSELF, true), new Verdict.Counters(false, true)))
                .isEqualTo(Termination.DISK_FULL);
        assertThat(termination(exit(false, 1, Cause.ITSELF, false), new Verdict.Counters(false, true)))
                .isEqualTo(Termination.TOO_MANY_PROCESSES);
        assertThat(termination(exit(true, 9, Cause.ITSELF, false), Verdict.Counters.NONE))
                .isEqualTo(Termination.SIGNALED);
        assertThat(termination(exit(false, 137, Cause.ITSELF, false), Verdict.Counters.NONE))
                .isEqualTo(Termination.EXITED);
    }

    @Test
    void aRunThatCopedWithALimitHasNotFailedForIt() {
        assertThat(termination(exit(false, 0, Cause.ITSELF, true), ALL)).isEqualTo(Termination.EXITED);
    }

    @Test
    void aRunThatFailedAfterOneOfItsProcessesWasKilledForItsMemoryKeepsItsExitCode() {
        assertThat(Verdict.of(exit(false, 3, Cause.ITSELF, false), new Verdict.Counters(true, false)))
                .isEqualTo(new Verdict(Termination.OUT_OF_MEMORY, 3, OptionalInt.empty()));
    }

    @Test
    void exitCodesAreThoseOfResults() {
        assertThat(Verdict.of(exit(true, 11, Cause.ITSELF, false), Verdict.Counters.NONE)
                        .exitCode())
                .isEqualTo(139);
        assertThat(Verdict.of(exit(false, 3, Cause.TIMEOUT, false), Verdict.Counters.NONE)
                        .exitCode())
                .isEqualTo(-1);
        assertThat(Verdict.of(exit(true, 15, Cause.TIMEOUT, false), Verdict.Counters.NONE)
                        .signal())
                .hasValue(15);
    }
}
