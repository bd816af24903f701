package io.camelsandbox.sandbox;

import io.camelsandbox.Quoted;
import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import io.camelsandbox.SandboxRefusedException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Request ids: a repeat of a request with the same id has the effect of one. */
public final class RequestIds {

    private static final int LONGEST = 128;

    private RequestIds() {}

    /** A new one. */
    public static String next() {
        return UUID.randomUUID().toString();
    }

    /**
     * Refuses what cannot be one: nothing, or more than 128 bytes of UTF-8. Returns it.
     *
     * @throws SandboxRefusedException when it cannot be one
     */
    public static String require(String id) {
        if (id.isEmpty() || id.getBytes(StandardCharsets.UTF_8).length > LONGEST) {
            throw new SandboxRefusedException("a request id has 1 to " + LONGEST + " bytes");
        }
        return id;
    }

    /**
     * The rule for an engine that has seen {@code id} before: the same request is a repeat, another one is an error.
     *
     * @param first what was asked for then, compared with {@code equals}
     * @param now   what is asked for now
     * @throws SandboxException with reason REQUEST_ID_CONFLICT when they differ
     */
    public static void requireSame(String id, Object first, Object now) {
        if (!first.equals(now)) {
            throw new SandboxException(
                    Reason.REQUEST_ID_CONFLICT,
                    "the request id '" + Quoted.text(id) + "' was used before for another request: use a new one");
        }
    }
}
