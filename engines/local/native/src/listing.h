/* One LIST: a walk without recursion and without following links, bounded in entries and depth. */
#ifndef LISTING_H
#define LISTING_H

#include "init_frames.h"

/* Deeper than this is E2BIG, whatever the request allows: each level holds a descriptor. */
#define LISTING_DEPTH_MAX 256u

struct listing;

/* NULL with errno. */
struct listing *listing_open(int root, const struct list_request *request);
/* One step of the walk. False after it has said DONE or FAILED. Needs BULK_ROOM. */
bool listing_next(struct listing *listing, struct outbox *outbox);
void listing_close(struct listing *listing);

#endif
