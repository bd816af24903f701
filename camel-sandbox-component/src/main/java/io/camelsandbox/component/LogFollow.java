package io.camelsandbox.component;

import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Takes lines one after the other, and none while it is suspended. */
final class LogFollow implements Flow.Subscriber<String> {

    private final BiConsumer<String, Runnable> processor;
    private final Consumer<Throwable> onError;
    private final Runnable onEnd;
    private Flow.Subscription subscription;
    private boolean suspended;
    private boolean wanting = true;
    private boolean stopped;

    /**
     * Follows for a consumer.
     *
     * @param processor takes a line and says when it is done with it
     * @param onError   takes what the log failed with
     * @param onEnd     is run when there will be no more lines
     */
    LogFollow(BiConsumer<String, Runnable> processor, Consumer<Throwable> onError, Runnable onEnd) {
        this.processor = processor;
        this.onError = onError;
        this.onEnd = onEnd;
    }

    @Override
    public void onSubscribe(Flow.Subscription next) {
        synchronized (this) {
            subscription = next;
            if (stopped) {
                next.cancel();
                return;
            }
        }
        ask();
    }

    @Override
    public void onNext(String line) {
        synchronized (this) {
            if (stopped) {
                return;
            }
        }
        var waits = new AtomicBoolean(true);
        Runnable done = () -> {
            if (waits.compareAndSet(true, false)) {
                done();
            }
        };
        try {
            processor.accept(line, done);
        } catch (RuntimeException e) {
            onError.accept(e);
            done.run();
        }
    }

    @Override
    public void onError(Throwable problem) {
        synchronized (this) {
            if (stopped) {
                return;
            }
        }
        onEnd.run();
        onError.accept(problem);
    }

    @Override
    public void onComplete() {
        onEnd.run();
    }

    /** Takes no more lines for now; the log keeps them. */
    synchronized void suspend() {
        suspended = true;
    }

    /** Goes on. */
    void resume() {
        synchronized (this) {
            suspended = false;
        }
        ask();
    }

    /** Takes no more lines. */
    void stop() {
        Flow.Subscription open;
        synchronized (this) {
            stopped = true;
            open = subscription;
        }
        if (open != null) {
            open.cancel();
        }
        onEnd.run();
    }

    private void done() {
        synchronized (this) {
            wanting = true;
        }
        ask();
    }

    private void ask() {
        Flow.Subscription open;
        synchronized (this) {
            if (!wanting || suspended || stopped || subscription == null) {
                return;
            }
            wanting = false;
            open = subscription;
        }
        open.request(1);
    }
}
