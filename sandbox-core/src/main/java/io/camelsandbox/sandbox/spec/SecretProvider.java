package io.camelsandbox.sandbox.spec;

import java.util.Optional;

/** A place where secrets are kept. It may take its time: it is asked on a thread that may block. */
@FunctionalInterface
public interface SecretProvider {

    /**
     * Finds the value of a secret; empty where there is none. What it throws must not hold the value: the message goes
     * to the caller.
     */
    Optional<SecretValue> find(Secret secret);
}
