#define _GNU_SOURCE
#include "sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "system.h"

#define KILL_PATIENCE_US 1000000

struct channels {
    int report[2];
    int diagnostics[2];
    int info[2];
};

static void close_channels(struct channels *channels)
{
    for (int i = 0; i < 2; i++) {
        close_fd(&channels->report[i]);
        close_fd(&channels->diagnostics[i]);
        close_fd(&channels->info[i]);
    }
}

static bool open_channels(struct channels *channels)
{
    *channels = (struct channels){{-1, -1}, {-1, -1}, {-1, -1}};
    return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, channels->report) == 0
           && pipe2(channels->diagnostics, O_CLOEXEC) == 0 && pipe2(channels->info, O_CLOEXEC) == 0
           && set_nonblocking(channels->report[0]) && set_nonblocking(channels->diagnostics[0])
           && set_nonblocking(channels->info[0]);
}

static void adopt_channels(struct sandbox *sandbox, struct channels *channels)
{
    sandbox->stage = channels->report[0];
    sandbox->diagnostics = channels->diagnostics[0];
    sandbox->info = channels->info[0];
    sandbox->pid1_fd = -1;
    channels->report[0] = channels->diagnostics[0] = channels->info[0] = -1;
    close_channels(channels);
}

struct sandbox *sandbox_fork(const struct start_request *request, const char *socket_path, const char *stage_path,
                             rlim_t open_files)
{
    struct channels channels;
    struct sandbox *sandbox = calloc(1, sizeof *sandbox);
    if (sandbox == NULL || !open_channels(&channels)) {
        int error = errno;
        if (sandbox != NULL) {
            close_channels(&channels);
        }
        free(sandbox);
        errno = error;
        return NULL;
    }
    struct stage_plan plan = {
        .request = request,
        .socket_path = socket_path,
        .stage_path = stage_path,
        .launcher = getpid(),
        .open_files = open_files,
        .report = channels.report[1],
        .diagnostics = channels.diagnostics[1],
        .info = channels.info[1],
    };
    sandbox->id = request->sandbox;
    sandbox->adoptable = request->adoptable;
    sandbox->child = fork();
    if (sandbox->child == 0) {
        stage_run(&plan);
    }
    if (sandbox->child < 0) {
        int error = errno;
        close_channels(&channels);
        free(sandbox);
        errno = error;
        return NULL;
    }
    adopt_channels(sandbox, &channels);
    return sandbox;
}

void sandbox_free(struct sandbox *sandbox)
{
    close_fd(&sandbox->stage);
    close_fd(&sandbox->diagnostics);
    close_fd(&sandbox->info);
    close_fd(&sandbox->pid1_fd);
    free(sandbox);
}

bool sandbox_read_stage(struct sandbox *sandbox)
{
    bool parked = false;
    struct stage_report report;
    while (sandbox->stage >= 0) {
        ssize_t got = recv(sandbox->stage, &report, sizeof report, 0);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0 && errno == EAGAIN) {
            break;
        }
        if (got != (ssize_t)sizeof report) {
            /* The other end is closed by exec, or with the child. */
            sandbox->execed = sandbox->exec_next && !sandbox->refused;
            close_fd(&sandbox->stage);
            break;
        }
        report.step[sizeof report.step - 1] = 0;
        if (strcmp(report.step, STAGE_PARKED) == 0) {
            parked = true;
        } else if (strcmp(report.step, STAGE_EXEC) == 0) {
            sandbox->exec_next = true;
        } else {
            sandbox->refused = true;
            sandbox->failure = report;
        }
    }
    return parked;
}

void sandbox_read_diagnostics(struct sandbox *sandbox)
{
    char beyond[DIAGNOSTICS_MAX];
    /* Bounded: whoever writes without end must not keep the launcher from its other sandboxes. */
    for (int turn = 0; turn < 16 && sandbox->diagnostics >= 0; turn++) {
        size_t room = sizeof sandbox->diagnostics_text - sandbox->diagnostics_size;
        char *to = room > 0 ? sandbox->diagnostics_text + sandbox->diagnostics_size : beyond;
        ssize_t got = read_retry(sandbox->diagnostics, to, room > 0 ? room : sizeof beyond);
        if (got > 0) {
            sandbox->diagnostics_size += room > 0 ? (size_t)got : 0;
        } else if (got < 0 && errno == EAGAIN) {
            break;
        } else {
            close_fd(&sandbox->diagnostics);
        }
    }
}

