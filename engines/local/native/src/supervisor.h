/*
 * The parent of an execution that shares its sandbox with others: every orphan of that execution becomes its child, so
 * that the end of the execution reaches all of it and nothing else.
 */
#ifndef SUPERVISOR_H
#define SUPERVISOR_H

#include <stdbool.h>
#include <sys/types.h>

/* What it tells init: first the pid of the main process, then how that ended. Its own end is the end of all. */
struct supervisor_report {
    bool ended;
    pid_t pid;
    int status;
};

/* Called in a fork of init, in the parent of `pid`. Kills all when `control` ends. */
_Noreturn void supervisor_run(pid_t pid, int report, int control);

#endif
