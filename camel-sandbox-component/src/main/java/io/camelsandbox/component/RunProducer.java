package io.camelsandbox.component;

import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.TimeSpan;
import io.camelsandbox.component.HeldSandbox.Owner;
import io.camelsandbox.component.HeldSandbox.Terms;
import io.camelsandbox.engine.Capability;
import io.camelsandbox.sandbox.Sandbox;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.support.ExchangeHelper;

/** Starts a sandbox for each exchange, which is the sandbox of the operations after it. */
final class RunProducer extends SandboxProducer {

    private final SpecMapper specs;
    private final Optional<MessageValue> requestId;
    private final Owner owner;
    private final Optional<Duration> idleTimeout;
    private final Duration grace;

    RunProducer(SandboxEndpoint endpoint) {
        super(endpoint);
        specs = SpecMapper.of(endpoint);
        requestId =
                endpoint.reference("requestId", endpoint.getOperationOptions().getRequestId());
        SandboxSpecOptions options = endpoint.getSpecOptions();
        owner = owner(options.getStopWith());
        idleTimeout = Optional.ofNullable(options.getIdleTimeout()).map(text -> TimeSpan.parse("idleTimeout", text));
        grace = endpoint.grace();
    }

    private static Owner owner(String text) {
        return Arrays.stream(Owner.values())
                .filter(one -> one.name().equalsIgnoreCase(text))
                .findFirst()
                .orElseThrow(() -> new SandboxRefusedException("stopWith is route, context or nothing"));
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        var sandboxes = component().live().sandboxes();
        if (owner == Owner.NOTHING && !sandboxes.can(Capability.ADOPTION)) {
            throw new SandboxRefusedException(
                    "stopWith=nothing: sandboxes of this engine end with this process, so that"
                            + " nothing could not be kept: use context");
        }
        if (specs.snapshotId().isPresent()) {
            component().requireSnapshots("snapshotId of sandbox:run");
        }
        sandboxes.check(specs.sample());
    }

    @Override
    Task<Sandbox> task(Exchange exchange, RequestFields control) {
        SandboxSpec spec = specs.map(exchange);
        Optional<String> request = requestId.map(value -> value.text(exchange));
        Terms terms = terms(exchange);
        return new Task<>(
                component().calls(), () -> component().live().start(spec, request, terms), RunProducer::conclude);
    }

    private Terms terms(Exchange exchange) {
        Optional<String> route = Optional.ofNullable(ExchangeHelper.getRouteId(exchange))
                .or(() -> Optional.ofNullable(exchange.getFromRouteId()));
        Owner real = owner == Owner.ROUTE && route.isEmpty() ? Owner.CONTEXT : owner;
        return new Terms(real, real == Owner.ROUTE ? route : Optional.empty(), idleTimeout, grace);
    }

    private static void conclude(Exchange exchange, Sandbox sandbox) {
        exchange.setProperty(SandboxConstants.ID, sandbox.id().orElseThrow());
        SandboxInfo.mark(exchange, sandbox);
    }
}
