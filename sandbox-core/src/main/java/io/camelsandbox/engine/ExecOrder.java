package io.camelsandbox.engine;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A process to start in a live sandbox. Checked by core: nothing is left to decide. Made by {@link #builder}.
 *
 * @param command     argv; a first element without {@code /} is looked up in the PATH of the process's environment
 * @param cwd         an absolute folder in the sandbox; empty is the sandbox's own working directory
 * @param env         added to the sandbox's environment (base, spec, secrets, in this order) and stronger than it
 * @param timeout     wall time from its start; empty is none
 * @param grace       time between SIGTERM and SIGKILL at the timeout
 * @param input       what standard input is
 * @param terminal    gives it a pseudo-terminal of this size, opened inside the sandbox, as its controlling terminal and
 *                    its three streams
 * @param descendants what becomes of the processes it started when it ends
 * @param container   which container; empty is the primary one
 * @param request     bytes for its descriptor 3, which ends after them; empty opens no descriptor 3
 */
public record ExecOrder(
        List<String> command,
        Optional<String> cwd,
        Map<String, String> env,
        Optional<Duration> timeout,
        Duration grace,
        Input input,
        Optional<TerminalSize> terminal,
        Descendants descendants,
        Optional<String> container,
        Optional<byte[]> request) {

    /** What standard input is. */
    public enum Input {
        /** At its end from the start. */
        NONE,
        /** A pipe that {@link HostedProcess#input} fills and {@link HostedProcess#endInput()} ends. */
        PIPE
    }

    /** What becomes of the processes that a process started, however they were started. */
    public enum Descendants {
        /** All of them are killed when it ends, is cancelled or times out; nothing else is. */
        DIE,
        /** They may live on as long as the sandbox; at a cancel or timeout they die too. */
        MAY_LIVE
    }

    public ExecOrder {
        command = List.copyOf(command);
        env = Map.copyOf(env);
        Objects.requireNonNull(cwd);
        Objects.requireNonNull(timeout);
        Objects.requireNonNull(grace);
        Objects.requireNonNull(input);
        Objects.requireNonNull(terminal);
        Objects.requireNonNull(descendants);
        Objects.requireNonNull(container);
        Objects.requireNonNull(request);
        if (command.isEmpty()) {
            throw new IllegalArgumentException("a process needs a command");
        }
    }

    /** Begins an order: no timeout, no standard input, no terminal, descendants die. */
    public static Builder builder(List<String> command) {
        return new Builder(command);
    }

    /** Names no content: arguments may hold secrets. */
    @Override
    public String toString() {
        return "ExecOrder[" + command.size() + " words]";
    }

    /** Collects an order. */
    public static final class Builder {

        private final List<String> command;
        private String cwd;
        private Map<String, String> env = Map.of();
        private Duration timeout;
        private Duration grace = Duration.ofMillis(100);
        private Input input = Input.NONE;
        private TerminalSize terminal;
        private Descendants descendants = Descendants.DIE;
        private String container;
        private byte[] request;

        private Builder(List<String> command) {
            this.command = command;
        }

        public Builder cwd(String value) {
            cwd = value;
            return this;
        }

        public Builder env(Map<String, String> values) {
            env = values;
            return this;
        }

        public Builder timeout(Duration value) {
            timeout = value;
            return this;
        }

        public Builder grace(Duration value) {
            grace = value;
            return this;
        }

        public Builder input(Input value) {
            input = value;
            return this;
        }

        public Builder terminal(TerminalSize value) {
            terminal = value;
            return this;
        }

        public Builder descendants(Descendants value) {
            descendants = value;
            return this;
        }

        public Builder container(String value) {
            container = value;
            return this;
        }

        public Builder request(byte[] value) {
            request = value;
            return this;
        }

        public ExecOrder build() {
            return new ExecOrder(
                    command,
                    Optional.ofNullable(cwd),
                    env,
                    Optional.ofNullable(timeout),
                    grace,
                    input,
                    Optional.ofNullable(terminal),
                    descendants,
                    Optional.ofNullable(container),
                    Optional.ofNullable(request));
        }
    }
}
