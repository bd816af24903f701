package io.camelsandbox.sandbox.document;

import static io.camelsandbox.sandbox.document.SpecDocument.put;
import static io.camelsandbox.sandbox.document.SpecDocument.putUnlessEmpty;

import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.sandbox.spec.EgressRule;
import io.camelsandbox.sandbox.spec.Endpoint;
import io.camelsandbox.sandbox.spec.IngressRule;
import io.camelsandbox.sandbox.spec.NetworkOptions;
import io.camelsandbox.sandbox.spec.NetworkPeer;
import io.camelsandbox.sandbox.spec.PortRange;
import io.camelsandbox.sandbox.spec.Service;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The network of a spec as plain values. */
final class NetworkParts {

    private NetworkParts() {}

    static NetworkOptions readNetwork(Fields fields) {
        return new NetworkOptions(
                fields.flag("deny_egress"),
                fields.flag("deny_ingress"),
                fields.objects("egress", rule -> new EgressRule(readPeer(rule), readPorts(rule)))
                        .orElse(List.of()),
                fields.objects("ingress", rule -> new IngressRule(readPeer(rule), readPorts(rule)))
                        .orElse(List.of()));
    }

    static Map<String, Object> write(NetworkOptions network) {
        var map = new LinkedHashMap<String, Object>();
        put(map, "deny_egress", network.denyEgress());
        put(map, "deny_ingress", network.denyIngress());
        putUnlessEmpty(
                map,
                "egress",
                network.egress().stream()
                        .map(rule -> write(rule.peer(), rule.ports()))
                        .toList());
        putUnlessEmpty(
                map,
                "ingress",
                network.ingress().stream()
                        .map(rule -> write(rule.peer(), rule.ports()))
                        .toList());
        return map;
    }

    static Service readService(Fields fields) {
        return new Service(
                fields.integer("port").orElseThrow(() -> new SandboxRefusedException("a service needs a port")),
                fields.text("name"),
                fields.choice("protocol", Service.Protocol.class).orElse(Service.Protocol.UNSPECIFIED),
                fields.choice("visibility", Service.Visibility.class).orElse(Service.Visibility.UNSPECIFIED),
                fields.object("endpoint", NetworkParts::readEndpoint));
    }

    static Map<String, Object> write(Service service) {
        var map = new LinkedHashMap<String, Object>();
        map.put("port", service.port());
        put(map, "name", service.name());
        map.put("protocol", Parts.id(service.protocol()));
        map.put("visibility", Parts.id(service.visibility()));
        put(map, "endpoint", service.endpoint().map(NetworkParts::write));
        return map;
    }

    private static Endpoint readEndpoint(Fields fields) {
        return new Endpoint(
                fields.choice("kind", Endpoint.Kind.class).orElse(Endpoint.Kind.HTTPS),
                fields.choice("auth", Endpoint.Auth.class),
                fields.integer("request_timeout_seconds"));
    }

    private static Map<String, Object> write(Endpoint endpoint) {
        var map = new LinkedHashMap<String, Object>();
        map.put("kind", Parts.id(endpoint.kind()));
        put(map, "auth", endpoint.auth().map(Parts::id));
        endpoint.requestTimeoutSeconds().ifPresent(timeout -> map.put("request_timeout_seconds", timeout));
        return map;
    }

    private static NetworkPeer readPeer(Fields fields) {
        var peers = new ArrayList<NetworkPeer>();
        if (fields.raw("cidr") instanceof Map<?, ?>) {
            fields.object("cidr", NetworkParts::readCidr).ifPresent(peers::add);
        } else {
            fields.text("cidr").ifPresent(cidr -> peers.add(new NetworkPeer.Cidr(cidr, List.of())));
        }
        fields.text("dns_name").ifPresent(name -> peers.add(new NetworkPeer.DnsName(name)));
        fields.choice("tenant", NetworkPeer.Tenant.class).ifPresent(peers::add);
        fields.flag("any").filter(any -> any).ifPresent(any -> peers.add(new NetworkPeer.Any()));
        fields.object("selector", NetworkParts::readSelector).ifPresent(peers::add);
        if (peers.size() != 1) {
            throw new SandboxRefusedException(
                    "a network rule has exactly one of cidr, dns_name, tenant, any, selector");
        }
        return peers.get(0);
    }

    private static NetworkPeer.Cidr readCidr(Fields fields) {
        return new NetworkPeer.Cidr(
                fields.requiredText("cidr"), fields.texts("except_cidrs").orElse(List.of()));
    }

    private static NetworkPeer.Selector readSelector(Fields fields) {
        return new NetworkPeer.Selector(fields.textMap("pod_labels"), fields.textMap("namespace_labels"));
    }

    /** A port is a number, or an object. */
    private static List<PortRange> readPorts(Fields fields) {
        var ports = new ArrayList<PortRange>();
        for (Object item : fields.items("ports").orElse(List.of())) {
            Fields range =
                    item instanceof Map<?, ?> ? Fields.of("ports", item) : Fields.of("ports", Map.of("port", item));
            int port = range.integer("port").orElseThrow(() -> new SandboxRefusedException("ports need a port"));
            ports.add(new PortRange(
                    port,
                    range.integer("end_port").orElse(port),
                    range.text("protocol").orElse("TCP")));
            range.requireAllKnown();
        }
        return ports;
    }

    private static Map<String, Object> write(NetworkPeer peer, List<PortRange> ports) {
        var map = new LinkedHashMap<String, Object>();
        if (peer instanceof NetworkPeer.Cidr cidr) {
            map.put("cidr", Map.of("cidr", cidr.cidr(), "except_cidrs", cidr.except()));
        } else if (peer instanceof NetworkPeer.DnsName name) {
            map.put("dns_name", name.name());
        } else if (peer instanceof NetworkPeer.Tenant tenant) {
            map.put("tenant", Parts.id(tenant));
        } else if (peer instanceof NetworkPeer.Any) {
            map.put("any", true);
        } else if (peer instanceof NetworkPeer.Selector selector) {
            map.put(
                    "selector",
                    Map.of("pod_labels", selector.podLabels(), "namespace_labels", selector.namespaceLabels()));
        }
        putUnlessEmpty(map, "ports", ports.stream().map(NetworkParts::write).toList());
        return map;
    }

    private static Map<String, Object> write(PortRange ports) {
        var map = new LinkedHashMap<String, Object>();
        map.put("port", ports.port());
        map.put("end_port", ports.endPort());
        map.put("protocol", ports.protocol());
        return map;
    }
}
