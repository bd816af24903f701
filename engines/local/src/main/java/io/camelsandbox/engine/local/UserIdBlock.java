package io.camelsandbox.engine.local;

import io.camelsandbox.SandboxCapacityException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;

/** A block of user ids that this JVM alone gives to sandboxes; the one unused for longest is given first. */
final class UserIdBlock implements UserIds {

    private final UserIdClaims.Claim claim;
    private final KeptUserIds files;
    private final ArrayDeque<Long> free = new ArrayDeque<>();
    private final Set<Long> kept = new HashSet<>();

    /** @param files of ids that sandboxes of other JVMs may still have, of this block too */
    UserIdBlock(UserIdClaims.Claim claim, KeptUserIds files) {
        this.claim = Objects.requireNonNull(claim);
        this.files = files;
        Set<Long> living = files.living();
        for (long uid = claim.first(); uid < claim.first() + claim.count(); uid++) {
            if (!living.contains(uid)) {
                free.add(uid);
            }
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
        if (kept.remove(uid)) {
            files.drop(uid);
        }
        if (uid >= claim.first() && uid < claim.first() + claim.count()) {
            free.add(uid);
        }
    }

    @Override
    public synchronized void keep(long uid, Owner process) throws IOException {
        files.keep(uid, process);
        kept.add(uid);
    }

    @Override
    public synchronized void adopt(long uid) {
        kept.add(uid);
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
