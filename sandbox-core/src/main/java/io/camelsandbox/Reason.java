package io.camelsandbox;

/**
 * Why a {@link SandboxException} was thrown. The names are stable: programs may branch on them. Where CoreWeave Sandbox
 * has a reason of the same meaning, its name (without the prefix {@code CWSANDBOX_}) is used.
 */
public enum Reason {
    /** The request is not valid; nothing ran. */
    INVALID_REQUEST,
    /** A limit was asked for above its ceiling; nothing ran. */
    RESOURCE_CEILING_EXCEEDED,
    /** All places are taken and the queue is full, or waiting in it took too long; nothing ran. */
    RUNNER_CAPACITY_EXHAUSTED,
    /** The engine cannot start or cannot give a guarantee that is required; nothing ran. */
    BACKEND_UNAVAILABLE,
    /** An interpreter is missing or cannot be used in a sandbox; nothing ran. */
    INTERPRETER_UNAVAILABLE,
    /** The engine was lost while the execution ran. */
    ENGINE_LOST,
    /** The execution was cancelled. */
    CANCELLED,
    /** The time limit was reached, and this was asked to be an error. */
    COMMAND_TIMEOUT,
    /** The execution failed, by its exit code or by another limit, and this was asked to be an error. */
    EXECUTION_FAILED,
    /** A file that was asked for is not there. */
    FILE_NOT_FOUND,
    /** A file is a folder. */
    FILE_IS_DIRECTORY,
    /** A file may not be read or written. */
    FILE_PERMISSION_DENIED,
    /** A file is larger than the cap. */
    FILE_TOO_LARGE,
    /** Reading or writing a file failed. */
    FILE_IO_FAILED
}
