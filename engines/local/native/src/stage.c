#define _GNU_SOURCE
#include "stage.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "system.h"

#define CONNECT_SECONDS 10
#define BACKLOG 8

static bool tell(const struct stage_plan *plan, const char *step, int error)
{
    struct stage_report report = {.error = error};
    snprintf(report.step, sizeof report.step, "%s", step);
    return send(plan->report, &report, sizeof report, MSG_NOSIGNAL) == (ssize_t)sizeof report;
}

static _Noreturn void fail(const struct stage_plan *plan, const char *step)
{
    (void)tell(plan, step, errno);
    _exit(1);
}

/* A change of user clears the parent-death signal, so this is said again after each. */
static void die_with_launcher(const struct stage_plan *plan)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != plan->launcher) {
        _exit(1);
    }
}

static bool write_file(const char *path, const char *text)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0) {
        return false;
    }
    bool written = write_all(fd, text, strlen(text));
    int error = errno;
    close(fd);
    errno = error;
    return written;
}

static void join_groups(const struct stage_plan *plan)
{
    struct list groups = plan->request->groups;
    for (uint32_t i = 0; i < groups.count; i++) {
        char *path = text_copy(read_text(&groups.items));
        /* 0 is the writer itself, in whatever pid namespace the launcher lives. */
        if (path == NULL || !write_file(path, "0")) {
            fail(plan, "group");
        }
        free(path);
    }
}

static void adjust_oom_score(const struct stage_plan *plan)
{
    if (plan->request->oom_score_adj == 0) {
        return;
    }
    char text[16];
    snprintf(text, sizeof text, "%d", plan->request->oom_score_adj);
    if (!write_file("/proc/self/oom_score_adj", text)) {
        fail(plan, "oom");
    }
}

static int connect_to_java(const struct stage_plan *plan)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", plan->socket_path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    /* With a full backlog connect waits for Java; a Java that is stuck must not hold this child for ever. */
    struct timeval patience = {.tv_sec = CONNECT_SECONDS};
    struct timeval for_ever = {.tv_sec = 0};
    if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience) < 0
        || connect(fd, (struct sockaddr *)&address, sizeof address) < 0
        || setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &for_ever, sizeof for_ever) < 0) {
        fail(plan, "connect");
    }
    struct outbox join = {.limit = 64};
    frame_begin(&join, LAUNCHER_JOIN);
    put_u64(&join, plan->request->sandbox);
    put_u32(&join, PROTOCOL_VERSION);
    frame_end(&join);
    if (join.overflow || !outbox_flush(&join, fd) || outbox_pending(&join) > 0) {
        fail(plan, "connect");
    }
    free(join.data);
    return fd;
}

/* For an init that lets one Java after the other in: only our own user may, whoever can enter the folder. */
static int listen_for_java(const struct stage_plan *plan)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    memcpy(address.sun_path, plan->request->listen_path.data, plan->request->listen_path.size);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    umask(0177);
    if (fd < 0 || bind(fd, (struct sockaddr *)&address, sizeof address) < 0 || listen(fd, BACKLOG) < 0) {
        fail(plan, "listen");
    }
    umask(022);
    return fd;
}

static void map_own_user(const struct stage_plan *plan, uid_t uid, gid_t gid)
{
    char map[64];
    if (!write_file("/proc/self/setgroups", "deny")) {
        fail(plan, "uidmap");
    }
    snprintf(map, sizeof map, "%u %u 1", uid, uid);
    if (!write_file("/proc/self/uid_map", map)) {
        fail(plan, "uidmap");
    }
    snprintf(map, sizeof map, "%u %u 1", gid, gid);
    if (!write_file("/proc/self/gid_map", map)) {
        fail(plan, "uidmap");
    }
}

static void make_folder(const struct stage_plan *plan, int stage, struct folder folder)
{
    const struct start_request *request = plan->request;
    char *name = text_copy(folder.name);
    if (name == NULL || mkdirat(stage, name, 0700) < 0) {
        fail(plan, "folder");
    }
    if (request->uid != KEEP_ID && fchownat(stage, name, request->uid, request->gid, AT_SYMLINK_NOFOLLOW) < 0) {
        fail(plan, "folder");
    }
    if (fchmodat(stage, name, folder.mode, 0) < 0) {
        fail(plan, "folder");
    }
    free(name);
}

