/*
 * The parent of an execution that shares its sandbox with others: every orphan of that execution becomes its child, so
 * that the end of the execution reaches all of it and nothing else.
 */
#ifndef SUPERVISOR_H
#define SUPERVISOR_H

#include <stdbool.h>
#include <sys/resource.h>
#include <sys/types.h>

/* What it tells init: first the pid of the main process, then how that ended. Its own end is the end of all. */
struct supervisor_report {
    bool ended;
    pid_t pid;
    int status;
    struct rusage usage; /* of the main process, once it has ended */
};

struct supervision {
    pid_t pid;   /* of the main process */
    bool keep;   /* what it leaves behind may live on */
    int report;
    int control; /* a byte is the order to kill all; so is its end, but for what may live on */
};

/* Called in a fork of init, in the parent of the main process. Ends when nothing is left. */
_Noreturn void supervisor_run(const struct supervision *supervision);

#endif
