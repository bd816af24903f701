package io.camelsandbox.engine.local;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names one JVM for certain, also after it is dead and its pid is another's. What an engine makes on the machine
 * carries it, so that a later start can tell what nobody owns any more.
 *
 * @param pid       its process id
 * @param startTime when it started, in clock ticks since boot
 * @param pidSpace  the pid namespace in which the pid means something
 * @param boot      the beginning of the boot's id
 */
record Owner(long pid, long startTime, String pidSpace, String boot) {

    private static final Pattern TEXT = Pattern.compile("(\\d+)-(\\d+)-(\\d+)-([0-9a-f]+)");
    private static final int BOOT_DIGITS = 8;

    /** This JVM. */
    static Owner self() {
        long pid = ProcessHandle.current().pid();
        return of(pid, ProcFs.startTime(pid).orElse(0));
    }

    /** A process that this JVM sees. */
    static Owner of(long pid, long startTime) {
        return new Owner(pid, startTime, ProcFs.pidNamespace(), shortBootId());
    }

    /** Reads what {@link #text()} wrote; empty when it is something else. */
    static Optional<Owner> parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new Owner(
                    Long.parseLong(matcher.group(1)),
                    Long.parseLong(matcher.group(2)),
                    matcher.group(3),
                    matcher.group(4)));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** A form that can be part of a file's name. */
    String text() {
        return pid + "-" + startTime + "-" + pidSpace + "-" + boot;
    }

    /** True only when it is certain that the JVM is dead; one in another pid namespace may always be alive. */
    boolean isDead() {
        if (!boot.equals(shortBootId())) {
            return true;
        }
        return pidSpace.equals(ProcFs.pidNamespace()) && !ProcFs.isAlive(pid, startTime);
    }

    /** True only when it is certain that the process is alive. */
    boolean isAlive() {
        return boot.equals(shortBootId()) && pidSpace.equals(ProcFs.pidNamespace()) && ProcFs.isAlive(pid, startTime);
    }

    private static String shortBootId() {
        String id = ProcFs.bootId().replaceAll("[^0-9a-f]", "");
        return id.isEmpty() ? "0" : id.substring(0, Math.min(BOOT_DIGITS, id.length()));
    }
}
