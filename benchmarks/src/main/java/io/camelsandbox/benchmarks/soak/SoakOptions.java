package io.camelsandbox.benchmarks.soak;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What the command line asks for.
 *
 * @param minutes how long
 * @param load    in percent of what the machine reaches
 * @param file    where the table is written too
 */
record SoakOptions(int minutes, int load, Optional<Path> file) {

    private static final int HOUR = 60;
    private static final int MOST_MINUTES = 7 * 24 * HOUR;
    private static final int USUAL_LOAD = 80;
    private static final int MOST_LOAD = 200;

    /**
     * Reads the command line.
     *
     * @throws IllegalArgumentException when it cannot be understood; the message says what is wrong
     */
    static SoakOptions parse(String... args) {
        var options = new SoakOptions(HOUR, USUAL_LOAD, Optional.empty());
        for (int i = 0; i < args.length; i += 2) {
            String name = args[i];
            if (i + 1 == args.length) {
                throw new IllegalArgumentException(name + " needs a value, or is unknown");
            }
            options = options.with(name, args[i + 1]);
        }
        return options;
    }

    private SoakOptions with(String name, String value) {
        return switch (name) {
            case "--minutes" -> new SoakOptions(number(name, value, MOST_MINUTES), load, file);
            case "--load" -> new SoakOptions(minutes, number(name, value, MOST_LOAD), file);
            case "--file" -> new SoakOptions(minutes, load, Optional.of(Path.of(value)));
            default -> throw new IllegalArgumentException("unknown option '" + name + "'");
        };
    }

    private static int number(String name, String value, int most) {
        try {
            int number = Integer.parseInt(value);
            if (number >= 1 && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new IllegalArgumentException(name + " must be a number from 1 to " + most + ", not '" + value + "'");
    }
}
