package io.camelsandbox.component;

import io.camelsandbox.Language;
import io.camelsandbox.Quoted;
import io.camelsandbox.SandboxRefusedException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What an endpoint does, and which options it has for that. */
public enum SandboxOperation {
    JS("js"),
    PYTHON("python"),
    SHELL("shell"),
    RUN("run", OptionSets.RUN),
    GET("get", OptionSets.TARGET),
    LIST("list", OptionSets.LIST),
    WAIT("wait", OptionSets.WAIT),
    WAIT_UNTIL_COMPLETE("waitUntilComplete", OptionSets.WAIT_UNTIL_COMPLETE),
    STOP("stop", OptionSets.STOP),
    DELETE("delete", OptionSets.DELETE),
    EXEC("exec", OptionSets.EXEC),
    READ_FILE("readFile", OptionSets.READ_FILE),
    WRITE_FILE("writeFile", OptionSets.WRITE_FILE),
    SNAPSHOT("snapshot", OptionSets.SNAPSHOT),
    GET_SNAPSHOT("getSnapshot", OptionSets.GET_SNAPSHOT),
    LIST_SNAPSHOTS("listSnapshots", OptionSets.LIST_SNAPSHOTS),
    DELETE_SNAPSHOT("deleteSnapshot", OptionSets.DELETE_SNAPSHOT),
    LOGS("logs", OptionSets.LOGS);

    private final String id;
    private final Set<String> options;

    /** One that runs code: it has every option that is not of the others alone. */
    SandboxOperation(String id) {
        this(id, null);
    }

    SandboxOperation(String id, Set<String> options) {
        this.id = id;
        this.options = options;
    }

    /** The name in URIs. */
    public String id() {
        return id;
    }

    /**
     * Finds an operation by its name in URIs.
     *
     * @throws SandboxRefusedException when there is none; the message lists those there are
     */
    public static SandboxOperation of(String id) {
        return Arrays.stream(values())
                .filter(operation -> operation.id.equals(id))
                .findFirst()
                .orElseThrow(() -> new SandboxRefusedException("sandbox:" + Quoted.text(id) + " is unknown: use "
                        + Arrays.stream(values())
                                .map(operation -> "sandbox:" + operation.id)
                                .collect(Collectors.joining(", "))));
    }

    /** The language of the code that it runs; empty when it runs none. */
    public Optional<Language> language() {
        return options == null ? Optional.of(Language.of(id)) : Optional.empty();
    }

    /** True when exchanges begin with it, false when they come to it. */
    public boolean isConsumer() {
        return this == LOGS;
    }

    /** True when {@code option}, by its camelCase name, is one of its options, as far as that is known here. */
    public boolean has(String option) {
        if (OptionSets.OF_CONSUMERS.contains(option)) {
            return isConsumer();
        }
        if (OptionSets.OF_ALL.contains(option)) {
            return true;
        }
        return switch (this) {
            case JS -> isOfCode(option) && !option.equals("command") && !option.equals("allowedModules");
            case PYTHON -> isOfCode(option) && !option.equals("command");
            case SHELL -> isOfCode(option) && !option.equals("allowedModules") && !option.equals("stateful");
            default -> options.contains(option);
        };
    }

    private static boolean isOfCode(String option) {
        boolean ofOthers = Arrays.stream(values())
                .anyMatch(operation -> operation.options != null && operation.options.contains(option));
        return !ofOthers || OptionSets.OF_CODE_TOO.contains(option);
    }

    /**
     * Refuses an option of other operations.
     *
     * @throws SandboxRefusedException that says which have it
     */
    void require(String option) {
        if (has(option)) {
            return;
        }
        String others = Arrays.stream(values())
                .filter(operation -> operation.has(option))
                .map(SandboxOperation::id)
                .collect(Collectors.joining(", "));
        throw new SandboxRefusedException(
                "sandbox:" + id + " has no option " + option + ": it is an option of " + others);
    }
}
