#define _GNU_SOURCE
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "listing.h"
#include "paths.h"
#include "relay.h"
#include "system.h"

#define CHUNK_MAX 65536u
#define CHUNK_HEADER 9u
#define CHUNKS_PER_TURN 16
#define ENTRIES_PER_TURN 512

bool files_open(struct files *files)
{
    memset(files, 0, sizeof *files);
    files->put_fd = files->get_fd = -1;
    files->root = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
    return files->root >= 0;
}

int files_open_folder(const struct files *files, const char *path)
{
    return open_in_root(files->root, path, O_PATH | O_DIRECTORY, 0, false);
}

void say_done(struct outbox *outbox, uint32_t ref)
{
    frame_begin(outbox, INIT_DONE);
    put_u32(outbox, ref);
    frame_end(outbox);
}

void say_failed(struct outbox *outbox, uint32_t ref, const char *step, int error)
{
    frame_begin(outbox, INIT_FAILED);
    put_u32(outbox, ref);
    put_string(outbox, step, strlen(step));
    put_u32(outbox, (uint32_t)error);
    frame_end(outbox);
}

/* The descriptor if it is a regular file; otherwise -1 with EINVAL. */
static int only_regular(int fd, struct stat *stat)
{
    if (fd < 0) {
        return -1;
    }
    int error = fstat(fd, stat) < 0 ? errno : S_ISREG(stat->st_mode) ? 0 : EINVAL;
    if (error != 0) {
        close(fd);
        errno = error;
        return -1;
    }
    return fd;
}

static int open_to_write(int root, const char *path, mode_t mode)
{
    const int flags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
    struct stat stat;
    int fd = open_in_root(root, path, flags, 0600, false);
    if (fd < 0 && errno == ENOENT && make_folders_above(root, path)) {
        fd = open_in_root(root, path, flags, 0600, false);
    }
    fd = only_regular(fd, &stat);
    if (fd >= 0 && (ftruncate(fd, 0) < 0 || fchmod(fd, mode) < 0)) {
        int error = errno;
        close(fd);
        errno = error;
        return -1;
    }
    return fd;
}

static void put_fail(struct files *files, const char *step, struct outbox *outbox)
{
    say_failed(outbox, files->put_ref, step, errno);
    close_fd(&files->put_fd);
    files->putting = false;
    files->put_failed = true;
}

static void put_end_if_full(struct files *files, struct outbox *outbox)
{
    if (files->put_left > 0) {
        return;
    }
    if (close(files->put_fd) < 0) {
        files->put_fd = -1;
        put_fail(files, "write", outbox);
        return;
    }
    files->put_fd = -1;
    files->putting = false;
    if (files->put_ref != PUT_SILENT) {
        say_done(outbox, files->put_ref);
    }
}

enum handled files_put(struct files *files, const struct put_request *request, struct outbox *outbox)
{
    if (files->putting) {
        return HANDLED_BAD;
    }
    char *path = text_copy(request->path);
    files->putting = true;
    files->put_failed = false;
    files->put_ref = request->ref;
    files->put_left = request->size;
    files->put_fd = path == NULL ? -1 : open_to_write(files->root, path, request->mode);
    if (files->put_fd < 0) {
        put_fail(files, "open", outbox);
    } else {
        put_end_if_full(files, outbox);
    }
    free(path);
    return HANDLED;
}

enum handled files_data(struct files *files, const struct data_request *request, struct outbox *outbox)
{
    if (files->put_failed && request->ref == files->put_ref) {
        return HANDLED;
    }
    if (!files->putting || request->ref != files->put_ref || request->data.size > files->put_left) {
        return HANDLED_BAD;
    }
    if (!write_all(files->put_fd, request->data.data, request->data.size)) {
        put_fail(files, "write", outbox);
        return HANDLED;
    }
    files->put_left -= request->data.size;
    put_end_if_full(files, outbox);
    return HANDLED;
}

