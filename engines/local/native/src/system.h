/* System calls that libc does not wrap everywhere, and the few helpers that both parts share. */
#ifndef SYSTEM_H
#define SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Says why on descriptor 2 and exits. */
_Noreturn void die(const char *what);
int64_t now_us(void);
/* Milliseconds for poll until `deadline` (µs, 0 = none), never too short, at most `limit` (-1 = no limit). */
int poll_ms(int64_t deadline, int limit);
bool set_nonblocking(int fd);
void close_fd(int *fd);
void close_from(unsigned first);
/* Every disposition default, no signal blocked. */
void reset_signals(void);
/* A signalfd of the blocked SIGCHLD. */
int child_signals(void);
void drain_signals(int fd);
void raise_open_files(void);
/* Duplicates to 10 or above, so that a later dup2 to a low number hurts nothing. */
int move_up(int fd);
bool write_all(int fd, const void *data, size_t size);
ssize_t read_retry(int fd, void *data, size_t size);
/* A whole small file, NUL-terminated. Returns its size or -1. */
ssize_t read_file(const char *path, char *data, size_t size);

int pidfd_open_process(pid_t pid);
int pidfd_kill(int pidfd, int signal);
/* True once the process has ended. */
bool pidfd_ended(int pidfd);
/* Parent and start time (clock ticks since boot) from /proc/<pid>/stat. */
bool process_stat(pid_t pid, pid_t *parent, uint64_t *start_time);

struct process_usage {
    uint64_t user_us;
    uint64_t system_us;
};

/* What a living process and the children it has reaped have used so far. */
bool process_usage(pid_t pid, struct process_usage *usage);
/* The most memory it has had at once; 0 where that cannot be read. */
uint64_t process_peak_kib(pid_t pid);

#endif
