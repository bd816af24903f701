package io.camelsandbox.engine.local;

import io.camelsandbox.ByteSize;
import io.camelsandbox.Language;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.SandboxUnavailableException;
import io.camelsandbox.engine.EngineSettings;
import io.camelsandbox.engine.WarmStart;
import io.camelsandbox.engine.local.cgroup.GroupChoice;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/** How the engine is set up, with its own options among {@link EngineSettings#properties()}. */
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

    /** The most sandboxes of one kind that wait. */
    static final String SPARE_COUNT = "spareCount";

    /** The most memory that all sandboxes that wait may take. */
    static final String SPARE_MEMORY = "spareMemory";

    /** {@code true} hands over a result only when the tree of its sandbox is empty. */
    static final String AWAIT_REAPED = "awaitReaped";

    private static final Set<String> KNOWN = known(
            RUNTIME_DIR,
            UID_BASE,
            GROUPS,
            BWRAP,
            SPARES,
            SPARE_COUNT,
            SPARE_MEMORY,
            AWAIT_REAPED,
            "python",
            "node",
            "shell");

    private static final int MOST_SPARES = 1_000;
    private static final long LARGEST_UID = 4_294_000_000L;

    private final Map<String, String> properties;
    private final GroupChoice groups;
    private final SpareLimits spareLimits;
    private final boolean awaitReaped;
    private final OptionalLong uidBase;
    private final StoreOptions store;

    /**
     * Reads and checks them.
     *
     * @throws SandboxUnavailableException naming what is wrong and what there is
     */
    LocalOptions(EngineSettings settings) {
        Map<String, String> properties = settings.properties();
        for (String name : new TreeSet<>(properties.keySet())) {
            if (!KNOWN.contains(name) && !name.startsWith(StoreOptions.IMAGE)) {
                throw new SandboxUnavailableException("the local engine has no property '" + name + "'; it has "
                        + String.join(", ", KNOWN) + " and " + StoreOptions.IMAGE + "NAME");
            }
        }
        this.properties = properties;
        try {
            this.groups = GroupChoice.of(properties.getOrDefault(GROUPS, "auto"));
            WarmStart warm = WarmStart.parse(SPARES, properties.getOrDefault(SPARES, "auto"));
            long memory = ByteSize.parse(SPARE_MEMORY, properties.getOrDefault(SPARE_MEMORY, "512MiB"));
            this.spareLimits = new SpareLimits(settings.warm().orElse(warm), readSpareCount(), memory);
        } catch (IllegalArgumentException | SandboxRefusedException e) {
            throw new SandboxUnavailableException("engine property " + e.getMessage());
        }
        this.uidBase = readUidBase();
        this.store = StoreOptions.of(properties);
        if (settings.warm().isPresent() && properties.containsKey(SPARES)) {
            throw saidTwice("warm", SPARES);
        }
        if (settings.awaitReaped() && properties.containsKey(AWAIT_REAPED)) {
            throw saidTwice("awaitReaped", AWAIT_REAPED);
        }
        this.awaitReaped = settings.awaitReaped() || readAwaitReaped();
    }

    private static Set<String> known(String... names) {
        var known = new TreeSet<>(StoreOptions.NAMES);
        known.addAll(List.of(names));
        return known;
    }

    private static SandboxUnavailableException saidTwice(String option, String property) {
        return new SandboxUnavailableException("the option " + option + " and the engine property " + property
                + " say the same thing: leave one of them out");
    }

    private boolean readAwaitReaped() {
        String text = properties.getOrDefault(AWAIT_REAPED, "false");
        if (!Set.of("true", "false").contains(text)) {
            throw new SandboxUnavailableException("engine property awaitReaped '" + text + "' must be true or false");
        }
        return Boolean.parseBoolean(text);
    }

    private int readSpareCount() {
        String text = properties.getOrDefault(SPARE_COUNT, "32").trim();
        try {
            int value = Integer.parseInt(text);
            if (value > 0 && value <= MOST_SPARES) {
                return value;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new IllegalArgumentException(
                SPARE_COUNT + " '" + text + "' must be a number from 1 to " + MOST_SPARES + "; none is spares=none");
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

    /** How what belongs to sandboxes that stay is kept. */
    StoreOptions store() {
        return store;
    }

    OptionalLong uidBase() {
        return uidBase;
    }

    /** What may be started ahead of its execution. */
    SpareLimits spareLimits() {
        return spareLimits;
    }

    /** True when a result waits for the end of its sandbox. */
    boolean awaitsReaped() {
        return awaitReaped;
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
