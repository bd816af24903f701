/* What the tests run inside a sandbox: one behaviour, mostly a bad one, per word. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

static void say(const char *text)
{
    if (write(STDOUT_FILENO, text, strlen(text)) < 0) {
        _exit(99);
    }
}

static void descriptors(void)
{
    for (int fd = 0; fd < 65536; fd++) {
        if (fcntl(fd, F_GETFD) >= 0) {
            dprintf(STDOUT_FILENO, "%d ", fd);
        }
    }
}

static void state(void)
{
    sigset_t mask;
    struct sigaction action;
    int blocked = 0;
    int handled = 0;
    sigprocmask(SIG_SETMASK, NULL, &mask);
    for (int number = 1; number <= 64; number++) {
        blocked += sigismember(&mask, number) == 1;
        handled += sigaction(number, NULL, &action) == 0 && action.sa_handler != SIG_DFL;
    }
    char *cwd = getcwd(NULL, 0);
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    printf("blocked=%d handled=%d umask=%o session=%d group=%d nnp=%d seccomp=%d cwd=%s files=%llu/%llu dumpable=%d\n",
           blocked, handled, umask(0), getsid(0) == getpid(), getpgrp() == getpid(),
           prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0), prctl(PR_GET_SECCOMP), cwd, (unsigned long long)files.rlim_cur,
           (unsigned long long)files.rlim_max, prctl(PR_GET_DUMPABLE));
    fflush(stdout);
}

static void flood(int fd, long long bytes)
{
    static char block[65536];
    memset(block, 'x', sizeof block);
    while (bytes > 0) {
        ssize_t done = write(fd, block, bytes < (long long)sizeof block ? (size_t)bytes : sizeof block);
        if (done < 0) {
            _exit(98);
        }
        bytes -= done;
    }
}

static void pieces(long count)
{
    for (long i = 0; i < count; i++) {
        char seen;
        dprintf(STDOUT_FILENO, "piece %ld\n", i);
        if (read(STDIN_FILENO, &seen, 1) != 1) {
            return;
        }
    }
}

static void burst(long count)
{
    for (long i = 0; i < count; i++) {
        dprintf(STDOUT_FILENO, "burst %ld\n", i);
    }
}

static void stubborn(void)
{
    for (int number = 1; number < 32; number++) {
        signal(number, SIG_IGN);
    }
    say("ready\n");
    for (;;) {
        pause();
    }
}

/* A daemon that keeps stdout open. */
static void orphan(const char *last_word)
{
    int ready[2];
    char byte;
    if (pipe(ready) == 0 && fork() == 0) {
        setsid();
        if (fork() == 0) {
            signal(SIGTERM, SIG_IGN);
            (void)!write(ready[1], "", 1);
            sleep(3600);
        }
        _exit(0);
    }
    (void)!read(ready[0], &byte, 1);
    say(last_word);
}

static void storm(long count)
{
    for (long i = 0; i < count; i++) {
        pid_t pid = fork();
        if (pid == 0) {
            if (fork() == 0) {
                usleep(1000);
            }
            _exit(0);
        }
        waitpid(pid, NULL, 0);
    }
    say("stormed\n");
}

static void bomb(void)
{
    say("bomb\n");
    for (;;) {
        fork();
    }
}

/* Hops from pid to pid, each time in a session of its own. */
static void comet(void)
{
    say("comet\n");
    if (fork() == 0) {
        for (;;) {
            pid_t pid = fork();
            if (pid > 0) {
                _exit(0);
            }
            if (pid == 0) {
                setsid();
            }
        }
    }
}

static void attack_init(void)
{
    for (int turn = 0; turn < 3; turn++) {
        for (int number = 1; number <= 64; number++) {
            kill(1, number);
        }
    }
    for (int i = 0; i < 100000; i++) {
        kill(1, SIGCHLD);
    }
    say("alive\n");
}

static void tried(const char *what, long result)
{
    dprintf(STDOUT_FILENO, "%s %s\n", what, result >= 0 ? "OPEN" : strerror(errno));
}

