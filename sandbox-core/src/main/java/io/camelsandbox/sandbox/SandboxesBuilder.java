package io.camelsandbox.sandbox;

import io.camelsandbox.engine.SandboxEngine;
import io.camelsandbox.sandbox.spec.SandboxDefaults;
import io.camelsandbox.sandbox.spec.SecretProvider;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;

/** Collects what {@link Sandboxes} needs. */
public final class SandboxesBuilder {

    private final SandboxEngine engine;
    private final Map<String, SecretProvider> providers = new LinkedHashMap<>();
    private SandboxDefaults defaults = SandboxDefaults.STANDARD;
    private Executor callers;

    SandboxesBuilder(SandboxEngine engine) {
        this.engine = Objects.requireNonNull(engine);
    }

    /** What specs take where they say nothing. */
    public SandboxesBuilder defaults(SandboxDefaults value) {
        defaults = Objects.requireNonNull(value);
        return this;
    }

    /** A store of secrets under the name that specs give it. */
    public SandboxesBuilder secrets(String store, SecretProvider provider) {
        providers.put(store, Objects.requireNonNull(provider));
        return this;
    }

    /** Where futures end and subscribers are called; it must allow them to block. Threads of its own unless said. */
    public SandboxesBuilder executor(Executor value) {
        callers = Objects.requireNonNull(value);
        return this;
    }

    /**
     * The sandboxes.
     *
     * @throws io.camelsandbox.SandboxException with reason NOT_IMPLEMENTED when the engine has no sandboxes that stay
     */
    public Sandboxes build() {
        return new Sandboxes(this);
    }

    SandboxEngine engine() {
        return engine;
    }

    SandboxDefaults defaults() {
        return defaults;
    }

    Map<String, SecretProvider> providers() {
        return providers;
    }

    Optional<Executor> callers() {
        return Optional.ofNullable(callers);
    }
}
