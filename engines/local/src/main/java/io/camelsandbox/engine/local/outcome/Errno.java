package io.camelsandbox.engine.local.outcome;

/** The kernel's error numbers, the same on every architecture we run on, in words. */
public final class Errno {

    public static final int EPERM = 1;
    public static final int ENOENT = 2;
    public static final int EIO = 5;
    public static final int E2BIG = 7;
    public static final int ENOEXEC = 8;
    public static final int EACCES = 13;
    public static final int EBUSY = 16;
    public static final int ENOTDIR = 20;
    public static final int EISDIR = 21;
    public static final int EINVAL = 22;
    public static final int EFBIG = 27;
    public static final int ENOSPC = 28;
    public static final int EROFS = 30;
    public static final int ELOOP = 40;

    private Errno() {}

    /** What an error number says. */
    public static String text(long errno) {
        return switch ((int) errno) {
            case EPERM -> "operation not permitted";
            case ENOENT -> "no such file or folder";
            case EIO -> "input/output error";
            case E2BIG -> "argument list too long";
            case ENOEXEC -> "not a program";
            case 11 -> "no more processes or memory for now";
            case 12 -> "out of memory";
            case EACCES -> "permission denied";
            case EBUSY -> "busy";
            case ENOTDIR -> "not a folder";
            case EISDIR -> "is a folder";
            case EINVAL -> "invalid argument";
            case 24 -> "too many open files";
            case EFBIG -> "too large";
            case ENOSPC -> "no space left";
            case EROFS -> "read-only file system";
            case 36 -> "name too long";
            case 38 -> "not implemented by the kernel";
            case ELOOP -> "a link, or too many of them";
            default -> "error " + errno;
        };
    }
}
