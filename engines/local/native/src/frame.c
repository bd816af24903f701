#define _GNU_SOURCE
#include "frame.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define FILL_MAX 262144u
/* Room for a first full read of a pipe: growing is page faults in the middle of an execution. */
#define OUTBOX_FIRST 131072u

struct reader reader_of(struct bytes bytes)
{
    struct reader reader = {bytes.data, bytes.data + bytes.size, false};
    return reader;
}

static const uint8_t *take(struct reader *reader, size_t size)
{
    if (reader->bad || (size_t)(reader->end - reader->at) < size) {
        reader->bad = true;
        return NULL;
    }
    const uint8_t *at = reader->at;
    reader->at += size;
    return at;
}

static uint64_t read_number(struct reader *reader, size_t size)
{
    const uint8_t *at = take(reader, size);
    uint64_t value = 0;
    for (size_t i = 0; at != NULL && i < size; i++) {
        value = value << 8 | at[i];
    }
    return value;
}

uint8_t read_u8(struct reader *reader)
{
    return (uint8_t)read_number(reader, 1);
}

uint32_t read_u32(struct reader *reader)
{
    return (uint32_t)read_number(reader, 4);
}

int32_t read_i32(struct reader *reader)
{
    uint32_t value = read_u32(reader);
    return value <= INT32_MAX ? (int32_t)value : -(int32_t)(UINT32_MAX - value) - 1;
}

uint64_t read_u64(struct reader *reader)
{
    return read_number(reader, 8);
}

struct bytes read_string(struct reader *reader)
{
    uint32_t size = read_u32(reader);
    struct bytes bytes = {take(reader, size), size};
    if (reader->bad) {
        bytes.size = 0;
    }
    return bytes;
}

struct bytes read_text(struct reader *reader)
{
    struct bytes text = read_string(reader);
    if (text.size > 0 && memchr(text.data, 0, text.size) != NULL) {
        reader->bad = true;
    }
    return text;
}

struct bytes read_rest(struct reader *reader)
{
    struct bytes bytes = {reader->at, reader->bad ? 0 : (size_t)(reader->end - reader->at)};
    reader->at = reader->end;
    return bytes;
}

struct list read_texts(struct reader *reader)
{
    struct list list = {.count = read_u32(reader)};
    list.items = *reader;
    for (uint32_t i = 0; i < list.count && !reader->bad; i++) {
        read_text(reader);
    }
    if (reader->bad) {
        list.count = 0;
    }
    return list;
}

bool reader_done(const struct reader *reader)
{
    return !reader->bad && reader->at == reader->end;
}

char *text_copy(struct bytes text)
{
    char *copy = malloc(text.size + 1);
    if (copy == NULL) {
        return NULL;
    }
    if (text.size > 0) {
        memcpy(copy, text.data, text.size);
    }
    copy[text.size] = 0;
    return copy;
}

char **texts_vector(struct list list)
{
    size_t pointers = ((size_t)list.count + 1) * sizeof(char *);
    /* Each element has four bytes of length on the wire, which is more than its terminator needs. */
    size_t texts = (size_t)(list.items.end - list.items.at);
    char **vector = malloc(pointers + texts);
    if (vector == NULL) {
        return NULL;
    }
    char *to = (char *)vector + pointers;
    for (uint32_t i = 0; i < list.count; i++) {
        struct bytes text = read_text(&list.items);
        vector[i] = to;
        if (text.size > 0) {
            memcpy(to, text.data, text.size);
        }
        to[text.size] = 0;
        to += text.size + 1;
    }
    vector[list.count] = NULL;
    return vector;
}

static void inbox_compact(struct inbox *inbox)
{
    if (inbox->start == inbox->end) {
        inbox->start = inbox->end = 0;
    } else if (inbox->start > 0 && sizeof inbox->data - inbox->end < FILL_MAX) {
        memmove(inbox->data, inbox->data + inbox->start, inbox->end - inbox->start);
        inbox->end -= inbox->start;
        inbox->start = 0;
    }
}

ssize_t inbox_fill(struct inbox *inbox, int fd)
{
    inbox_compact(inbox);
    size_t room = sizeof inbox->data - inbox->end;
    if (room == 0) {
        errno = EAGAIN;
        return -1;
    }
    ssize_t got = read(fd, inbox->data + inbox->end, room < FILL_MAX ? room : FILL_MAX);
    if (got > 0) {
        inbox->end += (size_t)got;
    }
    return got;
}

