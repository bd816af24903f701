package io.camelsandbox.sandbox;

import io.camelsandbox.Quoted;
import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.engine.Capability;
import io.camelsandbox.engine.SandboxHost;
import io.camelsandbox.sandbox.spec.Secret;
import io.camelsandbox.sandbox.spec.SecretProvider;
import io.camelsandbox.sandbox.spec.SecretValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds the values of secrets when a sandbox is made, and not before. */
final class SecretResolver {

    private final SandboxHost host;
    private final Map<String, SecretProvider> providers;

    SecretResolver(SandboxHost host, Map<String, SecretProvider> providers) {
        this.host = host;
        this.providers = Map.copyOf(providers);
    }

    /** Refuses secrets of stores that are not known, without looking into one. */
    void require(List<Secret> secrets) {
        for (Secret secret : secrets) {
            if (!providers.containsKey(secret.store()) && !ofEngine()) {
                throw new SandboxRefusedException(
                        Reason.SECRET_STORE_NOT_PROVISIONED,
                        "no secret store '" + Quoted.text(secret.store()) + "': there are "
                                + providers.keySet().stream().sorted().toList());
            }
        }
    }

    /** Variable → value, of those stores that are not the engine's own. May block. */
    Map<String, SecretValue> resolve(List<Secret> secrets) {
        require(secrets);
        var values = new LinkedHashMap<String, SecretValue>();
        for (Secret secret : secrets) {
            SecretProvider provider = providers.get(secret.store());
            if (provider != null) {
                values.put(secret.envVar(), find(provider, secret));
            }
        }
        return values;
    }

    private boolean ofEngine() {
        return host.capabilities().contains(Capability.SECRET_STORES);
    }

    private static SecretValue find(SecretProvider provider, Secret secret) {
        String name = "the secret '" + Quoted.text(secret.name()) + "' of store '" + Quoted.text(secret.store()) + "'";
        try {
            return provider.find(secret)
                    .orElseThrow(
                            () -> new SandboxException(Reason.SECRET_STORE_NOT_PROVISIONED, name + " is not there"));
        } catch (SandboxException e) {
            throw e;
        } catch (RuntimeException e) {
            // the provider's message may hold anything: it is the cause only by its kind
            throw new SandboxException(
                    Reason.SECRET_STORE_NOT_PROVISIONED,
                    name + " could not be read: " + e.getClass().getSimpleName());
        }
    }
}
