#define _GNU_SOURCE
#include "launcher_frames.h"

#include <string.h>

static bool plain_name(struct bytes name)
{
    bool dots = name.size <= 2 && name.size > 0 && memcmp(name.data, "..", name.size) == 0;
    return name.size > 0 && name.size <= 255 && !dots && memchr(name.data, '/', name.size) == NULL;
}

struct folder read_folder(struct reader *reader)
{
    struct folder folder = {.name = read_text(reader)};
    folder.mode = read_u32(reader);
    if (!reader->bad && (!plain_name(folder.name) || folder.mode > 07777)) {
        reader->bad = true;
    }
    return folder;
}

static struct list read_folders(struct reader *reader)
{
    struct list list = {.count = read_u32(reader)};
    list.items = *reader;
    for (uint32_t i = 0; i < list.count && !reader->bad; i++) {
        read_folder(reader);
    }
    return list;
}

static struct bytes read_listen_path(struct reader *reader)
{
    struct bytes path = read_text(reader);
    if (path.size == 0 || path.size >= LISTEN_PATH_MAX || path.data[0] != '/') {
        reader->bad = true;
    }
    return path;
}

static bool decode_start(struct reader *reader, struct start_request *request)
{
    request->sandbox = read_u64(reader);
    uint8_t flags = read_u8(reader);
    request->hold = (flags & START_HOLD) != 0;
    request->adoptable = (flags & START_ADOPTABLE) != 0;
    request->uid = read_u32(reader);
    request->gid = read_u32(reader);
    request->oom_score_adj = read_i32(reader);
    request->disk_bytes = read_u64(reader);
    request->disk_files = read_u64(reader);
    request->groups = read_texts(reader);
    request->folders = read_folders(reader);
    request->argv = read_texts(reader);
    request->listen_path = (struct bytes){NULL, 0};
    if (request->adoptable) {
        request->listen_path = read_listen_path(reader);
    }
    return reader_done(reader) && (flags & ~(START_HOLD | START_ADOPTABLE)) == 0 && request->argv.count > 0;
}

bool launcher_dispatch(struct bytes frame, const struct launcher_handler *handler, void *context)
{
    struct reader reader = reader_of(frame);
    uint8_t type = read_u8(&reader);
    if (type == LAUNCHER_START) {
        struct start_request request;
        if (!decode_start(&reader, &request)) {
            return false;
        }
        handler->start(context, &request);
        return true;
    }
    uint64_t sandbox = read_u64(&reader);
    if (!reader_done(&reader)) {
        return false;
    }
    if (type == LAUNCHER_RELEASE) {
        handler->release(context, sandbox);
    } else if (type == LAUNCHER_KILL) {
        handler->kill(context, sandbox);
    } else {
        return false;
    }
    return true;
}

int32_t report_child_pid(const char *report, size_t size, bool ended)
{
    static const char key[] = "\"child-pid\":";
    const char *end = report + size;
    const char *at = memmem(report, size, key, sizeof key - 1);
    if (at == NULL) {
        return 0;
    }
    at += sizeof key - 1;
    while (at < end && *at == ' ') {
        at++;
    }
    int32_t pid = 0;
    const char *digits = at;
    while (at < end && *at >= '0' && *at <= '9' && at - digits < 9) {
        pid = pid * 10 + (*at++ - '0');
    }
    bool whole = ended || (at < end && (*at < '0' || *at > '9'));
    return whole ? pid : 0;
}
