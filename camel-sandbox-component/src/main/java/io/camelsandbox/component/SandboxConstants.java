package io.camelsandbox.component;

import org.apache.camel.spi.Metadata;

/** The headers and properties of the component. All begin with {@code CamelSandbox}, which Camel filters out of input. */
public final class SandboxConstants {

    /** What all names of the component begin with. */
    static final String PREFIX = "CamelSandbox";

    @Metadata(
            label = "out",
            description = "The exit code of the main process; 128 + n when signal n ended it, -1 after a timeout.",
            javaType = "Integer",
            important = true)
    public static final String EXIT_CODE = "CamelSandboxExitCode";

    @Metadata(
            label = "out",
            description = "Standard error as text, cut to its first 64 KiB.",
            javaType = "String",
            important = true)
    public static final String STDERR = "CamelSandboxStderr";

    @Metadata(label = "out", description = "Wall time of the run in milliseconds.", javaType = "Long", important = true)
    public static final String EXECUTION_TIME_MS = "CamelSandboxExecutionTimeMs";

    @Metadata(
            label = "out",
            description =
                    "Why the run ended: exited, signaled, timed_out, out_of_memory, too_many_processes, disk_full,"
                            + " output_limit, cancelled, refused or engine_lost.",
            javaType = "String",
            important = true)
    public static final String TERMINATION = "CamelSandboxTermination";

    @Metadata(label = "out", description = "Whether the time limit ended the run.", javaType = "Boolean")
    public static final String TIMED_OUT = "CamelSandboxTimedOut";

    @Metadata(
            label = "out",
            description = "Whether stdout or stderr was longer than what was kept of it.",
            javaType = "Boolean")
    public static final String TRUNCATED = "CamelSandboxTruncated";

    @Metadata(
            label = "out",
            description = "The signal that ended the main process, such as SIGKILL; not set when it exited by itself.",
            javaType = "String")
    public static final String SIGNAL = "CamelSandboxSignal";

    @Metadata(label = "out", description = "The name of the engine that ran the code.", javaType = "String")
    public static final String ENGINE = "CamelSandboxEngine";

    @Metadata(
            label = "out",
            description = "The id of the sandbox that the code ran in, or that the operation was for. The exchange"
                    + " property of this name is set by run, and says which sandbox the operations after it are for.",
            javaType = "String")
    public static final String ID = "CamelSandboxId";

    @Metadata(
            label = "out",
            description = "The state of the sandbox that an operation was for: pending, creating, running, paused,"
                    + " terminating, completed, failed or terminated.",
            javaType = "String")
    public static final String STATUS = "CamelSandboxStatus";

    @Metadata(
            label = "out",
            description = "The exit code of the main process of a sandbox that has completed.",
            javaType = "Integer")
    public static final String RETURN_CODE = "CamelSandboxReturnCode";

    @Metadata(
            label = "out",
            description = "How many bytes readFile has read or writeFile has written, where that is" + " known.",
            javaType = "Long")
    public static final String FILE_SIZE = "CamelSandboxFileSize";

    @Metadata(
            label = "out",
            description = "The id of the snapshot that snapshot, or stop with snapshotOnStop, has taken. The exchange"
                    + " property of this name is set too, and says which snapshot getSnapshot and deleteSnapshot are"
                    + " for.",
            javaType = "String")
    public static final String SNAPSHOT_ID = "CamelSandboxSnapshotId";

    @Metadata(
            label = "out",
            description = "How far the snapshot is: creating, ready, failed or deleting.",
            javaType = "String")
    public static final String SNAPSHOT_STATUS = "CamelSandboxSnapshotStatus";

    @Metadata(
            label = "out",
            description = "The files that outputFiles asked for: path relative to the workspace to content.",
            javaType = "java.util.Map<String, byte[]>")
    public static final String FILES = "CamelSandboxFiles";

    @Metadata(
            label = "in",
            description = "The code to run instead of the endpoint's. Ignored unless allowControlHeaders=true.",
            javaType = "String")
    public static final String CODE = "CamelSandboxCode";

    @Metadata(
            label = "in",
            description =
                    "The shell command to run instead of the endpoint's. Ignored unless allowControlHeaders=true.",
            javaType = "String")
    public static final String COMMAND = "CamelSandboxCommand";

    @Metadata(
            label = "in",
            description = "The arguments instead of the endpoint's: a list, or a text with commas between them. Ignored"
                    + " unless allowControlHeaders=true.",
            javaType = "java.util.List<String>")
    public static final String ARGS = "CamelSandboxArgs";

    @Metadata(
            label = "in",
            description = "Variables set on top of the endpoint's. Ignored unless allowControlHeaders=true.",
            javaType = "java.util.Map<String, String>")
    public static final String ENV = "CamelSandboxEnv";

    @Metadata(
            label = "in",
            description = "A time limit below the endpoint's; a plain number is seconds. Ignored unless"
                    + " allowControlHeaders=true.",
            javaType = "String")
    public static final String TIMEOUT = "CamelSandboxTimeout";

    @Metadata(
            label = "in",
            description = "A memory limit below the endpoint's. Ignored unless allowControlHeaders=true.",
            javaType = "String")
    public static final String MEMORY = "CamelSandboxMemory";

    @Metadata(
            label = "in",
            description = "A number of processors below the endpoint's. Ignored unless allowControlHeaders=true.",
            javaType = "Double")
    public static final String CPU = "CamelSandboxCpu";

    @Metadata(
            label = "in",
            description = "A number of processes below the endpoint's. Ignored unless allowControlHeaders=true.",
            javaType = "Integer")
    public static final String PIDS = "CamelSandboxPids";

    @Metadata(
            label = "in",
            description = "A limit on writable bytes below the endpoint's. Ignored unless allowControlHeaders=true.",
            javaType = "String")
    public static final String DISK = "CamelSandboxDisk";

    @Metadata(
            label = "in",
            description = "A cap on each output stream below the endpoint's. Ignored unless allowControlHeaders=true.",
            javaType = "String")
    public static final String MAX_OUTPUT = "CamelSandboxMaxOutput";

    @Metadata(
            label = "in",
            description = "The modules that Python code may import; no more than the endpoint allows. Ignored unless"
                    + " allowControlHeaders=true.",
            javaType = "java.util.List<String>")
    public static final String ALLOWED_MODULES = "CamelSandboxAllowedModules";

    @Metadata(
            label = "in",
            description = "The working directory in the sandbox instead of the endpoint's. Ignored unless"
                    + " allowControlHeaders=true.",
            javaType = "String")
    public static final String WORKING_DIR = "CamelSandboxWorkingDir";

    @Metadata(
            label = "in",
            description = "The sandbox that an operation is for, instead of the endpoint's or the exchange's. Ignored"
                    + " unless allowControlHeaders=true.",
            javaType = "String")
    public static final String TARGET_ID = "CamelSandboxTargetId";

    private SandboxConstants() {}
}
