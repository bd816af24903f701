#define _GNU_SOURCE
#include <signal.h>
#include "init_frames.h"

static bool absolute(struct bytes path)
{
    return path.size > 0 && path.size < 4096 && path.data[0] == '/';
}

static struct bytes read_path(struct reader *reader)
{
    struct bytes path = read_text(reader);
    if (!reader->bad && !absolute(path)) {
        reader->bad = true;
    }
    return path;
}

static uint8_t read_flags(struct reader *reader, unsigned known)
{
    uint8_t flags = read_u8(reader);
    if ((flags & ~known) != 0) {
        reader->bad = true;
    }
    return flags;
}

static struct terms read_terms(struct reader *reader)
{
    struct terms terms = {.timeout_ms = read_u32(reader)};
    terms.grace_ms = read_u32(reader);
    terms.cap[0] = read_u64(reader);
    terms.cap[1] = read_u64(reader);
    terms.kill_at_cap = (read_flags(reader, TERMS_KILL_AT_CAP) & TERMS_KILL_AT_CAP) != 0;
    terms.cwd = read_path(reader);
    return terms;
}

static uint16_t read_cells(struct reader *reader)
{
    uint32_t cells = read_u32(reader);
    if (cells > UINT16_MAX) {
        reader->bad = true;
    }
    return (uint16_t)cells;
}

static struct window_size read_size(struct reader *reader)
{
    struct window_size size = {.columns = read_cells(reader)};
    size.rows = read_cells(reader);
    return size;
}

static enum handled decode_setup(struct reader *reader, const struct init_handler *handler, void *context)
{
    struct setup_request request = {.rlimit_count = read_u32(reader)};
    if (request.rlimit_count > RLIMITS_MAX) {
        return HANDLED_BAD;
    }
    for (uint32_t i = 0; i < request.rlimit_count; i++) {
        request.rlimits[i].resource = read_u32(reader);
        request.rlimits[i].soft = read_u64(reader);
        request.rlimits[i].hard = read_u64(reader);
    }
    request.seccomp = read_string(reader);
    bool whole = request.seccomp.size % FILTER_SIZE == 0 && request.seccomp.size / FILTER_SIZE <= FILTERS_MAX;
    return reader_done(reader) && whole ? handler->setup(context, &request) : HANDLED_BAD;
}

static bool texts_nonempty(struct list list)
{
    return list.count > 0 && read_text(&list.items).size > 0;
}

#define EXEC_FLAGS \
    (EXEC_BOOT | EXEC_KILL_REST | EXEC_EARLY | EXEC_PACED | EXEC_KEEP | EXEC_TERMINAL | EXEC_NO_PEAK)

static enum handled decode_exec(struct reader *reader, const struct init_handler *handler, void *context)
{
    struct exec_request request = {.exec = read_u32(reader)};
    uint8_t flags = read_flags(reader, EXEC_FLAGS);
    request.boot = (flags & EXEC_BOOT) != 0;
    request.kill_rest = (flags & EXEC_KILL_REST) != 0;
    request.early = (flags & EXEC_EARLY) != 0;
    request.paced = (flags & EXEC_PACED) != 0;
    request.keep = (flags & EXEC_KEEP) != 0;
    request.terminal = (flags & EXEC_TERMINAL) != 0;
    request.no_peak = (flags & EXEC_NO_PEAK) != 0;
    request.argv = read_texts(reader);
    request.env = read_texts(reader);
    request.terms = read_terms(reader);
    if (request.terminal) {
        request.size = read_size(reader);
    }
    bool alone = (request.early && !(request.boot && request.kill_rest)) || (request.keep && request.kill_rest);
    bool valid = texts_nonempty(request.argv) && !alone;
    return reader_done(reader) && valid ? handler->exec(context, &request) : HANDLED_BAD;
}

static enum handled decode_go(struct reader *reader, const struct init_handler *handler, void *context)
{
    struct go_request request = {.exec = read_u32(reader)};
    request.terms = read_terms(reader);
    return reader_done(reader) ? handler->go(context, &request) : HANDLED_BAD;
}

static enum handled decode_input(struct reader *reader, const struct init_handler *handler, void *context)
{
    struct input_request request = {.exec = read_u32(reader)};
    request.stream = read_u8(reader);
    request.data = read_rest(reader);
    bool known = request.stream == STREAM_STDIN || request.stream == STREAM_REQUEST;
    return reader_done(reader) && known ? handler->input(context, &request) : HANDLED_BAD;
}

