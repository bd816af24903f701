/* What `read` and `write` share: programs inside a sandbox, with the rights of its guest, for one file each. */
#ifndef PART_H
#define PART_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

/* Closes itself to others of its user; returns the root to resolve `path` beneath. */
int part_begin(const char *path);
/* Says `step` and errno on descriptor 2 and exits with 1. */
_Noreturn void part_fail(const char *step);
/* A whole number in that base, at most `max`; false if it is none. */
bool part_number(const char *text, int base, uint64_t max, uint64_t *number);
/* 0, or the errno that says what it is instead of a regular file. */
int part_type_error(mode_t mode);

#endif
