package io.camelsandbox.component;

import java.util.Map;
import org.apache.camel.health.HealthCheckHelper;
import org.apache.camel.health.HealthCheckResultBuilder;
import org.apache.camel.health.WritableHealthCheckRepository;
import org.apache.camel.impl.health.AbstractHealthCheck;

/** The health of a producer: its engine is there and its queue has room. */
final class ProducerHealth {

    private final SandboxEndpoint endpoint;
    private WritableHealthCheckRepository repository;
    private Check check;

    ProducerHealth(SandboxEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    void register() {
        repository = HealthCheckHelper.getHealthCheckRepository(
                endpoint.getCamelContext(), "producers", WritableHealthCheckRepository.class);
        if (repository != null) {
            check = new Check(endpoint);
            check.setEnabled(endpoint.getComponent().isHealthCheckProducerEnabled());
            repository.addHealthCheck(check);
        }
    }

    void unregister() {
        if (repository != null && check != null) {
            repository.removeHealthCheck(check);
            check = null;
        }
    }

    private static final class Check extends AbstractHealthCheck {

        private final SandboxComponent component;

        Check(SandboxEndpoint endpoint) {
            super("camel", "producer:" + endpoint.getEndpointUri() + "-" + endpoint.getId());
            this.component = endpoint.getComponent();
        }

        @Override
        protected void doCall(HealthCheckResultBuilder builder, Map<String, Object> options) {
            var probe = component.probe();
            int queued = component.getQueued();
            builder.detail("running", component.getRunning());
            builder.detail("queued", queued);
            if (probe == null) {
                builder.message("the sandbox engine is not started").down();
            } else if (queued > 0 && queued >= component.getMaxQueued()) {
                builder.detail("engine", probe.engine());
                builder.message("the queue for sandbox runs is full").down();
            } else {
                builder.detail("engine", probe.engine());
                builder.up();
            }
        }
    }
}
