#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "init.h"
#include "launcher.h"

int main(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[1], "launch") == 0) {
        return launcher_main(argv[2], argv[3]);
    }
    if (argc == 2 && strcmp(argv[1], "init") == 0) {
        init_main();
    }
    fputs("usage: sandbox-native launch SOCKET STAGE | sandbox-native init\n", stderr);
    return 2;
}
