#define _GNU_SOURCE
#include "early.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "system.h"

#if defined(__x86_64__)
#define OWN_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_ARCH AUDIT_ARCH_AARCH64
#else
#error "sandbox-native runs on x86-64 and aarch64"
#endif

#define LAST 0x7fffffffu
/* Kernels may come to say more than our headers know. */
#define NOTICE_ROOM 512

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the low word of an argument comes first here"
#endif

int early_listen(void)
{
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCH, 0, 6),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_close, 0, 4),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
        BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, LAST, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, EARLY_WAITING, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
}

bool early_pass(int channel, int listener)
{
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof(int))];
    } control;
    char byte = 0;
    struct iovec data = {.iov_base = &byte, .iov_len = 1};
    struct msghdr message = {
        .msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    memset(&control, 0, sizeof control);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof listener);
    memcpy(CMSG_DATA(header), &listener, sizeof listener);
    bool sent = sendmsg(channel, &message, MSG_NOSIGNAL) == 1;
    close(listener);
    return sent;
}

int early_fetch(int *channel)
{
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof(int))];
    } control;
    char byte;
    int listener = -1;
    struct iovec data = {.iov_base = &byte, .iov_len = 1};
    struct msghdr message = {
        .msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    ssize_t got = recvmsg(*channel, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) {
        return -1;
    }
    struct cmsghdr *header = got == 1 ? CMSG_FIRSTHDR(&message) : NULL;
    if (header != NULL && header->cmsg_type == SCM_RIGHTS) {
        memcpy(&listener, CMSG_DATA(header), sizeof listener);
    }
    close_fd(channel);
    return listener;
}

static void answer(int listener, uint64_t id, int error)
{
    union {
        struct seccomp_notif_resp response;
        uint8_t room[NOTICE_ROOM];
    } reply;
    memset(&reply, 0, sizeof reply);
    reply.response.id = id;
    reply.response.error = -error;
    (void)ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &reply);
}

enum early early_take(int listener, pid_t main_pid, bool may_end, int *code)
{
    union {
        struct seccomp_notif notice;
        uint8_t room[NOTICE_ROOM];
    } got;
    struct pollfd ready = {.fd = listener, .events = POLLIN};
    memset(&got, 0, sizeof got);
    /* Receiving would wait; whose call it was may be dead by now. */
    if (poll(&ready, 1, 0) != 1 || (ready.revents & POLLIN) == 0
        || ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &got) < 0) {
        return EARLY_NOTHING;
    }
    uint32_t said = (uint32_t)got.notice.data.args[0];
    bool own = (pid_t)got.notice.pid == main_pid;
    if (own && may_end && said >= EARLY_END) {
        *code = (int)(said - EARLY_END);
        return EARLY_HAS_ENDED;
    }
    bool waiting = own && said == EARLY_WAITING;
    answer(listener, got.notice.id, waiting ? 0 : EBADF);
    return waiting ? EARLY_IS_WAITING : EARLY_NOTHING;
}
