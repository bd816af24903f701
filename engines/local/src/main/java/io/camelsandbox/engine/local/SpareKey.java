package io.camelsandbox.engine.local;

import io.camelsandbox.engine.Execution;
import io.camelsandbox.engine.Program;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything that makes a spare what it is: an execution can use a spare of its own key and no other.
 *
 * @param plan the sandbox
 * @param boot the interpreter that waits in it; empty where there is only init
 */
record SpareKey(SandboxPlan plan, Optional<Boot> boot) {

    /**
     * An interpreter up to its request.
     *
     * @param argv its command
     * @param env  its environment
     */
    record Boot(List<String> argv, Map<String, String> env) {}

    /** The key of an execution. */
    static SpareKey of(SandboxPlan plan, Execution execution) {
        return new SpareKey(
                plan,
                execution.program() instanceof Program.Booted booted
                        ? Optional.of(new Boot(booted.argv(), booted.env()))
                        : Optional.empty());
    }

    /** The same sandbox without an interpreter. */
    SpareKey withoutBoot() {
        return new SpareKey(plan, Optional.empty());
    }

    /** True when a sandbox may wait: what a mount shows may be replaced on the host meanwhile. */
    boolean mayWait() {
        return plan.mounts().isEmpty();
    }
}
