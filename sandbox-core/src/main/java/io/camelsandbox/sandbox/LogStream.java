package io.camelsandbox.sandbox;

import io.camelsandbox.engine.LogEntry;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;

/**
 * The main process's output, for one subscriber: entries as they come, or {@link #lines()}. A stream that breaks off on
 * its way is resumed where it was.
 */
public final class LogStream implements Flow.Publisher<LogEntry> {

    private final Flow.Publisher<LogEntry> entries;
    private final int longestLine;
    private final Executor callers;

    LogStream(Flow.Publisher<LogEntry> entries, int longestLine, Executor callers) {
        this.entries = entries;
        this.longestLine = longestLine;
        this.callers = callers;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super LogEntry> subscriber) {
        entries.subscribe(subscriber);
    }

    /**
     * Whole lines with the newline that ends them, as UTF-8; what is not UTF-8 becomes U+FFFD. The last may have none,
     * and one longer than the cap comes in pieces, of which only the last has one. For one subscriber, who is then the
     * stream's.
     */
    public Flow.Publisher<String> lines() {
        return new LinePublisher(entries, longestLine, callers);
    }
}
