#define _GNU_SOURCE
#include "descendants.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "system.h"

struct hunt {
    bool (*spared)(void *context, pid_t pid);
    void *context;
    int met;
};

static void hunt_one(struct hunt *hunt, pid_t pid)
{
    if (hunt->spared != NULL && hunt->spared(hunt->context, pid)) {
        return;
    }
    hunt->met++;
    kill(pid, SIGKILL);
}

/* Our own children keep their pids until we reap them, so no stranger can be hit. */
static bool hunt_listed(struct hunt *hunt)
{
    char path[64];
    char text[4096];
    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return false;
    }
    pid_t pid = 0;
    ssize_t got;
    while ((got = read_retry(fd, text, sizeof text)) > 0) {
        for (ssize_t i = 0; i < got; i++) {
            if (text[i] >= '0' && text[i] <= '9') {
                pid = pid * 10 + (text[i] - '0');
            } else if (pid > 0) {
                hunt_one(hunt, pid);
                pid = 0;
            }
        }
    }
    close(fd);
    return got == 0;
}

/* Kernels without CONFIG_PROC_CHILDREN. */
static void hunt_parents(struct hunt *hunt)
{
    DIR *proc = opendir("/proc");
    struct dirent *entry;
    while (proc != NULL && (entry = readdir(proc)) != NULL) {
        pid_t pid = isdigit((unsigned char)entry->d_name[0]) ? (pid_t)strtol(entry->d_name, NULL, 10) : 0;
        pid_t parent;
        uint64_t start_time;
        if (pid > 0 && process_stat(pid, &parent, &start_time) && parent == getpid()) {
            hunt_one(hunt, pid);
        }
    }
    if (proc != NULL) {
        closedir(proc);
    }
}

int kill_children(bool (*spared)(void *context, pid_t pid), void *context)
{
    struct hunt hunt = {spared, context, 0};
    if (!hunt_listed(&hunt)) {
        hunt_parents(&hunt);
    }
    return hunt.met;
}
