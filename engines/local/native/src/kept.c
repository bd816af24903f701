#define _GNU_SOURCE
#include "kept.h"

#include <stdlib.h>

#define FIRST_ROOM 16u

bool kept_add(struct kept *kept, pid_t pid)
{
    if (kept->count == kept->room) {
        size_t room = kept->room == 0 ? FIRST_ROOM : 2 * kept->room;
        pid_t *pids = realloc(kept->pids, room * sizeof *pids);
        if (pids == NULL) {
            return false;
        }
        kept->pids = pids;
        kept->room = room;
    }
    kept->pids[kept->count++] = pid;
    return true;
}

static size_t find(const struct kept *kept, pid_t pid)
{
    size_t at = 0;
    while (at < kept->count && kept->pids[at] != pid) {
        at++;
    }
    return at;
}

bool kept_has(const struct kept *kept, pid_t pid)
{
    return find(kept, pid) < kept->count;
}

bool kept_remove(struct kept *kept, pid_t pid)
{
    size_t at = find(kept, pid);
    if (at == kept->count) {
        return false;
    }
    kept->pids[at] = kept->pids[--kept->count];
    return true;
}
