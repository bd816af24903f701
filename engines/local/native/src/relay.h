/* The pipes of an execution: what goes into it, queued; what comes out of it, relayed up to a cap and then drained. */
#ifndef RELAY_H
#define RELAY_H

#include "frame.h"

#define STDIN_QUEUE_MAX 262144u
#define REQUEST_QUEUE_MAX 4194304u
/* Room that bulk (output, entries, chunks) leaves for the frames that answer and end things. */
#define OUTBOX_SLACK 65536u
/* Room that bulk needs for its next piece. */
#define BULK_ROOM (131072u + OUTBOX_SLACK)

struct input {
    int fd; /* -1 once closed by either side: further bytes are dropped */
    bool ended;
    uint8_t *data;
    size_t size;
    size_t start;
    size_t end;
};

size_t input_queued(const struct input *input);
/* Takes all of `data` (copied); false without memory. */
bool input_add(struct input *input, struct bytes data);
/* After what is queued the process sees the end. */
void input_end(struct input *input);
/* Writes what the pipe takes; returns how many bytes left the queue, written or dropped. */
size_t input_flush(struct input *input);
/* Closes at once; returns how many bytes were dropped. */
size_t input_close(struct input *input);

struct output {
    int fd;
    uint8_t stream;
    uint64_t cap;
    uint64_t produced;
};

enum relayed {
    RELAY_MORE,  /* something came, there may be more */
    RELAY_EMPTY, /* nothing there now */
    RELAY_FULL,  /* the outbox has no room */
    RELAY_END    /* the stream has ended and is closed */
};

/* Relays or drains one read's worth, at most `limit` bytes. */
enum relayed output_relay(struct output *output, uint32_t exec, struct outbox *outbox, size_t limit);
bool output_over_cap(const struct output *output);
/* Whether the next relay needs room in the outbox. */
bool output_needs_room(const struct output *output);

#endif
