#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "part.h"
#include "parts.h"
#include "paths.h"
#include "system.h"

#define PIECE 65536u

struct target {
    int root;
    const char *path;
    const char *name; /* its last element */
    mode_t mode;
};

/* What has come so far, without a name where the file system has such files. */
struct draft {
    int folder;
    int fd;
    char name[40]; /* empty without */
};

static _Noreturn void fail(const struct draft *draft, const char *step, int error)
{
    if (draft->name[0] != 0) {
        unlinkat(draft->folder, draft->name, 0);
    }
    errno = error;
    part_fail(step);
}

static void invent_name(char *name, size_t size)
{
    uint64_t number = 0;
    (void)!getrandom(&number, sizeof number, 0);
    snprintf(name, size, ".sandbox-write-%016llx", (unsigned long long)number);
}

/* The folder that has it, or, while that is not there, the nearest above: the same file system. */
static int open_nearest(const struct target *target)
{
    char *path = strdup(target->path);
    int folder = -1;
    for (char *slash; path != NULL && (slash = strrchr(path, '/')) != NULL;) {
        *slash = 0;
        folder = open_in_root(target->root, slash == path ? "/" : path, O_PATH | O_DIRECTORY, 0, false);
        if (folder >= 0 || errno != ENOENT) {
            break;
        }
    }
    free(path);
    return folder;
}

static int open_parent(const struct target *target)
{
    char *path = strndup(target->path, (size_t)(target->name - target->path));
    int folder = path == NULL ? -1 : open_in_root(target->root, path, O_PATH | O_DIRECTORY, 0, false);
    free(path);
    return folder;
}

/* 0, or why nothing can be put in its place. A file there keeps its mode, a link there is not followed. */
static int look_at(struct target *target, int folder)
{
    struct stat stat;
    if (fstatat(folder, target->name, &stat, AT_SYMLINK_NOFOLLOW) < 0) {
        return errno == ENOENT ? 0 : errno;
    }
    if (S_ISLNK(stat.st_mode)) {
        return 0;
    }
    if (S_ISREG(stat.st_mode)) {
        target->mode = stat.st_mode & 07777;
    }
    return part_type_error(stat.st_mode);
}

/* Before anything is read, so that what cannot be is told at once. */
static void check_target(struct target *target)
{
    struct draft none = {-1, -1, ""};
    if (target->name[0] == 0 || strcmp(target->name, ".") == 0 || strcmp(target->name, "..") == 0) {
        fail(&none, "open", EISDIR);
    }
    mode_t mode = target->mode;
    int folder = open_parent(target);
    int error = folder < 0 ? (errno == ENOENT ? 0 : errno) : look_at(target, folder);
    target->mode = mode;
    close_fd(&folder);
    if (error != 0) {
        fail(&none, "open", error);
    }
}

static struct draft begin_draft(const struct target *target)
{
    struct draft draft = {open_nearest(target), -1, ""};
    if (draft.folder < 0) {
        fail(&draft, "open", errno);
    }
    draft.fd = openat(draft.folder, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
    if (draft.fd < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == ENOENT || errno == EINVAL)) {
        char name[sizeof draft.name];
        invent_name(name, sizeof name);
        draft.fd = openat(draft.folder, name, O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY | O_CLOEXEC, 0600);
        memcpy(draft.name, draft.fd < 0 ? "" : name, draft.fd < 0 ? 1 : sizeof name);
    }
    if (draft.fd < 0) {
        fail(&draft, "open", errno);
    }
    return draft;
}

static uint64_t copy_stdin(const struct draft *draft, uint64_t max)
{
    static uint8_t piece[PIECE];
    uint64_t size = 0;
    ssize_t got;
    while ((got = read_retry(STDIN_FILENO, piece, sizeof piece)) > 0) {
        size += (uint64_t)got;
        if (size > max) {
            fail(draft, "read", EIO);
        }
        if (!write_all(draft->fd, piece, (size_t)got)) {
            fail(draft, "write", errno);
        }
    }
    if (got < 0) {
        fail(draft, "read", errno);
    }
    return size;
}

static int name_draft(const struct draft *draft, int folder, const char *name)
{
    char self[40];
    snprintf(self, sizeof self, "/proc/self/fd/%d", draft->fd);
    return linkat(AT_FDCWD, self, folder, name, AT_SYMLINK_FOLLOW);
}

static void publish(struct target *target, struct draft *draft)
{
    int folder = make_folders_above(target->root, target->path) ? open_parent(target) : -1;
    int error = folder < 0 ? errno : look_at(target, folder);
    if (error != 0 || fchmod(draft->fd, target->mode) < 0) {
        fail(draft, "rename", error != 0 ? error : errno);
    }
    if (draft->name[0] == 0) {
        if (name_draft(draft, folder, target->name) == 0) {
            return;
        }
        /* Something is there: only a rename replaces, and that needs a name. */
        char name[sizeof draft->name];
        invent_name(name, sizeof name);
        if (errno != EEXIST || name_draft(draft, folder, name) < 0) {
            fail(draft, "rename", errno);
        }
        draft->folder = folder;
        memcpy(draft->name, name, sizeof name);
    }
    if (renameat(draft->folder, draft->name, folder, target->name) < 0) {
        fail(draft, "rename", errno);
    }
}

int write_main(const char *path, const char *mode_text, const char *size_text)
{
    struct target target = {.root = part_begin(path), .path = path};
    struct draft none = {-1, -1, ""};
    uint64_t mode;
    uint64_t size = UINT64_MAX;
    if (!part_number(mode_text, 8, 07777, &mode)
        || (size_text != NULL && !part_number(size_text, 10, INT64_MAX, &size))) {
        fail(&none, "open", EINVAL);
    }
    target.name = strrchr(path, '/') + 1;
    target.mode = (mode_t)mode;
    /* A file beyond the limit is an error to tell. */
    signal(SIGXFSZ, SIG_IGN);
    check_target(&target);
    struct draft draft = begin_draft(&target);
    if (copy_stdin(&draft, size) < size && size_text != NULL) {
        fail(&draft, "read", EIO);
    }
    publish(&target, &draft);
    return 0;
}
