package io.camelsandbox.engine.local;

import java.io.IOException;

/** Gives each live sandbox its host user. */
interface UserIds extends AutoCloseable {

    /** Means: the launcher's own user and group. */
    long KEEP = 0xFFFF_FFFFL;

    /**
     * Takes a user id, {@link #KEEP} for the JVM's own.
     *
     * @throws io.camelsandbox.SandboxCapacityException when all are taken
     */
    long acquire();

    /** Gives back an id of which no process is alive any more. */
    void release(long uid);

    /**
     * Keeps an id from every other JVM as long as a process lives, also when this one dies.
     *
     * @throws IOException when that cannot be written down
     */
    void keep(long uid, Owner process) throws IOException;

    /** Takes charge of an id that another JVM has kept; it is given back as any other. */
    void adopt(long uid);

    /** True when sandboxes have other users than this JVM. */
    boolean areForeign();

    /** In words, for the probe. */
    String description();

    /** Gives up what is held on the machine. */
    @Override
    void close();

    /** What a JVM without privilege has: its own user. */
    static UserIds own(long uid) {
        return new UserIds() {
            @Override
            public long acquire() {
                return KEEP;
            }

            @Override
            public void release(long released) {
                // nothing was taken
            }

            @Override
            public void keep(long kept, Owner process) {
                // nobody else gives it to sandboxes that must not meet
            }

            @Override
            public void adopt(long kept) {
                // nothing was kept
            }

            @Override
            public boolean areForeign() {
                return false;
            }

            @Override
            public String description() {
                return "user " + uid + ", the JVM's own, without any privilege";
            }

            @Override
            public void close() {
                // nothing is held
            }
        };
    }
}
