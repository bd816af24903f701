package io.camelsandbox.sandbox.spec;

import io.camelsandbox.Quoted;
import io.camelsandbox.SandboxRefusedException;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The other end of a network rule. */
public sealed interface NetworkPeer {

    /**
     * Addresses.
     *
     * @param cidr   a block, such as {@code 10.0.0.0/8}
     * @param except blocks within it that are not meant
     */
    record Cidr(String cidr, List<String> except) implements NetworkPeer {
        public Cidr {
            except = List.copyOf(except);
            requireBlock(cidr);
            except.forEach(NetworkPeer::requireBlock);
        }
    }

    /** A name, lower case, or {@code *.} and a name for all below it; its port 443 over TCP. */
    record DnsName(String name) implements NetworkPeer {
        public DnsName {
            name = name == null ? "" : name.toLowerCase(Locale.ROOT);
            String plain = name.startsWith("*.") ? name.substring(2) : name;
            boolean valid = plain.length() <= 253;
            for (String label : plain.split("\\.", -1)) {
                valid &= DnsLabel.matches(label);
            }
            if (!valid) {
                throw new SandboxRefusedException(
                        "dns_name='" + Quoted.text(name) + "' must be a DNS name, or *. and a DNS name");
            }
        }
    }

    /** Other sandboxes. */
    enum Tenant implements NetworkPeer {
        SAME_USER,
        SAME_ORG,
        SANDBOX_NETWORK
    }

    /** Anything. */
    record Any() implements NetworkPeer {}

    /**
     * Pods of the cluster.
     *
     * @param podLabels       all of them; at least one
     * @param namespaceLabels all of them
     */
    record Selector(Map<String, String> podLabels, Map<String, String> namespaceLabels) implements NetworkPeer {
        public Selector {
            podLabels = Map.copyOf(podLabels);
            namespaceLabels = Map.copyOf(namespaceLabels);
            if (podLabels.isEmpty()) {
                throw new SandboxRefusedException("a selector needs pod_labels");
            }
        }
    }

    private static void requireBlock(String block) {
        if (block == null || !block.matches("[0-9a-fA-F.:]+/\\d{1,3}")) {
            throw new SandboxRefusedException("cidr='" + Quoted.text(block == null ? "" : block)
                    + "' must be an address block such as 10.0.0.0/8");
        }
    }

    /** A name can be allowed on 443/TCP only. */
    static void requireHttpsOnly(List<PortRange> ports) {
        if (!ports.equals(List.of(new PortRange(443, 443, "TCP")))) {
            throw new SandboxRefusedException("a rule with a dns_name is for port 443 over TCP only");
        }
    }
}
