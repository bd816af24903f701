package io.camelsandbox.engine;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** What an execution starts. */
public sealed interface Program {

    /** The command and its arguments; the first is an absolute path as the sandbox sees it. */
    List<String> argv();

    /** The whole environment it starts with. */
    Map<String, String> env();

    /** A command that starts and does its work. */
    record Direct(List<String> argv, Map<String, String> env) implements Program {
        public Direct {
            argv = List.copyOf(argv);
            env = Map.copyOf(env);
        }
    }

    /**
     * An interpreter that starts, reads its request from descriptor 3 until that ends, and then does its work. Nothing
     * of a message is in {@code argv} and {@code env}, so an engine may start it before there is a message, and may
     * give equal ones the same spares. When descriptor 3 ends without a byte it exits.
     *
     * @param request what is written to descriptor 3
     */
    record Booted(List<String> argv, Map<String, String> env, byte[] request) implements Program {
        public Booted {
            argv = List.copyOf(argv);
            env = Map.copyOf(env);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Booted that
                    && argv.equals(that.argv)
                    && env.equals(that.env)
                    && Arrays.equals(request, that.request);
        }

        @Override
        public int hashCode() {
            return 31 * (31 * argv.hashCode() + env.hashCode()) + Arrays.hashCode(request);
        }

        /** Names no content. */
        @Override
        public String toString() {
            return "Booted[" + (argv.isEmpty() ? "" : argv.get(0)) + "]";
        }
    }
}
