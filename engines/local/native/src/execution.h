/* One execution in init: from EXEC to its last frame. */
#ifndef EXECUTION_H
#define EXECUTION_H

#include <sys/resource.h>

#include "process.h"
#include "relay.h"

enum cause { CAUSE_ITSELF, CAUSE_TIMEOUT, CAUSE_OUTPUT, CAUSE_SIGNAL };

struct execution {
    bool used;
    uint32_t id;
    pid_t pid;        /* 0 while only the supervisor knows it */
    pid_t supervisor; /* 0 without, or once it has ended */
    int report;
    int control;
    int notice;   /* brings the listener */
    int listener; /* of early.h */
    bool kill_rest;
    bool no_peak;  /* its peak of memory is nobody's question */
    bool keep;     /* what its main process leaves behind when it ends by itself may live on */
    bool started;  /* its exec has happened */
    bool relaying; /* a BOOT execution only after GO */
    bool ended;    /* its main process is reaped */
    bool killed;   /* everything of it has been sent SIGKILL */
    bool forgotten; /* who asked for it is gone: nothing is said of it any more */
    int result;
    struct input input;
    struct input request;
    struct output output[2];
    int terminal; /* its slave, until the main process ends; -1 without */
    size_t drain_left[2]; /* what may still be read once `drain_by` has passed */
    struct terms terms;
    int64_t start;
    int64_t timeout_at; /* 0 = none; then SIGTERM */
    int64_t kill_at;    /* 0 = none; then SIGKILL */
    int64_t drain_by;   /* after the end: streams and leftovers get no longer than this */
    int64_t end_by;   /* after the end: where one kill does not reach all, the sandbox goes when this has passed */
    bool drain_over;
    uint64_t pending;       /* signals that came before the pid was known */
    uint64_t pending_alone; /* the same, not for its group */
    enum cause cause;
    struct process_failure refusal; /* step is empty while it is not refused */
    int status;
    int64_t wall_us;
    uint64_t user_us;
    uint64_t system_us;
    uint64_t max_rss_kib;
    uint8_t full;
};

void execution_begin(struct execution *execution, const struct exec_request *request, const struct process *process);
void execution_terms(struct execution *execution, const struct terms *terms);
void execution_found(struct execution *execution, pid_t pid);
void execution_go(struct execution *execution);
/* Looks at the result of the exec; true when it has just started. */
bool execution_read_result(struct execution *execution);
/* Whether the end of its main process is the end of all of it. */
bool execution_ends_all(const struct execution *execution);
void execution_account(struct execution *execution, const struct rusage *usage);
/* While the main process is alive: what it and its reaped children have used. */
void execution_account_alive(struct execution *execution);
/* To the group of the main process, or to that process alone. */
void execution_signal(struct execution *execution, int number, bool alone);
/* One read of each stream; true when something was read. */
bool execution_relay(struct execution *execution, struct outbox *outbox);
/* Who asked for it is gone: its streams are closed, and its id is free. */
void execution_forget(struct execution *execution);
/* Who asked for it is gone, and another one follows: windows and credit begin anew. */
void execution_hand_over(struct execution *execution);
bool execution_streams_ended(const struct execution *execution);
/* Reads on for no more than what the pipes hold now. */
void execution_limit_drain(struct execution *execution);
void execution_free(struct execution *execution);

void say_started(struct outbox *outbox, const struct execution *execution);
void say_waiting(struct outbox *outbox, const struct execution *execution);
void say_refused(struct outbox *outbox, uint32_t exec, const struct process_failure *failure);
/* EXIT, or REFUSED where it never ran. */
void say_end(struct outbox *outbox, const struct execution *execution);

#endif
