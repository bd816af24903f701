package io.camelsandbox.engine.local.store;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import io.camelsandbox.engine.HostedTransfer;
import io.camelsandbox.engine.LogEntry;
import io.camelsandbox.engine.LogOrder;
import io.camelsandbox.engine.Receiver;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** Reports a log to one receiver, as fast as he takes it. Between two bursts it holds neither a thread nor a file. */
final class LogFollower implements HostedTransfer {

    private static final int LONGEST_ENTRY = 32_768;
    /** Writes that are further apart are not put into one entry. */
    private static final Duration ONE_MOMENT = Duration.ofMillis(10);

    private final LogFiles files;
    private final LogOrder order;
    private final OptionalLong end;
    private final Receiver<LogEntry> receiver;
    private final Supplier<LogState> state;
    private final Runnable onEnd;
    private final Serial reports;
    private final AtomicLong window = new AtomicLong(WINDOW);
    private volatile boolean over;

    // what follows belongs to the run of reports
    private LogStart start;
    private LogCursor cursor;
    private long shown;
    private LogRecord ahead;
    private byte[] waiting = new byte[0];
    private int reported;
    private Instant waitingTime;

    /** What the writer of a log says of it. */
    enum LogState {
        GROWS,
        COMPLETE,
        BROKEN
    }

    /**
     * A follower that begins with {@link #wake()}.
     *
     * @param end   bytes of the log when it was asked for; empty is all that is there
     * @param state asked before each look for more
     * @param onEnd called once, when it wants to know nothing more
     */
    LogFollower(
            LogFiles files,
            LogOrder order,
            OptionalLong end,
            Receiver<LogEntry> receiver,
            Supplier<LogState> state,
            Executor background,
            Runnable onEnd) {
        this.files = files;
        this.order = order;
        this.end = end;
        this.receiver = receiver;
        this.state = state;
        this.onEnd = onEnd;
        this.reports = new Serial(background, this::report);
    }

    /** There may be more. */
    void wake() {
        reports.run();
    }

    @Override
    public void taken(long bytes) {
        window.addAndGet(bytes);
        reports.run();
    }

    @Override
    public void cancel() {
        over = true;
        onEnd.run();
    }

    private void report() {
        if (over) {
            return;
        }
        try {
            LogState before = state.get();
            boolean all = reportWhatIsThere();
            if (all && !over) {
                finish(before);
            }
        } catch (NoSuchFileException e) {
            end(LogStart.gap());
        } catch (IOException e) {
            end(new SandboxException(Reason.FILE_IO_FAILED, "the log cannot be read: " + e.getMessage(), e));
        } catch (SandboxException e) {
            end(e);
        }
    }

    /** Returns true when everything that was there is reported. */
    private boolean reportWhatIsThere() throws IOException {
        if (cursor == null && !begin()) {
            return true;
        }
        // it is read again: the cursor is before it
        ahead = null;
        try (LogSource source = new LogSource(files, cursor)) {
            while (!over) {
                if (reported < waiting.length) {
                    if (window.get() <= 0) {
                        return false;
                    }
                    reportEntry();
                } else if (!load(source)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean begin() throws IOException {
        LogStart found = LogStart.find(files, order, end);
        if (found.cursor().isEmpty()) {
            return false;
        }
        start = found;
        cursor = found.cursor().get();
        shown = found.shown();
        return true;
    }

    /** Takes what comes next and was written in one moment; false when there is nothing. */
    private boolean load(LogSource source) throws IOException {
        var piece = new ByteArrayOutputStream();
        Instant time = null;
        while (piece.size() < LONGEST_ENTRY && peek(source)) {
            if (time != null && ahead.time().isAfter(time.plus(ONE_MOMENT))) {
                break;
            }
            time = time == null ? ahead.time() : time;
            byte[] bytes = start.session().form().show(ahead, cursor.skipRaw());
            piece.write(bytes, (int) cursor.skipShown(), bytes.length - (int) cursor.skipShown());
            cursor = source.cursor();
            ahead = null;
        }
        waiting = piece.toByteArray();
        reported = 0;
        waitingTime = time;
        return waiting.length > 0;
    }

    private boolean peek(LogSource source) throws IOException {
        boolean wanted = order.follow() || cursor.position().raw() < start.end();
        if (ahead == null && wanted) {
            cursor = source.cursor();
            ahead = source.next().orElse(null);
        }
        return ahead != null;
    }

    private void reportEntry() {
        int length = (int) Math.min(window.get(), waiting.length - reported);
        byte[] data = Arrays.copyOfRange(waiting, reported, reported + length);
        reported += length;
        shown += length;
        window.addAndGet(-length);
        receiver.next(new LogEntry(data, waitingTime, start.session().id(), shown));
    }

    private void finish(LogState before) {
        if (!order.follow() || before == LogState.COMPLETE) {
            over = true;
            onEnd.run();
            receiver.complete();
        } else if (before == LogState.BROKEN) {
            end(new SandboxException(Reason.STREAM_TRUNCATED, "the rest of the log could not be written"));
        }
    }

    private void end(SandboxException cause) {
        if (!over) {
            over = true;
            onEnd.run();
            receiver.failed(cause);
        }
    }
}
