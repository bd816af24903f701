package io.camelsandbox.sandbox;

import io.camelsandbox.engine.HostedTransfer;
import io.camelsandbox.engine.Receiver;
import java.nio.ByteBuffer;

/** A transfer that keeps to its window. */
public final class ScriptedTransfer implements HostedTransfer {

    private static final int CHUNK = 50_000;

    private byte[] content = new byte[0];
    private Receiver<ByteBuffer> receiver;
    private int position;
    private long untaken;
    private long taken;
    private boolean ended;
    private boolean sending;
    private boolean cancelled;

    /** Sends as much as the window allows. */
    void send(byte[] bytes, Receiver<ByteBuffer> target) {
        synchronized (this) {
            content = bytes;
            receiver = target;
        }
        pump();
    }

    /** How many bytes were taken. */
    public synchronized long taken() {
        return taken;
    }

    /** How many bytes were sent. */
    public synchronized int sent() {
        return position;
    }

    /** True when it was cancelled. */
    public synchronized boolean cancelled() {
        return cancelled;
    }

    @Override
    public void taken(long bytes) {
        synchronized (this) {
            taken += bytes;
            untaken -= bytes;
        }
        pump();
    }

    @Override
    public synchronized void cancel() {
        cancelled = true;
    }

    private void pump() {
        synchronized (this) {
            if (sending || receiver == null) {
                return;
            }
            sending = true;
        }
        while (step()) {
            // one chunk each
        }
    }

    private boolean step() {
        ByteBuffer chunk;
        synchronized (this) {
            int room = (int) Math.min(CHUNK, WINDOW - untaken);
            int count = Math.min(room, content.length - position);
            boolean end = position == content.length;
            if (cancelled || ended || !end && count <= 0) {
                sending = false;
                return false;
            }
            chunk = end ? null : ByteBuffer.wrap(content, position, count);
            position += count;
            untaken += count;
            ended = end;
        }
        if (chunk == null) {
            receiver.complete();
        } else {
            receiver.next(chunk);
        }
        return true;
    }
}
