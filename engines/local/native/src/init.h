#ifndef INIT_H
#define INIT_H

/* The part inside the sandbox: pid 1, on descriptor 0 the connection to Java. Does not return. */
_Noreturn void init_main(void);

#endif
