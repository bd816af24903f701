#define _GNU_SOURCE
#include "terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <termios.h>

#include "system.h"

#ifndef TIOCGPTPEER
#define TIOCGPTPEER _IO('T', 0x41)
#endif

/* Not by the name of the slave: between its number and its opening a guest has no say then. */
static int open_slave(int master)
{
    int locked = 0;
    if (ioctl(master, TIOCSPTLCK, &locked) < 0) {
        return -1;
    }
    return ioctl(master, TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC);
}

bool terminal_open(struct terminal *terminal, struct window_size size)
{
    terminal->slave = -1;
    terminal->master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (terminal->master < 0) {
        return false;
    }
    terminal->slave = open_slave(terminal->master);
    if (terminal->slave < 0) {
        int error = errno;
        close_fd(&terminal->master);
        errno = error;
        return false;
    }
    terminal_resize(terminal->master, size);
    return true;
}

bool terminal_control(int slave)
{
    return ioctl(slave, TIOCSCTTY, 0) == 0;
}

void terminal_resize(int master, struct window_size size)
{
    struct winsize cells = {.ws_row = size.rows, .ws_col = size.columns};
    (void)ioctl(master, TIOCSWINSZ, &cells);
}

uint8_t terminal_end_character(int master)
{
    struct termios settings;
    return tcgetattr(master, &settings) == 0 ? settings.c_cc[VEOF] : 0;
}
