#define _GNU_SOURCE
#include "init.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include "descendants.h"
#include "execution.h"
#include "files.h"
#include "system.h"

#define CONNECTION STDIN_FILENO
#define EXECUTIONS 64
#define OUTBOX_MAX 524288u
#define DRAIN_US 1000000
#define HUNT_PAUSE_US 2000
#define FAREWELL_US 2000000
#define REAP_TURNS 1024
#define POLLS (2 + EXECUTIONS * 5)
#define FULL_BYTES 1u
#define FULL_FILES 2u

struct init {
    bool pid1;
    bool childless; /* the last wait found no child */
    bool more_children; /* reaping stopped at its bound */
    bool again;         /* work was held back by the outbox, which has room now */
    int children;
    int64_t hunt_at;
    struct confinement confinement;
    struct files files;
    struct execution executions[EXECUTIONS];
    struct pollfd polls[POLLS];
    struct inbox inbox;
    struct outbox outbox;
};

static struct execution *find(struct init *init, uint32_t id)
{
    for (int i = 0; i < EXECUTIONS; i++) {
        if (init->executions[i].used && init->executions[i].id == id) {
            return &init->executions[i];
        }
    }
    return NULL;
}

static struct execution *find_free(struct init *init)
{
    for (int i = 0; i < EXECUTIONS; i++) {
        if (!init->executions[i].used) {
            return &init->executions[i];
        }
    }
    return NULL;
}

static struct execution *find_pid(struct init *init, pid_t pid)
{
    for (int i = 0; i < EXECUTIONS; i++) {
        struct execution *execution = &init->executions[i];
        if (execution->used && !execution->ended && execution->pid == pid) {
            return execution;
        }
    }
    return NULL;
}

static bool congested(const struct init *init)
{
    return outbox_left(&init->outbox) < OUTBOX_SLACK / 2;
}

static void refuse(struct init *init, uint32_t exec, const char *step, int error)
{
    struct process_failure failure = {.error = error};
    strncpy(failure.step, step, sizeof failure.step - 1);
    say_refused(&init->outbox, exec, &failure);
}

static bool is_main(void *context, pid_t pid)
{
    return find_pid(context, pid) != NULL;
}

/* As pid 1 one call reaches all there is. Otherwise our own descendants, as far as they have become our children. */
static void kill_rest(struct init *init)
{
    if (init->pid1) {
        kill(-1, SIGKILL);
    } else if (kill_children(NULL, NULL) > 0) {
        init->hunt_at = now_us() + HUNT_PAUSE_US;
    }
}

static void kill_execution(struct init *init, struct execution *execution)
{
    execution->killed = true;
    execution->timeout_at = execution->kill_at = 0;
    if (execution->kill_rest) {
        kill_rest(init);
        return;
    }
    execution_signal(execution, SIGKILL);
    kill_children(is_main, init);
}

static uint8_t full_bits(void)
{
    struct statvfs stat;
    if (statvfs("/workspace", &stat) < 0 && statvfs("/tmp", &stat) < 0) {
        return 0;
    }
    unsigned bits = (uint64_t)stat.f_bavail * stat.f_frsize < 4096 ? FULL_BYTES : 0;
    if (stat.f_files > 0 && stat.f_ffree == 0) {
        bits |= FULL_FILES;
    }
    return (uint8_t)bits;
}

static void end_execution(struct init *init, struct execution *execution, int status)
{
    int64_t now = now_us();
    execution->ended = true;
    execution->status = status;
    execution->wall_us = now - execution->start;
    execution->drain_by = now + DRAIN_US;
    execution->full = full_bits();
    if (execution_read_result(execution)) {
        say_started(&init->outbox, execution);
    }
    input_close(&execution->input);
    input_close(&execution->request);
    if (execution->started) {
        kill_execution(init, execution);
    }
}

static void account_rest(struct init *init, const struct rusage *usage)
{
    for (int i = 0; i < EXECUTIONS; i++) {
        struct execution *execution = &init->executions[i];
        if (execution->used && execution->kill_rest) {
            execution_account(execution, usage);
        }
    }
}

static void reap(struct init *init)
{
    init->more_children = true;
    for (int turn = 0; turn < REAP_TURNS; turn++) {
        int status;
        struct rusage usage;
        pid_t pid = wait4(-1, &status, WNOHANG, &usage);
        if (pid <= 0) {
            init->childless = pid < 0;
            init->more_children = false;
            return;
        }
        init->childless = false;
        struct execution *execution = find_pid(init, pid);
        if (execution != NULL) {
            execution_account(execution, &usage);
            end_execution(init, execution, status);
        } else {
            account_rest(init, &usage);
        }
    }
}

