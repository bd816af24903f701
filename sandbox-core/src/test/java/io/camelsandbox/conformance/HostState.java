package io.camelsandbox.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What must be the same on the host before and after everything that was run, and what no run may print. */
final class HostState {

    private static final List<Path> WATCHED = Stream.of(
                    "/etc/passwd",
                    "/etc/shadow",
                    "/etc/group",
                    "/etc/hostname",
                    "/etc/cron.d",
                    "/usr",
                    "/usr/bin",
                    "/usr/lib",
                    "/usr/bin/env",
                    "/usr/bin/bwrap",
                    "/bin/sh",
                    "/proc/sys/kernel/core_pattern",
                    "/proc/sys/kernel/hostname")
            .map(Path::of)
            .toList();

    /** Variables whose values a run may have by design. */
    private static final Set<String> SHARED = Set.of("PATH", "LANG", "TZ", "HOME", "SHELL", "PWD", "OLDPWD");

    private static final int SHORTEST_SECRET = 12;

    private final Map<String, String> before = watched();
    private final Pattern secrets = secretPattern();

    /** What is different from when this was made; empty where nothing is. */
    Map<String, String> changes() {
        Map<String, String> changes = watched();
        changes.entrySet().removeIf(entry -> entry.getValue().equals(before.get(entry.getKey())));
        return changes;
    }

    /** A secret of the host that is in {@code text}; empty where none is. */
    Optional<String> leak(String text) {
        var matcher = secrets.matcher(text);
        return matcher.find() ? Optional.of(matcher.group()) : Optional.empty();
    }

    private static Map<String, String> watched() {
        var state = new TreeMap<String, String>();
        for (Path path : WATCHED) {
            state.put(path.toString(), describe(path));
        }
        return state;
    }

    private static String describe(Path path) {
        try {
            var of = Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            // Not when it was changed: the machine has a life of its own, and a package may be installed meanwhile.
            String attributes = of.owner() + " " + of.group() + " " + of.permissions();
            return path.startsWith("/proc") ? attributes + " " + Files.readString(path) : attributes;
        } catch (IOException e) {
            return e.getClass().getSimpleName();
        }
    }

    private static Pattern secretPattern() {
        var secrets = new ArrayList<String>();
        System.getenv().forEach((name, value) -> {
            if (value.length() >= SHORTEST_SECRET && !SHARED.contains(name)) {
                secrets.add(value);
            }
        });
        try (Stream<String> lines = Files.lines(Path.of("/etc/shadow"))) {
            lines.filter(line -> line.split(":").length > 2).forEach(line -> secrets.add(line.strip()));
        } catch (IOException e) {
            // Not readable by this user either.
            secrets.add("root:$");
        }
        secrets.add("PRIVATE KEY-----");
        return Pattern.compile(secrets.stream().map(Pattern::quote).collect(Collectors.joining("|")));
    }
}
