#define _GNU_SOURCE
#include "launcher_words.h"

#include <string.h>
#include <unistd.h>

#include "launcher_frames.h"
#include "system.h"

void tell_refused(struct outbox *outbox, uint64_t id, const char *step, int error)
{
    frame_begin(outbox, LAUNCHER_REFUSED);
    put_u64(outbox, id);
    put_string(outbox, step, strlen(step));
    put_u32(outbox, (uint32_t)error);
    frame_end(outbox);
}

void tell_hello(struct outbox *outbox)
{
    frame_begin(outbox, LAUNCHER_HELLO);
    put_u32(outbox, PROTOCOL_VERSION);
    put_u32(outbox, (uint32_t)getpid());
    frame_end(outbox);
}

void tell_parked(struct outbox *outbox, const struct sandbox *sandbox)
{
    frame_begin(outbox, LAUNCHER_PARKED);
    put_u64(outbox, sandbox->id);
    frame_end(outbox);
}

void tell_started(struct outbox *outbox, const struct sandbox *sandbox)
{
    pid_t parent;
    uint64_t start_time = 0;
    (void)process_stat(sandbox->pid1, &parent, &start_time);
    frame_begin(outbox, LAUNCHER_STARTED);
    put_u64(outbox, sandbox->id);
    put_u32(outbox, (uint32_t)sandbox->pid1);
    put_u64(outbox, start_time);
    frame_end(outbox);
}

static uint64_t micros(struct timeval time)
{
    return (uint64_t)time.tv_sec * 1000000u + (uint64_t)time.tv_usec;
}

void tell_ended(struct outbox *outbox, const struct sandbox *sandbox)
{
    frame_begin(outbox, LAUNCHER_ENDED);
    put_u64(outbox, sandbox->id);
    put_u32(outbox, (uint32_t)sandbox->status);
    put_u64(outbox, micros(sandbox->usage.ru_utime));
    put_u64(outbox, micros(sandbox->usage.ru_stime));
    put_u64(outbox, (uint64_t)sandbox->usage.ru_maxrss);
    put_string(outbox, sandbox->diagnostics_text, sandbox->diagnostics_size);
    frame_end(outbox);
}
