#define _GNU_SOURCE
#include "listing.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files.h"
#include "paths.h"

#define NAME_BYTES 255u
/* A longer path could not be given back to us. */
#define PATH_BYTES 4095u

struct level {
    DIR *folder;
    size_t path; /* bytes of the path above its entries */
};

struct listing {
    uint32_t ref;
    uint32_t entries_left;
    uint32_t max_depth;
    uint32_t depth; /* open levels */
    struct level levels[LISTING_DEPTH_MAX + 1];
    char path[PATH_BYTES + 1];
};

static bool enter(struct listing *listing, int fd, size_t path)
{
    DIR *folder = fd < 0 ? NULL : fdopendir(fd);
    if (folder == NULL) {
        int error = errno;
        if (fd >= 0) {
            close(fd);
        }
        errno = error;
        return false;
    }
    listing->levels[listing->depth].folder = folder;
    listing->levels[listing->depth].path = path;
    listing->depth++;
    return true;
}

struct listing *listing_open(int root, const struct list_request *request)
{
    struct listing *listing = malloc(sizeof *listing);
    char *path = text_copy(request->path);
    if (listing != NULL && path != NULL) {
        listing->ref = request->ref;
        listing->entries_left = request->max_entries;
        listing->max_depth = request->max_depth < LISTING_DEPTH_MAX ? request->max_depth : LISTING_DEPTH_MAX;
        listing->depth = 0;
        if (!enter(listing, open_in_root(root, path, O_RDONLY | O_DIRECTORY | O_NONBLOCK, 0, false), 0)) {
            free(listing);
            listing = NULL;
        }
    } else {
        free(listing);
        listing = NULL;
        errno = ENOMEM;
    }
    free(path);
    return listing;
}

void listing_close(struct listing *listing)
{
    while (listing->depth > 0) {
        closedir(listing->levels[--listing->depth].folder);
    }
    free(listing);
}

static char type_of(mode_t mode)
{
    return S_ISREG(mode) ? 'f' : S_ISDIR(mode) ? 'd' : S_ISLNK(mode) ? 'l' : 'o';
}

static void say_entry(const struct listing *listing, const struct stat *stat, size_t size, struct outbox *outbox)
{
    frame_begin(outbox, INIT_ENTRY);
    put_u32(outbox, listing->ref);
    put_u8(outbox, (uint8_t)type_of(stat->st_mode));
    put_u64(outbox, (uint64_t)stat->st_size);
    put_string(outbox, listing->path, size);
    frame_end(outbox);
}

static bool fail(const struct listing *listing, int error, struct outbox *outbox)
{
    say_failed(outbox, listing->ref, "read", error);
    return false;
}

static bool descend(struct listing *listing, int folder, const char *name, size_t size, struct outbox *outbox)
{
    listing->path[size] = '/';
    if (!enter(listing, open_beneath(folder, name, O_RDONLY | O_DIRECTORY | O_NONBLOCK), size + 1)
        && (errno == EMFILE || errno == ENFILE || errno == ENOMEM)) {
        return fail(listing, errno, outbox);
    }
    /* Otherwise it is gone, swapped, or closed to us: it was told as a folder, and that is all there is to tell. */
    return true;
}

static bool visit(struct listing *listing, const struct level *level, const char *name, struct outbox *outbox)
{
    struct stat stat;
    size_t length = strlen(name);
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) {
        return true;
    }
    if (length > NAME_BYTES) {
        return fail(listing, ENAMETOOLONG, outbox);
    }
    if (listing->entries_left == 0 || listing->depth > listing->max_depth || level->path + length > PATH_BYTES) {
        return fail(listing, E2BIG, outbox);
    }
    /* One that has vanished counts too: a guest could make them faster than they are read. */
    listing->entries_left--;
    if (fstatat(dirfd(level->folder), name, &stat, AT_SYMLINK_NOFOLLOW) < 0) {
        return true;
    }
    memcpy(listing->path + level->path, name, length);
    say_entry(listing, &stat, level->path + length, outbox);
    return !S_ISDIR(stat.st_mode) || descend(listing, dirfd(level->folder), name, level->path + length, outbox);
}

bool listing_next(struct listing *listing, struct outbox *outbox)
{
    struct level *level = &listing->levels[listing->depth - 1];
    errno = 0;
    struct dirent *entry = readdir(level->folder);
    if (entry != NULL) {
        return visit(listing, level, entry->d_name, outbox);
    }
    if (errno != 0 && errno != ENOENT) {
        return fail(listing, errno, outbox);
    }
    closedir(level->folder);
    if (--listing->depth > 0) {
        return true;
    }
    say_done(outbox, listing->ref);
    return false;
}
