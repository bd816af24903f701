package io.camelsandbox.sandbox.state;

import io.camelsandbox.Limits;
import io.camelsandbox.OutputPolicy;
import io.camelsandbox.Spool;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * One execution for an interpreter that stays, checked before.
 *
 * @param code         its code, UTF-8; not copied
 * @param request      the fields of its {@link io.camelsandbox.code.HarnessRequest}
 * @param folder       an absolute folder to enter; empty stays where the last execution was
 * @param stdin        a file in the sandbox that is its standard input; empty for none
 * @param limits       its time and output hold
 * @param outputPolicy what happens when a stream passes its cap
 * @param spool        where output above its cap goes; empty drops it
 */
public record StatefulExecution(
        byte[] code,
        List<String> request,
        Optional<String> folder,
        Optional<String> stdin,
        Limits limits,
        OutputPolicy outputPolicy,
        Optional<Spool> spool) {

    public StatefulExecution {
        Objects.requireNonNull(code);
        request = List.copyOf(request);
        Objects.requireNonNull(folder);
        Objects.requireNonNull(stdin);
        Objects.requireNonNull(limits);
        Objects.requireNonNull(outputPolicy);
        Objects.requireNonNull(spool);
    }

    /** Names no content. */
    @Override
    public String toString() {
        return "StatefulExecution[" + code.length + " bytes of code]";
    }
}
