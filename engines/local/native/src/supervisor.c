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

static void tell(bool ended, pid_t pid, int status)
{
    struct supervisor_report report;
    memset(&report, 0, sizeof report);
    report.ended = ended;
    report.pid = pid;
    report.status = status;
    (void)write_all(REPORT, &report, sizeof report);
}

/* True once the main process has ended. */
static bool reap_all(pid_t main_pid)
{
    bool ended = false;
    int status;
    pid_t pid;
    while ((pid = waitpid(-1, &status, WNOHANG | __WALL)) > 0) {
        if (pid == main_pid) {
            tell(true, pid, status);
            ended = true;
        }
    }
    return ended;
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

_Noreturn void supervisor_run(pid_t pid, int report, int control)
{
    keep_two_descriptors(report, control);
    struct pollfd polls[] = {{.fd = ignore_signals(), .events = POLLIN}, {.fd = CONTROL, .events = POLLIN}};
    tell(false, pid, 0);
    bool killing = false;
    for (;;) {
        killing = reap_all(pid) || killing;
        if (killing && kill_children(NULL, NULL) == 0) {
            _exit(0);
        }
        (void)poll(polls, 2, killing ? HUNT_PAUSE_MS : -1);
        drain_signals(polls[0].fd);
        if (polls[1].revents != 0) {
            killing = true;
            polls[1].fd = -1;
        }
    }
}