static enum handled decode_signal(struct reader *reader, const struct init_handler *handler, void *context)
{
    struct signal_request request = {.exec = read_u32(reader)};
    uint32_t number = read_u32(reader);
    request.alone = (number & SIGNAL_ALONE) != 0;
    request.number = number & ~SIGNAL_ALONE;
    bool known = request.number >= 1 && request.number <= 64 && !(request.alone && request.number == SIGKILL);
    return reader_done(reader) && known ? handler->signal(context, &request) : HANDLED_BAD;
}

static enum handled decode_put(struct reader *reader, const struct init_handler *handler, void *context)
{
    struct put_request request = {.ref = read_u32(reader)};
    request.path = read_path(reader);
    request.mode = read_u32(reader);
    request.size = read_u64(reader);
    bool valid = request.mode <= 07777 && request.size <= INT64_MAX;
    return reader_done(reader) && valid ? handler->put(context, &request) : HANDLED_BAD;
}

static enum handled decode_data(struct reader *reader, const struct init_handler *handler, void *context)
{
    struct data_request request = {.ref = read_u32(reader)};
    request.data = read_rest(reader);
    return reader_done(reader) ? handler->data(context, &request) : HANDLED_BAD;
}

static enum handled decode_list(struct reader *reader, const struct init_handler *handler, void *context)
{
    struct list_request request = {.ref = read_u32(reader)};
    request.path = read_path(reader);
    request.max_entries = read_u32(reader);
    request.max_depth = read_u32(reader);
    return reader_done(reader) ? handler->list(context, &request) : HANDLED_BAD;
}

static enum handled decode_get(struct reader *reader, const struct init_handler *handler, void *context)
{
    struct get_request request = {.ref = read_u32(reader)};
    request.path = read_path(reader);
    request.no_symlinks = (read_flags(reader, GET_NO_SYMLINKS) & GET_NO_SYMLINKS) != 0;
    request.max = read_u64(reader);
    return reader_done(reader) ? handler->get(context, &request) : HANDLED_BAD;
}

static enum handled decode_taken(struct reader *reader, const struct init_handler *handler, void *context)
{
    struct taken_request request = {.exec = read_u32(reader)};
    request.stream = read_u8(reader);
    request.bytes = read_u32(reader);
    bool known = request.stream == STREAM_STDOUT || request.stream == STREAM_STDERR;
    return reader_done(reader) && known ? handler->taken(context, &request) : HANDLED_BAD;
}

static enum handled decode_resize(struct reader *reader, const struct init_handler *handler, void *context)
{
    struct resize_request request = {.exec = read_u32(reader)};
    request.size = read_size(reader);
    return reader_done(reader) ? handler->resize(context, &request) : HANDLED_BAD;
}

static enum handled decode_lease(struct reader *reader, const struct init_handler *handler, void *context)
{
    struct lease_request request = {.patience_ms = read_u32(reader)};
    request.lifetime_ms = read_u64(reader);
    request.grace_ms = read_u32(reader);
    bool valid = request.lifetime_ms <= LIFETIME_MAX_MS;
    return reader_done(reader) && valid ? handler->lease(context, &request) : HANDLED_BAD;
}

enum handled init_dispatch(struct bytes frame, const struct init_handler *handler, void *context)
{
    struct reader reader = reader_of(frame);
    switch (read_u8(&reader)) {
    case INIT_SETUP:
        return decode_setup(&reader, handler, context);
    case INIT_EXEC:
        return decode_exec(&reader, handler, context);
    case INIT_GO:
        return decode_go(&reader, handler, context);
    case INIT_INPUT:
        return decode_input(&reader, handler, context);
    case INIT_SIGNAL:
        return decode_signal(&reader, handler, context);
    case INIT_PUT:
        return decode_put(&reader, handler, context);
    case INIT_DATA:
        return decode_data(&reader, handler, context);
    case INIT_LIST:
        return decode_list(&reader, handler, context);
    case INIT_GET:
        return decode_get(&reader, handler, context);
    case INIT_TAKEN:
        return decode_taken(&reader, handler, context);
    case INIT_RESIZE:
        return decode_resize(&reader, handler, context);
    case INIT_LEASE:
        return decode_lease(&reader, handler, context);
    case INIT_END:
        return reader_done(&reader) ? handler->end(context) : HANDLED_BAD;
    default:
        return HANDLED_BAD;
    }
}
