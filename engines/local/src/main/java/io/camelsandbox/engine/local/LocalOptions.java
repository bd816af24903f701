package io.camelsandbox.engine.local;

import io.camelsandbox.Language;
import io.camelsandbox.SandboxUnavailableException;
import io.camelsandbox.engine.EngineSettings;
import io.camelsandbox.engine.local.cgroup.GroupChoice;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/** The engine's own options, read from {@link EngineSettings#properties()}. */
final class LocalOptions {

    /** A folder for the engine's runtime folder. */
    static final String RUNTIME_DIR = "runtimeDir";
    /** The first host user id for sandboxes of a root JVM. */
    static final String UID_BASE = "uidBase";
    /** {@code auto}, {@code v2}, {@code v1} or {@code none}. */
    static final String GROUPS = "groups";
    /** The path of bubblewrap. */
    static final String BWRAP = "bwrap";

    /** Which sandboxes are started ahead of their executions: {@code auto}, {@code bare} or {@code none}. */
    static final String SPARES = "spares";

    /** {@code true} hands over a result only when the tree of its sandbox is empty. */
    static final String AWAIT_REAPED = "awaitReaped";

    private static final Set<String> KNOWN = new TreeSet<>(
            Set.of(RUNTIME_DIR, UID_BASE, GROUPS, BWRAP, SPARES, AWAIT_REAPED, "python", "node", "shell"));

    private static final long LARGEST_UID = 4_294_000_000L;

    private final Map<String, String> properties;
    private final GroupChoice groups;
    private final SpareMode spares;
    private final OptionalLong uidBase;

    /**
     * Reads and checks them.
     *
     * @throws SandboxUnavailableException naming what is wrong and what there is
     */
    LocalOptions(Map<String, String> properties) {
        for (String name : new TreeSet<>(properties.keySet())) {
            if (!KNOWN.contains(name)) {
                throw new SandboxUnavailableException(
                        "the local engine has no property '" + name + "'; it has " + String.join(", ", KNOWN));
            }
        }
        this.properties = properties;
        try {
            this.groups = GroupChoice.of(properties.getOrDefault(GROUPS, "auto"));
            this.spares = SpareMode.of(properties.getOrDefault(SPARES, "auto"));
        } catch (IllegalArgumentException e) {
            throw new SandboxUnavailableException("engine property " + e.getMessage());
        }
        this.uidBase = readUidBase();
        if (!Set.of("true", "false").contains(properties.getOrDefault(AWAIT_REAPED, "false"))) {
            throw new SandboxUnavailableException(
                    "engine property awaitReaped '" + properties.get(AWAIT_REAPED) + "' must be true or false");
        }
    }

    private OptionalLong readUidBase() {
        String text = properties.get(UID_BASE);
        if (text == null) {
            return OptionalLong.empty();
        }
        try {
            long value = Long.parseLong(text.trim());
            if (value > 0 && value < LARGEST_UID) {
                return OptionalLong.of(value);
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new SandboxUnavailableException(
                "engine property uidBase '" + text + "' must be a number from 1 to " + (LARGEST_UID - 1));
    }

    GroupChoice groups() {
        return groups;
    }

    OptionalLong uidBase() {
        return uidBase;
    }

    SpareMode spares() {
        return spares;
    }

    /** True when a result waits for the end of its sandbox. */
    boolean awaitsReaped() {
        return "true".equals(properties.get(AWAIT_REAPED));
    }

    Optional<Path> runtimeDir() {
        return path(RUNTIME_DIR);
    }

    Optional<Path> bwrap() {
        return path(BWRAP);
    }

    /** The interpreter that the operator wants where a request names none; null to search. */
    String interpreter(Language language) {
        return properties.get(
                switch (language) {
                    case PYTHON -> "python";
                    case JS -> "node";
                    case SHELL -> "shell";
                });
    }

    private Optional<Path> path(String name) {
        String text = properties.get(name);
        if (text == null) {
            return Optional.empty();
        }
        Path path = Path.of(text.trim());
        if (!path.isAbsolute()) {
            throw new SandboxUnavailableException(
                    "engine property " + name + " '" + text + "' must be an absolute path");
        }
        return Optional.of(path);
    }
}
