package io.camelsandbox.sandbox.spec;

import io.camelsandbox.SandboxRefusedException;
import java.util.Objects;
import java.util.Optional;

/**
 * What a sandbox gets: what is set aside for it, and the most it may use. Of one side alone the other is a copy; a
 * request above its limit is refused.
 *
 * @param requests set aside for it
 * @param limits   the most it may use
 * @param gpu      graphics processors, the same on both sides
 */
public record ResourceOptions(ResourceAmounts requests, ResourceAmounts limits, Optional<Gpu> gpu) {

    public ResourceOptions {
        Objects.requireNonNull(gpu);
        if (limits.equals(ResourceAmounts.NONE)) {
            limits = requests;
        } else if (requests.equals(ResourceAmounts.NONE)) {
            requests = limits;
        }
        requireWithin("cpu", requests.cpu(), limits.cpu());
        requireWithin("memory", requests.memory(), limits.memory());
    }

    /** The same on both sides: {@code of("500m", "256Mi")}; null says nothing of one. */
    public static ResourceOptions of(String cpu, String memory) {
        ResourceAmounts both = ResourceAmounts.of(cpu, memory);
        return new ResourceOptions(both, both, Optional.empty());
    }

    /** Both sides, each with its own amounts. */
    public static ResourceOptions of(ResourceAmounts requests, ResourceAmounts limits) {
        return new ResourceOptions(requests, limits, Optional.empty());
    }

    private static void requireWithin(String name, Optional<Quantity> request, Optional<Quantity> limit) {
        if (request.isPresent() && limit.isPresent() && request.get().compareTo(limit.get()) > 0) {
            throw new SandboxRefusedException(
                    "the request for " + name + " (" + request.get() + ") is above its limit (" + limit.get() + ")");
        }
    }
}
