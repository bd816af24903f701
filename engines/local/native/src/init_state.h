/* What the files of init share: its state, and who does what with it. */
#ifndef INIT_STATE_H
#define INIT_STATE_H

#include <poll.h>
#include <unistd.h>

#include "execution.h"
#include "files.h"
#include "kept.h"

#define CONNECTION STDIN_FILENO
#define EXECUTIONS 128
#define POLLS (2 + EXECUTIONS * 7)

struct init {
    bool pid1;
    bool childless;     /* the last wait found no child */
    bool ended_early;   /* what was killed at an end that was said may not be gone yet */
    bool more_children; /* reaping stopped at its bound */
    bool again;         /* work was held back by the outbox, which has room now */
    int children;
    int64_t hunt_at;
    struct confinement confinement;
    struct files files;
    struct kept kept;
    struct execution executions[EXECUTIONS];
    struct pollfd polls[POLLS];
    struct inbox inbox;
    struct outbox outbox;
};

/* requests.c: what Java asks for. */
enum handled take_frame(struct init *init, struct bytes frame);
struct execution *find_execution(struct init *init, uint32_t id);
void say_credit(struct init *init, const struct execution *execution, size_t bytes);

/* reaper.c: how processes end. */
void reap(struct init *init);
/* Looks at what a supervisor has told. */
void read_supervisor(struct init *init, struct execution *execution);
/* Looks at what its process says before its end. */
void read_early(struct init *init, struct execution *execution);
/* Sends SIGKILL to everything that the end of this execution ends. */
void kill_execution(struct init *init, struct execution *execution);
/* Goes on killing what one call could not reach. */
void hunt(struct init *init);
/* Whether nothing of an ended execution is left, or there was time enough. */
bool nothing_left(const struct init *init, const struct execution *execution);
/* The end of init: as pid 1 it ends all there is, otherwise what it has started. */
_Noreturn void leave(struct init *init, int code);

#endif
