#define _GNU_SOURCE
#include "relay.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "init_frames.h"
#include "system.h"

#define READ_MAX 65536u
#define DRAIN_MAX 1048576u
#define OUTPUT_HEADER 10u

size_t input_queued(const struct input *input)
{
    return input->end - input->start;
}

static bool input_make_room(struct input *input, size_t size)
{
    size_t queued = input_queued(input);
    if (input->size - input->end >= size) {
        return true;
    }
    if (input->start > 0) {
        memmove(input->data, input->data + input->start, queued);
        input->start = 0;
        input->end = queued;
    }
    if (input->size - queued >= size) {
        return true;
    }
    uint8_t *data = realloc(input->data, queued + size);
    if (data == NULL) {
        return false;
    }
    input->data = data;
    input->size = queued + size;
    return true;
}

bool input_add(struct input *input, struct bytes data)
{
    if (!input_make_room(input, data.size)) {
        return false;
    }
    memcpy(input->data + input->end, data.data, data.size);
    input->end += data.size;
    return true;
}

bool input_add_own(struct input *input, uint8_t byte)
{
    struct bytes data = {&byte, 1};
    bool added = input_add(input, data);
    input->uncredited += added;
    return added;
}

size_t input_owed(const struct input *input)
{
    return input_queued(input) - input->uncredited;
}

void input_end(struct input *input)
{
    input->ended = true;
    if (input_queued(input) == 0) {
        input_close(input);
    }
}

size_t input_close(struct input *input)
{
    size_t dropped = input_queued(input);
    close_fd(&input->fd);
    free(input->data);
    input->data = NULL;
    input->size = input->start = input->end = 0;
    return dropped;
}

static size_t write_queued(struct input *input)
{
    size_t written = 0;
    while (input->fd >= 0 && input_queued(input) > 0) {
        ssize_t done = write(input->fd, input->data + input->start, input_queued(input));
        if (done >= 0) {
            input->start += (size_t)done;
            written += (size_t)done;
        } else if (errno == EAGAIN) {
            return written;
        } else if (errno != EINTR) {
            /* EPIPE above all: the process does not want it, which is no error. */
            return written + input_close(input);
        }
    }
    if (input->ended || input->fd < 0) {
        return written + input_close(input);
    }
    return written;
}

size_t input_flush(struct input *input)
{
    size_t left = write_queued(input);
    size_t own = left < input->uncredited ? left : input->uncredited;
    input->uncredited -= own;
    return left - own;
}

static size_t window_left(const struct output *output)
{
    return output->paced ? OUTPUT_WINDOW - (size_t)(output->sent - output->taken) : READ_MAX;
}

bool output_taken(struct output *output, uint64_t bytes)
{
    if (!output->paced || bytes > output->sent - output->taken) {
        return false;
    }
    output->taken += bytes;
    return true;
}

bool output_held(const struct output *output)
{
    /*
     * A read ends behind a packet and loses what of it has no room. One that opens its stdout anew writes no packets;
     * only a read for all that a pipe holds is sure not to begin with that and to end within a packet.
     */
    size_t least = output->packets ? READ_MAX : 1;
    return output->produced < output->cap && window_left(output) < least;
}

bool output_over_cap(const struct output *output)
{
    return output->produced > output->cap;
}

bool output_needs_room(const struct output *output)
{
    return output->produced < output->cap;
}

static ssize_t drain(struct output *output, size_t limit)
{
    static uint8_t scratch[READ_MAX];
    /* init's descriptor 1 is /dev/null: nothing is copied on the way there. */
    ssize_t got = splice(output->fd, NULL, STDOUT_FILENO, NULL, limit < DRAIN_MAX ? limit : DRAIN_MAX,
                         SPLICE_F_NONBLOCK | SPLICE_F_MOVE);
    if (got < 0 && (errno == EINVAL || errno == ENOSYS || errno == EBADF || errno == EPERM)) {
        got = read(output->fd, scratch, limit < sizeof scratch ? limit : sizeof scratch);
    }
    return got;
}

static size_t smaller(size_t one, size_t other)
{
    return one < other ? one : other;
}

static ssize_t relay(struct output *output, uint32_t exec, struct outbox *outbox, size_t limit)
{
    uint8_t *frame = outbox_room(outbox, OUTPUT_HEADER + READ_MAX);
    uint64_t left = output->cap - output->produced;
    size_t size = smaller(smaller(limit, READ_MAX), window_left(output));
    if (frame == NULL) {
        errno = ENOMEM;
        return -1;
    }
    ssize_t got = read(output->fd, frame + OUTPUT_HEADER, output->packets || size < left ? size : (size_t)left);
    if (got > 0) {
        size_t sent = (uint64_t)got < left ? (size_t)got : (size_t)left;
        output->sent += sent;
        store_u32(frame, (uint32_t)sent + OUTPUT_HEADER - FRAME_HEADER);
        frame[4] = INIT_OUTPUT;
        store_u32(frame + 5, exec);
        frame[9] = output->stream;
        outbox_commit(outbox, OUTPUT_HEADER + sent);
    }
    return got;
}

enum relayed output_relay(struct output *output, uint32_t exec, struct outbox *outbox, size_t limit)
{
    if (output->fd < 0) {
        return RELAY_END;
    }
    bool relayed = output_needs_room(output);
    if (relayed && (output_held(output) || outbox_left(outbox) < BULK_ROOM)) {
        return RELAY_FULL;
    }
    ssize_t got = relayed ? relay(output, exec, outbox, limit) : drain(output, limit);
    if (got > 0) {
        output->produced += (uint64_t)got;
        return RELAY_MORE;
    }
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) {
        return RELAY_EMPTY;
    }
    close_fd(&output->fd);
    return RELAY_END;
}
