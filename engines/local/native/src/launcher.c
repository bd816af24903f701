#define _GNU_SOURCE
#include "launcher.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "descendants.h"
#include "launcher_frames.h"
#include "launcher_words.h"
#include "sandbox.h"
#include "system.h"

#define QUEUE_MAX 16777216u
#define GOODBYE_US 10000000
#define SWEEP_US 2000000
#define SWEEP_PAUSE_US 2000
#define FDS_PER_SANDBOX 4
#define REAP_TURNS 1024

struct launcher {
    const char *socket_path;
    const char *stage_path;
    rlim_t open_files;
    int control;
    int children;
    bool ending;   /* the control connection has ended, or must */
    bool orphaned; /* it has ended: what is adoptable lives on */
    int64_t end_by;
    int64_t sweep_at;
    struct sandbox *sandboxes;
    size_t count;
    struct pollfd *polls;
    size_t polls_size;
    struct inbox inbox;
    struct outbox outbox;
};

static struct sandbox *find(struct launcher *launcher, uint64_t id)
{
    struct sandbox *sandbox = launcher->sandboxes;
    while (sandbox != NULL && sandbox->id != id) {
        sandbox = sandbox->next;
    }
    return sandbox;
}

static struct sandbox *find_child(struct launcher *launcher, pid_t pid)
{
    struct sandbox *sandbox = launcher->sandboxes;
    while (sandbox != NULL && (sandbox->reaped || sandbox->child != pid)) {
        sandbox = sandbox->next;
    }
    return sandbox;
}

static void on_start(void *context, const struct start_request *request)
{
    struct launcher *launcher = context;
    if (find(launcher, request->sandbox) != NULL) {
        fprintf(stderr, "sandbox-native: sandbox %llu is there already\n", (unsigned long long)request->sandbox);
        launcher->ending = true;
        return;
    }
    struct sandbox *sandbox =
        sandbox_fork(request, launcher->socket_path, launcher->stage_path, launcher->open_files);
    if (sandbox == NULL) {
        tell_refused(&launcher->outbox, request->sandbox, "fork", errno);
        return;
    }
    sandbox->next = launcher->sandboxes;
    launcher->sandboxes = sandbox;
    launcher->count++;
}

static void on_release(void *context, uint64_t id)
{
    struct sandbox *sandbox = find(context, id);
    if (sandbox != NULL) {
        sandbox_release(sandbox);
    }
}

static void on_kill(void *context, uint64_t id)
{
    struct sandbox *sandbox = find(context, id);
    if (sandbox != NULL) {
        (void)sandbox_read_stage(sandbox);
        sandbox_kill(sandbox);
    }
}

static const struct launcher_handler handler = {on_start, on_release, on_kill};

static void read_control(struct launcher *launcher)
{
    ssize_t got = inbox_fill(&launcher->inbox, launcher->control);
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) {
        launcher->ending = launcher->orphaned = true;
        return;
    }
    struct bytes frame;
    enum inbox_state state;
    while (!launcher->ending && (state = inbox_peek(&launcher->inbox, &frame)) != INBOX_WAIT) {
        if (state == INBOX_BAD || !launcher_dispatch(frame, &handler, launcher)) {
            fputs("sandbox-native: a frame that is not of this protocol\n", stderr);
            launcher->ending = true;
            return;
        }
        inbox_consume(&launcher->inbox, frame);
    }
}

static void reap(struct launcher *launcher)
{
    for (int turn = 0; turn < REAP_TURNS; turn++) {
        int status;
        struct rusage usage;
        pid_t pid = wait4(-1, &status, WNOHANG | __WALL, &usage);
        if (pid <= 0) {
            return;
        }
        struct sandbox *sandbox = find_child(launcher, pid);
        if (sandbox != NULL) {
            if (sandbox_read_info(sandbox)) {
                tell_started(&launcher->outbox, sandbox);
            }
            sandbox->reaped = true;
            sandbox->kill_by = 0;
            sandbox->status = status;
            sandbox->usage = usage;
            sandbox->sweep_by = now_us() + SWEEP_US;
        }
    }
}

