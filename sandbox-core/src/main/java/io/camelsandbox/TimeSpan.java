package io.camelsandbox;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads times as every option of this library takes them: a plain number is seconds, fractions allowed ({@code 10},
 * {@code 0.5}); {@code 500ms}, {@code 10s}, {@code 1m}, {@code 1h} and {@code 1m30s} say their unit.
 */
public final class TimeSpan {

    private static final int LONGEST_TEXT = 40;
    private static final Pattern PLAIN = Pattern.compile("\\+?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d{1,2})?");
    private static final Pattern WITH_UNITS =
            Pattern.compile("(?:(N)h)?(?:(N)m)?(?:(N)s)?(?:(N)ms)?".replace("N", "\\d+(?:\\.\\d+)?|\\.\\d+"));
    private static final Map<Integer, BigDecimal> SECONDS_OF_GROUP = Map.of(
            1, BigDecimal.valueOf(3600), 2, BigDecimal.valueOf(60), 3, BigDecimal.ONE, 4, new BigDecimal("0.001"));
    private static final BigDecimal NANOS_OF_SECOND = BigDecimal.valueOf(1_000_000_000);
    private static final BigDecimal MOST_SECONDS = BigDecimal.valueOf(Long.MAX_VALUE / 1_000_000_000);
    private static final Duration LEAST = Duration.ofMillis(1);

    private TimeSpan() {}

    /**
     * Reads a time.
     *
     * @param option the option it was written for, named in the message of an error
     * @throws SandboxRefusedException when it is no time, or is less than a millisecond
     */
    public static Duration parse(String option, String text) {
        String written = text == null ? "" : text.trim();
        BigDecimal seconds = written.length() > LONGEST_TEXT ? null : seconds(written);
        if (seconds == null) {
            throw new SandboxRefusedException(option + "='" + Quoted.text(written)
                    + "' is not a time: write seconds (10 or 0.5), or a number with its unit (500ms, 10s, 1m, 1h)");
        }
        if (seconds.signum() <= 0) {
            throw new SandboxRefusedException(option + "=" + written + " must be greater than zero");
        }
        if (seconds.compareTo(MOST_SECONDS) > 0) {
            throw new SandboxRefusedException(option + "=" + written + " is too large to be a time");
        }
        Duration time = Duration.ofNanos(seconds.multiply(NANOS_OF_SECOND)
                .setScale(0, RoundingMode.HALF_UP)
                .longValueExact());
        if (time.compareTo(LEAST) < 0) {
            throw new SandboxRefusedException(option + "=" + written + " is less than a millisecond");
        }
        return time;
    }

    /**
     * Reads a time that has a ceiling.
     *
     * @throws SandboxRefusedException as {@link #parse(String, String)}, and with
     *     {@link Reason#RESOURCE_CEILING_EXCEEDED} when it is above {@code ceiling}; the message names the other reading
     *     that a plain number might have been meant in
     */
    public static Duration parse(String option, String text, Duration ceiling) {
        Duration time = parse(option, text);
        if (time.compareTo(ceiling) > 0) {
            String written = text.trim();
            String otherReading = PLAIN.matcher(written).matches() ? "; write " + written + "ms for milliseconds" : "";
            throw new SandboxRefusedException(
                    Reason.RESOURCE_CEILING_EXCEEDED,
                    option + "=" + written + " means " + format(time) + ", over the ceiling of " + format(ceiling)
                            + otherReading);
        }
        return time;
    }

    /** A time as people read it, in seconds: {@code 300 s}, {@code 0.5 s}. */
    public static String format(Duration time) {
        BigDecimal seconds = BigDecimal.valueOf(time.getSeconds())
                .add(BigDecimal.valueOf(time.getNano()).divide(NANOS_OF_SECOND))
                .stripTrailingZeros();
        return seconds.toPlainString() + " s";
    }

    private static BigDecimal seconds(String written) {
        String positive = written.startsWith("-") ? written.substring(1) : written;
        BigDecimal seconds = null;
        if (PLAIN.matcher(positive).matches()) {
            seconds = new BigDecimal(positive);
        } else {
            Matcher units = WITH_UNITS.matcher(positive);
            if (!positive.isEmpty() && units.matches()) {
                seconds = BigDecimal.ZERO;
                for (int group = 1; group <= units.groupCount(); group++) {
                    if (units.group(group) != null) {
                        seconds = seconds.add(new BigDecimal(units.group(group)).multiply(SECONDS_OF_GROUP.get(group)));
                    }
                }
            }
        }
        return seconds == null || positive.equals(written) ? seconds : seconds.negate();
    }
}
