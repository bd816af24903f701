package io.camelsandbox.sandbox.spec;

import io.camelsandbox.SandboxRefusedException;
import java.util.List;

/**
 * Something that may reach a sandbox.
 *
 * @param peer  an address block, a tenant or anything
 * @param ports which of its custom ports; empty for all
 */
public record IngressRule(NetworkPeer peer, List<PortRange> ports) {

    public IngressRule {
        ports = List.copyOf(ports);
        if (peer instanceof NetworkPeer.DnsName || peer instanceof NetworkPeer.Selector) {
            throw new SandboxRefusedException("an ingress rule has a cidr, a tenant or any");
        }
    }
}
