package io.camelsandbox.sandbox;

import io.camelsandbox.engine.LogEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;

/** Cuts entries into lines. The next entry is asked for when all lines of the last were taken. */
final class LinePublisher implements Flow.Publisher<String>, Flow.Subscriber<LogEntry> {

    private final Flow.Publisher<LogEntry> entries;
    private final LineBuffer buffer;
    private final Pipe<String> pipe;

    private Flow.Subscription source;
    private long untaken;
    private boolean cancelled;
    private boolean begun;

    LinePublisher(Flow.Publisher<LogEntry> entries, int longestLine, Executor callers) {
        this.entries = entries;
        this.buffer = new LineBuffer(longestLine);
        this.pipe = new Pipe<>(callers, this::taken, this::cancel);
    }

    @Override
    public void subscribe(Flow.Subscriber<? super String> subscriber) {
        pipe.subscribe(subscriber);
        synchronized (this) {
            if (begun) {
                return;
            }
            begun = true;
        }
        entries.subscribe(this);
    }

    @Override
    public void onSubscribe(Flow.Subscription next) {
        boolean over;
        synchronized (this) {
            source = next;
            over = cancelled;
        }
        if (over) {
            next.cancel();
        } else {
            next.request(1);
        }
    }

    @Override
    public void onNext(LogEntry entry) {
        List<String> lines = new ArrayList<>();
        buffer.add(entry.data(), lines);
        if (lines.isEmpty()) {
            source.request(1);
            return;
        }
        synchronized (this) {
            untaken = lines.size();
        }
        lines.forEach(line -> pipe.put(line, 1));
    }

    @Override
    public void onError(Throwable problem) {
        flush();
        pipe.fail(problem);
    }

    @Override
    public void onComplete() {
        flush();
        pipe.complete();
    }

    private void flush() {
        List<String> rest = new ArrayList<>();
        buffer.flush(rest);
        rest.forEach(line -> pipe.put(line, 0));
    }

    private void taken(long lines) {
        boolean all;
        synchronized (this) {
            untaken -= lines;
            all = lines > 0 && untaken == 0 && !cancelled;
        }
        if (all) {
            source.request(1);
        }
    }

    private void cancel() {
        synchronized (this) {
            cancelled = true;
            if (source == null) {
                return;
            }
        }
        source.cancel();
    }
}
