package io.camelsandbox.sandbox.spec;

import io.camelsandbox.Quoted;
import io.camelsandbox.SandboxRefusedException;
import java.util.regex.Pattern;

/** Names of parts: lower-case letters, digits and hyphens, as DNS has them. */
final class DnsLabel {

    private static final Pattern FORM = Pattern.compile("[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?");

    private DnsLabel() {}

    static String require(String what, String name) {
        if (name == null || !FORM.matcher(name).matches()) {
            throw new SandboxRefusedException(what + "='" + Quoted.text(name == null ? "" : name)
                    + "' must be 1 to 63 lower-case letters, digits and hyphens, not at its ends");
        }
        return name;
    }

    static boolean matches(String name) {
        return FORM.matcher(name).matches();
    }
}
