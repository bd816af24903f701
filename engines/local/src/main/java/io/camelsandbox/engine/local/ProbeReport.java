package io.camelsandbox.engine.local;

import io.camelsandbox.Enforcement;
import io.camelsandbox.Enforcement.Level;
import io.camelsandbox.Guarantee;
import io.camelsandbox.engine.EngineProbe;
import io.camelsandbox.engine.EngineProbe.Check;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Grows while the engine starts, a line for each thing that is looked at. */
final class ProbeReport {

    private final List<Check> checks = new ArrayList<>();
    private final Map<Guarantee, Level> levels = new EnumMap<>(Guarantee.class);

    /** Notes something that decides no guarantee. */
    void note(String name, Level level, String detail, Optional<String> remedy) {
        checks.add(new Check(name, Optional.empty(), level, detail, remedy));
    }

    /** Notes how far a guarantee holds. */
    void decide(Guarantee guarantee, Level level, String detail, Optional<String> remedy) {
        checks.add(new Check(guarantee.id(), Optional.of(guarantee), level, detail, remedy));
        levels.put(guarantee, level);
    }

    /** What an execution gets. */
    Enforcement enforcement() {
        return new Enforcement(levels);
    }

    /** True when something was noted that does not work. */
    boolean hasFailure() {
        return checks.stream().anyMatch(check -> check.level() == Level.UNAVAILABLE);
    }

    EngineProbe probe() {
        return new EngineProbe(LocalEngine.NAME, checks, enforcement());
    }

    /** For each of {@code required} that is not enforced, what was found and the remedy; empty when all are. */
    List<String> missing(Set<Guarantee> required) {
        var missing = new ArrayList<String>();
        for (Guarantee guarantee : Guarantee.values()) {
            Level level = levels.getOrDefault(guarantee, Level.UNAVAILABLE);
            if (required.contains(guarantee) && level != Level.ENFORCED) {
                missing.add(guarantee.id() + " is " + level.id() + explanation(guarantee));
            }
        }
        return missing;
    }

    private String explanation(Guarantee guarantee) {
        return checks.stream()
                .filter(check -> check.guarantee().filter(guarantee::equals).isPresent())
                .reduce((first, last) -> last)
                .map(check -> " (" + check.detail()
                        + check.remedy().map(remedy -> "; " + remedy).orElse("") + ")")
                .orElse("");
    }
}
