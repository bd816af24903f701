/* Supervisors of executions that have ended and left something behind that may live on. */
#ifndef KEPT_H
#define KEPT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct kept {
    pid_t *pids;
    size_t count;
    size_t room;
};

/* False without memory. */
bool kept_add(struct kept *kept, pid_t pid);
bool kept_has(const struct kept *kept, pid_t pid);
/* Whether it was one of them. */
bool kept_remove(struct kept *kept, pid_t pid);

#endif
