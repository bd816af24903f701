package io.camelsandbox.sandbox.spec;

import io.camelsandbox.SandboxRefusedException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Where a sandbox may be.
 *
 * @param mode      which kind of machines; empty leaves it open
 * @param spillover what is tried when there is no room
 * @param runnerIds any of these machines; they are of the kind {@link Mode#CKS}
 */
public record Placement(Optional<Mode> mode, Spillover spillover, List<String> runnerIds) {

    /** Anywhere, once. */
    public static final Placement ANY = new Placement(Optional.empty(), Spillover.STRICT, List.of());

    /** A kind of machines. */
    public enum Mode {
        SERVERLESS,
        CKS,
        UNSPECIFIED
    }

    /** What is tried when there is no room. */
    public enum Spillover {
        /** Nothing else. */
        STRICT,
        /** First one's own cluster, then serverless. */
        CKS_THEN_SERVERLESS,
        /** First serverless, then one's own cluster. */
        SERVERLESS_THEN_CKS
    }

    public Placement {
        Objects.requireNonNull(spillover);
        runnerIds = List.copyOf(runnerIds);
        if (!runnerIds.isEmpty()) {
            if (mode.filter(m -> m == Mode.SERVERLESS).isPresent()) {
                throw new SandboxRefusedException("runner_ids exclude placement_mode serverless");
            }
            if (spillover == Spillover.SERVERLESS_THEN_CKS) {
                throw new SandboxRefusedException("runner_ids exclude placement_spillover serverless_then_cks");
            }
            mode = Optional.of(Mode.CKS);
        }
        requireAgreement(mode, spillover);
    }

    private static void requireAgreement(Optional<Mode> mode, Spillover spillover) {
        Mode first = spillover == Spillover.CKS_THEN_SERVERLESS ? Mode.CKS : Mode.SERVERLESS;
        boolean conflict = spillover != Spillover.STRICT
                && mode.filter(m -> m != Mode.UNSPECIFIED && m != first).isPresent();
        if (conflict) {
            throw new SandboxRefusedException("placement_spillover and placement_mode disagree on what is tried first");
        }
    }
}
