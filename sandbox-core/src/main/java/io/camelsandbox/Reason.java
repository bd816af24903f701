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
    FILE_IO_FAILED,
    /** A file ended before its size, or changed while it was read. */
    FILE_TRUNCATED,
    /** What was asked for is not among the engine's capabilities; nothing ran. */
    NOT_IMPLEMENTED,
    /** There is no sandbox of this id. */
    SANDBOX_NOT_FOUND,
    /** The sandbox does not run: not any more, or it was stopped before it did. */
    SANDBOX_NOT_RUNNING,
    /** The sandbox failed. */
    SANDBOX_FAILED,
    /** The sandbox was stopped, or its lifetime was over. */
    SANDBOX_TERMINATED,
    /** The sandbox is stopped, but how it ended cannot be known. */
    TERMINAL_STATE_UNAVAILABLE,
    /** The engine did not answer in time; what was asked for may yet happen. */
    REQUEST_TIMEOUT,
    /** Waiting took longer than was asked for; what was waited for goes on. */
    WAIT_TIMEOUT,
    /** A request id was used before for another request. */
    REQUEST_ID_CONFLICT,
    /** A secret's store is not known here, or does not have it. */
    SECRET_STORE_NOT_PROVISIONED,
    /** An engine broke its own contract. */
    PROTOCOL_ERROR,
    /** A function that was called raised an exception, or returned what JSON cannot hold. */
    FUNCTION_FAILED,
    /** The machine that holds the sandbox cannot be reached for now. */
    RUNNER_UNAVAILABLE,
    /** The machine that was asked for is not known. */
    RUNNER_NOT_FOUND,
    /** The machine that was asked for has too much to do. */
    RUNNER_OVERLOADED,
    /** No machine fits what was asked for. */
    NO_SUITABLE_RUNNER,
    /** The platform refused every place. */
    PLACEMENT_REJECTED,
    /** A condition on the place cannot be met. */
    PLACEMENT_CONSTRAINT_UNSATISFIED,
    /** Serverless placement is not allowed here. */
    SERVERLESS_NOT_ALLOWED,
    /** Serverless placement is switched off. */
    SERVERLESS_DISABLED,
    /** Serverless placement is not set up. */
    SERVERLESS_MISCONFIGURED,
    /** There is no snapshot of this id. */
    FSS_NOT_FOUND,
    /** The snapshot is still being taken, or is in use. */
    FSS_NOT_READY,
    /** Snapshots cannot be taken of this sandbox. */
    FSS_NOT_SUPPORTED,
    /** The volume is larger than a snapshot may be. */
    FSS_SIZE_EXCEEDED,
    /** The room for snapshots is used up. */
    FSS_QUOTA_EXCEEDED,
    /** The snapshot is in another bucket. */
    FSS_BUCKET_MISMATCH,
    /** The place where snapshots are kept cannot be used. */
    FSS_BUCKET_UNAVAILABLE,
    /** The place where snapshots are kept is being made. */
    FSS_BUCKET_PROVISIONING,
    /** A snapshot could not be restored. */
    FSS_RESTORE_FAILED,
    /** A snapshot could not be taken. */
    FSS_CREATE_FAILED,
    /** Taking a snapshot took too long. */
    FSS_CREATE_TIMED_OUT,
    /** The place where snapshots are kept refused the engine. */
    FSS_AUTH_FAILED,
    /** A snapshot did not reach the place where it is kept. */
    FSS_TRANSPORT_FAILED,
    /** Taking a snapshot was cancelled. */
    FSS_CANCELED,
    /** Waiting for a snapshot took too long; it may still become ready. */
    FSS_WAIT_TIMEOUT,
    /** Too many snapshots at once; later it may do. */
    FSS_BACKEND_THROTTLED,
    /** Too many snapshots of this sandbox at once; later it may do. */
    FSS_INFLIGHT_LIMIT,
    /** A snapshot on stop was asked for, but the sandbox ends, or has ended, without one. */
    FSS_ON_STOP_CONFLICT,
    /** A reader was too slow and output was lost. */
    STREAM_BACKPRESSURE,
    /** The end of a stream was lost. */
    STREAM_TRUNCATED,
    /** A stream broke off; it can be resumed. */
    STREAM_INTERRUPTED,
    /** The log session to resume is not known any more. */
    SESSION_NOT_FOUND,
    /** Log bytes that a resumed stream needs are gone. */
    REPLAY_GAP,
    /** A log session has fewer bytes than the offset to resume at. */
    INVALID_RESUME_OFFSET,
    /** The machine that serves the stream is being emptied; open it again. */
    RUNNER_DRAINING,
    /** There is no registered volume of this id. */
    VOLUME_NOT_FOUND,
    /** The registered volume cannot be used yet. */
    VOLUME_NOT_READY
}
