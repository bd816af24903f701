package io.camelsandbox;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads sizes as every option of this library takes them: a plain number is bytes; {@code 64k}, {@code 64KiB},
 * {@code 512MiB}, {@code 1.5g} are binary units, where {@code k}, {@code kb} and {@code KiB} are the same.
 */
public final class ByteSize {

    private static final int LONGEST_TEXT = 40;
    private static final Pattern FORM =
            Pattern.compile("(-?\\d+(?:\\.\\d+)?)\\s*(?:([kmgt])(?:i?b)?|b)?", Pattern.CASE_INSENSITIVE);
    private static final String UNITS = "kmgt";
    private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);

    private ByteSize() {}

    /**
     * Reads a size.
     *
     * @param option the option it was written for, named in the message of an error
     * @return bytes, at least one
     * @throws SandboxRefusedException when it is no size
     */
    public static long parse(String option, String text) {
        String written = text == null ? "" : text.trim();
        Matcher form = FORM.matcher(written);
        if (written.length() > LONGEST_TEXT || !form.matches()) {
            throw new SandboxRefusedException(option + "='" + Quoted.text(written)
                    + "' is not a size: write bytes (65536), or a number with its unit (64k, 512MiB, 1g)");
        }
        String unit = form.group(2) == null ? "" : form.group(2).toLowerCase(Locale.ROOT);
        int power = unit.isEmpty() ? 0 : UNITS.indexOf(unit) + 1;
        BigDecimal bytes = new BigDecimal(form.group(1))
                .multiply(BigDecimal.valueOf(1L << (10 * power)))
                .setScale(0, RoundingMode.DOWN);
        if (bytes.signum() <= 0) {
            throw new SandboxRefusedException(option + "=" + written + " must be greater than zero");
        }
        if (bytes.compareTo(MOST) > 0) {
            throw new SandboxRefusedException(option + "=" + written + " is too large to be a size");
        }
        return bytes.longValueExact();
    }

    /**
     * Reads a size that has a ceiling.
     *
     * @throws SandboxRefusedException as {@link #parse(String, String)}, and with
     *     {@link Reason#RESOURCE_CEILING_EXCEEDED} when it is above {@code ceiling}
     */
    public static long parse(String option, String text, long ceiling) {
        long bytes = parse(option, text);
        if (bytes > ceiling) {
            throw new SandboxRefusedException(
                    Reason.RESOURCE_CEILING_EXCEEDED,
                    option + "=" + text.trim() + " means " + format(bytes) + ", over the ceiling of "
                            + format(ceiling));
        }
        return bytes;
    }

    /** A size as people read it, in the largest unit that leaves no fraction: {@code 512 MiB}, {@code 1000 bytes}. */
    public static String format(long bytes) {
        int power = 0;
        long number = bytes;
        while (power < UNITS.length() && number != 0 && number % 1024 == 0) {
            number /= 1024;
            power++;
        }
        return number + (power == 0 ? " bytes" : " " + Character.toUpperCase(UNITS.charAt(power - 1)) + "iB");
    }
}
