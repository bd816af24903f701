package io.camelsandbox.engine;

import io.camelsandbox.sandbox.spec.SandboxSpec;
import io.camelsandbox.sandbox.spec.SecretValue;
import java.util.Map;
import java.util.Objects;

/**
 * A sandbox to make.
 *
 * @param requestId makes a repeat with an equal spec give the same sandbox, and one with another spec fail with
 *                  {@code REQUEST_ID_CONFLICT}; at most 128 bytes
 * @param spec      defaults are merged in, it is valid, and it asks for nothing but what the engine has capabilities for
 * @param secrets   variable → value, resolved by core; never stored, echoed, listed or logged. Empty of those whose
 *                  store the engine itself knows
 */
public record CreateOrder(String requestId, SandboxSpec spec, Map<String, SecretValue> secrets) {

    public CreateOrder {
        Objects.requireNonNull(requestId);
        Objects.requireNonNull(spec);
        secrets = Map.copyOf(secrets);
    }
}
