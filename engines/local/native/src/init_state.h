/* What the files of init share: its state, and who does what with it. */
#ifndef INIT_STATE_H
#define INIT_STATE_H

#include <poll.h>
#include <unistd.h>

#include "execution.h"
#include "files.h"
#include "kept.h"
#include "peer.h"

#define EXECUTIONS 128
/* The one that goes on while nobody is there. */
#define MAIN_EXECUTION 1u
#define POLLS (3 + EXECUTIONS * 7)

struct init {
    bool pid1;
    bool childless;     /* the last wait found no child */
    bool ended_early;   /* what was killed at an end that was said may not be gone yet */
    bool more_children; /* reaping stopped at its bound */
    bool again;         /* work was held back by the outbox, which has room now */
    int children;
    struct peer peer;
    int64_t hunt_at;
    struct confinement confinement;
    struct files files;
    struct kept kept;
    bool reported;           /* the main execution has ended and `report` says how */
    struct execution report; /* said again to each who comes */
    struct execution executions[EXECUTIONS];
    struct pollfd polls[POLLS];
    struct inbox inbox;
    struct outbox outbox;
};

/* requests.c: what Java asks for. */
enum handled take_frame(struct init *init, struct bytes frame);
struct execution *find_execution(struct init *init, uint32_t id);
void say_credit(struct init *init, const struct execution *execution, size_t bytes);

/* guard.c: what becomes of it all while nobody is there. */
/* The connection has ended: so does init, or it waits for the next one. */
void connection_ended(struct init *init);
/* Says what one who has just come does not know. */
void greet(struct init *init);
/* Ends init, and what is in it first, when nobody came in time or the lifetime is over. */
void check_lease(struct init *init, int64_t now);

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
