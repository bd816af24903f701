#define _GNU_SOURCE
#include "paths.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SYS_openat2
#define SYS_openat2 437
#endif

static int open_resolving(int folder, const char *path, int flags, mode_t mode, uint64_t resolve)
{
    struct open_how how = {
        .flags = (uint64_t)(unsigned)(flags | O_CLOEXEC),
        .mode = (flags & O_CREAT) != 0 ? mode : 0,
        .resolve = resolve,
    };
    int fd;
    /* EAGAIN: a rename somewhere in the system raced with the walk. A lease gives EWOULDBLOCK, so not for ever. */
    for (int turn = 0; turn < 100; turn++) {
        fd = (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
        if (fd >= 0 || (errno != EAGAIN && errno != EINTR)) {
            break;
        }
    }
    return fd;
}

int open_in_root(int root, const char *path, int flags, mode_t mode, bool no_symlinks)
{
    uint64_t resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS | (no_symlinks ? RESOLVE_NO_SYMLINKS : 0);
    return open_resolving(root, path, flags, mode, resolve);
}

int open_beneath(int folder, const char *name, int flags)
{
    return open_resolving(folder, name, flags, 0, RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS);
}

static int enter_or_make(int root, int above, const char *path)
{
    int fd = open_in_root(root, path, O_PATH | O_DIRECTORY, 0, false);
    if (fd >= 0 || errno != ENOENT) {
        return fd;
    }
    const char *name = strrchr(path, '/') + 1;
    if (mkdirat(above, name, 0755) < 0 && errno != EEXIST) {
        return -1;
    }
    return open_in_root(root, path, O_PATH | O_DIRECTORY, 0, false);
}

bool make_folders_above(int root, const char *path)
{
    char *walk = strdup(path);
    int above = open_in_root(root, "/", O_PATH | O_DIRECTORY, 0, false);
    for (char *slash = walk; walk != NULL && above >= 0 && (slash = strchr(slash + 1, '/')) != NULL;) {
        *slash = 0;
        if (slash[-1] != '/' && slash[-1] != 0) {
            int next = enter_or_make(root, above, walk);
            int error = errno;
            close(above);
            errno = error;
            above = next;
        }
        *slash = '/';
    }
    bool made = walk != NULL && above >= 0;
    int error = errno;
    if (above >= 0) {
        close(above);
    }
    free(walk);
    errno = error;
    return made;
}
