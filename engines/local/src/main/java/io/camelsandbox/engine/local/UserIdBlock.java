package io.camelsandbox.engine.local;

import io.camelsandbox.SandboxCapacityException;
import java.util.ArrayDeque;
import java.util.Objects;

/** A block of user ids that this JVM alone gives to sandboxes; the one unused for longest is given first. */
final class UserIdBlock implements UserIds {

    private final UserIdClaims.Claim claim;
    private final ArrayDeque<Long> free = new ArrayDeque<>();

    UserIdBlock(UserIdClaims.Claim claim) {
        this.claim = Objects.requireNonNull(claim);
        for (long uid = claim.first(); uid < claim.first() + claim.count(); uid++) {
            free.add(uid);
        }
    }

    @Override
    public synchronized long acquire() {
        Long uid = free.poll();
        if (uid == null) {
            throw new SandboxCapacityException("all " + claim.count()
                    + " host users of the local engine are taken by live sandboxes; lower maxConcurrent");
        }
        return uid;
    }

    @Override
    public synchronized void release(long uid) {
        free.add(uid);
    }

    @Override
    public boolean areForeign() {
        return true;
    }

    @Override
    public String description() {
        return "a host user of its own for each sandbox, from " + claim.first() + " to "
                + (claim.first() + claim.count() - 1);
    }

    @Override
    public void close() {
        claim.close();
    }
}
