package io.camelsandbox.engine.local;

import io.camelsandbox.engine.EngineSettings;
import io.camelsandbox.engine.SandboxEngine;
import io.camelsandbox.engine.SandboxEngineProvider;

/** Makes engines that run sandboxes on this machine. */
public final class LocalEngineProvider implements SandboxEngineProvider {

    @Override
    public String name() {
        return LocalEngine.NAME;
    }

    @Override
    public SandboxEngine create(EngineSettings settings) {
        return new LocalEngine(settings);
    }
}
