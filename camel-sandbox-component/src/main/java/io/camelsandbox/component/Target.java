package io.camelsandbox.component;

import io.camelsandbox.SandboxRefusedException;
import java.util.Optional;
import org.apache.camel.Exchange;

/**
 * Which sandbox an operation is for: the option says it, or the exchange in which it was started; a header only where
 * control headers are followed.
 */
final class Target {

    private final String operation;
    private final Optional<MessageValue> option;

    private Target(String operation, Optional<MessageValue> option) {
        this.operation = operation;
        this.option = option;
    }

    static Target of(SandboxEndpoint endpoint) {
        return new Target(endpoint.getOperation(), endpoint.reference("sandboxId", endpoint.getSandboxId()));
    }

    /** The id that is said; empty where the message and the option are silent. */
    Optional<String> said(Exchange exchange, RequestFields control) {
        return control.sandboxId() != null
                ? Optional.of(control.sandboxId())
                : option.map(value -> value.text(exchange));
    }

    /** The id; that of the exchange where none is said. */
    String id(Exchange exchange, RequestFields control) {
        return said(exchange, control)
                .or(() -> Optional.ofNullable(exchange.getProperty(SandboxConstants.ID, String.class)))
                .orElseThrow(
                        () -> new SandboxRefusedException("sandbox:" + operation + " is for a sandbox, and there is"
                                + " none: set sandboxId, or start one with sandbox:run earlier in the exchange"));
    }
}
