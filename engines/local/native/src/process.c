#define _GNU_SOURCE
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "early.h"
#include "program.h"
#include "supervisor.h"
#include "system.h"
#include "terminal.h"

enum { PIPE_INPUT, PIPE_STDOUT, PIPE_STDERR, PIPE_REQUEST, PIPE_RESULT, PIPE_REPORT, PIPE_CONTROL, PIPE_NOTICE, PIPES };

#define OUTPUT_PIPE 262144

struct start {
    char **argv;
    char **env;
    char *cwd;
    bool boot;
    bool supervised;
    bool early;
    bool keep;
    bool paced;
    bool has_terminal;
    struct window_size size;
    const struct confinement *confinement;
    int pipes[PIPES][2]; /* read end, write end */
    int terminal;
};

static void set_failure(struct process_failure *failure, const char *step, int error)
{
    memset(failure, 0, sizeof *failure);
    snprintf(failure->step, sizeof failure->step, "%s", step);
    failure->error = error;
}

static _Noreturn void fail(int result, const char *step)
{
    struct process_failure failure;
    set_failure(&failure, step, errno);
    write_all(result, &failure, sizeof failure);
    _exit(127);
}

/* Where there can be no listener the process ends as any other does. */
static void set_early(const struct start *start, int result)
{
    if (!start->early) {
        return;
    }
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) {
        fail(result, "seccomp");
    }
    int listener = early_listen();
    if (listener >= 0 && !early_pass(start->pipes[PIPE_NOTICE][1], listener)) {
        fail(result, "seccomp");
    }
}

/* Returns where the result pipe is now. */
static int arrange_descriptors(const struct start *start)
{
    int result = move_up(start->pipes[PIPE_RESULT][1]);
    int from[] = {move_up(start->pipes[PIPE_INPUT][0]), move_up(start->pipes[PIPE_STDOUT][1]),
                  move_up(start->pipes[PIPE_STDERR][1]), start->boot ? move_up(start->pipes[PIPE_REQUEST][0]) : -1};
    for (int to = 0; to < (start->boot ? 4 : 3); to++) {
        if (from[to] < 0 || dup2(from[to], to) < 0) {
            fail(result, "fork");
        }
    }
    if (result < 0 || dup2(result, 4) < 0) {
        fail(result, "fork");
    }
    fcntl(4, F_SETFD, FD_CLOEXEC);
    close_from(5);
    if (!start->boot) {
        close(3);
    }
    return 4;
}

static void set_rlimits(const struct confinement *confinement, int result)
{
    for (uint32_t i = 0; i < confinement->rlimit_count; i++) {
        const struct rlimit_request *request = &confinement->rlimits[i];
        uint64_t limit[] = {request->soft, request->hard};
        /* Not through libc: each has a type of its own for the resource. */
        if (syscall(SYS_prlimit64, 0, request->resource, limit, NULL) < 0) {
            fail(result, "rlimit");
        }
    }
}

static void set_seccomp(const struct confinement *confinement, int result)
{
    struct sock_fprog program = {
        .len = (unsigned short)(confinement->seccomp_size / FILTER_SIZE),
        .filter = (struct sock_filter *)(void *)confinement->seccomp,
    };
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0
        || (program.len > 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) < 0)) {
        fail(result, "seccomp");
    }
}

static _Noreturn void become(const struct start *start)
{
    set_early(start, start->pipes[PIPE_RESULT][1]);
    int result = arrange_descriptors(start);
    setsid();
    if (start->has_terminal && !terminal_control(STDIN_FILENO)) {
        fail(result, "terminal");
    }
    reset_signals();
    umask(022);
    if (chdir(start->cwd) < 0) {
        fail(result, "cwd");
    }
    set_rlimits(start->confinement, result);
    set_seccomp(start->confinement, result);
    program_exec(start->argv, start->env);
    fail(result, "exec");
}

static _Noreturn void supervise(const struct start *start)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    pid_t pid = fork();
    if (pid == 0) {
        become(start);
    }
    if (pid < 0) {
        fail(start->pipes[PIPE_RESULT][1], "fork");
    }
    struct supervision supervision = {pid, start->keep, start->pipes[PIPE_REPORT][1], start->pipes[PIPE_CONTROL][0]};
    supervisor_run(&supervision);
}

static void close_pipes(struct start *start)
{
    for (int i = 0; i < PIPES; i++) {
        close_fd(&start->pipes[i][0]);
        close_fd(&start->pipes[i][1]);
    }
    close_fd(&start->terminal);
}

static bool is_output(int pipe)
{
    return pipe == PIPE_STDOUT || pipe == PIPE_STDERR;
}

