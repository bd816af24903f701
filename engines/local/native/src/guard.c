#define _GNU_SOURCE
#include <signal.h>

#include "init_state.h"

/* Of those with somebody to hear of them only the main execution stays. */
static void forget(struct init *init, struct execution *execution)
{
    if (!execution->ended) {
        execution->cause = CAUSE_SIGNAL;
        kill_execution(init, execution);
    }
    execution_forget(execution);
}

void connection_ended(struct init *init)
{
    if (init->peer.listener < 0) {
        leave(init, 0);
    }
    peer_alone(&init->peer);
    files_drop(&init->files);
    init->inbox.start = init->inbox.end = 0;
    for (int i = 0; i < EXECUTIONS; i++) {
        struct execution *execution = &init->executions[i];
        if (execution->used && execution->id == MAIN_EXECUTION && !execution->forgotten) {
            execution_hand_over(execution);
        } else if (execution->used && !execution->forgotten) {
            forget(init, execution);
        }
    }
}

static void say_ready(struct init *init)
{
    frame_begin(&init->outbox, INIT_READY);
    put_u32(&init->outbox, PROTOCOL_VERSION);
    put_u8(&init->outbox, init->pid1);
    frame_end(&init->outbox);
}

void greet(struct init *init)
{
    const struct execution *execution = find_execution(init, MAIN_EXECUTION);
    outbox_clear(&init->outbox);
    say_ready(init);
    if (execution != NULL && execution->started) {
        say_started(&init->outbox, execution);
    }
    if (init->reported && init->report.started) {
        say_started(&init->outbox, &init->report);
    }
    if (init->reported) {
        say_end(&init->outbox, &init->report);
    }
}

void check_lease(struct init *init, int64_t now)
{
    struct peer *peer = &init->peer;
    if (!peer_is_alone(peer)) {
        return;
    }
    struct execution *execution = find_execution(init, MAIN_EXECUTION);
    if (peer->lifetime_at != 0 && now >= peer->lifetime_at && !peer->ending) {
        peer->ending = true;
        if (execution != NULL) {
            execution_signal(execution, SIGTERM, true);
        }
        if (now + peer->grace_us < peer->end_at) {
            peer->end_at = now + peer->grace_us;
        }
    }
    bool over = execution == NULL || execution->ended;
    if (now >= peer->end_at || (peer->ending && over)) {
        leave(init, 0);
    }
}
