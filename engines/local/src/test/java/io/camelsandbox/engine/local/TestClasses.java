package io.camelsandbox.engine.local;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.PrintWriter;
import java.util.Arrays;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Runs the test classes named in the arguments; a program of its own, for tests that need another user. */
public final class TestClasses {

    private TestClasses() {}

    public static void main(String[] names) {
        var request = LauncherDiscoveryRequestBuilder.request()
                .selectors(Arrays.stream(names).map(name -> selectClass(name)).toList())
                .build();
        var listener = new SummaryGeneratingListener();
        LauncherFactory.create().execute(request, listener);
        TestExecutionSummary summary = listener.getSummary();
        summary.printFailuresTo(new PrintWriter(System.out, true), 8);
        System.out.println(summary.getTestsSucceededCount() + " passed, " + summary.getTestsAbortedCount()
                + " not applicable, " + summary.getTotalFailureCount() + " failed");
        boolean good = summary.getTotalFailureCount() == 0 && summary.getTestsSucceededCount() > 0;
        Runtime.getRuntime().halt(good ? 0 : 1);
    }
}