static void peek(void)
{
    char byte[64];
    struct iovec local = {byte, sizeof byte};
    tried("mem", open("/proc/1/mem", O_RDONLY));
    tried("fd0", open("/proc/1/fd/0", O_RDWR));
    tried("fds", open("/proc/1/fd", O_RDONLY | O_DIRECTORY) < 0 ? -1 : readlink("/proc/1/fd/0", byte, sizeof byte));
    tried("environ", open("/proc/1/environ", O_RDONLY));
    tried("maps", open("/proc/1/maps", O_RDONLY));
    tried("root", open("/proc/1/root", O_RDONLY | O_DIRECTORY));
    tried("cwd", open("/proc/1/cwd", O_RDONLY | O_DIRECTORY));
    tried("exe", open("/proc/1/exe", O_RDWR));
    tried("attach", ptrace(PTRACE_ATTACH, 1, NULL, NULL));
    tried("readv", process_vm_readv(1, &local, 1, &local, 1, 0));
    tried("writev", process_vm_writev(1, &local, 1, &local, 1, 0));
    int pidfd = (int)syscall(434, 1, 0);
    tried("getfd", syscall(438, pidfd, 0, 0));
    tried("oom", open("/proc/1/oom_score_adj", O_WRONLY));
    tried("sysctl", open("/proc/sys/kernel/core_pattern", O_WRONLY));
    tried("root file", open("/x", O_CREAT | O_WRONLY, 0600));
    tried("dev file", open("/dev/x", O_CREAT | O_WRONLY, 0600));
    tried("support", open("/sandbox/init", O_WRONLY));
}

static void fill(const char *path)
{
    static char block[65536];
    int fd = open(path, O_CREAT | O_WRONLY, 0600);
    long long total = 0;
    ssize_t done;
    while ((done = write(fd, block, sizeof block)) > 0) {
        total += done;
    }
    dprintf(STDOUT_FILENO, "%lld %s\n", total, strerror(errno));
}

static void many(const char *folder, long count)
{
    char path[4096];
    long made = 0;
    for (; made < count; made++) {
        snprintf(path, sizeof path, "%s/%ld", folder, made);
        int fd = open(path, O_CREAT | O_WRONLY, 0600);
        if (fd < 0) {
            break;
        }
        close(fd);
    }
    dprintf(STDOUT_FILENO, "%ld %s\n", made, made < count ? strerror(errno) : "");
}

static void deep(const char *folder, long count)
{
    char name[201];
    memset(name, 'd', sizeof name - 1);
    name[sizeof name - 1] = 0;
    if (chdir(folder) < 0) {
        _exit(97);
    }
    long made = 0;
    while (made < count && mkdir(name, 0700) == 0 && chdir(name) == 0) {
        made++;
    }
    dprintf(STDOUT_FILENO, "%ld\n", made);
}

static void copy(int from)
{
    static char block[65536];
    ssize_t got;
    while ((got = read(from, block, sizeof block)) > 0) {
        for (ssize_t at = 0; at < got;) {
            at += write(STDOUT_FILENO, block + at, (size_t)(got - at));
        }
    }
    close(from);
}

static void take_memory(long mebibytes)
{
    size_t size = (size_t)mebibytes << 20;
    char *memory = malloc(size);
    memset(memory, 1, size);
    printf("%d\n", memory[size / 2]);
    fflush(stdout);
}

/* Ends its own limits on pid 1. */
static void limit_init(void)
{
    struct rlimit none = {4, 4};
    tried("nofile", prlimit(1, RLIMIT_NOFILE, &none, NULL));
}

static void grow(const char *path)
{
    int fd = open(path, O_CREAT | O_WRONLY | O_APPEND, 0600);
    static char block[65536];
    say("growing\n");
    for (;;) {
        if (write(fd, block, sizeof block) < 0 || lseek(fd, 0, SEEK_END) > 8 << 20) {
            if (ftruncate(fd, 0) < 0) {
                _exit(96);
            }
        }
    }
}

static void swap(const char *path)
{
    char other[4096];
    snprintf(other, sizeof other, "%s.link", path);
    say("swapping\n");
    for (;;) {
        unlink(other);
        if (symlink("/etc/passwd", other) == 0) {
            rename(other, path);
        }
        unlink(path);
        mkdir(path, 0700);
        rmdir(path);
        int fd = open(path, O_CREAT | O_WRONLY, 0600);
        close(fd);
    }
}

