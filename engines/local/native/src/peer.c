#define _GNU_SOURCE
#include "peer.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "system.h"

/* Whoever started the sandbox comes at once, or has died meanwhile. */
#define FIRST_PATIENCE_US 30000000

bool peer_open(struct peer *peer)
{
    int listening = 0;
    socklen_t size = sizeof listening;
    bool listens = getsockopt(STDIN_FILENO, SOL_SOCKET, SO_ACCEPTCONN, &listening, &size) == 0 && listening != 0;
    peer->listener = listens ? STDIN_FILENO : -1;
    peer->connection = listens ? -1 : STDIN_FILENO;
    peer->end_at = listens ? now_us() + FIRST_PATIENCE_US : 0;
    return set_nonblocking(STDIN_FILENO);
}

void peer_lease(struct peer *peer, const struct lease_request *request)
{
    peer->patience_us = (int64_t)request->patience_ms * 1000;
    peer->lifetime_at = request->lifetime_ms == 0 ? 0 : now_us() + (int64_t)request->lifetime_ms * 1000;
    peer->grace_us = (int64_t)request->grace_ms * 1000;
}

static bool hung_up(int fd)
{
    struct pollfd poll_of = {.fd = fd};
    return fd >= 0 && poll(&poll_of, 1, 0) == 1;
}

bool peer_accept(struct peer *peer)
{
    /* One that is gone has to be seen off first: the next one waits for that. */
    if (hung_up(peer->connection)) {
        return false;
    }
    int fd = accept4(peer->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (fd >= 0 && peer->connection >= 0) {
        close(fd);
        return false;
    }
    if (fd >= 0) {
        peer->connection = fd;
        peer->end_at = 0;
        peer->ending = false;
    }
    return fd >= 0;
}

void peer_alone(struct peer *peer)
{
    close_fd(&peer->connection);
    peer->end_at = now_us() + peer->patience_us;
}

bool peer_is_alone(const struct peer *peer)
{
    return peer->connection < 0;
}

int64_t peer_deadline(const struct peer *peer)
{
    if (!peer_is_alone(peer)) {
        return 0;
    }
    bool first = peer->lifetime_at != 0 && !peer->ending && peer->lifetime_at < peer->end_at;
    return first ? peer->lifetime_at : peer->end_at;
}
