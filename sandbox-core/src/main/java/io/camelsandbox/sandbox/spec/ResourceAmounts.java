package io.camelsandbox.sandbox.spec;

import java.util.Optional;

/**
 * One side of {@link ResourceOptions}.
 *
 * @param cpu    processors
 * @param memory bytes
 */
public record ResourceAmounts(Optional<Quantity> cpu, Optional<Quantity> memory) {

    /** Nothing said. */
    public static final ResourceAmounts NONE = new ResourceAmounts(Optional.empty(), Optional.empty());

    /** Reads both; null says nothing of one. */
    public static ResourceAmounts of(String cpu, String memory) {
        return new ResourceAmounts(
                Optional.ofNullable(cpu).map(text -> Quantity.parse("cpu", text)),
                Optional.ofNullable(memory).map(text -> Quantity.parse("memory", text)));
    }
}
