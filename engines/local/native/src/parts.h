#ifndef PARTS_H
#define PARTS_H

/* To stdout: the size of a regular file (8 bytes, big-endian) and its content. */
int read_main(const char *path, const char *max);
/* Stdin to its end becomes the file at once, or nothing changes. `size` may be NULL. */
int write_main(const char *path, const char *mode, const char *size);

#endif