/* The pid of a report is believed only when it is a child of ours, held by a pidfd while we look. */
static void take_pid1(struct sandbox *sandbox, pid_t pid)
{
    pid_t parent = 0;
    uint64_t start_time;
    int pidfd = pid > 0 ? pidfd_open_process(pid) : -1;
    if (pidfd >= 0 && process_stat(pid, &parent, &start_time) && parent == sandbox->child && !sandbox->reaped
        && pidfd_kill(pidfd, 0) == 0) {
        sandbox->pid1 = pid;
        sandbox->pid1_fd = pidfd;
    } else {
        close_fd(&pidfd);
    }
}

static void child_is_pid1(struct sandbox *sandbox)
{
    if (sandbox->reaped || sandbox->refused || !sandbox->execed) {
        return;
    }
    sandbox->pid1 = sandbox->child;
    sandbox->pid1_fd = pidfd_open_process(sandbox->child);
}

bool sandbox_read_info(struct sandbox *sandbox)
{
    bool ended = false;
    while (sandbox->info >= 0 && sandbox->report_size < sizeof sandbox->report) {
        ssize_t got = read_retry(sandbox->info, sandbox->report + sandbox->report_size,
                                 sizeof sandbox->report - sandbox->report_size);
        if (got < 0 && errno == EAGAIN) {
            break;
        }
        if (got <= 0) {
            ended = true;
            break;
        }
        sandbox->report_size += (size_t)got;
    }
    ended = ended || sandbox->report_size == sizeof sandbox->report;
    bool known = sandbox->pid1 != 0;
    pid_t reported = report_child_pid(sandbox->report, sandbox->report_size, ended);
    if (!known && reported > 0) {
        take_pid1(sandbox, reported);
    } else if (!known && ended) {
        sandbox_read_stage(sandbox);
        child_is_pid1(sandbox);
    }
    if (ended) {
        close_fd(&sandbox->info);
    }
    if (!known && sandbox->pid1 != 0 && sandbox->kill_wanted) {
        sandbox_kill(sandbox);
    }
    return !known && sandbox->pid1 != 0;
}

void sandbox_release(struct sandbox *sandbox)
{
    if (sandbox->stage >= 0) {
        (void)!send(sandbox->stage, "", 1, MSG_DONTWAIT | MSG_NOSIGNAL);
    }
}

/* Before pid 1 is known, killing bubblewrap could leave its child behind: the kill waits for the report. */
void sandbox_kill(struct sandbox *sandbox)
{
    if (sandbox->pid1_fd >= 0) {
        pidfd_kill(sandbox->pid1_fd, SIGKILL);
    } else if (!sandbox->reaped && (!sandbox->execed || (sandbox->kill_by != 0 && now_us() >= sandbox->kill_by))) {
        kill(sandbox->child, SIGKILL);
        sandbox->kill_by = 0;
    } else if (!sandbox->kill_wanted) {
        sandbox->kill_by = now_us() + KILL_PATIENCE_US;
    }
    sandbox->kill_wanted = true;
}

bool sandbox_outlives(struct sandbox *sandbox)
{
    (void)sandbox_read_stage(sandbox);
    return sandbox->adoptable && sandbox->execed && !sandbox->kill_wanted;
}

bool sandbox_gone(struct sandbox *sandbox)
{
    if (!sandbox->reaped) {
        return false;
    }
    if (sandbox->pid1 == 0 || sandbox->pid1 == sandbox->child || pidfd_ended(sandbox->pid1_fd)) {
        return true;
    }
    /* bubblewrap died before its child: the tree hangs on pid 1 alone now. */
    pidfd_kill(sandbox->pid1_fd, SIGKILL);
    return false;
}
