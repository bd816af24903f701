#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "init.h"
#include "launcher.h"
#include "parts.h"

int main(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[1], "launch") == 0) {
        return launcher_main(argv[2], argv[3]);
    }
    if (argc == 2 && strcmp(argv[1], "init") == 0) {
        init_main();
    }
    if (argc == 4 && strcmp(argv[1], "read") == 0) {
        return read_main(argv[2], argv[3]);
    }
    if ((argc == 4 || argc == 5) && strcmp(argv[1], "write") == 0) {
        return write_main(argv[2], argv[3], argc == 5 ? argv[4] : NULL);
    }
    fputs("usage: sandbox-native launch SOCKET STAGE | init | read PATH MAX | write PATH MODE [SIZE]\n", stderr);
    return 2;
}
