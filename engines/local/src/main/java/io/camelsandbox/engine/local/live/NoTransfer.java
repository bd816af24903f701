package io.camelsandbox.engine.local.live;

import io.camelsandbox.engine.HostedTransfer;

/** A stream with nothing in it. */
final class NoTransfer implements HostedTransfer {

    @Override
    public void taken(long bytes) {
        // nothing was reported
    }

    @Override
    public void cancel() {
        // it is over
    }
}
