package io.camelsandbox.examples;

/** Sets what is logged, before the first logger is made. */
final class Logging {

    private static final String LEVEL = "org.slf4j.simpleLogger.log.";

    private Logging() {}

    static void set(Arguments arguments) {
        if (arguments.log() == Arguments.Log.VERBOSE) {
            System.setProperty(LEVEL + "org.apache.camel", "info");
            System.setProperty(LEVEL + "io.camelsandbox", "debug");
        } else {
            // A start that fails is told by the launcher, in one paragraph.
            System.setProperty(LEVEL + "org.apache.camel.impl.engine.AbstractCamelContext", "off");
        }
        if (arguments.task() == Arguments.Task.TOUR) {
            // The tour shows what its route would log.
            System.setProperty(LEVEL + Tour.ROUTE, "off");
            System.setProperty(LEVEL + "io.camelsandbox", "warn");
        }
    }
}
