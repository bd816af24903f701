package io.camelsandbox.engine.local.store;

import java.nio.file.Path;
import java.util.List;

/**
 * The folder that outlives engines and JVMs. Several engines, of one JVM or of many, may use it at once; what one of
 * them made, the others may read.
 *
 * <pre>
 * lock            held by who changes what others see
 * owners/OWNER    one for each engine that is there, locked as long as its JVM lives
 * requests/       the request id of each sandbox
 * sandboxes/ID/   record, and log
 * snapshots/ID/   record, and archive
 * </pre>
 *
 * All of it is the user's of the JVM alone, mode 0700. Its methods block.
 */
public final class StateFolder implements AutoCloseable {

    /**
     * Opens it in the first of {@code places} that will do; missing folders are made.
     *
     * @param user this JVM's user: a folder of another one is not used
     * @param jvm  names this JVM for certain; part of a file's name
     * @throws io.camelsandbox.SandboxUnavailableException when none will do; says why for each, and which property to set
     */
    public static StateFolder open(List<Path> places, long user, String jvm) {
        throw new UnsupportedOperationException();
    }

    /** Where it is. */
    public Path path() {
        throw new UnsupportedOperationException();
    }

    /** Names this user of the folder; differs for each that ever was. */
    public String owner() {
        throw new UnsupportedOperationException();
    }

    /** Says that this owner is gone. What it held and did not end counts as ended by a shutdown. */
    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}
