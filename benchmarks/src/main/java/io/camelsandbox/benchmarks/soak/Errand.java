package io.camelsandbox.benchmarks.soak;

import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Termination;
import io.camelsandbox.benchmarks.contest.TinyScript;
import java.util.List;
import java.util.Random;

/**
 * One kind of run, and how it must end.
 *
 * @param script the language
 * @param code   what is run
 * @param ending why it must end
 * @param usual  true when its time counts: it says a word and ends
 */
record Errand(TinyScript script, String code, Termination ending, boolean usual) {

    /** For every route. */
    static final String ENDPOINT_OPTIONS = "timeout=5s&maxOutput=64KiB";

    private static final int ONE_ODD_IN = 50;
    private static final List<Errand> ODD = List.of(
            new Errand(TinyScript.SHELL, "sleep 30", Termination.TIMED_OUT, false),
            new Errand(TinyScript.SHELL, "head -c 3000000 /dev/zero", Termination.EXITED, false),
            new Errand(TinyScript.SHELL, "kill -9 $$", Termination.SIGNALED, false),
            new Errand(TinyScript.SHELL, "for i in 1 2 3; do (setsid sleep 60 &); done", Termination.EXITED, false),
            new Errand(TinyScript.PYTHON, "import os; os.abort()", Termination.SIGNALED, false),
            new Errand(TinyScript.PYTHON, "raise SystemExit(3)", Termination.EXITED, false),
            new Errand(TinyScript.JS, "process.kill(process.pid, 'SIGSEGV')", Termination.SIGNALED, false));

    /** The next of a mixture: usual ones in three languages, with an odd one now and then. */
    static Errand pick(Random random) {
        if (random.nextInt(ONE_ODD_IN) == 0) {
            return ODD.get(random.nextInt(ODD.size()));
        }
        TinyScript[] scripts = TinyScript.values();
        return usual(scripts[random.nextInt(scripts.length)]);
    }

    /** A script that says a word. */
    static Errand usual(TinyScript script) {
        return new Errand(script, script.code(), Termination.EXITED, true);
    }

    /** True when a result is as it must be. */
    boolean isRight(ExecutionResult result) {
        return result.termination() == ending
                && (!usual || result.exitCode() == 0 && !result.stdout().text().isEmpty());
    }
}
