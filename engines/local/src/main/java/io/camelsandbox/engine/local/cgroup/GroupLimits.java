package io.camelsandbox.engine.local.cgroup;

/**
 * What a group limits.
 *
 * @param memory bytes, all processes together
 * @param cpu    processors, fractions allowed
 * @param pids   processes and threads of the guest, alive at once
 */
public record GroupLimits(long memory, double cpu, int pids) {

    /** bubblewrap's own process and init are in the group too. */
    private static final int OWN_PROCESSES = 2;

    static final long CPU_PERIOD_MICROS = 100_000;
    private static final long LEAST_QUOTA_MICROS = 1_000;

    long groupPids() {
        return (long) pids + OWN_PROCESSES;
    }

    long cpuQuotaMicros() {
        return Math.max(LEAST_QUOTA_MICROS, Math.round(cpu * CPU_PERIOD_MICROS));
    }
}
