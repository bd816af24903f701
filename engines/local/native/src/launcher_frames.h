/* Decoding of what Java says to the launcher: pure, no system calls. */
#ifndef LAUNCHER_FRAMES_H
#define LAUNCHER_FRAMES_H

#include "frame.h"

enum {
    LAUNCHER_HELLO = 0x01,
    LAUNCHER_JOIN = 0x02,
    LAUNCHER_START = 0x10,
    LAUNCHER_RELEASE = 0x11,
    LAUNCHER_KILL = 0x12,
    LAUNCHER_PARKED = 0x20,
    LAUNCHER_STARTED = 0x21,
    LAUNCHER_REFUSED = 0x22,
    LAUNCHER_ENDED = 0x23
};

#define START_HOLD 1u
#define START_ADOPTABLE 2u
/* With its terminator: what the kernel takes as the address of a UNIX socket. */
#define LISTEN_PATH_MAX 108u
#define KEEP_ID 0xFFFFFFFFu

struct start_request {
    uint64_t sandbox;
    bool hold;
    bool adoptable;
    uint32_t uid;
    uint32_t gid;
    int32_t oom_score_adj;
    uint64_t disk_bytes;
    uint64_t disk_files;
    struct list groups;
    struct list folders; /* read with read_folder */
    struct list argv;
    struct bytes listen_path; /* where an adoptable sandbox listens */
};

struct folder {
    struct bytes name;
    uint32_t mode;
};

struct folder read_folder(struct reader *reader);

struct launcher_handler {
    void (*start)(void *context, const struct start_request *request);
    void (*release)(void *context, uint64_t sandbox);
    void (*kill)(void *context, uint64_t sandbox);
};

/* Decodes one frame and calls its handler. False: the frame is not of this protocol. */
bool launcher_dispatch(struct bytes frame, const struct launcher_handler *handler, void *context);

/* Finds N of `"child-pid": N` in bubblewrap's report; 0 while it is not there or not yet whole. */
int32_t report_child_pid(const char *report, size_t size, bool ended);

#endif
