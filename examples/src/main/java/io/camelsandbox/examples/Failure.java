package io.camelsandbox.examples;

import io.camelsandbox.SandboxException;
import java.util.ArrayList;
import org.apache.camel.FailedToCreateRouteException;
import org.apache.camel.FailedToStartRouteException;

/** Says in one paragraph why something failed. */
final class Failure {

    private Failure() {}

    /** What the sandbox said, with its route, where it was the sandbox; else the causes from the outside in. */
    static String describe(Throwable failure) {
        String place = "";
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof FailedToCreateRouteException route) {
                place = place(route.getRouteId(), route.getLocation());
            } else if (cause instanceof FailedToStartRouteException route) {
                place = place(route.getRouteId(), route.getLocation());
            } else if (cause instanceof SandboxException) {
                return place + cause.getMessage();
            }
        }
        return causes(failure);
    }

    private static String place(String route, String location) {
        return (location == null ? "" : location + ", ") + "route " + route + ": ";
    }

    private static String causes(Throwable failure) {
        var lines = new ArrayList<String>();
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            String message = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
            // Camel's wrappers repeat the message of what they wrap.
            if (lines.stream().noneMatch(line -> line.contains(message))) {
                lines.add(message);
            }
        }
        return String.join(System.lineSeparator() + "  because: ", lines);
    }
}
