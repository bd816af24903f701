package io.camelsandbox.component;

import io.camelsandbox.engine.SandboxEngine;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;

/** Has the sandboxes that stay of a component from when one is asked for, and ends them with it. */
final class LiveService implements AutoCloseable {

    private final SandboxComponent component;
    private final SandboxEngine engine;
    private final ScheduledExecutorService timer;
    private LiveSandboxes live;
    private RouteEnds routeEnds;

    /** Sandboxes of {@code engine}, which is started; {@code timer} belongs to the caller. */
    LiveService(SandboxComponent component, SandboxEngine engine, ScheduledExecutorService timer) {
        this.component = component;
        this.engine = engine;
        this.timer = timer;
    }

    /**
     * The sandboxes.
     *
     * @throws io.camelsandbox.SandboxException with reason NOT_IMPLEMENTED when the engine has none
     */
    synchronized LiveSandboxes get() {
        if (live == null) {
            live = new LiveSandboxes(
                    ComponentSettings.sandboxes(component, engine), component.getMaxSandboxes(), timer);
            routeEnds = new RouteEnds(live::stopOf);
            component.getCamelContext().getManagementStrategy().addEventNotifier(routeEnds);
        }
        return live;
    }

    /** How many were started and have not ended. */
    synchronized int count() {
        return live == null ? 0 : live.count();
    }

    /** What is known of those. */
    synchronized List<SandboxInfo> held() {
        return live == null ? List.of() : live.held();
    }

    @Override
    public void close() {
        LiveSandboxes ending;
        synchronized (this) {
            ending = live;
            live = null;
        }
        if (ending != null) {
            component.getCamelContext().getManagementStrategy().removeEventNotifier(routeEnds);
            ending.close();
        }
    }
}