static enum handled on_setup(void *context, const struct setup_request *request)
{
    struct confinement *confinement = &((struct init *)context)->confinement;
    if (confinement->set) {
        return HANDLED_BAD;
    }
    confinement->set = true;
    confinement->rlimit_count = request->rlimit_count;
    memcpy(confinement->rlimits, request->rlimits, sizeof request->rlimits);
    confinement->seccomp_size = request->seccomp.size;
    confinement->seccomp = (uint8_t *)text_copy(request->seccomp);
    if (confinement->seccomp == NULL) {
        die("out of memory");
    }
    return HANDLED;
}

static enum handled on_exec(void *context, const struct exec_request *request)
{
    struct init *init = context;
    struct process process;
    struct process_failure failure;
    if (find(init, request->exec) != NULL) {
        return HANDLED_BAD;
    }
    struct execution *execution = find_free(init);
    if (execution == NULL) {
        refuse(init, request->exec, "fork", EAGAIN);
    } else if (!process_start(request, &init->confinement, &process, &failure)) {
        say_refused(&init->outbox, request->exec, &failure);
    } else {
        execution_begin(execution, request, &process);
    }
    return HANDLED;
}

/* 0, or why the folder cannot be used. */
static int folder_error(const struct init *init, struct bytes path)
{
    char *cwd = text_copy(path);
    int fd = cwd == NULL ? -1 : files_open_folder(&init->files, cwd);
    int error = fd < 0 ? errno : 0;
    close_fd(&fd);
    free(cwd);
    return error;
}

static enum handled on_go(void *context, const struct go_request *request)
{
    struct init *init = context;
    struct execution *execution = find(init, request->exec);
    if (execution != NULL && execution->ended) {
        return HANDLED;
    }
    if (execution == NULL || execution->relaying) {
        refuse(init, request->exec, "unknown", ESRCH);
        return HANDLED;
    }
    int error = folder_error(init, request->terms.cwd);
    if (error != 0) {
        execution->refusal.error = error;
        strcpy(execution->refusal.step, "cwd");
        kill_execution(init, execution);
        return HANDLED;
    }
    execution_terms(execution, &request->terms);
    execution_go(execution);
    return HANDLED;
}

static void credit(struct init *init, const struct execution *execution, size_t bytes)
{
    if (bytes > 0 && !execution->ended) {
        frame_begin(&init->outbox, INIT_CREDIT);
        put_u32(&init->outbox, execution->id);
        put_u32(&init->outbox, (uint32_t)bytes);
        frame_end(&init->outbox);
    }
}

static enum handled on_input(void *context, const struct input_request *request)
{
    struct init *init = context;
    struct execution *execution = find(init, request->exec);
    if (execution == NULL || execution->ended) {
        return HANDLED;
    }
    bool is_stdin = request->stream == STREAM_STDIN;
    struct input *input = is_stdin ? &execution->input : &execution->request;
    if (input->fd < 0 || input->ended) {
        credit(init, execution, is_stdin ? request->data.size : 0);
        return HANDLED;
    }
    if (request->data.size == 0) {
        input_end(input);
        return HANDLED;
    }
    if (is_stdin && input_queued(input) + request->data.size > STDIN_QUEUE_MAX) {
        return HANDLED_BAD;
    }
    if (!is_stdin && input_queued(input) > REQUEST_QUEUE_MAX) {
        return HANDLED_LATER;
    }
    if (!input_add(input, request->data)) {
        die("out of memory");
    }
    size_t taken = input_flush(input);
    credit(init, execution, is_stdin ? taken : 0);
    return HANDLED;
}

static enum handled on_signal(void *context, const struct signal_request *request)
{
    struct execution *execution = find(context, request->exec);
    if (execution != NULL && !execution->ended) {
        if (request->number == SIGKILL && execution->cause == CAUSE_ITSELF) {
            execution->cause = CAUSE_SIGNAL;
        }
        execution_signal(execution, (int)request->number);
    }
    return HANDLED;
}

static enum handled on_put(void *context, const struct put_request *request)
{
    struct init *init = context;
    return files_put(&init->files, request, &init->outbox);
}

static enum handled on_data(void *context, const struct data_request *request)
{
    struct init *init = context;
    return files_data(&init->files, request, &init->outbox);
}

static enum handled on_list(void *context, const struct list_request *request)
{
    struct init *init = context;
    return files_list(&init->files, request, &init->outbox);
}

static enum handled on_get(void *context, const struct get_request *request)
{
    struct init *init = context;
    return files_get(&init->files, request, &init->outbox);
}

