/* The pipes of an execution: what goes into it, queued; what comes out of it, relayed up to a cap and then drained. */
#ifndef RELAY_H
#define RELAY_H

#include "frame.h"

#define STDIN_QUEUE_MAX 262144u
/* End characters of a terminal that may wait. */
#define ENDS_QUEUE_MAX 4096u
#define OUTPUT_WINDOW 262144u
#define REQUEST_QUEUE_MAX 4194304u
/* Room that bulk (output, entries, chunks) leaves for the frames that answer and end things. */
#define OUTBOX_SLACK 65536u
/* Room that bulk needs for its next piece. */
#define BULK_ROOM (131072u + OUTBOX_SLACK)

struct input {
    int fd; /* -1 once closed by either side: further bytes are dropped */
    bool ended;
    size_t uncredited; /* of what is queued, our own and not the sender's */
    uint8_t *data;
    size_t size;
    size_t start;
    size_t end;
};

size_t input_queued(const struct input *input);
/* Takes all of `data` (copied); false without memory. */
bool input_add(struct input *input, struct bytes data);
/* Queues a byte of our own: the end character of a terminal. */
bool input_add_own(struct input *input, uint8_t byte);
/* How much of the sender's is queued. */
size_t input_owed(const struct input *input);
/* After what is queued the process sees the end. */
void input_end(struct input *input);
/* Writes what the pipe takes; returns how many bytes of the sender left the queue, written or dropped. */
size_t input_flush(struct input *input);
/* Closes at once; returns how many bytes were dropped. */
size_t input_close(struct input *input);

struct output {
    int fd;
    uint8_t stream;
    uint64_t cap;
    uint64_t produced;
    bool paced;
    bool terminal;
    bool packets;  /* a read for less than a packet would lose the rest of it */
    uint64_t sent;
    uint64_t taken;
};

enum relayed {
    RELAY_MORE,  /* something came, there may be more */
    RELAY_EMPTY, /* nothing there now */
    RELAY_FULL,  /* the outbox or the window has no room */
    RELAY_END    /* the stream has ended and is closed */
};

/* Relays or drains one read's worth, at most `limit` bytes. */
enum relayed output_relay(struct output *output, uint32_t exec, struct outbox *outbox, size_t limit);
/* Opens the window by that much; false if it is more than was sent. */
bool output_taken(struct output *output, uint64_t bytes);
/* Whether it waits for its window alone. */
bool output_held(const struct output *output);
bool output_over_cap(const struct output *output);
/* Whether the next relay needs room in the outbox. */
bool output_needs_room(const struct output *output);

#endif
