package io.camelsandbox.engine.local.seccomp;

import java.util.stream.Collectors;

/** The page about the filter, written from its rules. */
final class SeccompDocument {

    private static final String HEAD = """
            # System calls

            Generated from the rules that the filter is compiled from; do not edit. To write it again:
            `mvn -pl engines/local -am test -Dtest=SeccompDocumentTest -Dsurefire.failIfNoSpecifiedTests=false -Dseccomp.write=true`

            Code in a sandbox of the local engine runs under a filter on system calls (seccomp) for x86-64 and aarch64. On any
            other architecture the engine does not start unless isolation is lowered. The filter is one of several walls: the
            namespaces, the user without privilege and the limits hold without it. It takes away kernel code that a script has
            no use for.

            - A call that the table below does not name is allowed.
            - A call newer than the filter's table of calls is `ENOSYS`, so that libraries take the older way.
            - A call as another architecture (32-bit x86 or Arm) ends the process with `SIGSYS`; x32 is `ENOSYS`.
            - `ENOSYS` is chosen where libraries fall back on it, `EPERM` where a program should see that it may not.

            | call | answer | reason |
            |---|---|---|
            """;

    private static final String TAIL = """

            ## What it leaves

            - Files that several sandboxes see, such as programs under `/usr`, can be locked (`flock`) by each of them: one bit
              that a neighbour can see. Locks are too much used to be taken away.
            - Memory shared between processes (`shmget`, `memfd_create`, anonymous shared `mmap`) is counted where there is a
              memory group, and not counted where there is none.
            - A filter of the program's own (`seccomp`, `prctl`) can be added: it can only take more away.
            """;

    private SeccompDocument() {}

    static String text() {
        return HEAD + SyscallPolicy.RULES.stream().map(SeccompDocument::row).collect(Collectors.joining()) + TAIL;
    }

    private static String row(Rule rule) {
        String calls = rule.calls().stream().map(call -> "`" + call + "`").collect(Collectors.joining(", "));
        String condition = rule.condition().isEmpty() ? "" : ", " + rule.condition();
        return "| " + calls + condition + " | " + answer(rule) + " | " + rule.reason() + " |\n";
    }

    private static String answer(Rule rule) {
        Answer answer = rule.otherwise() == Answer.ALLOW ? rule.clauses().get(0).answer() : rule.otherwise();
        return answer == Answer.PRETEND ? "nothing, and success" : "`" + answer + "`";
    }
}
