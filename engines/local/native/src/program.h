/* Becoming a program that may be named without its folder. */
#ifndef PROGRAM_H
#define PROGRAM_H

/* As execve, but a name without a slash is looked for in PATH of `env`. Returns only when it fails, with errno. */
void program_exec(char **argv, char **env);

#endif
