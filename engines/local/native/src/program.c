#define _GNU_SOURCE
#include "program.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define DEFAULT_PATH "/usr/local/bin:/usr/bin:/bin"

static const char *path_of(char **env)
{
    for (; *env != NULL; env++) {
        if (strncmp(*env, "PATH=", 5) == 0) {
            return *env + 5;
        }
    }
    return DEFAULT_PATH;
}

/* Whether the next folder may have it: this one has nothing by that name that can be reached. */
static bool not_here(int error)
{
    return error == ENOENT || error == ENOTDIR || error == EACCES || error == ENAMETOOLONG || error == ELOOP;
}

void program_exec(char **argv, char **env)
{
    if (strchr(argv[0], '/') != NULL) {
        execve(argv[0], argv, env);
        return;
    }
    int error = ENOENT;
    for (const char *folder = path_of(env), *next; folder != NULL; folder = next) {
        char path[PATH_MAX];
        const char *end = strchrnul(folder, ':');
        next = *end == ':' ? end + 1 : NULL;
        int size = (int)(end - folder);
        /* An empty element is the current folder. */
        int length = snprintf(path, sizeof path, "%.*s%s%s", size, folder, size > 0 ? "/" : "", argv[0]);
        if (length < 0 || length >= (int)sizeof path) {
            continue;
        }
        execve(path, argv, env);
        if (!not_here(errno)) {
            return;
        }
        error = errno == EACCES ? EACCES : error;
    }
    errno = error;
}
