#define _GNU_SOURCE
#include "part.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

int part_begin(const char *path)
{
    prctl(PR_SET_DUMPABLE, 0);
    if (path[0] != '/' || strlen(path) >= PATH_MAX) {
        errno = path[0] != '/' ? EINVAL : ENAMETOOLONG;
        part_fail("open");
    }
    int root = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (root < 0) {
        part_fail("open");
    }
    return root;
}

_Noreturn void part_fail(const char *step)
{
    dprintf(STDERR_FILENO, "%s %d\n", step, errno);
    _exit(1);
}

bool part_number(const char *text, int base, uint64_t max, uint64_t *number)
{
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, base);
    *number = value;
    return isdigit((unsigned char)text[0]) && *end == 0 && errno == 0 && value <= max;
}

int part_type_error(mode_t mode)
{
    return S_ISREG(mode) ? 0 : S_ISDIR(mode) ? EISDIR : EINVAL;
}
