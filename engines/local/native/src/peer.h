/* Java's side of init: one connection for ever, or, where a socket that listens was given, one after the other. */
#ifndef PEER_H
#define PEER_H

#include <stdbool.h>
#include <stdint.h>

#include "init_frames.h"

struct peer {
    int listener;       /* -1: there is one connection for ever */
    int connection;     /* -1 while nobody is there */
    int64_t patience_us;
    int64_t lifetime_at; /* 0 = none; looked at while nobody is there: who is there sees to it */
    int64_t grace_us;
    int64_t end_at; /* 0 = none; when init ends if nobody comes */
    bool ending;    /* the lifetime is over, and the main process knows */
};

/* Looks at what descriptor 0 is; false with errno. */
bool peer_open(struct peer *peer);
void peer_lease(struct peer *peer, const struct lease_request *request);
/* Lets in who waits, where there is room for one; a second one is turned away. True when somebody has come. */
bool peer_accept(struct peer *peer);
/* Nobody is there any more. */
void peer_alone(struct peer *peer);
bool peer_is_alone(const struct peer *peer);
/* When to look at its times again; 0 = not of itself. */
int64_t peer_deadline(const struct peer *peer);

#endif
