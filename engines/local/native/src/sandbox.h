/* One sandbox as the launcher sees it: its child, its pid 1 and the pipes between. */
#ifndef SANDBOX_H
#define SANDBOX_H

#include <sys/resource.h>
#include <sys/types.h>

#include "frame.h"
#include "stage.h"

#define DIAGNOSTICS_MAX 4096
#define REPORT_MAX 1024

struct sandbox {
    struct sandbox *next;
    uint64_t id;
    pid_t child;
    pid_t pid1; /* 0 while unknown; the child itself where it runs without bubblewrap */
    bool exec_next; /* the child's last word before its exec */
    bool execed;
    bool refused;
    bool reaped;
    bool adoptable;
    bool kill_wanted;
    int64_t kill_by;  /* a kill that waits for pid 1 to be known waits no longer than this */
    int64_t sweep_by; /* orphans are hunted no longer than this */
    int status;
    struct rusage usage;
    struct stage_report failure;
    int stage;       /* the child's reports until it execs; the other end of its hold */
    int diagnostics;
    int info;        /* bubblewrap's report */
    int pid1_fd;     /* pidfd */
    size_t polls[4]; /* where the four stand among the polled; 0 = not there */
    size_t report_size;
    char report[REPORT_MAX];
    size_t diagnostics_size;
    char diagnostics_text[DIAGNOSTICS_MAX];
};

/* Forks the child; NULL with errno when that is not possible. */
struct sandbox *sandbox_fork(const struct start_request *request, const char *socket_path, const char *stage_path,
                             rlim_t open_files);
void sandbox_free(struct sandbox *sandbox);
/* Reads what the child said before its exec; true when it has just parked. */
bool sandbox_read_stage(struct sandbox *sandbox);
void sandbox_read_diagnostics(struct sandbox *sandbox);
/* Reads bubblewrap's report; true when pid 1 has just become known. */
bool sandbox_read_info(struct sandbox *sandbox);
void sandbox_release(struct sandbox *sandbox);
void sandbox_kill(struct sandbox *sandbox);
/* Whether it goes on without a control connection. */
bool sandbox_outlives(struct sandbox *sandbox);
/* True when the child is reaped and pid 1, where it is another process, is gone. */
bool sandbox_gone(struct sandbox *sandbox);

#endif
