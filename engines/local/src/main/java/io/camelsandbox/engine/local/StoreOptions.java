package io.camelsandbox.engine.local;

import io.camelsandbox.ByteSize;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.SandboxUnavailableException;
import io.camelsandbox.TimeSpan;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * How the engine keeps what belongs to sandboxes that stay.
 *
 * @param stateDir      the folder of records, logs and snapshots; empty for the usual one
 * @param keepEnded     how long a record is kept after the end of its sandbox
 * @param logSize       bytes that the log of one sandbox may take on the disk
 * @param snapshotSpace bytes that all archives may take
 * @param maxSandboxes  how many sandboxes may not have ended at once
 * @param images        name → root folder
 * @param orphanPatience how long a sandbox outlives its JVM while no other adopts it; empty: it dies with it
 */
record StoreOptions(
        Optional<Path> stateDir,
        Duration keepEnded,
        long logSize,
        long snapshotSpace,
        int maxSandboxes,
        Map<String, Path> images,
        Optional<Duration> orphanPatience) {

    /** A folder for records, logs and snapshots of sandboxes that stay. */
    static final String STATE_DIR = "stateDir";
    /** How long the record and log of a sandbox are kept after its end. */
    static final String KEEP_ENDED = "keepEnded";
    /** What the log of one sandbox may take on the disk. */
    static final String LOG_SIZE = "logSize";
    /** What all snapshots may take on the disk. */
    static final String SNAPSHOT_SPACE = "snapshotSpace";
    /** The most sandboxes at once. */
    static final String MAX_SANDBOXES = "maxSandboxes";
    /** What becomes of sandboxes whose JVM dies: {@code sweep} or {@code adopt}. */
    static final String ORPHANS = "orphans";
    /** How long they wait to be adopted. */
    static final String ORPHAN_PATIENCE = "orphanPatience";
    /** Begins the names of properties that name images. */
    static final String IMAGE = "image.";

    static final Set<String> NAMES =
            Set.of(STATE_DIR, KEEP_ENDED, LOG_SIZE, SNAPSHOT_SPACE, MAX_SANDBOXES, ORPHANS, ORPHAN_PATIENCE);

    private static final String SWEEP = "sweep";
    private static final String ADOPT = "adopt";
    private static final Duration LONGEST_PATIENCE = Duration.ofDays(7);
    private static final long LEAST_LOG = 65_536;
    private static final int MOST_SANDBOXES = 100_000;
    private static final Pattern IMAGE_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/-]{0,199}");
    private static final long ROOT = 0;

    /**
     * Reads them.
     *
     * @throws SandboxUnavailableException naming what is wrong
     */
    static StoreOptions of(Map<String, String> properties) {
        try {
            long logSize = ByteSize.parse(LOG_SIZE, properties.getOrDefault(LOG_SIZE, "16MiB"));
            if (logSize < LEAST_LOG) {
                throw new IllegalArgumentException(LOG_SIZE + "=" + logSize + " is too small: from 64KiB");
            }
            return new StoreOptions(
                    Optional.ofNullable(properties.get(STATE_DIR)).map(text -> absolute(STATE_DIR, text)),
                    TimeSpan.parse(KEEP_ENDED, properties.getOrDefault(KEEP_ENDED, "1h")),
                    logSize,
                    ByteSize.parse(SNAPSHOT_SPACE, properties.getOrDefault(SNAPSHOT_SPACE, "10GiB")),
                    readMaxSandboxes(properties.getOrDefault(MAX_SANDBOXES, "1000")),
                    readImages(properties),
                    readOrphanPatience(properties));
        } catch (IllegalArgumentException | SandboxRefusedException e) {
            throw new SandboxUnavailableException("engine property " + e.getMessage());
        }
    }

    private static int readMaxSandboxes(String text) {
        try {
            int value = Integer.parseInt(text.trim());
            if (value > 0 && value <= MOST_SANDBOXES) {
                return value;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new IllegalArgumentException(
                MAX_SANDBOXES + " '" + text + "' must be a number from 1 to " + MOST_SANDBOXES);
    }

    private static Optional<Duration> readOrphanPatience(Map<String, String> properties) {
        String orphans = properties.getOrDefault(ORPHANS, SWEEP);
        Duration patience = TimeSpan.parse(ORPHAN_PATIENCE, properties.getOrDefault(ORPHAN_PATIENCE, "10m"));
        if (patience.isZero() || patience.compareTo(LONGEST_PATIENCE) > 0) {
            throw new IllegalArgumentException(ORPHAN_PATIENCE + " must be longer than 0 and up to 7 days");
        }
        return switch (orphans) {
            case SWEEP -> Optional.empty();
            case ADOPT -> Optional.of(patience);
            default -> throw new IllegalArgumentException(ORPHANS + " '" + orphans + "' must be sweep or adopt");
        };
    }

    private static Map<String, Path> readImages(Map<String, String> properties) {
        var images = new TreeMap<String, Path>();
        properties.forEach((property, folder) -> {
            if (property.startsWith(IMAGE)) {
                String name = property.substring(IMAGE.length());
                if (!IMAGE_NAME.matcher(name).matches()) {
                    throw new IllegalArgumentException(property + ": an image's name is of letters, digits and ._:/-");
                }
                images.put(name, absolute(property, folder));
            }
        });
        return images;
    }

    private static Path absolute(String name, String text) {
        Path path = Path.of(text.trim());
        if (!path.isAbsolute()) {
            throw new IllegalArgumentException(name + " '" + text + "' must be an absolute path");
        }
        return path;
    }

    /** Where the state folder may be, the best first. */
    List<Path> statePlaces(long user) {
        if (stateDir.isPresent()) {
            return List.of(stateDir.get());
        }
        var places = new LinkedHashSet<Path>();
        if (user == ROOT) {
            places.add(Path.of("/var/lib/camel-sandbox"));
        }
        String state = System.getenv("XDG_STATE_HOME");
        if (state != null && state.startsWith("/")) {
            places.add(Path.of(state, "camel-sandbox"));
        }
        String home = System.getProperty("user.home", "");
        if (home.startsWith("/")) {
            places.add(Path.of(home, ".local/state/camel-sandbox"));
        }
        places.add(
                Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath().resolve("camel-sandbox-state-" + user));
        return List.copyOf(places);
    }
}
