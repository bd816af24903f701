/* What the launcher says to Java on its control connection. */
#ifndef LAUNCHER_WORDS_H
#define LAUNCHER_WORDS_H

#include "frame.h"
#include "sandbox.h"

void tell_hello(struct outbox *outbox);
void tell_parked(struct outbox *outbox, const struct sandbox *sandbox);
void tell_started(struct outbox *outbox, const struct sandbox *sandbox);
void tell_refused(struct outbox *outbox, uint64_t id, const char *step, int error);
void tell_ended(struct outbox *outbox, const struct sandbox *sandbox);

#endif
