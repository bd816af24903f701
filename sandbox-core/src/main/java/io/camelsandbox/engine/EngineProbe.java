package io.camelsandbox.engine;

import io.camelsandbox.Enforcement;
import io.camelsandbox.Guarantee;
import java.util.List;
import java.util.Optional;

/**
 * What an engine found on this machine.
 *
 * @param engine      its name
 * @param checks      one line each, in the order to print them
 * @param enforcement what an execution gets
 */
public record EngineProbe(String engine, List<Check> checks, Enforcement enforcement) {

    public EngineProbe {
        checks = List.copyOf(checks);
    }

    /**
     * One thing that was looked at.
     *
     * @param name      what was looked at, in a word or two, such as {@code bubblewrap} or {@code memory}
     * @param guarantee the guarantee it decides; empty where it decides none
     * @param level     what was found
     * @param detail    what was found, for people: a version, a mechanism
     * @param remedy    the exact command or setting that would mend it; empty where nothing is to be mended
     */
    public record Check(
            String name,
            Optional<Guarantee> guarantee,
            Enforcement.Level level,
            String detail,
            Optional<String> remedy) {}
}
