#define _GNU_SOURCE
#include "supervisor.h"

#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "descendants.h"
#include "system.h"

#define REPORT 3
#define CONTROL 4
#define HUNT_PAUSE_MS 2

static void keep_two_descriptors(int report, int control)
{
    int from[] = {move_up(report), move_up(control)};
    if (from[0] < 0 || from[1] < 0 || dup2(from[0], REPORT) < 0 || dup2(from[1], CONTROL) < 0) {
        _exit(1);
    }
    close_from(CONTROL + 1);
    for (int fd = 0; fd < REPORT; fd++) {
        close(fd);
    }
}

static void tell(const struct supervisor_report *report)
{
    (void)write_all(REPORT, report, sizeof *report);
}

static void tell_started(pid_t pid)
{
    struct supervisor_report report;
    memset(&report, 0, sizeof report);
    report.pid = pid;
    tell(&report);
}

static void tell_ended(pid_t pid, int status, const struct rusage *usage)
{
    struct supervisor_report report;
    memset(&report, 0, sizeof report);
    report.ended = true;
    report.pid = pid;
    report.status = status;
    report.usage = *usage;
    tell(&report);
}

struct watch {
    bool ended;     /* the main process */
    bool childless; /* the last wait found no child */
    bool killing;
};

static void reap_all(const struct supervision *supervision, struct watch *watch)
{
    int status;
    struct rusage usage;
    pid_t pid;
    while ((pid = wait4(-1, &status, WNOHANG | __WALL, &usage)) > 0) {
        if (pid == supervision->pid) {
            tell_ended(pid, status, &usage);
            watch->ended = true;
        }
    }
    watch->childless = pid < 0;
}

/* A signal to a whole group or to everybody shall not end it; what cannot be ignored, init sees. */
static int ignore_signals(void)
{
    for (int number = 1; number <= 64; number++) {
        if (number != SIGCHLD) {
            signal(number, SIG_IGN);
        }
    }
    return child_signals();
}

/* Whether all shall die; false where init has only forgotten an execution whose leftovers may stay. */
static bool ordered_to_kill(const struct supervision *supervision, const struct watch *watch)
{
    char order;
    return read_retry(CONTROL, &order, sizeof order) == (ssize_t)sizeof order || !supervision->keep || !watch->ended;
}

_Noreturn void supervisor_run(const struct supervision *supervision)
{
    keep_two_descriptors(supervision->report, supervision->control);
    struct pollfd polls[] = {{.fd = ignore_signals(), .events = POLLIN}, {.fd = CONTROL, .events = POLLIN}};
    struct watch watch = {false, false, false};
    tell_started(supervision->pid);
    for (;;) {
        reap_all(supervision, &watch);
        watch.killing = watch.killing || (watch.ended && !supervision->keep);
        bool nobody = watch.killing ? kill_children(NULL, NULL) == 0 : watch.ended && watch.childless;
        if (nobody) {
            _exit(0);
        }
        (void)poll(polls, 2, watch.killing ? HUNT_PAUSE_MS : -1);
        drain_signals(polls[0].fd);
        if (polls[1].revents != 0) {
            watch.killing = ordered_to_kill(supervision, &watch) || watch.killing;
            polls[1].fd = -1;
        }
    }
}
