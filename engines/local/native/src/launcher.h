#ifndef LAUNCHER_H
#define LAUNCHER_H

/* The part on the host: starts sandboxes on Java's request and is their parent. Returns the exit code. */
int launcher_main(const char *socket_path, const char *stage_path);

#endif
