package io.camelsandbox.benchmarks.report;

import io.camelsandbox.benchmarks.stats.Spread;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * One measured row.
 *
 * @param name   what was measured, such as {@code warm.python.p50}
 * @param ratio  the figure; what it is a ratio of, or its unit, is the field {@code of}
 * @param goal   what it is to reach; empty where it is only for comparison
 * @param fields what else is known, in the order to write it: numbers, texts, and maps of them
 */
public record Row(String name, double ratio, Optional<Goal> goal, Map<String, Object> fields) {

    public Row {
        Objects.requireNonNull(name);
        Objects.requireNonNull(goal);
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    /** Begins a row. */
    public static Builder named(String name) {
        return new Builder(name);
    }

    /** Whether the goal is met; empty where there is none. */
    public Optional<Boolean> met() {
        return goal.map(g -> g.met(ratio));
    }

    /** A number among the fields; empty where there is none of that name. */
    public Optional<Double> number(String field) {
        return fields.get(field) instanceof Number number ? Optional.of(number.doubleValue()) : Optional.empty();
    }

    /** Collects a row. */
    public static final class Builder {

        private final String name;
        private final Map<String, Object> fields = new LinkedHashMap<>();
        private Goal goal;

        private Builder(String name) {
            this.name = name;
        }

        /** What the figure is to reach; null for nothing. */
        public Builder goal(Goal value) {
            goal = value;
            return this;
        }

        public Builder with(String field, Object value) {
            fields.put(field, Objects.requireNonNull(value));
            return this;
        }

        /** Ends the row with the median of {@code ratios} as its figure. */
        public Row ratio(Spread ratios) {
            return with("rounds", ratios.rounds())
                    .with("lowest", ratios.lowest())
                    .with("highest", ratios.highest())
                    .ratio(ratios.median());
        }

        public Row ratio(double figure) {
            return new Row(name, figure, Optional.ofNullable(goal), fields);
        }
    }
}
