/*
 * What a trusted bootstrap says from inside its own process without a descriptor that the guest's code could see: it
 * closes a descriptor number that cannot exist, and a filter of its own hands that call to init. The guest's code in
 * the same process can say the same, of itself alone, which is no more than exiting is.
 */
#ifndef EARLY_H
#define EARLY_H

#include <stdbool.h>
#include <sys/types.h>

#define EARLY_WAITING 0x7ffffe00u
#define EARLY_END 0x7fffff00u /* and the exit code in the last byte */

enum early { EARLY_NOTHING, EARLY_IS_WAITING, EARLY_HAS_ENDED };

/* For the process itself, before its exec and under no_new_privs: the listener, or -1 where there can be none. */
int early_listen(void);
/* Gives the listener to init over `channel` and keeps no copy. */
bool early_pass(int channel, int listener);
/* In init: the listener that was passed, or -1 as long as there is none. `channel` is closed when nothing more comes. */
int early_fetch(int *channel);
/* Takes what is there, if anything, and answers all but an end: after that the process is to be killed. */
enum early early_take(int listener, pid_t main_pid, bool may_end, int *code);

#endif
