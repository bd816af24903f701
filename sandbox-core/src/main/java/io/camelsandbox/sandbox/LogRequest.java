package io.camelsandbox.sandbox;

import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.engine.LogOrder;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/** Which part of the main process's output to read. Immutable, made by {@link #builder}. */
public final class LogRequest {

    /** How long a line may get before it is handed over in pieces: 1 MiB. */
    public static final int DEFAULT_LONGEST_LINE = 1 << 20;

    /** All that is there. */
    public static final LogRequest ALL = builder().build();

    private final LogOrder order;
    private final int longestLine;

    private LogRequest(LogOrder order, int longestLine) {
        this.order = order;
        this.longestLine = longestLine;
    }

    /** Begins with all that is there. */
    public static Builder builder() {
        return new Builder();
    }

    LogOrder order() {
        return order;
    }

    int longestLine() {
        return longestLine;
    }

    /** Collects a request. */
    public static final class Builder {

        private boolean follow;
        private OptionalInt tailLines = OptionalInt.empty();
        private Instant since;
        private boolean timestamps;
        private LogOrder.Resume resume;
        private String container;
        private int longestLine = DEFAULT_LONGEST_LINE;

        private Builder() {}

        /** Goes on with what comes, until the main process has ended. */
        public Builder follow() {
            follow = true;
            return this;
        }

        /** Only the last lines of what is there. */
        public Builder tailLines(int count) {
            tailLines = OptionalInt.of(count);
            return this;
        }

        /** Only what was written at this time or later. */
        public Builder since(Instant time) {
            since = Objects.requireNonNull(time);
            return this;
        }

        /** Puts the time before each line: ISO 8601, and a blank. */
        public Builder timestamps() {
            timestamps = true;
            return this;
        }

        /** Goes on where another stream stopped; needs {@link #follow()}, excludes the others. */
        public Builder resume(String sessionId, long offset) {
            resume = new LogOrder.Resume(sessionId, offset);
            return this;
        }

        /** Which of several containers; the primary one unless said. */
        public Builder container(String value) {
            container = Objects.requireNonNull(value);
            return this;
        }

        /** How long a line may get before it is handed over in pieces. */
        public Builder longestLine(int bytes) {
            longestLine = bytes;
            return this;
        }

        /**
         * The request.
         *
         * @throws SandboxRefusedException with the first thing in it that cannot be
         */
        public LogRequest build() {
            require(tailLines.orElse(0) >= 0, "tail_lines cannot be negative");
            require(longestLine > 0, "the longest line has at least 1 byte");
            boolean other = tailLines.isPresent() || since != null || timestamps;
            require(
                    resume == null || follow && !other,
                    "a log is resumed with follow, without tail, since, timestamps");
            require(resume == null || resume.offset() >= 0, "a log is resumed at an offset of 0 or more");
            var order = new LogOrder(
                    follow,
                    tailLines,
                    Optional.ofNullable(since),
                    timestamps,
                    Optional.ofNullable(resume),
                    Optional.ofNullable(container));
            return new LogRequest(order, longestLine);
        }

        private static void require(boolean holds, String message) {
            if (!holds) {
                throw new SandboxRefusedException(message);
            }
        }
    }
}
