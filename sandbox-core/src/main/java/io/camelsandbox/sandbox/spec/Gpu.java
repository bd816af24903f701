package io.camelsandbox.sandbox.spec;

import io.camelsandbox.SandboxRefusedException;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Graphics processors.
 *
 * @param count    how many, at least one
 * @param type     which, as the platform names them
 * @param memoryGb how much memory each has, where the type is left open; at least one
 */
public record Gpu(int count, Optional<String> type, OptionalInt memoryGb) {

    public Gpu {
        if (count < 1) {
            throw new SandboxRefusedException("gpu count=" + count + " must be at least 1");
        }
        if (memoryGb.isPresent() && memoryGb.getAsInt() < 1) {
            throw new SandboxRefusedException("gpu memory_gb=" + memoryGb.getAsInt() + " must be at least 1");
        }
    }
}
