package io.camelsandbox.engine.local;

/** The kernel's error numbers, the same on every architecture we run on, in words. */
final class Errno {

    static final int ENOENT = 2;
    static final int E2BIG = 7;
    static final int ENOEXEC = 8;
    static final int EACCES = 13;
    static final int EINVAL = 22;
    static final int EFBIG = 27;
    static final int ENOSPC = 28;
    static final int ELOOP = 40;

    private Errno() {}

    static String text(long errno) {
        return switch ((int) errno) {
            case 1 -> "operation not permitted";
            case ENOENT -> "no such file or folder";
            case 5 -> "input/output error";
            case E2BIG -> "argument list too long";
            case ENOEXEC -> "not a program";
            case 11 -> "no more processes or memory for now";
            case 12 -> "out of memory";
            case EACCES -> "permission denied";
            case 16 -> "busy";
            case 20 -> "not a folder";
            case 21 -> "is a folder";
            case EINVAL -> "invalid argument";
            case 24 -> "too many open files";
            case EFBIG -> "too large";
            case ENOSPC -> "no space left";
            case 30 -> "read-only file system";
            case 36 -> "name too long";
            case 38 -> "not implemented by the kernel";
            case ELOOP -> "a link, or too many of them";
            default -> "error " + errno;
        };
    }
}
