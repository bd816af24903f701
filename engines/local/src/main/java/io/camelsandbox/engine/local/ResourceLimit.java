package io.camelsandbox.engine.local;

import io.camelsandbox.engine.local.cgroup.Controller;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A limit that the kernel holds per process or per user; soft and hard are the same.
 *
 * @param resource the kernel's number of it
 * @param value    the limit
 */
record ResourceLimit(int resource, long value) {

    private static final int CPU = 0;
    private static final int DATA = 2;
    private static final int CORE = 4;
    private static final int NPROC = 6;
    private static final int NOFILE = 7;
    private static final int RTPRIO = 14;

    /** Where the host pipes core dumps to a program, 0 does not keep the kernel from it; 1 does, and is no dump either. */
    private static final int NO_CORE = 1;

    /** With a group this must not be hit first, or nobody could tell that the limit was reached. */
    private static final int ABOVE_GROUP = 32;
    /** Above every time limit on every processor: a process that all else failed to end ends by itself one day. */
    private static final long CPU_SECONDS = 86_400;
    /** init itself. */
    private static final int OWN_PROCESSES = 1;

    /**
     * The limits of every process of a sandbox.
     *
     * <p>Where no group limits memory, the size of each process's data stands in for it; never the address space, of
     * which JavaScript engines reserve many times what they use.
     *
     * @param grouped the controllers that enforce their limits
     * @param own     those of this JVM
     */
    static List<ResourceLimit> of(SandboxPlan plan, Set<Controller> grouped, HardLimits own, Isolator isolator) {
        var limits = new ArrayList<ResourceLimit>();
        limits.add(new ResourceLimit(NOFILE, own.clamp("Max open files", plan.openFiles())));
        limits.add(new ResourceLimit(CORE, own.clamp("Max core file size", NO_CORE)));
        limits.add(new ResourceLimit(CPU, own.clamp("Max cpu time", CPU_SECONDS)));
        // A share of processor time does not bind real-time processes.
        limits.add(new ResourceLimit(RTPRIO, 0));
        int pids = plan.groupLimits().pids();
        if (isolator.isolates()) {
            // Elsewhere all processes of the JVM's user would count.
            int more = grouped.contains(Controller.PIDS) ? ABOVE_GROUP : OWN_PROCESSES;
            limits.add(new ResourceLimit(NPROC, own.clamp("Max processes", (long) pids + more)));
        }
        if (!grouped.contains(Controller.MEMORY)) {
            limits.add(new ResourceLimit(
                    DATA, own.clamp("Max data size", plan.groupLimits().memory())));
        }
        return limits;
    }
}