enum inbox_state inbox_peek(const struct inbox *inbox, struct bytes *frame)
{
    struct bytes pending = {inbox->data + inbox->start, inbox->end - inbox->start};
    if (pending.size < FRAME_HEADER) {
        return INBOX_WAIT;
    }
    struct reader reader = reader_of(pending);
    uint32_t size = read_u32(&reader);
    if (size < 1 || size > FRAME_MAX) {
        return INBOX_BAD;
    }
    if (pending.size - FRAME_HEADER < size) {
        return INBOX_WAIT;
    }
    frame->data = reader.at;
    frame->size = size;
    return INBOX_FRAME;
}

void inbox_consume(struct inbox *inbox, struct bytes frame)
{
    inbox->start += FRAME_HEADER + frame.size;
}

size_t outbox_pending(const struct outbox *outbox)
{
    return outbox->end - outbox->start;
}

size_t outbox_left(const struct outbox *outbox)
{
    return outbox->overflow ? 0 : outbox->limit - outbox_pending(outbox);
}

static void outbox_compact(struct outbox *outbox)
{
    if (outbox->start > 0) {
        memmove(outbox->data, outbox->data + outbox->start, outbox_pending(outbox));
        outbox->end -= outbox->start;
        outbox->frame -= outbox->start;
        outbox->start = 0;
    }
}

static bool outbox_grow(struct outbox *outbox, size_t needed)
{
    size_t size = outbox->size == 0 ? OUTBOX_FIRST : outbox->size;
    while (size < needed) {
        size *= 2;
    }
    uint8_t *data = realloc(outbox->data, size);
    if (data == NULL) {
        return false;
    }
    outbox->data = data;
    outbox->size = size;
    return true;
}

uint8_t *outbox_room(struct outbox *outbox, size_t size)
{
    if (outbox->overflow || outbox_pending(outbox) + size > outbox->limit) {
        outbox->overflow = true;
        return NULL;
    }
    if (outbox->size - outbox->end < size) {
        outbox_compact(outbox);
    }
    if (outbox->size - outbox->end < size && !outbox_grow(outbox, outbox->end + size)) {
        outbox->overflow = true;
        return NULL;
    }
    return outbox->data + outbox->end;
}

void outbox_commit(struct outbox *outbox, size_t size)
{
    outbox->end += size;
}

void outbox_clear(struct outbox *outbox)
{
    outbox->start = outbox->end = 0;
    outbox->overflow = false;
}

bool outbox_flush(struct outbox *outbox, int fd)
{
    while (outbox->start < outbox->end) {
        ssize_t sent = send(fd, outbox->data + outbox->start, outbox_pending(outbox), MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent >= 0) {
            outbox->start += (size_t)sent;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            return true;
        } else if (errno != EINTR) {
            return false;
        }
    }
    outbox->start = outbox->end = 0;
    return true;
}

static void put(struct outbox *outbox, const void *data, size_t size)
{
    uint8_t *to = outbox_room(outbox, size);
    if (to != NULL && size > 0) {
        memcpy(to, data, size);
        outbox_commit(outbox, size);
    }
}

void store_u32(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; i++) {
        at[i] = (uint8_t)(value >> (24 - 8 * i));
    }
}

void put_u8(struct outbox *outbox, uint8_t value)
{
    put(outbox, &value, 1);
}

void put_u32(struct outbox *outbox, uint32_t value)
{
    uint8_t wire[4];
    store_u32(wire, value);
    put(outbox, wire, sizeof wire);
}

void put_u64(struct outbox *outbox, uint64_t value)
{
    put_u32(outbox, (uint32_t)(value >> 32));
    put_u32(outbox, (uint32_t)value);
}

void put_string(struct outbox *outbox, const void *data, size_t size)
{
    put_u32(outbox, (uint32_t)size);
    put(outbox, data, size);
}

void frame_begin(struct outbox *outbox, uint8_t type)
{
    outbox->frame = outbox->end;
    put_u32(outbox, 0);
    put_u8(outbox, type);
}

void frame_end(struct outbox *outbox)
{
    if (!outbox->overflow) {
        store_u32(outbox->data + outbox->frame, (uint32_t)(outbox->end - outbox->frame - FRAME_HEADER));
    }
}
