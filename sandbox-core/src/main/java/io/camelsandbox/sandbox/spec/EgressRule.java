package io.camelsandbox.sandbox.spec;

import java.util.List;
import java.util.Objects;

/**
 * Something a sandbox may reach.
 *
 * @param peer  what
 * @param ports which of its ports; empty for all, and of a name always 443/TCP
 */
public record EgressRule(NetworkPeer peer, List<PortRange> ports) {

    public EgressRule {
        Objects.requireNonNull(peer);
        ports = List.copyOf(ports);
        if (peer instanceof NetworkPeer.DnsName && !ports.isEmpty()) {
            NetworkPeer.requireHttpsOnly(ports);
        }
    }
}
