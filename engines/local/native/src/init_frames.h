/* Decoding of what Java says to init: pure, no system calls. */
#ifndef INIT_FRAMES_H
#define INIT_FRAMES_H

#include "frame.h"

enum {
    INIT_SETUP = 0x40,
    INIT_EXEC = 0x41,
    INIT_GO = 0x42,
    INIT_INPUT = 0x43,
    INIT_SIGNAL = 0x44,
    INIT_PUT = 0x45,
    INIT_DATA = 0x46,
    INIT_LIST = 0x47,
    INIT_GET = 0x48,
    INIT_TAKEN = 0x49,
    INIT_RESIZE = 0x4A,
    INIT_END = 0x4B,
    INIT_LEASE = 0x4C,
    INIT_READY = 0x50,
    INIT_STARTED = 0x51,
    INIT_REFUSED = 0x52,
    INIT_OUTPUT = 0x53,
    INIT_DONE = 0x54,
    INIT_FAILED = 0x55,
    INIT_ENTRY = 0x56,
    INIT_FILE = 0x57,
    INIT_CHUNK = 0x58,
    INIT_CREDIT = 0x59,
    INIT_EXIT = 0x5A,
    INIT_WAITING = 0x5B
};

#define EXEC_BOOT 1u
#define EXEC_KILL_REST 2u
#define EXEC_PACED 8u
#define EXEC_KEEP 16u
#define EXEC_TERMINAL 32u
#define EXEC_EARLY 4u
#define EXEC_NO_PEAK 64u
#define TERMS_KILL_AT_CAP 1u
#define GET_NO_SYMLINKS 1u
#define STREAM_STDIN 0
#define STREAM_STDOUT 1
#define STREAM_STDERR 2
#define STREAM_REQUEST 3
#define RLIMITS_MAX 16u
#define FILTER_SIZE 8u
#define FILTERS_MAX 4096u
/* A hundred years. */
#define LIFETIME_MAX_MS UINT64_C(3155760000000)

struct rlimit_request {
    uint32_t resource;
    uint64_t soft;
    uint64_t hard;
};

struct setup_request {
    uint32_t rlimit_count;
    struct rlimit_request rlimits[RLIMITS_MAX];
    struct bytes seccomp;
};

struct terms {
    uint32_t timeout_ms;
    uint32_t grace_ms;
    uint64_t cap[2]; /* stdout, stderr */
    bool kill_at_cap;
    struct bytes cwd; /* of the frame, not to be kept */
};

struct window_size {
    uint16_t columns;
    uint16_t rows;
};

struct exec_request {
    uint32_t exec;
    bool boot;
    bool kill_rest;
    bool paced;
    bool keep;
    bool terminal;
    bool early;
    bool no_peak;
    struct list argv;
    struct list env;
    struct terms terms;
    struct window_size size; /* of the terminal */
};

struct go_request {
    uint32_t exec;
    struct terms terms;
};

struct input_request {
    uint32_t exec;
    uint8_t stream;
    struct bytes data;
};

/* With it a signal goes to the main process and not to its group. */
#define SIGNAL_ALONE 0x100u

struct signal_request {
    uint32_t exec;
    uint32_t number;
    bool alone;
};

/* The ref of a PUT whose success is not said. */
#define PUT_SILENT 0u

struct put_request {
    uint32_t ref;
    struct bytes path;
    uint32_t mode;
    uint64_t size;
};

struct data_request {
    uint32_t ref;
    struct bytes data;
};

struct list_request {
    uint32_t ref;
    struct bytes path;
    uint32_t max_entries;
    uint32_t max_depth;
};

struct get_request {
    uint32_t ref;
    struct bytes path;
    bool no_symlinks;
    uint64_t max;
};

struct taken_request {
    uint32_t exec;
    uint8_t stream;
    uint32_t bytes;
};

struct resize_request {
    uint32_t exec;
    struct window_size size;
};

struct lease_request {
    uint32_t patience_ms;
    uint64_t lifetime_ms; /* 0 = none */
    uint32_t grace_ms;
};

enum handled {
    HANDLED,
    HANDLED_LATER, /* nothing was done: give the same frame again when something has moved */
    HANDLED_BAD    /* the frame breaks the protocol */
};

struct init_handler {
    enum handled (*setup)(void *context, const struct setup_request *request);
    enum handled (*exec)(void *context, const struct exec_request *request);
    enum handled (*go)(void *context, const struct go_request *request);
    enum handled (*input)(void *context, const struct input_request *request);
    enum handled (*signal)(void *context, const struct signal_request *request);
    enum handled (*put)(void *context, const struct put_request *request);
    enum handled (*data)(void *context, const struct data_request *request);
    enum handled (*list)(void *context, const struct list_request *request);
    enum handled (*get)(void *context, const struct get_request *request);
    enum handled (*taken)(void *context, const struct taken_request *request);
    enum handled (*resize)(void *context, const struct resize_request *request);
    enum handled (*lease)(void *context, const struct lease_request *request);
    enum handled (*end)(void *context);
};

enum handled init_dispatch(struct bytes frame, const struct init_handler *handler, void *context);

#endif