static const struct init_handler handler = {on_setup, on_exec, on_go,   on_input, on_signal,
                                            on_put,   on_data, on_list, on_get};

static _Noreturn void leave(struct init *init, int code)
{
    /* The end of pid 1 is the end of all. Otherwise what it started is still there. */
    int64_t until = now_us() + FAREWELL_US;
    while (!init->pid1 && now_us() < until && (kill_children(NULL, NULL) > 0 || !init->childless)) {
        poll(NULL, 0, 1);
        while (waitpid(-1, NULL, WNOHANG) > 0) {
        }
        init->childless = true;
    }
    _exit(code);
}

static _Noreturn void break_off(struct init *init, const char *why)
{
    (void)!write(STDERR_FILENO, why, strlen(why));
    leave(init, 1);
}

static void dispatch_frames(struct init *init)
{
    struct bytes frame;
    enum inbox_state state;
    while (!congested(init) && (state = inbox_peek(&init->inbox, &frame)) != INBOX_WAIT) {
        bool allowed = state == INBOX_FRAME && (init->confinement.set || frame.data[0] == INIT_SETUP);
        enum handled handled = allowed ? init_dispatch(frame, &handler, init) : HANDLED_BAD;
        if (handled == HANDLED_BAD) {
            break_off(init, "init: a frame that is not of this protocol\n");
        }
        if (handled == HANDLED_LATER) {
            return;
        }
        inbox_consume(&init->inbox, frame);
    }
}

static void read_frames(struct init *init)
{
    ssize_t got = inbox_fill(&init->inbox, CONNECTION);
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) {
        leave(init, 0);
    }
}

static void check_times(struct init *init, struct execution *execution, int64_t now)
{
    if (execution->timeout_at != 0 && now >= execution->timeout_at) {
        execution->timeout_at = 0;
        execution->kill_at = now + (int64_t)execution->terms.grace_ms * 1000;
        if (execution->cause == CAUSE_ITSELF) {
            execution->cause = CAUSE_TIMEOUT;
        }
        execution_signal(execution, SIGTERM);
    }
    if (execution->kill_at != 0 && now >= execution->kill_at) {
        kill_execution(init, execution);
    }
    if (execution->ended && !execution->drain_over && now >= execution->drain_by) {
        execution_limit_drain(execution);
    }
}

static void check_cap(struct init *init, struct execution *execution)
{
    bool over = output_over_cap(&execution->output[0]) || output_over_cap(&execution->output[1]);
    if (over && execution->terms.kill_at_cap && execution->relaying && !execution->ended && !execution->killed) {
        if (execution->cause == CAUSE_ITSELF) {
            execution->cause = CAUSE_OUTPUT;
        }
        kill_execution(init, execution);
    }
}

static bool over_with(const struct init *init, const struct execution *execution)
{
    bool alone = init->childless || execution->drain_over || !execution->kill_rest || !execution->started;
    return execution->ended && execution_streams_ended(execution) && alone;
}

static void finish(struct init *init, struct execution *execution)
{
    if (execution->refusal.step[0] != 0) {
        say_refused(&init->outbox, execution->id, &execution->refusal);
    } else {
        say_exit(&init->outbox, execution);
    }
    execution_free(execution);
}

static void drop_refused_output(struct execution *execution)
{
    if (execution->refusal.step[0] != 0) {
        close_fd(&execution->output[0].fd);
        close_fd(&execution->output[1].fd);
    }
}

static void advance(struct init *init, struct execution *execution)
{
    if (execution_read_result(execution)) {
        say_started(&init->outbox, execution);
    }
    drop_refused_output(execution);
    credit(init, execution, input_flush(&execution->input));
    input_flush(&execution->request);
    execution_relay(execution, &init->outbox);
    check_cap(init, execution);
    if (over_with(init, execution)) {
        finish(init, execution);
    }
}

static struct pollfd poll_of(int fd, short events)
{
    struct pollfd poll = {.fd = fd, .events = events};
    return poll;
}

static int watched_input(const struct input *input)
{
    return input_queued(input) > 0 ? input->fd : -1;
}

static int watched_output(const struct init *init, const struct execution *execution, int index)
{
    const struct output *output = &execution->output[index];
    bool room = !output_needs_room(output) || outbox_left(&init->outbox) >= BULK_ROOM;
    return (execution->relaying || execution->ended) && room ? output->fd : -1;
}

