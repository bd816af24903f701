package io.camelsandbox.sandbox.spec;

import io.camelsandbox.SandboxRefusedException;

/**
 * Names a secret that becomes a variable of the sandbox's environment. Only this name is ever stored or shown.
 *
 * @param store  where it is kept: the name of a {@link SecretProvider}, or of a store that the engine knows
 * @param name   its name there
 * @param field  which part of it; empty for the whole
 * @param envVar the variable
 */
public record Secret(String store, String name, String field, String envVar) {

    public Secret {
        if (store == null || store.isEmpty()) {
            throw new SandboxRefusedException("a secret needs the name of its store");
        }
        if (name == null || name.isEmpty()) {
            throw new SandboxRefusedException("a secret needs a name");
        }
        field = field == null ? "" : field;
        envVar = envVar == null ? name : envVar;
        EnvNames.require("the variable of a secret", envVar);
    }

    /** The whole secret {@code name}, as the variable of the same name. */
    public static Secret of(String store, String name) {
        return new Secret(store, name, "", name);
    }

    /** The same secret as another variable. */
    public Secret as(String variable) {
        return new Secret(store, name, field, variable);
    }

    boolean sameSource(Secret other) {
        return store.equals(other.store) && name.equals(other.name) && field.equals(other.field);
    }
}
