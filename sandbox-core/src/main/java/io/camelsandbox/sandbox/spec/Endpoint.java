package io.camelsandbox.sandbox.spec;

import io.camelsandbox.SandboxRefusedException;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * An address of a service's own.
 *
 * @param kind                  what is spoken there
 * @param auth                  who may come in
 * @param requestTimeoutSeconds the longest a request may take, 0 or 15 to 900; of HTTPS only
 */
public record Endpoint(Kind kind, Optional<Auth> auth, OptionalInt requestTimeoutSeconds) {

    /** What is spoken there. */
    public enum Kind {
        HTTPS,
        /** TLS that ends in the sandbox; neither auth nor timeout can be set. */
        TLS_PASSTHROUGH
    }

    /** Who may come in. */
    public enum Auth {
        /** Everybody. */
        OPEN,
        /** Who has the token. */
        TOKEN
    }

    public Endpoint {
        if (kind == Kind.TLS_PASSTHROUGH && (auth.isPresent() || requestTimeoutSeconds.isPresent())) {
            throw new SandboxRefusedException("tls_passthrough has neither auth nor request_timeout_seconds");
        }
        int timeout = requestTimeoutSeconds.orElse(0);
        if (timeout != 0 && (timeout < 15 || timeout > 900)) {
            throw new SandboxRefusedException("request_timeout_seconds=" + timeout + " must be 0 or from 15 to 900");
        }
    }
}
