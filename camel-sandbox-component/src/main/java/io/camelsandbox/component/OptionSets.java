package io.camelsandbox.component;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which options the operations on sandboxes that stay have. */
final class OptionSets {

    /** What Camel or this component has for every endpoint. */
    static final Set<String> OF_ALL = Set.of("operation", "lazyStartProducer", "allowControlHeaders");

    static final Set<String> OF_CONSUMERS = Set.of("bridgeErrorHandler", "exceptionHandler", "exchangePattern");

    static final Set<String> TARGET = Set.of("sandboxId");

    static final Set<String> RUN = Set.of(
            "command",
            "args",
            "env",
            "workingDir",
            "memory",
            "cpu",
            "image",
            "tags",
            "annotations",
            "secrets",
            "mountedFiles",
            "volumes",
            "snapshotId",
            "volume",
            "maxLifetime",
            "idleTimeout",
            "stopWith",
            "grace",
            "requestId");

    static final Set<String> LIST = Set.of("tags", "status", "showTerminated");

    static final Set<String> WAIT = with(TARGET, "waitTimeout");

    static final Set<String> WAIT_UNTIL_COMPLETE = with(WAIT, "raiseOnTermination");

    static final Set<String> DELETE = with(TARGET, "missingOk");

    static final Set<String> STOP = with(DELETE, "grace", "snapshotOnStop", "waitForReady", "requestId");

    static final Set<String> EXEC = with(
            TARGET,
            "command",
            "args",
            "env",
            "workingDir",
            "stdin",
            "timeout",
            "maxOutput",
            "onOutputLimit",
            "spoolOutput",
            "maxSpool",
            "result",
            "failOnNonZeroExit",
            "failOnTimeout",
            "background");

    static final Set<String> READ_FILE = with(TARGET, "path", "timeout", "maxOutput", "maxFileSize");

    static final Set<String> WRITE_FILE = with(TARGET, "path", "timeout", "fileMode");

    static final Set<String> SNAPSHOT = with(TARGET, "volume", "waitForReady", "requestId");

    static final Set<String> GET_SNAPSHOT = Set.of("snapshotId");

    static final Set<String> LIST_SNAPSHOTS = with(TARGET, "status");

    static final Set<String> DELETE_SNAPSHOT = Set.of("snapshotId", "missingOk");

    static final Set<String> LOGS = with(TARGET, "tags", "follow", "tailLines", "sinceTime", "timestamps");

    /** Those above that code has as well. */
    static final Set<String> OF_CODE_TOO = Set.of(
            "sandboxId",
            "command",
            "args",
            "env",
            "workingDir",
            "stdin",
            "memory",
            "cpu",
            "timeout",
            "maxOutput",
            "onOutputLimit",
            "spoolOutput",
            "maxSpool",
            "result",
            "failOnNonZeroExit",
            "failOnTimeout");

    /** What a sandbox that is there has already: code in it cannot be given its own. */
    static final Set<String> OF_THE_SANDBOX = Set.of("memory", "cpu", "pids", "disk", "files", "openFiles", "mounts");

    private OptionSets() {}

    private static Set<String> with(Set<String> options, String... more) {
        return Stream.concat(options.stream(), Arrays.stream(more)).collect(Collectors.toUnmodifiableSet());
    }
}
