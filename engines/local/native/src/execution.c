#define _GNU_SOURCE
#include "execution.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "system.h"

#define RELAY_TURNS 16
/* More than the kernel keeps of a terminal's output; how much that is now cannot be asked. */
#define TERMINAL_HOLDS 65536u

void execution_begin(struct execution *execution, const struct exec_request *request, const struct process *process)
{
    memset(execution, 0, sizeof *execution);
    execution->used = true;
    execution->id = request->exec;
    execution->pid = process->pid;
    execution->supervisor = process->supervisor;
    execution->report = process->report;
    execution->control = process->control;
    execution->notice = process->notice;
    execution->listener = -1;
    execution->kill_rest = request->kill_rest;
    execution->keep = request->keep;
    execution->no_peak = request->no_peak;
    execution->relaying = !request->boot;
    execution->result = process->result;
    execution->input.fd = process->input;
    execution->request.fd = process->request;
    for (int i = 0; i < 2; i++) {
        execution->output[i].fd = process->output[i];
        execution->output[i].stream = (uint8_t)(i + 1);
        execution->output[i].paced = request->paced;
        execution->output[i].packets = request->paced && !request->terminal;
        execution->output[i].terminal = request->terminal;
    }
    execution->terminal = process->terminal;
    execution_terms(execution, &request->terms);
    execution->start = now_us();
    if (!request->boot) {
        execution_go(execution);
    }
}

void execution_terms(struct execution *execution, const struct terms *terms)
{
    execution->terms = *terms;
    execution->terms.cwd = (struct bytes){NULL, 0};
    execution->output[0].cap = terms->cap[0];
    execution->output[1].cap = terms->cap[1];
}

void execution_go(struct execution *execution)
{
    execution->relaying = true;
    execution->start = now_us();
    if (execution->terms.timeout_ms > 0) {
        execution->timeout_at = execution->start + (int64_t)execution->terms.timeout_ms * 1000;
    }
}

bool execution_read_result(struct execution *execution)
{
    struct process_failure failure;
    if (execution->result < 0 || (execution->pid == 0 && execution->supervisor != 0)) {
        return false;
    }
    ssize_t got = read_retry(execution->result, &failure, sizeof failure);
    if (got < 0 && errno == EAGAIN) {
        return false;
    }
    close_fd(&execution->result);
    if (got == (ssize_t)sizeof failure) {
        failure.step[sizeof failure.step - 1] = 0;
        execution->refusal = failure;
        return false;
    }
    execution->started = true;
    return true;
}

bool execution_ends_all(const struct execution *execution)
{
    return !execution->keep || execution->killed || execution->cause != CAUSE_ITSELF;
}

static uint64_t micros(struct timeval time)
{
    return (uint64_t)time.tv_sec * 1000000u + (uint64_t)time.tv_usec;
}

static void account(struct execution *execution, uint64_t user_us, uint64_t system_us, uint64_t max_rss_kib)
{
    execution->user_us += user_us;
    execution->system_us += system_us;
    if (max_rss_kib > execution->max_rss_kib) {
        execution->max_rss_kib = max_rss_kib;
    }
}

void execution_account(struct execution *execution, const struct rusage *usage)
{
    account(execution, micros(usage->ru_utime), micros(usage->ru_stime), (uint64_t)usage->ru_maxrss);
}

void execution_account_alive(struct execution *execution)
{
    struct process_usage usage;
    if (process_usage(execution->pid, &usage)) {
        uint64_t peak_kib = execution->no_peak ? 0 : process_peak_kib(execution->pid);
        account(execution, usage.user_us, usage.system_us, peak_kib);
    }
}

void execution_signal(struct execution *execution, int number, bool alone)
{
    if (execution->ended) {
        return;
    }
    if (execution->pid == 0) {
        *(alone ? &execution->pending_alone : &execution->pending) |= UINT64_C(1) << (number - 1);
        return;
    }
    /* It may not have come to its setsid yet. */
    if (alone || kill(-execution->pid, number) < 0) {
        kill(execution->pid, number);
    }
}

void execution_found(struct execution *execution, pid_t pid)
{
    execution->pid = pid;
    for (int number = 1; number <= 64; number++) {
        if ((execution->pending >> (number - 1) & 1) != 0) {
            execution_signal(execution, number, false);
        }
        if ((execution->pending_alone >> (number - 1) & 1) != 0) {
            execution_signal(execution, number, true);
        }
    }
}

