#define _GNU_SOURCE
#include "system.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifndef SYS_pidfd_send_signal
#define SYS_pidfd_send_signal 424
#endif
#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif
#ifndef SYS_close_range
#define SYS_close_range 436
#endif

/* From the parent (field 4 of stat) to the start time (field 22). */
#define SKIP_5_FIELDS " %*s %*s %*s %*s %*s"
#define SKIP_17_FIELDS SKIP_5_FIELDS SKIP_5_FIELDS SKIP_5_FIELDS " %*s %*s"

_Noreturn void die(const char *what)
{
    dprintf(STDERR_FILENO, "sandbox-native: %s\n", what);
    _exit(1);
}

int64_t now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int poll_ms(int64_t deadline, int limit)
{
    if (deadline == 0) {
        return limit;
    }
    int64_t left = (deadline - now_us() + 999) / 1000;
    if (left < 0) {
        left = 0;
    }
    if (left > INT_MAX) {
        left = INT_MAX;
    }
    return limit >= 0 && left > limit ? limit : (int)left;
}

bool set_nonblocking(int fd)
{
    int flags = fcntl(fd, F_GETFL);
    return flags >= 0 && fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0;
}

void close_fd(int *fd)
{
    if (*fd >= 0) {
        close(*fd);
        *fd = -1;
    }
}

void close_from(unsigned first)
{
    if (syscall(SYS_close_range, first, UINT_MAX, 0) == 0) {
        return;
    }
    struct rlimit limit;
    rlim_t count = getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < 1048576 ? limit.rlim_cur : 1048576;
    for (rlim_t fd = first; fd < count; fd++) {
        close((int)fd);
    }
}

void reset_signals(void)
{
    for (int number = 1; number <= 64; number++) {
        signal(number, SIG_DFL);
    }
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

int child_signals(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    if (sigprocmask(SIG_SETMASK, &set, NULL) < 0) {
        return -1;
    }
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

void drain_signals(int fd)
{
    /* One read: SIGCHLD does not queue, and whoever floods with it must not hold us here. */
    struct signalfd_siginfo info;
    (void)!read(fd, &info, sizeof info);
}

void raise_open_files(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

int move_up(int fd)
{
    return fcntl(fd, F_DUPFD_CLOEXEC, 10);
}

bool write_all(int fd, const void *data, size_t size)
{
    const char *at = data;
    while (size > 0) {
        ssize_t done = write(fd, at, size);
        if (done < 0 && errno == EINTR) {
            continue;
        }
        if (done <= 0) {
            return false;
        }
        at += done;
        size -= (size_t)done;
    }
    return true;
}

ssize_t read_retry(int fd, void *data, size_t size)
{
    ssize_t got;
    do {
        got = read(fd, data, size);
    } while (got < 0 && errno == EINTR);
    return got;
}

ssize_t read_file(const char *path, char *data, size_t size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return -1;
    }
    size_t used = 0;
    ssize_t got = 0;
    while (used < size - 1 && (got = read_retry(fd, data + used, size - 1 - used)) > 0) {
        used += (size_t)got;
    }
    close(fd);
    data[used] = 0;
    return got < 0 ? -1 : (ssize_t)used;
}

int pidfd_open_process(pid_t pid)
{
    return (int)syscall(SYS_pidfd_open, pid, 0);
}

int pidfd_kill(int pidfd, int number)
{
    return (int)syscall(SYS_pidfd_send_signal, pidfd, number, NULL, 0);
}

bool pidfd_ended(int pidfd)
{
    struct pollfd ended = {.fd = pidfd, .events = POLLIN};
    return poll(&ended, 1, 0) == 1;
}

bool process_stat(pid_t pid, pid_t *parent, uint64_t *start_time)
{
    char path[64];
    char stat[1024];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    if (read_file(path, stat, sizeof stat) < 0) {
        return false;
    }
    /* The name of the program is the second field and may hold anything, also ")". */
    char *at = strrchr(stat, ')');
    int ppid = 0;
    unsigned long long start = 0;
    if (at == NULL || sscanf(at + 1, " %*c %d" SKIP_17_FIELDS " %llu", &ppid, &start) != 2) {
        return false;
    }
    *parent = ppid;
    *start_time = start;
    return true;
}

static uint64_t cpu_us(pid_t pid)
{
    clockid_t clock;
    struct timespec used;
    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &used) < 0) {
        return 0;
    }
    return (uint64_t)used.tv_sec * 1000000u + (uint64_t)used.tv_nsec / 1000u;
}

bool process_usage(pid_t pid, struct process_usage *usage)
{
    char path[64];
    char stat[1024];
    unsigned long long ticks[4];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    const char *at = read_file(path, stat, sizeof stat) < 0 ? NULL : strrchr(stat, ')');
    if (at == NULL
        || sscanf(at + 1, " %*c" SKIP_5_FIELDS SKIP_5_FIELDS " %llu %llu %llu %llu", &ticks[0], &ticks[1], &ticks[2],
                  &ticks[3]) != 4) {
        return false;
    }
    /* Ticks are coarse: the clock knows the sum, they only say how it is shared. */
    uint64_t tick_us = 1000000u / (uint64_t)sysconf(_SC_CLK_TCK);
    uint64_t own = cpu_us(pid);
    uint64_t sum = ticks[0] + ticks[1];
    uint64_t system = sum == 0 ? 0 : (uint64_t)((double)own * (double)ticks[1] / (double)sum);
    usage->user_us = own - system + ticks[2] * tick_us;
    usage->system_us = system + ticks[3] * tick_us;
    return true;
}

uint64_t process_peak_kib(pid_t pid)
{
    char path[64];
    char status[4096];
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    const char *line = read_file(path, status, sizeof status) < 0 ? NULL : strstr(status, "\nVmHWM:");
    return line == NULL ? 0 : strtoull(line + strlen("\nVmHWM:"), NULL, 10);
}
