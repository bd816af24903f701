#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <sys/statvfs.h>
#include <sys/wait.h>

#include "descendants.h"
#include "early.h"
#include "init_state.h"
#include "supervisor.h"
#include "system.h"

#define DRAIN_US 1000000
#define END_US 10000000
#define HUNT_PAUSE_US 2000
#define FAREWELL_US 2000000
#define REAP_TURNS 1024
#define PAGE 4096u
#define FULL_BYTES 1u
#define FULL_FILES 2u

static struct execution *find_supervisor(struct init *init, pid_t pid)
{
    for (int i = 0; i < EXECUTIONS; i++) {
        struct execution *execution = &init->executions[i];
        if (execution->used && execution->supervisor == pid) {
            return execution;
        }
    }
    return NULL;
}

static struct execution *find_main(struct init *init, pid_t pid)
{
    for (int i = 0; i < EXECUTIONS; i++) {
        struct execution *execution = &init->executions[i];
        if (execution->used && !execution->ended && execution->supervisor == 0 && execution->pid == pid) {
            return execution;
        }
    }
    return NULL;
}

static bool is_expected(void *context, pid_t pid)
{
    const struct init *init = context;
    return find_supervisor(context, pid) != NULL || find_main(context, pid) != NULL || kept_has(&init->kept, pid);
}

/*
 * As pid 1 one call reaches all there is. Otherwise it is our own descendants, as far as they have become our children.
 */
static void kill_rest(struct init *init)
{
    if (init->pid1) {
        kill(-1, SIGKILL);
    } else if (kill_children(NULL, NULL) > 0) {
        init->hunt_at = now_us() + HUNT_PAUSE_US;
    }
}

/*
 * Orphans of a supervised execution become its supervisor's. Where a guest has killed that, they become ours, and
 * nothing else does: what we do not know is one of them.
 */
static int kill_strays(struct init *init)
{
    int met = kill_children(is_expected, init);
    if (met > 0) {
        init->hunt_at = now_us() + HUNT_PAUSE_US;
    }
    return met;
}

static void order_to_kill(struct execution *execution)
{
    if (execution->control >= 0) {
        (void)!write(execution->control, "", 1);
        close_fd(&execution->control);
    }
}

void kill_execution(struct init *init, struct execution *execution)
{
    execution->killed = true;
    execution->timeout_at = execution->kill_at = 0;
    if (execution->kill_rest) {
        kill_rest(init);
    } else if (execution->supervisor > 0) {
        order_to_kill(execution);
    } else {
        execution_signal(execution, SIGKILL, false);
        (void)kill_strays(init);
    }
}

void hunt(struct init *init)
{
    if (init->hunt_at == 0 || now_us() < init->hunt_at) {
        return;
    }
    init->hunt_at = 0;
    bool all = false;
    bool strays = false;
    for (int i = 0; i < EXECUTIONS; i++) {
        const struct execution *execution = &init->executions[i];
        bool hunted = execution->used && execution->killed;
        all = all || (hunted && execution->kill_rest);
        strays = strays || (hunted && !execution->kill_rest);
    }
    if (all) {
        kill_rest(init);
    } else if (strays) {
        (void)kill_strays(init);
    }
}

bool nothing_left(const struct init *init, const struct execution *execution)
{
    if (execution->kill_rest) {
        return init->childless || !execution->started || execution->drain_over;
    }
    if (!execution_ends_all(execution)) {
        return true;
    }
    return execution->supervisor == 0 && init->hunt_at == 0;
}

static uint8_t full_bits(void)
{
    struct statvfs stat;
    if (statvfs("/workspace", &stat) < 0 && statvfs("/tmp", &stat) < 0) {
        return 0;
    }
    unsigned bits = (uint64_t)stat.f_bavail * stat.f_frsize < PAGE ? FULL_BYTES : 0;
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
    execution->timeout_at = execution->kill_at = 0;
    execution->wall_us = now - execution->start;
    execution->drain_by = now + DRAIN_US;
    execution->end_by = now + END_US;
    execution->full = full_bits();
    if (execution_read_result(execution) && !execution->forgotten) {
        say_started(&init->outbox, execution);
    }
    input_close(&execution->input);
    input_close(&execution->request);
    close_fd(&execution->terminal);
    if (!execution_ends_all(execution)) {
        execution_limit_drain(execution);
    } else if (execution->started) {
        kill_execution(init, execution);
    }
}

