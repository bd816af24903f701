package io.camelsandbox.component;

import java.util.List;

/** Names of Linux's signals. */
final class Signals {

    private static final List<String> NAMES = List.of(
            "SIGHUP",
            "SIGINT",
            "SIGQUIT",
            "SIGILL",
            "SIGTRAP",
            "SIGABRT",
            "SIGBUS",
            "SIGFPE",
            "SIGKILL",
            "SIGUSR1",
            "SIGSEGV",
            "SIGUSR2",
            "SIGPIPE",
            "SIGALRM",
            "SIGTERM",
            "SIGSTKFLT",
            "SIGCHLD",
            "SIGCONT",
            "SIGSTOP",
            "SIGTSTP",
            "SIGTTIN",
            "SIGTTOU",
            "SIGURG",
            "SIGXCPU",
            "SIGXFSZ",
            "SIGVTALRM",
            "SIGPROF",
            "SIGWINCH",
            "SIGIO",
            "SIGPWR",
            "SIGSYS");

    private Signals() {}

    /** The name of a signal, such as {@code SIGKILL}; the number itself where it has none. */
    static String name(int signal) {
        return signal >= 1 && signal <= NAMES.size() ? NAMES.get(signal - 1) : String.valueOf(signal);
    }
}
