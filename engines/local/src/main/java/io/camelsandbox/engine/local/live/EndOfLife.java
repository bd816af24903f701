package io.camelsandbox.engine.local.live;

import io.camelsandbox.engine.SandboxFacts;
import io.camelsandbox.engine.SandboxFacts.Ending;
import java.time.Instant;

/** How a sandbox ends: what somebody wanted, and what came first. On the loop's thread. */
final class EndOfLife {

    private Ending wanted;
    private Ending how;
    private Integer code;
    private String why;

    /** Somebody wants its end; true when he is the first. */
    boolean want(Ending ending) {
        if (wanted != null || how != null) {
            return false;
        }
        wanted = ending;
        return true;
    }

    /** True when somebody wants its end. */
    boolean isWanted() {
        return wanted != null;
    }

    /** True when it was seen to end. */
    boolean isKnown() {
        return how != null;
    }

    /** It was seen to end; of several, the first counts, and what was wanted before is how it ended. */
    void is(Ending ending, Integer exitCode, String reason) {
        if (how == null) {
            how = wanted == null ? ending : wanted;
            code = exitCode;
            why = wanted == null ? reason : null;
        }
    }

    Ending how() {
        return how;
    }

    SandboxFacts facts(SandboxFacts before, Instant now) {
        return before.toBuilder().ended(now, how).exitCode(code).reason(why).build();
    }
}
