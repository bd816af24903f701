/* Files of the sandbox for Java: PUT with its DATA, GET, LIST. Each answers itself, with DONE or FAILED last, but for
   the DONE of a silent PUT. */
#ifndef FILES_H
#define FILES_H

#include "init_frames.h"

struct listing;

struct files {
    int root;
    /* PUT */
    bool putting;
    bool put_failed; /* DATA of `put_ref` may still be on the way and is dropped */
    uint32_t put_ref;
    int put_fd;
    uint64_t put_left;
    /* GET or LIST, one at a time */
    bool reading;
    uint32_t get_ref;
    int get_fd;
    uint64_t get_left;
    struct listing *listing;
};

bool files_open(struct files *files);
/* A folder as a place, not to be read; -1 with errno. */
int files_open_folder(const struct files *files, const char *path);
enum handled files_put(struct files *files, const struct put_request *request, struct outbox *outbox);
enum handled files_data(struct files *files, const struct data_request *request, struct outbox *outbox);
enum handled files_get(struct files *files, const struct get_request *request, struct outbox *outbox);
enum handled files_list(struct files *files, const struct list_request *request, struct outbox *outbox);
/* Drops what is under way: who asked for it is gone. */
void files_drop(struct files *files);
/* Whether a GET or LIST is under way. */
bool files_busy(const struct files *files);
/* Goes on with it as far as the outbox has room. */
void files_continue(struct files *files, struct outbox *outbox);

void say_done(struct outbox *outbox, uint32_t ref);
void say_failed(struct outbox *outbox, uint32_t ref, const char *step, int error);

#endif
