package io.camelsandbox.engine.local.conformance;

import io.camelsandbox.engine.EngineSettings;
import io.camelsandbox.engine.Isolation;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Settings for the kit: nothing of a test is kept where sandboxes of the machine are. */
final class KitSettings {

    private KitSettings() {}

    /** The defaults, and these engine properties. */
    static EngineSettings with(Map<String, String> more) {
        var properties = new HashMap<>(more);
        properties.put(
                "stateDir",
                Path.of(System.getProperty("java.io.tmpdir"), "camel-sandbox-kit-" + JvmUser.id())
                        .toAbsolutePath()
                        .toString());
        return new EngineSettings(Isolation.REQUIRED, Set.of(), properties);
    }
}
