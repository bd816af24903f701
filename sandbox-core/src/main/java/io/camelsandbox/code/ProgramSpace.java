package io.camelsandbox.code;

import io.camelsandbox.Quoted;
import io.camelsandbox.SandboxRefusedException;
import java.util.List;
import java.util.Map;

/** What fits into the start of a program; told here, where the name is known, instead of as E2BIG by the kernel. */
final class ProgramSpace {

    /** Linux takes no more in one string, its final NUL included. */
    private static final int LARGEST_STRING = 131_072;

    /** Below the quarter of the usual stack (2 MiB) that Linux gives to arguments and environment. */
    private static final int LARGEST_SUM = 1_500_000;

    private static final int COST_OF_A_STRING = 1 + Long.BYTES;

    private ProgramSpace() {}

    /** @throws SandboxRefusedException when a variable, an argument, or all of them together are too long */
    static void check(List<String> args, Map<String, String> env) {
        long sum = 0;
        for (int i = 0; i < args.size(); i++) {
            int length = Texts.utf8Length(args.get(i)) + 1;
            if (length > LARGEST_STRING) {
                throw new SandboxRefusedException("argument " + (i + 1) + " is too long: " + (length - 1)
                        + " bytes, over the limit of " + (LARGEST_STRING - 1) + " bytes; use stdin or an input file");
            }
            sum += length + COST_OF_A_STRING;
        }
        for (Map.Entry<String, String> variable : env.entrySet()) {
            int length = Texts.utf8Length(variable.getKey()) + Texts.utf8Length(variable.getValue()) + 2;
            if (length > LARGEST_STRING) {
                throw new SandboxRefusedException("env variable '" + Quoted.text(variable.getKey())
                        + "' is too long: " + length + " bytes with its name, over the limit of " + LARGEST_STRING
                        + " bytes (128 KiB); use stdin or an input file");
            }
            sum += length + COST_OF_A_STRING;
        }
        if (sum > LARGEST_SUM) {
            throw new SandboxRefusedException("args and env together are too long: " + sum
                    + " bytes, over the limit of " + LARGEST_SUM + " bytes; use stdin or input files");
        }
    }
}
