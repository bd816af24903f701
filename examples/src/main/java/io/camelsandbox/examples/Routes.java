package io.camelsandbox.examples;

import io.camelsandbox.examples.Screen.Style;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.apache.camel.CamelContext;
import org.apache.camel.main.BaseMainSupport;
import org.apache.camel.main.Main;
import org.apache.camel.main.MainListenerSupport;

/** Runs routes from files until Ctrl-C, or until the number of messages or seconds that was asked for is over. */
final class Routes {

    private final Arguments arguments;
    private final Screen screen;

    Routes(Arguments arguments, Screen screen) {
        this.arguments = arguments;
        this.screen = screen;
    }

    int run() throws Exception {
        var main = new Main();
        main.configure().withRoutesIncludePattern(patterns());
        main.configure().withDurationMaxMessages(arguments.maxMessages());
        main.configure().withDurationMaxSeconds(arguments.maxSeconds());
        main.configure().withShutdownTimeout(30);
        main.addMainListener(new MainListenerSupport() {
            @Override
            public void beforeStart(BaseMainSupport support) {
                support.getCamelContext().addLifecycleStrategy(new WebServer(arguments.port(), screen));
            }

            @Override
            public void afterStart(BaseMainSupport support) {
                announce(support.getCamelContext());
            }
        });
        main.run();
        return main.getExitCode();
    }

    private String patterns() {
        return arguments.routes().stream()
                .map(route -> "file:" + route.toAbsolutePath().normalize())
                .collect(Collectors.joining(","));
    }

    private void announce(CamelContext context) {
        String names = arguments.routes().stream().map(Path::toString).collect(Collectors.joining(", "));
        int count = context.getRoutesSize();
        screen.line(screen.styled(
                Style.DIM, count + (count == 1 ? " route of " : " routes of ") + names + " running; " + end()));
    }

    private String end() {
        if (arguments.maxMessages() > 0) {
            return "ends after " + arguments.maxMessages() + (arguments.maxMessages() == 1 ? " message" : " messages");
        }
        return arguments.maxSeconds() > 0 ? "ends after " + arguments.maxSeconds() + " s" : "Ctrl-C ends it";
    }
}
