#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "frame.h"
#include "part.h"
#include "parts.h"
#include "paths.h"
#include "system.h"

#define PIECE 65536u

static bool is_regular(int fd, struct stat *stat)
{
    int error = fstat(fd, stat) < 0 ? errno : part_type_error(stat->st_mode);
    errno = error;
    return error == 0;
}

/* Looked at before it is opened: opening alone wakes who waits at a fifo. */
static int open_regular(int root, const char *path, struct stat *stat)
{
    int place = open_in_root(root, path, O_PATH, 0, false);
    if (place < 0 || !is_regular(place, stat)) {
        part_fail("open");
    }
    close(place);
    int fd = open_in_root(root, path, O_RDONLY | O_NONBLOCK | O_NOCTTY, 0, false);
    if (fd < 0 || !is_regular(fd, stat)) {
        part_fail("open");
    }
    return fd;
}

static void say(const void *data, size_t size)
{
    if (!write_all(STDOUT_FILENO, data, size)) {
        part_fail("write");
    }
}

static void say_size(uint64_t size)
{
    uint8_t wire[8];
    store_u32(wire, (uint32_t)(size >> 32));
    store_u32(wire + 4, (uint32_t)size);
    say(wire, sizeof wire);
}

static void say_content(int fd, uint64_t left)
{
    static uint8_t piece[PIECE];
    for (;;) {
        /* At the end one byte is asked for: there must be none, or the file has grown. */
        size_t size = left == 0 ? 1 : left < sizeof piece ? (size_t)left : sizeof piece;
        ssize_t got = read_retry(fd, piece, size);
        if (got == 0 && left == 0) {
            return;
        }
        if (got <= 0 || left == 0) {
            errno = got < 0 ? errno : EIO;
            part_fail("read");
        }
        say(piece, (size_t)got);
        left -= (uint64_t)got;
    }
}

int read_main(const char *path, const char *max_text)
{
    struct stat stat;
    uint64_t max;
    int fd = open_regular(part_begin(path), path, &stat);
    if (!part_number(max_text, 10, UINT64_MAX, &max)) {
        errno = EINVAL;
        part_fail("open");
    }
    if ((uint64_t)stat.st_size > max) {
        say_size((uint64_t)stat.st_size);
        errno = EFBIG;
        part_fail("open");
    }
    /* Bulk needs no packets: who reads may take more at once. */
    int flags = fcntl(STDOUT_FILENO, F_GETFL);
    (void)fcntl(STDOUT_FILENO, F_SETFL, flags & ~O_DIRECT);
    say_size((uint64_t)stat.st_size);
    say_content(fd, (uint64_t)stat.st_size);
    return 0;
}
