package io.camelsandbox.sandbox.spec;

import io.camelsandbox.SandboxRefusedException;
import java.util.Objects;
import java.util.Optional;

/**
 * A port of a sandbox that others may reach.
 *
 * @param port       1 to 65535
 * @param name       what it is for
 * @param protocol   what is spoken below
 * @param visibility who may reach it
 * @param endpoint   an address of its own; needs public visibility and TCP
 */
public record Service(
        int port, Optional<String> name, Protocol protocol, Visibility visibility, Optional<Endpoint> endpoint) {

    /** What is spoken below. */
    public enum Protocol {
        UNSPECIFIED,
        TCP,
        UDP,
        SCTP
    }

    /** Who may reach a port. */
    public enum Visibility {
        /** Nobody outside: it is listened on, and that is all. */
        UNSPECIFIED,
        PUBLIC,
        PRIVATE,
        CUSTOM
    }

    public Service {
        PortRange.requirePort(port);
        Objects.requireNonNull(name);
        boolean tcp = protocol == Protocol.TCP || protocol == Protocol.UNSPECIFIED;
        if (endpoint.isPresent() && (visibility != Visibility.PUBLIC || !tcp)) {
            throw new SandboxRefusedException("port " + port + ": an endpoint needs public visibility and TCP");
        }
    }
}
