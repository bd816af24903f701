package io.camelsandbox.conformance;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Sees every process below this one, as the host sees it, and remembers each of them by pid and start time: whoever changes
 * its parent is still known at the end.
 */
public final class ProcessWatch implements AutoCloseable {

    private static final int EVERY_MILLIS = 50;

    /** One process. */
    public record Seen(long pid, long parent, String state, long startTime) {

        String commandLine() {
            try {
                byte[] line = Files.readAllBytes(Path.of("/proc/" + pid + "/cmdline"));
                return new String(line, StandardCharsets.UTF_8)
                        .replace('\0', ' ')
                        .strip();
            } catch (IOException e) {
                return "";
            }
        }

        private String identity() {
            return pid + "@" + startTime;
        }
    }

    private final Set<String> known = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService timer = new ScheduledThreadPoolExecutor(1, work -> {
        var thread = new Thread(work, "process-watch");
        thread.setDaemon(true);
        return thread;
    });

    /** Begins to watch. */
    public ProcessWatch() {
        timer.scheduleWithFixedDelay(this::look, 0, EVERY_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void look() {
        descendants().forEach(seen -> known.add(seen.identity()));
    }

    /** All processes below this one, zombies too. */
    public static List<Seen> descendants() {
        var byParent = all().stream().collect(Collectors.groupingBy(Seen::parent));
        var found = new ArrayList<Seen>();
        var open = new ArrayDeque<Long>(List.of(ProcessHandle.current().pid()));
        while (!open.isEmpty()) {
            List<Seen> children = byParent.getOrDefault(open.poll(), List.of());
            found.addAll(children);
            children.forEach(child -> open.add(child.pid()));
        }
        return found;
    }

    /** Processes that were ever seen below this one and are alive. */
    public List<Seen> alive() {
        look();
        Map<String, Seen> now = new HashMap<>();
        all().forEach(seen -> now.put(seen.identity(), seen));
        return known.stream()
                .map(now::get)
                .filter(seen -> seen != null && !seen.state().equals("Z"))
                .toList();
    }

    /** Those of {@link #alive} that run one of {@code commandLines}. */
    public List<String> running(Collection<String> commandLines) {
        return alive().stream()
                .map(Seen::commandLine)
                .filter(line -> commandLines.stream().anyMatch(line::contains))
                .toList();
    }

    /** Zombies below this process. */
    public static long zombies() {
        return descendants().stream().filter(seen -> seen.state().equals("Z")).count();
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }

    private static List<Seen> all() {
        try (Stream<Path> entries = Files.list(Path.of("/proc"))) {
            return entries.filter(entry -> entry.getFileName().toString().matches("\\d+"))
                    .map(ProcessWatch::read)
                    .flatMap(Optional::stream)
                    .toList();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static Optional<Seen> read(Path entry) {
        try {
            String stat = Files.readString(entry.resolve("stat"), StandardCharsets.ISO_8859_1);
            // The name is in brackets and may hold anything, brackets too.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return Optional.of(new Seen(
                    Long.parseLong(entry.getFileName().toString()),
                    Long.parseLong(fields[1]),
                    fields[0],
                    Long.parseLong(fields[19])));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