/* The supervisor's own usage holds that of all it has reaped, but it may outlive the execution. */
static void account_kept(struct execution *execution, const struct rusage *usage)
{
    if (execution->keep) {
        execution_account(execution, usage);
    }
}

void read_supervisor(struct init *init, struct execution *execution)
{
    struct supervisor_report report;
    while (execution->report >= 0) {
        ssize_t got = read_retry(execution->report, &report, sizeof report);
        if (got < 0 && errno == EAGAIN) {
            return;
        }
        if (got != (ssize_t)sizeof report) {
            close_fd(&execution->report);
        } else if (!report.ended) {
            execution_found(execution, report.pid);
        } else if (!execution->ended) {
            account_kept(execution, &report.usage);
            end_execution(init, execution, report.status);
        }
    }
}

void read_early(struct init *init, struct execution *execution)
{
    int code = 0;
    if (execution->notice >= 0) {
        execution->listener = early_fetch(&execution->notice);
    }
    if (execution->listener < 0 || execution->ended || !execution->started) {
        return;
    }
    switch (early_take(execution->listener, execution->pid, execution->relaying, &code)) {
    case EARLY_IS_WAITING:
        if (!execution->forgotten) {
            say_waiting(&init->outbox, execution);
        }
        break;
    case EARLY_HAS_ENDED:
        execution_account_alive(execution);
        end_execution(init, execution, W_EXITCODE(code, 0));
        init->ended_early = true;
        /* Whoever could still write has been killed: what the pipes hold is all there is. */
        execution_limit_drain(execution);
        close_fd(&execution->listener);
        break;
    case EARLY_NOTHING:
        break;
    }
}

/* Its main process lives on as our child, or is among the strays that are ended now. */
static void supervisor_ended(struct init *init, struct execution *execution, const struct rusage *usage)
{
    if (!execution->keep) {
        execution_account(execution, usage);
    }
    read_supervisor(init, execution);
    execution->supervisor = 0;
    close_fd(&execution->control);
    if (execution->pid == 0) {
        /* There is no main process, or it is a stray: the result says why, if anything does. */
        end_execution(init, execution, SIGKILL);
        (void)kill_strays(init);
    } else if (execution->killed) {
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

static void reaped(struct init *init, pid_t pid, int status, const struct rusage *usage)
{
    struct execution *supervised = find_supervisor(init, pid);
    bool stopped = WIFSTOPPED(status);
    if (!stopped && kept_remove(&init->kept, pid)) {
        return;
    }
    if (stopped) {
        /* Only a guest can have stopped a supervisor, to escape its execution's end. */
        if (supervised != NULL) {
            kill(pid, SIGKILL);
        }
        return;
    }
    if (supervised != NULL) {
        supervisor_ended(init, supervised, usage);
        return;
    }
    struct execution *execution = find_main(init, pid);
    if (execution == NULL) {
        account_rest(init, usage);
        return;
    }
    execution_account(execution, usage);
    end_execution(init, execution, status);
}

void reap(struct init *init)
{
    init->more_children = true;
    for (int turn = 0; turn < REAP_TURNS; turn++) {
        int status;
        struct rusage usage;
        pid_t pid = wait4(-1, &status, WNOHANG | WUNTRACED | __WALL, &usage);
        if (pid <= 0) {
            init->childless = pid < 0;
            init->more_children = false;
            return;
        }
        init->childless = false;
        reaped(init, pid, status, &usage);
    }
}

_Noreturn void leave(struct init *init, int code)
{
    int64_t until = now_us() + FAREWELL_US;
    while (!init->pid1 && now_us() < until) {
        int met = kill_children(NULL, NULL);
        while (waitpid(-1, NULL, WNOHANG | __WALL) > 0) {
        }
        if (met == 0) {
            break;
        }
        poll(NULL, 0, 1);
    }
    _exit(code);
}
