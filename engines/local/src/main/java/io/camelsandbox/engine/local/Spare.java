package io.camelsandbox.engine.local;

import io.camelsandbox.engine.GuestLayout;
import io.camelsandbox.engine.local.outcome.Errno;
import io.camelsandbox.engine.local.wire.FrameType;
import io.camelsandbox.engine.local.wire.Payload;
import io.camelsandbox.engine.local.wire.ProtocolException;

/** A sandbox that waits for its execution, with or without an interpreter in it. On the loop's thread. */
final class Spare implements LiveSandbox.Tenant {

    /** Told what becomes of a spare until it is taken. */
    interface Keeper {
        /** It can be taken. */
        void usable(Spare spare);

        /** It is as warm as it gets. */
        void rehearsed(Spare spare);

        /** It is gone, or will be at once. */
        void spoiled(Spare spare, String why);
    }

    private final SpareKey key;
    private final LiveSandbox sandbox;
    private final Preparation preparation;
    private final Keeper keeper;
    private final long begun = System.nanoTime();
    private boolean rehearsed;
    private boolean over;

    Spare(SpareKey key, LiveSandbox sandbox, Preparation preparation, Keeper keeper) {
        this.key = key;
        this.sandbox = sandbox;
        this.preparation = preparation;
        this.keeper = keeper;
        sandbox.occupy(this);
    }

    LiveSandbox sandbox() {
        return sandbox;
    }

    /** How long ago it was begun, in nanoseconds. */
    long age() {
        return System.nanoTime() - begun;
    }

    /** True when it is as warm as it gets. */
    boolean isRehearsed() {
        return rehearsed;
    }

    /** From now on it is as warm as it gets. */
    void becomeRehearsed() {
        if (!rehearsed && !over) {
            rehearsed = true;
            keeper.rehearsed(this);
        }
    }

    /** It is another tenant's now. */
    void leave() {
        over = true;
    }

    /** Throws it away. */
    void discard() {
        over = true;
        sandbox.kill();
    }

    @Override
    public void joined() {
        preparation.setUp(sandbox);
        key.boot().ifPresent(boot -> preparation.bootEarly(sandbox, boot, GuestLayout.WORKSPACE));
    }

    @Override
    public void ready() {
        if (key.boot().isEmpty()) {
            keeper.usable(this);
            becomeRehearsed();
        }
    }

    @Override
    public void frame(int type, Payload payload) throws ProtocolException {
        payload.rest();
        if (over) {
            return;
        }
        switch (type) {
            case FrameType.STARTED -> keeper.usable(this);
            case FrameType.WAITING -> becomeRehearsed();
            case FrameType.EXIT, FrameType.REFUSED -> {
                sandbox.kill();
                spoil("its interpreter ended before it had work");
            }
            default -> throw new ProtocolException("a sandbox without work sent a frame of type " + type);
        }
    }

    @Override
    public void refused(String step, long errno) {
        spoil(step + ": " + Errno.text(errno));
    }

    @Override
    public void ended(LiveSandbox.End end) {
        spoil("it ended" + Refusals.detail(end));
    }

    @Override
    public void lost(String why) {
        spoil(why);
    }

    @Override
    public void evicted(String why) {
        discard();
    }

    private void spoil(String why) {
        if (!over) {
            over = true;
            keeper.spoiled(this, why);
        }
    }
}