static void say_file(struct outbox *outbox, uint32_t ref, const struct stat *stat)
{
    frame_begin(outbox, INIT_FILE);
    put_u32(outbox, ref);
    put_u64(outbox, (uint64_t)stat->st_size);
    put_u32(outbox, (uint32_t)(stat->st_mode & 07777));
    frame_end(outbox);
}

enum handled files_get(struct files *files, const struct get_request *request, struct outbox *outbox)
{
    struct stat stat;
    if (files_busy(files)) {
        return HANDLED_LATER;
    }
    char *path = text_copy(request->path);
    int fd = -1;
    if (path != NULL) {
        fd = open_in_root(files->root, path, O_RDONLY | O_NONBLOCK | O_NOCTTY, 0, request->no_symlinks);
        free(path);
        fd = only_regular(fd, &stat);
    }
    if (fd < 0) {
        say_failed(outbox, request->ref, "open", errno);
        return HANDLED;
    }
    if ((uint64_t)stat.st_size > request->max) {
        close(fd);
        say_failed(outbox, request->ref, "open", EFBIG);
        return HANDLED;
    }
    files->reading = true;
    files->get_ref = request->ref;
    files->get_fd = fd;
    files->get_left = (uint64_t)stat.st_size;
    say_file(outbox, request->ref, &stat);
    return HANDLED;
}

static void get_end(struct files *files, int error, struct outbox *outbox)
{
    close_fd(&files->get_fd);
    files->reading = false;
    if (error == 0) {
        say_done(outbox, files->get_ref);
    } else {
        say_failed(outbox, files->get_ref, "read", error);
    }
}

/* False once it is over. */
static bool get_chunk(struct files *files, struct outbox *outbox)
{
    uint8_t *frame = outbox_room(outbox, CHUNK_HEADER + CHUNK_MAX);
    if (frame == NULL) {
        return false;
    }
    /* At the end one byte is asked for: there must be none, or the file has grown. */
    size_t size = files->get_left == 0 ? 1 : files->get_left < CHUNK_MAX ? (size_t)files->get_left : CHUNK_MAX;
    ssize_t got = read_retry(files->get_fd, frame + CHUNK_HEADER, size);
    if (got <= 0 || files->get_left == 0) {
        bool complete = got == 0 && files->get_left == 0;
        get_end(files, got < 0 ? errno : complete ? 0 : EIO, outbox);
        return false;
    }
    store_u32(frame, (uint32_t)got + CHUNK_HEADER - FRAME_HEADER);
    frame[4] = INIT_CHUNK;
    store_u32(frame + 5, files->get_ref);
    outbox_commit(outbox, CHUNK_HEADER + (size_t)got);
    files->get_left -= (uint64_t)got;
    return true;
}

enum handled files_list(struct files *files, const struct list_request *request, struct outbox *outbox)
{
    if (files_busy(files)) {
        return HANDLED_LATER;
    }
    files->listing = listing_open(files->root, request);
    if (files->listing == NULL) {
        say_failed(outbox, request->ref, "open", errno);
    }
    return HANDLED;
}

void files_drop(struct files *files)
{
    close_fd(&files->put_fd);
    close_fd(&files->get_fd);
    if (files->listing != NULL) {
        listing_close(files->listing);
        files->listing = NULL;
    }
    files->putting = files->put_failed = files->reading = false;
}

bool files_busy(const struct files *files)
{
    return files->reading || files->listing != NULL;
}

void files_continue(struct files *files, struct outbox *outbox)
{
    for (int turn = 0; turn < CHUNKS_PER_TURN && files->reading && outbox_left(outbox) >= BULK_ROOM; turn++) {
        get_chunk(files, outbox);
    }
    for (int turn = 0; turn < ENTRIES_PER_TURN && files->listing != NULL && outbox_left(outbox) >= BULK_ROOM; turn++) {
        if (!listing_next(files->listing, outbox)) {
            listing_close(files->listing);
            files->listing = NULL;
        }
    }
}
