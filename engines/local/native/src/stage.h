/* The launcher's child: everything between fork and exec. */
#ifndef STAGE_H
#define STAGE_H

#include <sys/resource.h>
#include <sys/types.h>

#include "launcher_frames.h"

/* What the child says to the launcher: a step that failed, that it is parked, or that the next thing is its exec. */
struct stage_report {
    char step[12];
    int error;
};

#define STAGE_PARKED "parked"
#define STAGE_EXEC "execve"

struct stage_plan {
    const struct start_request *request;
    const char *socket_path;
    const char *stage_path;
    pid_t launcher;
    rlim_t open_files; /* the soft limit the launcher was started with */
    int report;        /* SEQPACKET to the launcher */
    int diagnostics;   /* becomes descriptor 2 */
    int info;          /* becomes descriptor 3 */
};

_Noreturn void stage_run(const struct stage_plan *plan);

#endif
