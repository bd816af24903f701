/* Killing what cannot be reached by the end of a pid namespace. */
#ifndef DESCENDANTS_H
#define DESCENDANTS_H

#include <stdbool.h>
#include <sys/types.h>

/*
 * Kills the calling process's children but for those that `spared` names (NULL spares none) and returns how many it
 * met. The caller is a child subreaper: the children of the killed become its own, so it repeats this until 0.
 */
int kill_children(bool (*spared)(void *context, pid_t pid), void *context);

#endif