static nfds_t list_polls(struct init *init)
{
    struct pollfd *polls = init->polls;
    /* A whole frame that waits keeps further ones out: the peer is held by its own socket. */
    struct bytes frame;
    bool waiting = inbox_peek(&init->inbox, &frame) != INBOX_WAIT;
    short output = outbox_pending(&init->outbox) > 0 ? POLLOUT : 0;
    *polls++ = poll_of(CONNECTION, (short)((waiting ? 0 : POLLIN) | output));
    *polls++ = poll_of(init->children, POLLIN);
    for (int i = 0; i < EXECUTIONS && !congested(init); i++) {
        const struct execution *execution = &init->executions[i];
        if (execution->used) {
            *polls++ = poll_of(execution->result, POLLIN);
            *polls++ = poll_of(watched_input(&execution->input), POLLOUT);
            *polls++ = poll_of(watched_input(&execution->request), POLLOUT);
            *polls++ = poll_of(watched_output(init, execution, 0), POLLIN);
            *polls++ = poll_of(watched_output(init, execution, 1), POLLIN);
        }
    }
    return (nfds_t)(polls - init->polls);
}

static int64_t earlier(int64_t one, int64_t other)
{
    return one == 0 || (other != 0 && other < one) ? other : one;
}

static int patience(const struct init *init)
{
    bool work = files_busy(&init->files) && outbox_left(&init->outbox) >= BULK_ROOM;
    if (init->more_children || init->again || work) {
        return 0;
    }
    int64_t deadline = init->hunt_at;
    for (int i = 0; i < EXECUTIONS; i++) {
        const struct execution *execution = &init->executions[i];
        if (execution->used) {
            deadline = earlier(deadline, earlier(execution->timeout_at, execution->kill_at));
            deadline = earlier(deadline, execution->drain_over ? 0 : execution->drain_by);
        }
    }
    return poll_ms(deadline, -1);
}

static void hunt(struct init *init, int64_t now)
{
    if (init->hunt_at == 0 || now < init->hunt_at) {
        return;
    }
    init->hunt_at = 0;
    for (int i = 0; i < EXECUTIONS; i++) {
        struct execution *execution = &init->executions[i];
        if (execution->used && execution->killed && execution->kill_rest) {
            kill_rest(init);
            return;
        }
    }
}

static void flush(struct init *init)
{
    bool held = congested(init);
    if (init->outbox.overflow) {
        die("out of memory");
    }
    if (!outbox_flush(&init->outbox, CONNECTION)) {
        leave(init, 0);
    }
    init->again = held && !congested(init);
}

static void turn(struct init *init)
{
    nfds_t count = list_polls(init);
    if (poll(init->polls, count, patience(init)) < 0 && errno != EINTR) {
        die("poll");
    }
    if (init->polls[0].revents & (POLLHUP | POLLERR | POLLNVAL)) {
        leave(init, 0);
    }
    if (init->polls[0].revents & POLLIN) {
        read_frames(init);
    }
    if (init->polls[1].revents != 0) {
        drain_signals(init->children);
    }
    reap(init);
    dispatch_frames(init);
    int64_t now = now_us();
    hunt(init, now);
    for (int i = 0; i < EXECUTIONS; i++) {
        struct execution *execution = &init->executions[i];
        if (execution->used) {
            check_times(init, execution, now);
        }
        if (execution->used && !congested(init)) {
            advance(init, execution);
        }
    }
    files_continue(&init->files, &init->outbox);
    /* A frame that waited for what has just moved has no event of its own. */
    dispatch_frames(init);
    flush(init);
}

static void say_ready(struct init *init)
{
    frame_begin(&init->outbox, INIT_READY);
    put_u32(&init->outbox, PROTOCOL_VERSION);
    put_u8(&init->outbox, init->pid1);
    frame_end(&init->outbox);
}

_Noreturn void init_main(void)
{
    static struct init init;
    close_from(3);
    init.pid1 = getpid() == 1;
    init.childless = true;
    init.outbox.limit = OUTBOX_MAX;
    signal(SIGPIPE, SIG_IGN);
    init.children = child_signals();
    if (init.children < 0 || prctl(PR_SET_DUMPABLE, 0) < 0 || !set_nonblocking(CONNECTION)
        || !files_open(&init.files)) {
        die("init cannot start");
    }
    if (!init.pid1) {
        /* The launcher's death ends the connection, and then what we started is ended before ourselves. */
        prctl(PR_SET_PDEATHSIG, 0);
        prctl(PR_SET_CHILD_SUBREAPER, 1);
    }
    raise_open_files();
    say_ready(&init);
    outbox_flush(&init.outbox, CONNECTION);
    for (;;) {
        turn(&init);
    }
}
