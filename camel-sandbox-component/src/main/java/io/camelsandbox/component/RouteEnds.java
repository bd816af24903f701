package io.camelsandbox.component;

import java.util.function.Consumer;
import org.apache.camel.spi.CamelEvent;
import org.apache.camel.spi.CamelEvent.RouteEvent;
import org.apache.camel.support.EventNotifierSupport;

/** Tells of each route that was stopped, by its id. */
final class RouteEnds extends EventNotifierSupport {

    private final Consumer<String> listener;

    RouteEnds(Consumer<String> listener) {
        this.listener = listener;
        setIgnoreCamelContextEvents(true);
        setIgnoreCamelContextInitEvents(true);
        setIgnoreExchangeEvents(true);
        setIgnoreServiceEvents(true);
        setIgnoreStepEvents(true);
    }

    @Override
    public boolean isEnabled(CamelEvent event) {
        return event.getType() == CamelEvent.Type.RouteStopped;
    }

    @Override
    public void notify(CamelEvent event) {
        if (event instanceof RouteEvent stopped) {
            listener.accept(stopped.getRoute().getRouteId());
        }
    }
}