static int close_number(unsigned number)
{
    return (int)syscall(SYS_close, number);
}

/* A bootstrap that says its end with an orphan at work, which holds both streams. */
static void end_early(unsigned code)
{
    if (fork() == 0) {
        for (;;) {
            usleep(1000);
        }
    }
    int fd = open("/workspace/last", O_CREAT | O_WRONLY, 0600);
    if (fd < 0 || write(fd, "kept", 4) != 4) {
        _exit(98);
    }
    say("last words");
    close_number(0x7fffff00u | code);
    say("not taken");
    pause();
}

/* Neither a child nor a thread can speak for the process, and nothing around the words is one. */
static void speak_for_others(void)
{
    static const unsigned numbers[] = {0x7ffffdff, 0x80000000, 0xffffffff, 0x7fffff01, 0x7ffffe00};
    pid_t pid = fork();
    if (pid > 0) {
        for (int i = 0; i < 3; i++) {
            dprintf(STDOUT_FILENO, "%d ", close_number(numbers[i]) < 0 ? errno : 0);
        }
        waitpid(pid, NULL, 0);
        return;
    }
    for (int i = 3; i < 5; i++) {
        dprintf(STDERR_FILENO, "%d ", close_number(numbers[i]) < 0 ? errno : 0);
    }
}

int main(int argc, char **argv)
{
    const char *word = argc > 1 ? argv[1] : "";
    const char *path = argc > 2 ? argv[2] : "";
    long count = argc > 3 ? atol(argv[3]) : atol(path);
    if (strcmp(word, "descriptors") == 0) {
        descriptors();
    } else if (strcmp(word, "state") == 0) {
        state();
    } else if (strcmp(word, "flood") == 0) {
        flood(STDOUT_FILENO, atoll(path));
    } else if (strcmp(word, "flood2") == 0) {
        flood(STDERR_FILENO, atoll(path));
    } else if (strcmp(word, "pieces") == 0) {
        pieces(count);
    } else if (strcmp(word, "burst") == 0) {
        burst(count);
    } else if (strcmp(word, "stubborn") == 0) {
        stubborn();
    } else if (strcmp(word, "orphan") == 0) {
        orphan("bye\n");
    } else if (strcmp(word, "storm") == 0) {
        storm(count);
    } else if (strcmp(word, "bomb") == 0) {
        bomb();
    } else if (strcmp(word, "comet") == 0) {
        comet();
    } else if (strcmp(word, "kill-all") == 0) {
        kill(-1, (int)count);
        say("alone\n");
        usleep(100000);
    } else if (strcmp(word, "orphan-and-kill-all") == 0) {
        kill(-1, (int)count);
        usleep(100000);
        orphan("bye\n");
    } else if (strcmp(word, "stop") == 0) {
        kill(0, SIGSTOP);
    } else if (strcmp(word, "attack-init") == 0) {
        attack_init();
    } else if (strcmp(word, "peek") == 0) {
        peek();
    } else if (strcmp(word, "fill") == 0) {
        fill(path);
    } else if (strcmp(word, "many") == 0) {
        many(path, count);
    } else if (strcmp(word, "deep") == 0) {
        deep(path, count);
    } else if (strcmp(word, "stdin") == 0) {
        copy(0);
    } else if (strcmp(word, "request") == 0) {
        say("boot ");
        copy(3);
    } else if (strcmp(word, "memory") == 0) {
        take_memory(count);
    } else if (strcmp(word, "limit-init") == 0) {
        limit_init();
    } else if (strcmp(word, "grow") == 0) {
        grow(path);
    } else if (strcmp(word, "swap") == 0) {
        swap(path);
    } else if (strcmp(word, "wait-and-end") == 0) {
        dprintf(STDERR_FILENO, "%d", close_number(0x7ffffe00u));
        copy(3);
        end_early((unsigned)count);
    } else if (strcmp(word, "speak-for-others") == 0) {
        copy(3);
        speak_for_others();
    } else {
        return 64;
    }
    return 0;
}