static void mount_stage(const struct stage_plan *plan)
{
    const struct start_request *request = plan->request;
    char options[128];
    /* The folders and the root are ours: the guest's count starts behind them. 0 files means no limit. */
    uint64_t own = request->disk_files == 0 ? 0 : (uint64_t)request->folders.count + 1;
    snprintf(options, sizeof options, "mode=0755,size=%llu,nr_inodes=%llu", (unsigned long long)request->disk_bytes,
             (unsigned long long)(request->disk_files + own));
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0
        || mount("sandbox", plan->stage_path, "tmpfs", MS_NOSUID | MS_NODEV, options) < 0) {
        fail(plan, "tmpfs");
    }
    int stage = open(plan->stage_path, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (stage < 0) {
        fail(plan, "tmpfs");
    }
    struct list folders = request->folders;
    for (uint32_t i = 0; i < folders.count; i++) {
        make_folder(plan, stage, read_folder(&folders.items));
    }
    close(stage);
}

static void change_user(const struct stage_plan *plan)
{
    const struct start_request *request = plan->request;
    if (request->uid == KEEP_ID || geteuid() == request->uid) {
        return;
    }
    if (setgroups(0, NULL) < 0 || setresgid(request->gid, request->gid, request->gid) < 0
        || setresuid(request->uid, request->uid, request->uid) < 0) {
        fail(plan, "user");
    }
    die_with_launcher(plan);
}

/* Root of a container may be without the right to mount: then it goes the way of an ordinary user. */
static bool unshared_as_root(const struct stage_plan *plan)
{
    if (geteuid() != 0) {
        return false;
    }
    if (unshare(CLONE_NEWNS) == 0) {
        return true;
    }
    if (errno != EPERM || plan->request->uid == KEEP_ID) {
        fail(plan, "unshare");
    }
    change_user(plan);
    /* The kernel gives the files of one who changed user to root, the maps among them. */
    (void)prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
    return false;
}

static void stage_disk(const struct stage_plan *plan)
{
    if (plan->request->disk_bytes == 0) {
        return;
    }
    if (!unshared_as_root(plan)) {
        uid_t uid = geteuid();
        gid_t gid = getegid();
        if (unshare(CLONE_NEWUSER | CLONE_NEWNS) < 0) {
            fail(plan, "unshare");
        }
        map_own_user(plan, uid, gid);
        die_with_launcher(plan);
    }
    mount_stage(plan);
}

static void hold(const struct stage_plan *plan)
{
    if (!plan->request->hold) {
        return;
    }
    char release;
    if (!tell(plan, STAGE_PARKED, 0) || read_retry(plan->report, &release, sizeof release) != sizeof release) {
        _exit(1);
    }
}

/* First of all: a parked child must not keep open what belongs to its siblings. */
static void arrange_descriptors(struct stage_plan *plan)
{
    int report = move_up(plan->report);
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    int from[] = {move_up(null), move_up(null), move_up(plan->diagnostics), move_up(plan->info), report};
    for (int to = 0; to < 5; to++) {
        if (from[to] < 0 || dup2(from[to], to) < 0) {
            fail(plan, "fork");
        }
    }
    plan->report = 4;
    fcntl(plan->report, F_SETFD, FD_CLOEXEC);
    close_from(5);
}

static _Noreturn void exec_argv(const struct stage_plan *plan, int socket)
{
    static char *const empty_environment[] = {NULL};
    char **argv = texts_vector(plan->request->argv);
    if (argv == NULL) {
        errno = ENOMEM;
        fail(plan, "exec");
    }
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = plan->open_files;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    reset_signals();
    umask(022);
    if (dup2(socket, STDIN_FILENO) == STDIN_FILENO && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) {
        close_from((unsigned)plan->report + 1);
        (void)tell(plan, STAGE_EXEC, 0);
        execve(argv[0], argv, empty_environment);
    }
    fail(plan, "exec");
}

_Noreturn void stage_run(const struct stage_plan *given)
{
    struct stage_plan plan = *given;
    arrange_descriptors(&plan);
    die_with_launcher(&plan);
    join_groups(&plan);
    adjust_oom_score(&plan);
    int socket = plan.request->adoptable ? listen_for_java(&plan) : connect_to_java(&plan);
    stage_disk(&plan);
    change_user(&plan);
    hold(&plan);
    exec_argv(&plan, socket);
}
