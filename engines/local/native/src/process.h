/* Starting one process of an execution: pipes, fork, and everything up to its exec. */
#ifndef PROCESS_H
#define PROCESS_H

#include <sys/types.h>

#include "init_frames.h"

/* What every execution of this sandbox runs under. */
struct confinement {
    bool set;
    uint32_t rlimit_count;
    struct rlimit_request rlimits[RLIMITS_MAX];
    size_t seccomp_size;
    uint8_t *seccomp;
};

/* init's ends of a process that was started; -1 where there is none. */
struct process {
    pid_t pid;        /* 0 where a supervisor will tell it */
    pid_t supervisor; /* 0 without */
    int report;       /* from the supervisor */
    int control;      /* to it: its end is the order to kill */
    int result; /* ends empty at the exec, or says why there is none */
    int notice; /* brings the listener of early.h */
    int input;
    int request;
    int output[2];
    int terminal; /* its slave: held, so that a guest that closes all of it does not end it */
};

struct process_failure {
    char step[12];
    int error;
};

/* False: `failure` says why, and nothing is left. */
bool process_start(const struct exec_request *request, const struct confinement *confinement, struct process *process,
                   struct process_failure *failure);

#endif
