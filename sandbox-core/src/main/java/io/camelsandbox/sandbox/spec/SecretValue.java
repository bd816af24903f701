package io.camelsandbox.sandbox.spec;

import java.util.Objects;

/** The value of a secret on its way into a sandbox. It shows in no text, log or stored form. */
public final class SecretValue {

    private final String value;

    private SecretValue(String value) {
        this.value = Objects.requireNonNull(value);
    }

    /** Wraps a value. */
    public static SecretValue of(String value) {
        return new SecretValue(value);
    }

    /** The value itself: for the sandbox's environment and nothing else. */
    public String reveal() {
        return value;
    }

    @Override
    public String toString() {
        return "SecretValue[hidden]";
    }
}
