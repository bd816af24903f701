package io.camelsandbox.engine.local.seccomp;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/** The names and numbers of one architecture's system calls, as kernel headers give them. */
final class SyscallTable {

    private final Map<String, Integer> numbers;

    private SyscallTable(Map<String, Integer> numbers) {
        this.numbers = Collections.unmodifiableMap(numbers);
    }

    /** Reads the table that comes with this library. */
    static SyscallTable of(Architecture architecture) {
        String resource = architecture.id() + ".txt";
        try (InputStream in = SyscallTable.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("the table of system calls '" + resource + "' is missing");
            }
            var numbers = new TreeMap<String, Integer>();
            var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII));
            lines.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
                String[] parts = line.split(" ");
                numbers.put(parts[0], Integer.valueOf(parts[1]));
            });
            return new SyscallTable(numbers);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Name → number. */
    Map<String, Integer> numbers() {
        return numbers;
    }

    /** A call's number; empty where this architecture has no such call. */
    OptionalInt number(String name) {
        Integer number = numbers.get(name);
        return number == null ? OptionalInt.empty() : OptionalInt.of(number);
    }
}
