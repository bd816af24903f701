/* Opening files beneath the sandbox's own root, whatever links a guest has planted. */
#ifndef PATHS_H
#define PATHS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Resolves `path` with `root` as "/"; never through a magic link of /proc. -1 with errno. */
int open_in_root(int root, const char *path, int flags, mode_t mode, bool no_symlinks);
/* Opens an entry of a folder, which must be no link. */
int open_beneath(int folder, const char *name, int flags);
/* Makes what is missing of the folders above `path`, mode 0755. */
bool make_folders_above(int root, const char *path);

#endif