static bool is_ours(void *context, pid_t pid)
{
    return find_child(context, pid) != NULL;
}

/* Without a pid namespace whose end is the end of all, what a dead child leaves is inherited by the launcher. */
static bool needs_sweep(const struct sandbox *sandbox)
{
    return sandbox->execed && (sandbox->pid1 == 0 || sandbox->pid1 == sandbox->child);
}

static bool tree_empty(struct launcher *launcher, struct sandbox *sandbox)
{
    if (!sandbox_gone(sandbox)) {
        return false;
    }
    if (!needs_sweep(sandbox) || kill_children(is_ours, launcher) == 0) {
        return true;
    }
    launcher->sweep_at = now_us() + SWEEP_PAUSE_US;
    return now_us() >= sandbox->sweep_by;
}

static void finish(struct launcher *launcher, struct sandbox *sandbox)
{
    sandbox_read_diagnostics(sandbox);
    if (sandbox->refused) {
        tell_refused(&launcher->outbox, sandbox->id, sandbox->failure.step, sandbox->failure.error);
    } else {
        tell_ended(&launcher->outbox, sandbox);
    }
}

static void finish_ended(struct launcher *launcher)
{
    launcher->sweep_at = 0;
    struct sandbox **link = &launcher->sandboxes;
    while (*link != NULL) {
        struct sandbox *sandbox = *link;
        if (sandbox->reaped) {
            (void)sandbox_read_stage(sandbox);
        }
        if (sandbox->kill_by != 0 && now_us() >= sandbox->kill_by) {
            sandbox_kill(sandbox);
        }
        if (tree_empty(launcher, sandbox)) {
            finish(launcher, sandbox);
            *link = sandbox->next;
            sandbox_free(sandbox);
            launcher->count--;
        } else {
            link = &sandbox->next;
        }
    }
}

static bool make_room(struct launcher *launcher)
{
    size_t needed = 2 + launcher->count * FDS_PER_SANDBOX;
    if (needed <= launcher->polls_size) {
        return true;
    }
    struct pollfd *polls = realloc(launcher->polls, 2 * needed * sizeof *polls);
    if (polls == NULL) {
        return false;
    }
    launcher->polls = polls;
    launcher->polls_size = 2 * needed;
    return true;
}

static struct pollfd poll_of(int fd, short events)
{
    struct pollfd poll = {.fd = fd, .events = events};
    return poll;
}

/* Only what is open: poll refuses more entries than there may be descriptors. */
static size_t list_polls(struct launcher *launcher)
{
    size_t count = 0;
    short output = outbox_pending(&launcher->outbox) > 0 ? POLLOUT : 0;
    launcher->polls[count++] = poll_of(launcher->ending ? -1 : launcher->control, (short)(POLLIN | output));
    launcher->polls[count++] = poll_of(launcher->children, POLLIN);
    for (struct sandbox *sandbox = launcher->sandboxes; sandbox != NULL; sandbox = sandbox->next) {
        bool outlived = sandbox->reaped && sandbox->pid1 != sandbox->child;
        int fds[] = {sandbox->stage, sandbox->diagnostics, sandbox->info, outlived ? sandbox->pid1_fd : -1};
        for (size_t i = 0; i < FDS_PER_SANDBOX; i++) {
            sandbox->polls[i] = fds[i] < 0 ? 0 : count;
            if (fds[i] >= 0) {
                launcher->polls[count++] = poll_of(fds[i], POLLIN);
            }
        }
    }
    return count;
}

static bool has_event(const struct launcher *launcher, const struct sandbox *sandbox, size_t i)
{
    return sandbox->polls[i] != 0 && launcher->polls[sandbox->polls[i]].revents != 0;
}

static int64_t earlier(int64_t one, int64_t other)
{
    return one == 0 || (other != 0 && other < one) ? other : one;
}

