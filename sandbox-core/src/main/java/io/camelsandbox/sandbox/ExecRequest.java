package io.camelsandbox.sandbox;

import io.camelsandbox.OutputPolicy;
import io.camelsandbox.Quoted;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.Spool;
import io.camelsandbox.Stdin;
import io.camelsandbox.sandbox.spec.EnvNames;
import io.camelsandbox.sandbox.spec.GuestPaths;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** A command to run in a live sandbox. Immutable, made by {@link #builder}. */
public final class ExecRequest {

    /** How much of each stream a result keeps unless another cap is said: 16 MiB. */
    public static final long DEFAULT_MAX_OUTPUT = 16L << 20;

    /** What becomes of output. */
    public enum Output {
        /**
         * Kept for the result up to a cap, the rest dropped and counted; a subscriber gets it live too, and then the
         * guest waits for the subscriber.
         */
        CAPTURE,
        /** Not kept: the guest waits for the subscribers of both streams. For output without end. */
        STREAM
    }

    /** What an exit code that is not zero is. */
    public enum Check {
        /** A result. */
        OFF,
        /** An error: {@link io.camelsandbox.SandboxExecutionException} with the result. */
        ON
    }

    final List<String> command;
    final String cwd;
    final Map<String, String> env;
    final Duration timeout;
    final Duration grace;
    final Check check;
    final Stdin stdin;
    final boolean openStdin;
    final Output output;
    final long maxOutput;
    final Spool spool;
    final OutputPolicy onOutputLimit;
    final boolean background;
    final String container;
    final byte[] request;

    private ExecRequest(Builder builder) {
        command = List.copyOf(builder.command);
        cwd = builder.cwd;
        env = Map.copyOf(builder.env);
        timeout = builder.timeout;
        grace = builder.grace;
        check = builder.check;
        stdin = builder.stdin;
        openStdin = builder.openStdin;
        output = builder.output;
        maxOutput = builder.maxOutput;
        spool = builder.spool;
        onOutputLimit = builder.onOutputLimit;
        background = builder.background;
        container = builder.container;
        request = builder.request;
    }

    /** A command with its arguments, each literally: no shell reads them. */
    public static ExecRequest of(String... command) {
        return builder(command).build();
    }

    /** Begins with a command and its arguments, each literally: no shell reads them. */
    public static Builder builder(String... command) {
        return new Builder(List.of(command));
    }

    /** Begins with a command and its arguments, each literally: no shell reads them. */
    public static Builder builder(List<String> command) {
        return new Builder(command);
    }

    /** The command and its arguments. */
    public List<String> command() {
        return command;
    }

    Optional<Spool> spool() {
        return Optional.ofNullable(spool);
    }

    /** Names the program only: arguments may hold secrets. */
    @Override
    public String toString() {
        return "ExecRequest[" + Quoted.text(command.get(0)) + "]";
    }

    /** Collects a request. */
    public static final class Builder {

        private final List<String> command;
        private final Map<String, String> env = new LinkedHashMap<>();
        private String cwd;
        private Duration timeout;
        private Duration grace = Duration.ofMillis(100);
        private Check check = Check.OFF;
        private Stdin stdin;
        private boolean openStdin;
        private Output output = Output.CAPTURE;
        private long maxOutput = DEFAULT_MAX_OUTPUT;
        private Spool spool;
        private OutputPolicy onOutputLimit = OutputPolicy.TRUNCATE;
        private boolean background;
        private String container;
        private byte[] request;

        private Builder(List<String> command) {
            this.command = Objects.requireNonNull(command);
        }

        /** Where it starts: an absolute folder in the sandbox; the sandbox's own working directory unless said. */
        public Builder cwd(String value) {
            cwd = Objects.requireNonNull(value);
            return this;
        }

        /** A variable for it alone; stronger than the sandbox's. */
        public Builder env(String name, String value) {
            env.put(name, Objects.requireNonNull(value));
            return this;
        }

        /** Variables for it alone; stronger than the sandbox's. */
        public Builder env(Map<String, String> values) {
            env.putAll(values);
            return this;
        }

        /** Its time from its start, not counting the sandbox's; the defaults' request timeout unless said. */
        public Builder timeout(Duration value) {
            timeout = Objects.requireNonNull(value);
            return this;
        }

        /** Time between SIGTERM and SIGKILL at the timeout; 100 ms unless said. */
        public Builder grace(Duration value) {
            grace = Objects.requireNonNull(value);
            return this;
        }

        /** An exit code that is not zero is an error. */
        public Builder check() {
            check = Check.ON;
            return this;
        }

        /** Standard input from a source; it is at its end from the start unless said. */
        public Builder stdin(Stdin value) {
            stdin = Objects.requireNonNull(value);
            return this;
        }

        /** Standard input from {@link SandboxProcess#stdin()}. */
        public Builder openStdin() {
            openStdin = true;
            return this;
        }

        /** Output is not kept: the guest waits for the subscribers of both streams. */
        public Builder streaming() {
            output = Output.STREAM;
            return this;
        }

        /** How much of each stream the result keeps in memory. */
        public Builder maxOutput(long bytes) {
            maxOutput = bytes;
            return this;
        }

        /** Where output above {@link #maxOutput} goes. */
        public Builder spool(Spool value) {
            spool = Objects.requireNonNull(value);
            return this;
        }

        /**
         * What happens when a stream that is kept has more than the result may hold; it is dropped unless said. A command
         * that is killed for it has a result, with {@link io.camelsandbox.Termination#OUTPUT_LIMIT}.
         */
        public Builder onOutputLimit(OutputPolicy value) {
            onOutputLimit = Objects.requireNonNull(value);
            return this;
        }

        /** Processes that it starts may live on when it ends; else they die with it. */
        public Builder background() {
            background = true;
            return this;
        }

        /** Which of several containers; the primary one unless said. */
        public Builder container(String value) {
            container = Objects.requireNonNull(value);
            return this;
        }

        /** Bytes for its descriptor 3, which ends after them; it has none unless said. Not copied. */
        public Builder request(byte[] bytes) {
            request = Objects.requireNonNull(bytes);
            return this;
        }

        /**
         * The request.
         *
         * @throws SandboxRefusedException with the first thing in it that cannot be
         */
        public ExecRequest build() {
            require(!command.isEmpty() && !command.get(0).isEmpty(), "a command cannot be empty");
            require(command.stream().noneMatch(word -> word.indexOf('\0') >= 0), "a command has a NUL in it");
            require(
                    timeout == null || !timeout.isNegative() && !timeout.isZero(),
                    "a timeout must be greater than zero");
            require(!grace.isNegative(), "a grace cannot be negative");
            require(maxOutput > 0, "maxOutput must be greater than zero");
            require(stdin == null || !openStdin, "standard input has a source and is open: choose one");
            EnvNames.require("env", env);
            if (cwd != null) {
                GuestPaths.requireAbsolute("cwd", cwd);
            }
            return new ExecRequest(this);
        }

        private static void require(boolean holds, String message) {
            if (!holds) {
                throw new SandboxRefusedException(message);
            }
        }
    }
}
