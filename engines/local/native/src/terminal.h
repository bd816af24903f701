/* The terminal of an execution, of the sandbox's own devpts. */
#ifndef TERMINAL_H
#define TERMINAL_H

#include "init_frames.h"

struct terminal {
    int master; /* non-blocking */
    int slave;
};

/* False with errno, and nothing is open. */
bool terminal_open(struct terminal *terminal, struct window_size size);
/* Makes it the controlling terminal of the calling session leader. */
bool terminal_control(int slave);
void terminal_resize(int master, struct window_size size);
/* The character that ends input; 0 where the guest has none. */
uint8_t terminal_end_character(int master);

#endif
