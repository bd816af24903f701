package io.camelsandbox.sandbox.spec;

import io.camelsandbox.SandboxRefusedException;
import java.util.Locale;

/**
 * Ports.
 *
 * @param port     the first, 1 to 65535
 * @param endPort  the last
 * @param protocol {@code TCP}, {@code UDP} or {@code SCTP}
 */
public record PortRange(int port, int endPort, String protocol) {

    public PortRange {
        protocol = protocol.toUpperCase(Locale.ROOT);
        requirePort(port);
        requirePort(endPort);
        if (endPort < port) {
            throw new SandboxRefusedException("end_port=" + endPort + " is below port=" + port);
        }
    }

    static void requirePort(int port) {
        if (port < 1 || port > 65_535) {
            throw new SandboxRefusedException("port=" + port + " must be from 1 to 65535");
        }
    }
}