static int patience(const struct launcher *launcher)
{
    int64_t end_by = now_us() < launcher->end_by ? launcher->end_by : 0;
    int64_t deadline = earlier(end_by, launcher->sweep_at);
    for (const struct sandbox *sandbox = launcher->sandboxes; sandbox != NULL; sandbox = sandbox->next) {
        deadline = earlier(deadline, sandbox->kill_by);
    }
    return poll_ms(deadline, -1);
}

static void read_sandboxes(struct launcher *launcher)
{
    for (struct sandbox *sandbox = launcher->sandboxes; sandbox != NULL; sandbox = sandbox->next) {
        if (has_event(launcher, sandbox, 0) && sandbox_read_stage(sandbox)) {
            tell_parked(&launcher->outbox, sandbox);
        }
        if (has_event(launcher, sandbox, 1)) {
            sandbox_read_diagnostics(sandbox);
        }
        if (has_event(launcher, sandbox, 2) && sandbox_read_info(sandbox)) {
            tell_started(&launcher->outbox, sandbox);
        }
    }
}

static void end_all(struct launcher *launcher)
{
    if (launcher->end_by == 0) {
        launcher->end_by = now_us() + GOODBYE_US;
        for (struct sandbox *sandbox = launcher->sandboxes; sandbox != NULL; sandbox = sandbox->next) {
            if (!launcher->orphaned || !sandbox_outlives(sandbox)) {
                sandbox_kill(sandbox);
            }
        }
    }
    /* Nobody hears us any more. */
    outbox_clear(&launcher->outbox);
}

static void turn(struct launcher *launcher)
{
    if (!make_room(launcher)) {
        die("out of memory");
    }
    size_t count = list_polls(launcher);
    if (poll(launcher->polls, count, patience(launcher)) < 0) {
        if (errno != EINTR) {
            die("poll");
        }
        return;
    }
    read_sandboxes(launcher);
    if (launcher->polls[1].revents != 0) {
        drain_signals(launcher->children);
    }
    reap(launcher);
    finish_ended(launcher);
    if (launcher->polls[0].revents & (POLLIN | POLLHUP | POLLERR)) {
        read_control(launcher);
    }
    if (!launcher->ending && !outbox_flush(&launcher->outbox, launcher->control)) {
        launcher->ending = launcher->orphaned = true;
    }
    launcher->ending = launcher->ending || launcher->outbox.overflow;
    if (launcher->ending) {
        end_all(launcher);
    }
}

static int connect_control(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) {
        die("the path of the socket is too long");
    }
    strcpy(address.sun_path, path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) < 0 || !set_nonblocking(fd)) {
        die("cannot connect to the socket");
    }
    return fd;
}

/* The launcher's life is its control connection alone: a Ctrl-C is for the JVM, which may finish what runs. */
static void ignore_signals(void)
{
    static const int ignored[] = {SIGPIPE, SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) {
        signal(ignored[i], SIG_IGN);
    }
    (void)setsid();
}

static bool needed(const struct launcher *launcher)
{
    if (!launcher->ending || (launcher->sandboxes != NULL && now_us() < launcher->end_by)) {
        return true;
    }
    const struct sandbox *sandbox = launcher->sandboxes;
    while (sandbox != NULL && sandbox->kill_wanted) {
        sandbox = sandbox->next;
    }
    return sandbox != NULL;
}

int launcher_main(const char *socket_path, const char *stage_path)
{
    static struct launcher launcher;
    struct rlimit files;
    launcher.socket_path = socket_path;
    launcher.stage_path = stage_path;
    launcher.open_files = getrlimit(RLIMIT_NOFILE, &files) == 0 ? files.rlim_cur : 1024;
    launcher.outbox.limit = QUEUE_MAX;
    raise_open_files();
    ignore_signals();
    launcher.children = child_signals();
    launcher.control = connect_control(socket_path);
    if (launcher.children < 0 || prctl(PR_SET_CHILD_SUBREAPER, 1) < 0) {
        die("cannot become the parent of orphans");
    }
    tell_hello(&launcher.outbox);
    if (!outbox_flush(&launcher.outbox, launcher.control)) {
        return 0;
    }
    while (needed(&launcher)) {
        turn(&launcher);
    }
    return 0;
}
