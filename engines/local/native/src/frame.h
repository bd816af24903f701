/* The wire format: bounded reading of what came in, bounded writing of what goes out. PROTOCOL.md is its page. */
#ifndef FRAME_H
#define FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define PROTOCOL_VERSION 1u
#define FRAME_MAX 2097152u
#define FRAME_HEADER 4u

struct bytes {
    const uint8_t *data;
    size_t size;
};

/* Reads past the end set `bad` and yield zeros, so that a decoder checks once, at its end. */
struct reader {
    const uint8_t *at;
    const uint8_t *end;
    bool bad;
};

/* A list that was checked to its end; `items` stands before its first element. */
struct list {
    uint32_t count;
    struct reader items;
};

struct reader reader_of(struct bytes bytes);
uint8_t read_u8(struct reader *reader);
uint32_t read_u32(struct reader *reader);
int32_t read_i32(struct reader *reader);
uint64_t read_u64(struct reader *reader);
struct bytes read_string(struct reader *reader);
/* A string without NUL: a path, an argument, a variable. */
struct bytes read_text(struct reader *reader);
struct bytes read_rest(struct reader *reader);
struct list read_texts(struct reader *reader);
/* True when everything was there and nothing is left over. */
bool reader_done(const struct reader *reader);

/* A NUL-terminated copy, to be freed; NULL without memory. */
char *text_copy(struct bytes text);
/* The list as execve takes it: one block, to be freed; NULL without memory. */
char **texts_vector(struct list list);

/* What came from a socket and is not yet consumed. */
struct inbox {
    size_t start;
    size_t end;
    uint8_t data[FRAME_HEADER + FRAME_MAX];
};

enum inbox_state { INBOX_WAIT, INBOX_FRAME, INBOX_BAD };

/* Reads once. Returns the bytes read, 0 at the end of the stream, -1 with errno. */
ssize_t inbox_fill(struct inbox *inbox, int fd);
/* Looks at the next whole frame (type and payload) without consuming it. */
enum inbox_state inbox_peek(const struct inbox *inbox, struct bytes *frame);
void inbox_consume(struct inbox *inbox, struct bytes frame);

/* What waits to be written to a socket. Over `limit` it sets `overflow` and takes nothing more. */
struct outbox {
    uint8_t *data;
    size_t size;
    size_t limit;
    size_t start;
    size_t end;
    size_t frame;
    bool overflow;
};

size_t outbox_pending(const struct outbox *outbox);
size_t outbox_left(const struct outbox *outbox);
/* Room for `size` bytes in one piece behind the pending ones, or NULL. */
uint8_t *outbox_room(struct outbox *outbox, size_t size);
void outbox_commit(struct outbox *outbox, size_t size);
/* Forgets what is pending. */
void outbox_clear(struct outbox *outbox);
/* Writes what the socket takes now. False when the connection is gone. */
bool outbox_flush(struct outbox *outbox, int fd);

void frame_begin(struct outbox *outbox, uint8_t type);
void frame_end(struct outbox *outbox);
void put_u8(struct outbox *outbox, uint8_t value);
void put_u32(struct outbox *outbox, uint32_t value);
void put_u64(struct outbox *outbox, uint64_t value);
void put_string(struct outbox *outbox, const void *data, size_t size);
void store_u32(uint8_t *at, uint32_t value);

#endif
