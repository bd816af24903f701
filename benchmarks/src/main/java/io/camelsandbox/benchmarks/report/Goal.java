package io.camelsandbox.benchmarks.report;

import java.util.Locale;

/**
 * What a figure is to reach.
 *
 * @param bound the last figure that is good enough
 * @param side  on which side of it the good ones are
 */
public record Goal(double bound, Side side) {

    /** On which side of the bound the good figures are. */
    public enum Side {
        AT_MOST("≤"),
        AT_LEAST("≥");

        private final String sign;

        Side(String sign) {
            this.sign = sign;
        }
    }

    public static Goal atMost(double bound) {
        return new Goal(bound, Side.AT_MOST);
    }

    public static Goal atLeast(double bound) {
        return new Goal(bound, Side.AT_LEAST);
    }

    /** True when {@code figure} is good enough; a figure that is not a number never is. */
    public boolean met(double figure) {
        return side == Side.AT_MOST ? figure <= bound : figure >= bound;
    }

    /** Such as {@code ≤ 0.15}. */
    @Override
    public String toString() {
        String number = bound == Math.rint(bound)
                ? String.format(Locale.ROOT, "%.0f", bound)
                : String.format(Locale.ROOT, "%s", bound);
        return side.sign + " " + number;
    }
}
