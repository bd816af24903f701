package io.camelsandbox.sandbox.spec;

import io.camelsandbox.Quoted;
import io.camelsandbox.SandboxRefusedException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An amount as Kubernetes writes it: a plain number, exponent allowed ({@code 0.5}, {@code 1e3}); thousandths
 * ({@code 500m}); decimal units ({@code k M G T P E}); binary units ({@code Ki Mi Gi Ti Pi Ei}). Never negative. Equal
 * when the amounts are, however they are written.
 */
public final class Quantity implements Comparable<Quantity> {

    private static final int LONGEST_TEXT = 40;
    private static final Pattern FORM =
            Pattern.compile("\\+?(\\d+\\.?\\d*|\\.\\d+)(?:([eE][+-]?\\d{1,2})|(m|k|M|G|T|P|E|Ki|Mi|Gi|Ti|Pi|Ei))?");
    private static final Map<String, BigDecimal> UNITS = Map.ofEntries(
            Map.entry("m", new BigDecimal("0.001")),
            Map.entry("k", BigDecimal.TEN.pow(3)),
            Map.entry("M", BigDecimal.TEN.pow(6)),
            Map.entry("G", BigDecimal.TEN.pow(9)),
            Map.entry("T", BigDecimal.TEN.pow(12)),
            Map.entry("P", BigDecimal.TEN.pow(15)),
            Map.entry("E", BigDecimal.TEN.pow(18)),
            Map.entry("Ki", BigDecimal.valueOf(1L << 10)),
            Map.entry("Mi", BigDecimal.valueOf(1L << 20)),
            Map.entry("Gi", BigDecimal.valueOf(1L << 30)),
            Map.entry("Ti", BigDecimal.valueOf(1L << 40)),
            Map.entry("Pi", BigDecimal.valueOf(1L << 50)),
            Map.entry("Ei", BigDecimal.valueOf(1L << 60)));

    private final String text;
    private final BigDecimal amount;

    private Quantity(String text, BigDecimal amount) {
        this.text = text;
        this.amount = amount;
    }

    /**
     * Reads an amount.
     *
     * @param option what it was written for, named in the message of an error
     * @throws SandboxRefusedException when it is no quantity, or is negative
     */
    public static Quantity parse(String option, String text) {
        String written = text == null ? "" : text.trim();
        if (written.startsWith("-")) {
            throw new SandboxRefusedException(option + "='" + Quoted.text(written) + "' must not be negative");
        }
        Matcher form = FORM.matcher(written);
        if (written.length() > LONGEST_TEXT || !form.matches()) {
            throw new SandboxRefusedException(option + "='" + Quoted.text(written)
                    + "' is not a quantity: write a number (2, 0.5), thousandths (500m) or a unit (512Mi, 2G); "
                    + "a unit and an exponent exclude each other");
        }
        String exponent = form.group(2) == null ? "" : form.group(2);
        BigDecimal unit = form.group(3) == null ? BigDecimal.ONE : UNITS.get(form.group(3));
        return new Quantity(written, new BigDecimal(form.group(1) + exponent).multiply(unit));
    }

    /** The exact amount, in units of one: processors, or bytes. */
    public BigDecimal amount() {
        return amount;
    }

    /** The amount as whole units, rounded up as Kubernetes does; the largest long where it is more than that. */
    public long wholeUnits() {
        BigDecimal whole = amount.setScale(0, RoundingMode.CEILING);
        return whole.min(BigDecimal.valueOf(Long.MAX_VALUE)).longValueExact();
    }

    /** True when it is nothing. */
    public boolean zero() {
        return amount.signum() == 0;
    }

    @Override
    public int compareTo(Quantity other) {
        return amount.compareTo(other.amount);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Quantity that && compareTo(that) == 0;
    }

    @Override
    public int hashCode() {
        return amount.stripTrailingZeros().hashCode();
    }

    /** As it was written. */
    @Override
    public String toString() {
        return text;
    }
}
