package io.camelsandbox.engine.local;

import java.util.ArrayList;
import java.util.List;

/** Which user ids exist in the user namespace that this JVM is in: the content of {@code /proc/self/uid_map}. */
final class UserIdMap {

    private record Range(long first, long outside, long count) {}

    private final List<Range> ranges = new ArrayList<>();

    /** Reads the lines of {@code uid_map}; lines that are none are skipped. */
    UserIdMap(String text) {
        for (String line : text.lines().toList()) {
            String[] fields = line.trim().split("\\s+");
            if (fields.length == 3) {
                ranges.add(new Range(Long.parseLong(fields[0]), Long.parseLong(fields[1]), Long.parseLong(fields[2])));
            }
        }
    }

    /** The map of this JVM's namespace. */
    static UserIdMap current() {
        return new UserIdMap(ProcFs.read("/proc/self/uid_map").orElse("0 0 4294967295"));
    }

    /** True when all of these ids exist. */
    boolean contains(long first, long count) {
        return ranges.stream().anyMatch(range -> first >= range.first && first + count <= range.first + range.count);
    }

    /** True for a namespace whose only user is called root inside and is an ordinary one outside. */
    boolean isOneUserWhoIsNotRoot() {
        return ranges.size() == 1 && ranges.get(0).count == 1 && ranges.get(0).outside != 0;
    }

    /** The content in one line, for messages. */
    String describe() {
        var parts = new ArrayList<String>();
        ranges.forEach(range -> parts.add(range.first + " to " + (range.first + range.count - 1)));
        return String.join(", ", parts);
    }
}
