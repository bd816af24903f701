/* init and the launcher's children have an empty environment, so the options are compiled in. */
const char *__asan_default_options(void);

const char *__asan_default_options(void)
{
    /* No signal handlers: a guest may send those signals to init, which has none of its own. */
    /* Leaks are not looked for: that needs ptrace, and both parts live as long as their connection. */
    return "detect_leaks=0:exitcode=99:handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:handle_abort=0";
}