static bool is_needed(const struct start *start, int pipe)
{
    bool for_boot = pipe == PIPE_REQUEST;
    bool for_early = pipe == PIPE_NOTICE;
    bool for_supervisor = pipe == PIPE_REPORT || pipe == PIPE_CONTROL;
    bool of_terminal = pipe == PIPE_INPUT || is_output(pipe);
    return (!for_boot || start->boot) && (!for_supervisor || start->supervised) && (!for_early || start->early)
           && (!of_terminal || !start->has_terminal);
}

static bool open_pipe(const struct start *start, int pipe, int ends[2])
{
    /* Packets: each write of the guest is read as it was written. */
    int packets = start->paced && is_output(pipe) ? O_DIRECT : 0;
    return pipe == PIPE_NOTICE ? socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0
                               : pipe2(ends, O_CLOEXEC | packets) == 0;
}

static bool open_pipes(struct start *start)
{
    for (int i = 0; i < PIPES; i++) {
        start->pipes[i][0] = start->pipes[i][1] = -1;
    }
    for (int i = 0; i < PIPES; i++) {
        if (is_needed(start, i) && !open_pipe(start, i, start->pipes[i])) {
            return false;
        }
    }
    return true;
}

/* In the places of the pipes: one end each of what the process reads and writes. */
static bool open_terminal(struct start *start)
{
    struct terminal terminal;
    if (!terminal_open(&terminal, start->size)) {
        return false;
    }
    start->terminal = terminal.slave;
    start->pipes[PIPE_STDOUT][0] = terminal.master;
    start->pipes[PIPE_INPUT][1] = move_up(terminal.master);
    start->pipes[PIPE_INPUT][0] = move_up(terminal.slave);
    start->pipes[PIPE_STDOUT][1] = move_up(terminal.slave);
    start->pipes[PIPE_STDERR][1] = move_up(terminal.slave);
    for (int i = PIPE_INPUT; i <= PIPE_STDERR; i++) {
        bool open = start->pipes[i][0] >= 0 || i == PIPE_STDERR;
        if (!open || start->pipes[i][1] < 0) {
            return false;
        }
    }
    return true;
}

static int keep(int *end)
{
    int fd = *end;
    *end = -1;
    if (fd >= 0) {
        set_nonblocking(fd);
    }
    return fd;
}

/* Who writes much is woken less often; what a user may have of it is the kernel's to say. */
static int keep_wide(const struct start *start, int *end)
{
    int fd = keep(end);
    if (fd >= 0 && !start->paced) {
        (void)fcntl(fd, F_SETPIPE_SZ, OUTPUT_PIPE);
    }
    return fd;
}

static bool launch(struct start *start, struct process *process, struct process_failure *failure)
{
    if (!open_pipes(start)) {
        set_failure(failure, "fork", errno);
        return false;
    }
    if (start->has_terminal && !open_terminal(start)) {
        set_failure(failure, "terminal", errno);
        return false;
    }
    pid_t pid = fork();
    if (pid == 0 && start->supervised) {
        supervise(start);
    }
    if (pid == 0) {
        become(start);
    }
    if (pid < 0) {
        set_failure(failure, "fork", errno);
        return false;
    }
    process->pid = start->supervised ? 0 : pid;
    process->supervisor = start->supervised ? pid : 0;
    process->report = keep(&start->pipes[PIPE_REPORT][0]);
    process->control = keep(&start->pipes[PIPE_CONTROL][1]);
    process->result = keep(&start->pipes[PIPE_RESULT][0]);
    process->notice = keep(&start->pipes[PIPE_NOTICE][0]);
    process->input = keep(&start->pipes[PIPE_INPUT][1]);
    process->request = keep(&start->pipes[PIPE_REQUEST][1]);
    process->output[0] = keep_wide(start, &start->pipes[PIPE_STDOUT][0]);
    process->output[1] = keep_wide(start, &start->pipes[PIPE_STDERR][0]);
    process->terminal = start->terminal;
    start->terminal = -1;
    return true;
}

bool process_start(const struct exec_request *request, const struct confinement *confinement, struct process *process,
                   struct process_failure *failure)
{
    struct start start = {
        .argv = texts_vector(request->argv),
        .env = texts_vector(request->env),
        .cwd = text_copy(request->terms.cwd),
        .boot = request->boot,
        .supervised = !request->kill_rest,
        .early = request->early,
        .keep = request->keep,
        .paced = request->paced,
        .has_terminal = request->terminal,
        .size = request->size,
        .terminal = -1,
        .confinement = confinement,
    };
    bool started = false;
    if (start.argv == NULL || start.env == NULL || start.cwd == NULL) {
        set_failure(failure, "fork", ENOMEM);
    } else {
        started = launch(&start, process, failure);
        close_pipes(&start);
    }
    free(start.argv);
    free(start.env);
    free(start.cwd);
    return started;
}
