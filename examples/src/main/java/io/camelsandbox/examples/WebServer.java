package io.camelsandbox.examples;

import io.camelsandbox.examples.Screen.Style;
import org.apache.camel.Endpoint;
import org.apache.camel.component.platform.http.PlatformHttpEndpoint;
import org.apache.camel.component.platform.http.vertx.VertxPlatformHttpServer;
import org.apache.camel.component.platform.http.vertx.VertxPlatformHttpServerConfiguration;
import org.apache.camel.support.LifecycleStrategySupport;

/** Brings up a web server, on this machine's own address alone, when the first route asks for one. */
final class WebServer extends LifecycleStrategySupport {

    private static final String HOST = "127.0.0.1";

    private final int port;
    private final Screen screen;
    private boolean started;

    WebServer(int port, Screen screen) {
        this.port = port;
        this.screen = screen;
    }

    @Override
    public void onEndpointAdd(Endpoint endpoint) {
        if (started || !(endpoint instanceof PlatformHttpEndpoint)) {
            return;
        }
        started = true;
        var configuration = new VertxPlatformHttpServerConfiguration();
        configuration.setBindHost(HOST);
        configuration.setBindPort(port);
        try {
            endpoint.getCamelContext().addService(new VertxPlatformHttpServer(configuration), true, true);
        } catch (Exception e) {
            throw new IllegalStateException("cannot listen on port " + port + "; --port chooses another", e);
        }
        screen.line(screen.styled(Style.DIM, "Listening on " + HOST + ":" + port));
    }
}