static bool relay_stream(struct execution *execution, int index, struct outbox *outbox)
{
    struct output *output = &execution->output[index];
    for (int turn = 0; turn < RELAY_TURNS; turn++) {
        size_t limit = execution->drain_over ? execution->drain_left[index] : SIZE_MAX;
        if (limit == 0) {
            close_fd(&output->fd);
            return turn > 0;
        }
        uint64_t before = output->produced;
        enum relayed relayed = output_relay(output, execution->id, outbox, limit);
        if (execution->drain_over) {
            execution->drain_left[index] -= (size_t)(output->produced - before);
        }
        if (execution->drain_over && relayed == RELAY_EMPTY) {
            close_fd(&output->fd);
        }
        if (relayed != RELAY_MORE) {
            return turn > 0;
        }
    }
    return true;
}

bool execution_relay(struct execution *execution, struct outbox *outbox)
{
    bool moved = false;
    for (int i = 0; i < 2 && (execution->relaying || execution->ended); i++) {
        moved = relay_stream(execution, i, outbox) || moved;
    }
    return moved;
}

void execution_forget(struct execution *execution)
{
    execution->forgotten = true;
    input_close(&execution->input);
    input_close(&execution->request);
    close_fd(&execution->output[0].fd);
    close_fd(&execution->output[1].fd);
}

void execution_hand_over(struct execution *execution)
{
    execution->input.uncredited = input_queued(&execution->input);
    for (int i = 0; i < 2; i++) {
        execution->output[i].sent = execution->output[i].taken = 0;
    }
}

bool execution_streams_ended(const struct execution *execution)
{
    return execution->output[0].fd < 0 && execution->output[1].fd < 0;
}

void execution_limit_drain(struct execution *execution)
{
    execution->drain_over = true;
    for (int i = 0; i < 2; i++) {
        int held = 0;
        if (execution->output[i].terminal) {
            execution->drain_left[i] = TERMINAL_HOLDS;
        } else if (execution->output[i].fd >= 0 && ioctl(execution->output[i].fd, FIONREAD, &held) == 0 && held > 0) {
            execution->drain_left[i] = (size_t)held;
        }
    }
}

void execution_free(struct execution *execution)
{
    close_fd(&execution->result);
    close_fd(&execution->report);
    close_fd(&execution->control);
    close_fd(&execution->notice);
    close_fd(&execution->listener);
    input_close(&execution->input);
    input_close(&execution->request);
    close_fd(&execution->output[0].fd);
    close_fd(&execution->output[1].fd);
    close_fd(&execution->terminal);
    execution->used = false;
}

void say_started(struct outbox *outbox, const struct execution *execution)
{
    frame_begin(outbox, INIT_STARTED);
    put_u32(outbox, execution->id);
    put_u32(outbox, (uint32_t)execution->pid);
    frame_end(outbox);
}

void say_waiting(struct outbox *outbox, const struct execution *execution)
{
    frame_begin(outbox, INIT_WAITING);
    put_u32(outbox, execution->id);
    frame_end(outbox);
}

void say_refused(struct outbox *outbox, uint32_t exec, const struct process_failure *failure)
{
    frame_begin(outbox, INIT_REFUSED);
    put_u32(outbox, exec);
    put_string(outbox, failure->step, strlen(failure->step));
    put_u32(outbox, (uint32_t)failure->error);
    frame_end(outbox);
}

static void say_exit(struct outbox *outbox, const struct execution *execution)
{
    bool signaled = WIFSIGNALED(execution->status);
    frame_begin(outbox, INIT_EXIT);
    put_u32(outbox, execution->id);
    put_u8(outbox, signaled);
    put_u32(outbox, (uint32_t)(signaled ? WTERMSIG(execution->status) : WEXITSTATUS(execution->status)));
    put_u8(outbox, (uint8_t)execution->cause);
    put_u64(outbox, execution->output[0].produced);
    put_u64(outbox, execution->output[1].produced);
    put_u64(outbox, (uint64_t)execution->wall_us);
    put_u64(outbox, execution->user_us);
    put_u64(outbox, execution->system_us);
    put_u64(outbox, execution->max_rss_kib);
    put_u8(outbox, execution->full);
    frame_end(outbox);
}

void say_end(struct outbox *outbox, const struct execution *execution)
{
    if (execution->refusal.step[0] != 0) {
        say_refused(outbox, execution->id, &execution->refusal);
    } else {
        say_exit(outbox, execution);
    }
}
