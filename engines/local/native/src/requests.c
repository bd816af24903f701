#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "init_state.h"
#include "system.h"
#include "terminal.h"

struct execution *find_execution(struct init *init, uint32_t id)
{
    for (int i = 0; i < EXECUTIONS; i++) {
        struct execution *execution = &init->executions[i];
        if (execution->used && execution->id == id && !execution->forgotten) {
            return execution;
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

static void refuse(struct init *init, uint32_t exec, const char *step, int error)
{
    struct process_failure failure = {.error = error};
    strncpy(failure.step, step, sizeof failure.step - 1);
    say_refused(&init->outbox, exec, &failure);
}

void say_credit(struct init *init, const struct execution *execution, size_t bytes)
{
    if (bytes > 0 && !execution->ended && !execution->forgotten) {
        frame_begin(&init->outbox, INIT_CREDIT);
        put_u32(&init->outbox, execution->id);
        put_u32(&init->outbox, (uint32_t)bytes);
        frame_end(&init->outbox);
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
    bool reported = request->exec == MAIN_EXECUTION && init->reported;
    if (reported || find_execution(init, request->exec) != NULL) {
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
    struct execution *execution = find_execution(init, request->exec);
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

/* A terminal has no end of input: a character says so to who reads lines, and more may follow. */
static enum handled end_terminal_input(struct input *input)
{
    uint8_t end = terminal_end_character(input->fd);
    if (input_queued(input) - input_owed(input) >= ENDS_QUEUE_MAX) {
        return HANDLED_BAD;
    }
    if (end != 0 && !input_add_own(input, end)) {
        die("out of memory");
    }
    return HANDLED;
}

static enum handled on_input(void *context, const struct input_request *request)
{
    struct init *init = context;
    struct execution *execution = find_execution(init, request->exec);
    if (execution == NULL || execution->ended) {
        return HANDLED;
    }
    bool is_stdin = request->stream == STREAM_STDIN;
    struct input *input = is_stdin ? &execution->input : &execution->request;
    if (input->fd < 0 || input->ended) {
        say_credit(init, execution, is_stdin ? request->data.size : 0);
        return HANDLED;
    }
    if (request->data.size == 0 && is_stdin && execution->terminal >= 0) {
        return end_terminal_input(input);
    }
    if (request->data.size == 0) {
        input_end(input);
        return HANDLED;
    }
    if (is_stdin && input_owed(input) + request->data.size > STDIN_QUEUE_MAX) {
        return HANDLED_BAD;
    }
    if (!is_stdin && input_queued(input) > REQUEST_QUEUE_MAX) {
        return HANDLED_LATER;
    }
    if (!input_add(input, request->data)) {
        die("out of memory");
    }
    size_t taken = input_flush(input);
    say_credit(init, execution, is_stdin ? taken : 0);
    return HANDLED;
}

static enum handled on_signal(void *context, const struct signal_request *request)
{
    struct init *init = context;
    struct execution *execution = find_execution(init, request->exec);
    if (execution == NULL || execution->ended) {
        return HANDLED;
    }
    if (request->number != SIGKILL) {
        execution_signal(execution, (int)request->number, request->alone);
        return HANDLED;
    }
    if (execution->cause == CAUSE_ITSELF) {
        execution->cause = CAUSE_SIGNAL;
    }
    kill_execution(init, execution);
    return HANDLED;
}

static enum handled on_taken(void *context, const struct taken_request *request)
{
    struct execution *execution = find_execution(context, request->exec);
    bool valid = execution == NULL || output_taken(&execution->output[request->stream - 1], request->bytes);
    return valid ? HANDLED : HANDLED_BAD;
}

static enum handled on_resize(void *context, const struct resize_request *request)
{
    const struct execution *execution = find_execution(context, request->exec);
    if (execution != NULL && execution->terminal >= 0) {
        terminal_resize(execution->terminal, request->size);
    }
    return HANDLED;
}

static enum handled on_lease(void *context, const struct lease_request *request)
{
    struct init *init = context;
    if (init->peer.listener < 0) {
        return HANDLED_BAD;
    }
    peer_lease(&init->peer, request);
    return HANDLED;
}

static enum handled on_end(void *context)
{
    leave(context, 0);
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

/* A call that was under way may still change a file after its process was killed. */
static bool may_change(const struct init *init)
{
    return init->ended_early && !init->childless;
}

static enum handled on_list(void *context, const struct list_request *request)
{
    struct init *init = context;
    return may_change(init) ? HANDLED_LATER : files_list(&init->files, request, &init->outbox);
}

static enum handled on_get(void *context, const struct get_request *request)
{
    struct init *init = context;
    return may_change(init) ? HANDLED_LATER : files_get(&init->files, request, &init->outbox);
}

enum handled take_frame(struct init *init, struct bytes frame)
{
    static const struct init_handler handler = {on_setup, on_exec, on_go,    on_input,  on_signal, on_put, on_data,
                                                on_list,  on_get,  on_taken, on_resize, on_lease,  on_end};
    bool allowed = init->confinement.set || frame.data[0] == INIT_SETUP || frame.data[0] == INIT_END;
    return allowed ? init_dispatch(frame, &handler, init) : HANDLED_BAD;
}
