package io.camelsandbox.sandbox.spec;

import io.camelsandbox.Quoted;
import io.camelsandbox.SandboxRefusedException;
import java.util.Map;

/** What the environment of a process may hold. */
public final class EnvNames {

    private EnvNames() {}

    /** Refuses what no process can have: a name that is empty or has {@code =} or NUL, a value with NUL. */
    public static void require(String what, Map<String, String> variables) {
        variables.forEach((name, value) -> {
            require(what, name);
            if (value.indexOf('\0') >= 0) {
                throw new SandboxRefusedException(what + ": the value of '" + Quoted.text(name) + "' has a NUL in it");
            }
        });
    }

    static void require(String what, String name) {
        if (name.isEmpty() || name.indexOf('=') >= 0 || name.indexOf('\0') >= 0) {
            throw new SandboxRefusedException(what + ": '" + Quoted.text(name) + "' is not a name of a variable");
        }
    }
}
