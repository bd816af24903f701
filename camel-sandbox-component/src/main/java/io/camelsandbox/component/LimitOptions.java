package io.camelsandbox.component;

import io.camelsandbox.ByteSize;
import io.camelsandbox.Limits;
import io.camelsandbox.Reason;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.TimeSpan;
import java.math.BigDecimal;

/** Reads the options that are limits, each up to its ceiling. */
final class LimitOptions {

    private LimitOptions() {}

    /**
     * The limits of an endpoint.
     *
     * @throws SandboxRefusedException with the first that is no limit or is above its ceiling
     */
    static Limits read(SandboxConfiguration options, Limits ceilings) {
        return new Limits(
                TimeSpan.parse("timeout", options.getTimeout(), ceilings.timeout()),
                ByteSize.parse("memory", options.getMemory(), ceilings.memory()),
                decimal("cpu", options.getCpu(), ceilings.cpu()),
                whole("pids", options.getPids(), ceilings.pids()),
                ByteSize.parse("disk", options.getDisk(), ceilings.disk()),
                whole("files", options.getFiles(), ceilings.files()),
                whole("openFiles", options.getOpenFiles(), ceilings.openFiles()),
                ByteSize.parse("maxOutput", options.getMaxOutput(), ceilings.output()));
    }

    /**
     * The limits of one request, which asks for less than its endpoint or for nothing.
     *
     * @throws SandboxRefusedException when it asks for more
     */
    static Limits lower(Limits endpoint, RequestFields fields) {
        Limits limits = endpoint;
        if (fields.timeout() != null) {
            limits = limits.withTimeout(TimeSpan.parse("timeout", fields.timeout(), endpoint.timeout()));
        }
        if (fields.memory() != null) {
            limits = limits.withMemory(ByteSize.parse("memory", fields.memory(), endpoint.memory()));
        }
        if (fields.cpu() != null) {
            limits = limits.withCpu(decimal("cpu", number("cpu", fields.cpu()).doubleValue(), endpoint.cpu()));
        }
        if (fields.pids() != null) {
            limits = limits.withPids(whole("pids", wholeNumber("pids", fields.pids()), endpoint.pids()));
        }
        if (fields.disk() != null) {
            limits = limits.withDisk(ByteSize.parse("disk", fields.disk(), endpoint.disk()));
        }
        if (fields.maxOutput() != null) {
            limits = limits.withOutput(ByteSize.parse("maxOutput", fields.maxOutput(), endpoint.output()));
        }
        return limits;
    }

    private static double decimal(String option, double value, double ceiling) {
        // Written so that NaN is refused too.
        if (!(value > 0)) {
            throw new SandboxRefusedException(option + "=" + value + " must be greater than zero");
        }
        if (value > ceiling) {
            throw aboveCeiling(option, value, ceiling);
        }
        return value;
    }

    private static int whole(String option, int value, int ceiling) {
        if (value <= 0) {
            throw new SandboxRefusedException(option + "=" + value + " must be greater than zero");
        }
        if (value > ceiling) {
            throw aboveCeiling(option, value, ceiling);
        }
        return value;
    }

    private static int wholeNumber(String option, String text) {
        try {
            return number(option, text).intValueExact();
        } catch (ArithmeticException e) {
            throw notANumber(option);
        }
    }

    private static BigDecimal number(String option, String text) {
        String written = text.trim();
        // A short text only: an exponent could ask for a number of a million digits.
        if (written.isEmpty() || written.length() > 20 || !written.matches("[-+]?[0-9]*\\.?[0-9]+")) {
            throw notANumber(option);
        }
        return new BigDecimal(written);
    }

    private static SandboxRefusedException notANumber(String option) {
        return new SandboxRefusedException(option + " of the request is not a number");
    }

    private static SandboxRefusedException aboveCeiling(String option, Number value, Number ceiling) {
        return new SandboxRefusedException(
                Reason.RESOURCE_CEILING_EXCEEDED, option + "=" + value + " is over the ceiling of " + ceiling);
    }
}
