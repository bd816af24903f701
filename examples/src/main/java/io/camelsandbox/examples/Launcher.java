package io.camelsandbox.examples;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** What {@code ./run} starts. */
public final class Launcher {

    private static final int USAGE = 2;

    private Launcher() {}

    /** Exits with 0 when all went well, 1 when something failed and 2 when the arguments were wrong. */
    public static void main(String[] args) {
        // The names of files and the results are UTF-8 whatever the locale says.
        var out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        var err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        System.exit(run(args, new Screen(out, Boolean.getBoolean("camelsandbox.color")), err));
    }

    static int run(String[] args, Screen screen, PrintStream err) {
        Arguments arguments;
        try {
            arguments = Arguments.parse(args);
        } catch (IllegalArgumentException e) {
            err.println(e.getMessage());
            err.println("./run --help tells what there is.");
            return USAGE;
        }
        try {
            Logging.set(arguments);
            return switch (arguments.task()) {
                case TOUR -> new Tour(screen).run();
                case DOCTOR -> new Doctor(screen).run();
                case ROUTES -> new Routes(arguments, screen).run();
            };
        } catch (Exception e) {
            err.println(Failure.describe(e));
            return 1;
        }
    }
}
