#define _GNU_SOURCE
#include "init.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>

#include "init_state.h"
#include "system.h"

#define OUTBOX_MAX 524288u

static bool congested(const struct init *init)
{
    return outbox_left(&init->outbox) < OUTBOX_SLACK / 2;
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
        enum handled handled = state == INBOX_FRAME ? take_frame(init, frame) : HANDLED_BAD;
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
    ssize_t got = inbox_fill(&init->inbox, init->peer.connection);
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) {
        connection_ended(init);
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
        execution_signal(execution, SIGTERM, false);
    }
    if (execution->kill_at != 0 && now >= execution->kill_at) {
        kill_execution(init, execution);
    }
    if (execution->ended && !execution->drain_over && now >= execution->drain_by) {
        execution_limit_drain(execution);
    }
    if (execution->ended && now >= execution->end_by && !nothing_left(init, execution)) {
        break_off(init, "init: what an execution has left cannot be ended\n");
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

static void finish(struct init *init, struct execution *execution)
{
    if (!execution->forgotten) {
        say_end(&init->outbox, execution);
    }
    if (execution->id == MAIN_EXECUTION && init->peer.listener >= 0 && !execution->forgotten) {
        init->report = *execution;
        init->reported = true;
    }
    if (execution->supervisor > 0 && !kept_add(&init->kept, execution->supervisor)) {
        die("out of memory");
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

/* While nobody is there the main execution keeps what it has to say, and its pipes what it writes. */
static bool waits_for_peer(const struct init *init, const struct execution *execution)
{
    return peer_is_alone(&init->peer) && !execution->forgotten;
}

static void advance(struct init *init, struct execution *execution)
{
    read_supervisor(init, execution);
    if (execution_read_result(execution) && !execution->forgotten) {
        say_started(&init->outbox, execution);
    }
    read_early(init, execution);
    drop_refused_output(execution);
    say_credit(init, execution, input_flush(&execution->input));
    input_flush(&execution->request);
    /* What it writes can be seen before its exec is: STARTED comes first all the same. */
    if ((execution->started || execution->ended) && !waits_for_peer(init, execution)) {
        execution_relay(execution, &init->outbox);
    }
    check_cap(init, execution);
    bool over = execution->ended && execution_streams_ended(execution) && nothing_left(init, execution);
    if (over && !waits_for_peer(init, execution)) {
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
    bool wanted = (execution->relaying || execution->ended) && !waits_for_peer(init, execution);
    return wanted && room && !output_held(output) ? output->fd : -1;
}

static nfds_t list_polls(struct init *init)
{
    struct pollfd *polls = init->polls;
    /* A whole frame that waits keeps further ones out: the peer is held by its own socket. */
    struct bytes frame;
    bool waiting = inbox_peek(&init->inbox, &frame) != INBOX_WAIT;
    short output = outbox_pending(&init->outbox) > 0 ? POLLOUT : 0;
    *polls++ = poll_of(init->peer.connection, (short)((waiting ? 0 : POLLIN) | output));
    *polls++ = poll_of(init->children, POLLIN);
    *polls++ = poll_of(init->peer.listener, POLLIN);
    for (int i = 0; i < EXECUTIONS && !congested(init); i++) {
        const struct execution *execution = &init->executions[i];
        if (execution->used) {
            *polls++ = poll_of(execution->report, POLLIN);
            *polls++ = poll_of(execution->pid != 0 ? execution->result : -1, POLLIN);
            *polls++ = poll_of(execution->listener >= 0 ? execution->listener : execution->notice, POLLIN);
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

/* When an ended execution is to be looked at again; 0 = when something happens. */
static int64_t end_deadline(const struct init *init, const struct execution *execution)
{
    if (!execution->drain_over) {
        return execution->drain_by;
    }
    return nothing_left(init, execution) ? 0 : execution->end_by;
}

static int patience(const struct init *init)
{
    bool work = files_busy(&init->files) && outbox_left(&init->outbox) >= BULK_ROOM;
    if (init->more_children || init->again || work) {
        return 0;
    }
    int64_t deadline = earlier(init->hunt_at, peer_deadline(&init->peer));
    for (int i = 0; i < EXECUTIONS; i++) {
        const struct execution *execution = &init->executions[i];
        if (execution->used) {
            deadline = earlier(deadline, earlier(execution->timeout_at, execution->kill_at));
            deadline = earlier(deadline, end_deadline(init, execution));
        }
    }
    return poll_ms(deadline, -1);
}

static void flush(struct init *init)
{
    bool held = congested(init);
    if (init->outbox.overflow) {
        die("out of memory");
    }
    if (peer_is_alone(&init->peer)) {
        outbox_clear(&init->outbox);
    } else if (!outbox_flush(&init->outbox, init->peer.connection)) {
        connection_ended(init);
    }
    init->again = held && !congested(init);
}

static void watch_peer(struct init *init)
{
    short events = init->polls[0].revents;
    bool ended = (events & (POLLHUP | POLLERR | POLLNVAL)) != 0;
    /* What was said before the end counts where that is not the end of all. */
    bool heard = (events & POLLIN) != 0 && (!ended || init->peer.listener >= 0);
    if (heard) {
        read_frames(init);
    } else if (ended) {
        connection_ended(init);
    }
    if (init->polls[2].revents != 0 && peer_accept(&init->peer)) {
        greet(init);
    }
}

static void turn(struct init *init)
{
    nfds_t count = list_polls(init);
    if (poll(init->polls, count, patience(init)) < 0 && errno != EINTR) {
        die("poll");
    }
    watch_peer(init);
    if (init->polls[1].revents != 0) {
        drain_signals(init->children);
    }
    reap(init);
    dispatch_frames(init);
    int64_t now = now_us();
    hunt(init);
    check_lease(init, now);
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

_Noreturn void init_main(void)
{
    static struct init init;
    close_from(3);
    init.pid1 = getpid() == 1;
    init.childless = true;
    init.outbox.limit = OUTBOX_MAX;
    signal(SIGPIPE, SIG_IGN);
    init.children = child_signals();
    if (init.children < 0 || prctl(PR_SET_DUMPABLE, 0) < 0 || !peer_open(&init.peer)
        || !files_open(&init.files)) {
        die("init cannot start");
    }
    if (!init.pid1) {
        /* The launcher's death ends the connection, and then what we started is ended before ourselves. */
        prctl(PR_SET_PDEATHSIG, 0);
        prctl(PR_SET_CHILD_SUBREAPER, 1);
    }
    raise_open_files();
    if (!peer_is_alone(&init.peer)) {
        greet(&init);
        outbox_flush(&init.outbox, init.peer.connection);
    }
    for (;;) {
        turn(&init);
    }
}
