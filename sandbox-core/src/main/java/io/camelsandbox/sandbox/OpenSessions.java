package io.camelsandbox.sandbox;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sessions that are open, so that what they hold does not outlive the JVM unnoticed. */
final class OpenSessions {

    private static final Logger LOG = LoggerFactory.getLogger(OpenSessions.class);

    private final Set<SandboxSession> open = new HashSet<>();
    private Thread hook;

    synchronized SandboxSession add(SandboxSession session) {
        open.add(session);
        if (hook == null) {
            hook = new Thread(this::closeEach, "sandbox-sessions-end");
            Runtime.getRuntime().addShutdownHook(hook);
        }
        return session;
    }

    synchronized void remove(SandboxSession session) {
        open.remove(session);
    }

    /** Closes those that are left, and forgets the JVM's end. */
    void closeAll() {
        Thread left;
        synchronized (this) {
            left = hook;
            hook = null;
        }
        closeEach();
        if (left != null) {
            try {
                Runtime.getRuntime().removeShutdownHook(left);
            } catch (IllegalStateException e) {
                LOG.trace("The JVM is ending already", e);
            }
        }
    }

    private void closeEach() {
        List<SandboxSession> left;
        synchronized (this) {
            left = List.copyOf(open);
        }
        for (SandboxSession session : left) {
            try {
                session.close();
            } catch (RuntimeException e) {
                LOG.warn("A session was not closed cleanly: {}", e.getMessage());
            }
        }
    }
}
