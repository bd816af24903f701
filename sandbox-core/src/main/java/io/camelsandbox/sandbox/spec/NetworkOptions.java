package io.camelsandbox.sandbox.spec;

import io.camelsandbox.SandboxRefusedException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a sandbox may reach and be reached by. Rules only allow; without any the engine's own hold.
 *
 * @param denyEgress  it reaches nothing; excludes egress rules
 * @param denyIngress nothing reaches it
 * @param egress      what it may reach
 * @param ingress     what may reach its custom ports
 */
public record NetworkOptions(
        Optional<Boolean> denyEgress,
        Optional<Boolean> denyIngress,
        List<EgressRule> egress,
        List<IngressRule> ingress) {

    public NetworkOptions {
        Objects.requireNonNull(denyIngress);
        egress = List.copyOf(egress);
        ingress = List.copyOf(ingress);
        if (denyEgress.orElse(false) && !egress.isEmpty()) {
            throw new SandboxRefusedException("deny_egress excludes egress rules");
        }
    }

    /** It reaches nothing and nothing reaches it. */
    public static NetworkOptions denyAll() {
        return new NetworkOptions(Optional.of(true), Optional.of(true), List.of(), List.of());
    }

    /** True when it asks for nothing that a sandbox without any network does not have. */
    public boolean deniesOnly() {
        return egress.isEmpty() && ingress.isEmpty();
    }
}
