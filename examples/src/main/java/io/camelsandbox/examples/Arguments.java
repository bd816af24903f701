package io.camelsandbox.examples;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The command line.
 *
 * @param task        what to do
 * @param routes      the files with the routes
 * @param maxMessages after how many messages to end; 0 is never
 * @param maxSeconds  after how many seconds to end; 0 is never
 * @param port        where a web endpoint listens
 * @param log         how much Camel itself says
 */
record Arguments(Task task, List<Path> routes, int maxMessages, int maxSeconds, int port, Log log) {

    static final int DEFAULT_PORT = 8080;

    enum Task {
        TOUR,
        DOCTOR,
        ROUTES
    }

    enum Log {
        QUIET,
        VERBOSE
    }

    /** @throws IllegalArgumentException when there is something that is not known, not a number or not a file */
    static Arguments parse(String[] args) {
        var routes = new ArrayList<Path>();
        var task = Task.TOUR;
        int maxMessages = 0;
        int maxSeconds = 0;
        int port = DEFAULT_PORT;
        var log = Log.QUIET;
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "--max-messages" -> maxMessages = number(args, i++);
                case "--max-seconds" -> maxSeconds = number(args, i++);
                case "--port" -> port = number(args, i++);
                case "--verbose" -> log = Log.VERBOSE;
                case "doctor" -> task = Task.DOCTOR;
                default -> routes.add(file(args[i]));
            }
        }
        if (task == Task.DOCTOR && !routes.isEmpty()) {
            throw new IllegalArgumentException("doctor looks at the machine and takes no file");
        }
        if (!routes.isEmpty()) {
            task = Task.ROUTES;
        }
        return new Arguments(task, List.copyOf(routes), maxMessages, maxSeconds, port, log);
    }

    private static int number(String[] args, int option) {
        String value = option + 1 < args.length ? args[option + 1] : "";
        try {
            int number = Integer.parseInt(value);
            if (number > 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below, with the option's name.
        }
        throw new IllegalArgumentException(args[option] + " needs a whole number above zero, not '" + value + "'");
    }

    private static Path file(String name) {
        if (name.startsWith("-")) {
            throw new IllegalArgumentException("there is no option " + name);
        }
        Path path = Path.of(name);
        if (!Files.isRegularFile(path)) {
            throw new IllegalArgumentException("there is no file " + name);
        }
        return path;
    }
}
