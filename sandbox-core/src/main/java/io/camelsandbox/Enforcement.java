package io.camelsandbox;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/**
 * What was really in force for an execution.
 *
 * @param levels one entry for each {@link Guarantee}; a guarantee that is not named is {@link Level#UNAVAILABLE}
 */
public record Enforcement(Map<Guarantee, Level> levels) {

    /** How far a guarantee holds. */
    public enum Level {
        /** The kernel or the engine enforces it. */
        ENFORCED,
        /** Something weaker stands in for it; the engine's probe says what. */
        BEST_EFFORT,
        /** Nothing enforces it. */
        UNAVAILABLE;

        /** The name used in results: lower case, such as {@code best_effort}. */
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public Enforcement {
        var complete = new EnumMap<Guarantee, Level>(Guarantee.class);
        for (Guarantee guarantee : Guarantee.values()) {
            complete.put(guarantee, levels.getOrDefault(guarantee, Level.UNAVAILABLE));
        }
        levels = Collections.unmodifiableMap(complete);
    }

    /** Nothing is enforced: what an execution without isolation gets. */
    public static Enforcement none() {
        return new Enforcement(Map.of());
    }

    /** How far {@code guarantee} holds; never null. */
    public Level level(Guarantee guarantee) {
        return levels.get(guarantee);
    }
}
