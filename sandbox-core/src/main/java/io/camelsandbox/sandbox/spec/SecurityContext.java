package io.camelsandbox.sandbox.spec;

import io.camelsandbox.SandboxRefusedException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the processes of a sandbox may do. What is not said is the engine's own; an engine refuses by name what it cannot
 * give.
 *
 * @param runAsUser                uid inside, an unsigned 32-bit number
 * @param runAsGroup               gid inside
 * @param privileged               all that a host process may do
 * @param allowPrivilegeEscalation setuid programs have their effect
 * @param readOnlyRootFilesystem   nothing can be written but volumes
 * @param capabilitiesAdd          Linux capabilities it gets, such as {@code NET_BIND_SERVICE}
 * @param capabilitiesDrop         Linux capabilities it loses; {@code ALL} for all
 * @param seccompProfile           the filter on system calls
 */
public record SecurityContext(
        OptionalLong runAsUser,
        OptionalLong runAsGroup,
        Optional<Boolean> privileged,
        Optional<Boolean> allowPrivilegeEscalation,
        Optional<Boolean> readOnlyRootFilesystem,
        List<String> capabilitiesAdd,
        List<String> capabilitiesDrop,
        Optional<Seccomp> seccompProfile) {

    /** Nothing said. */
    public static final SecurityContext NONE = new SecurityContext(
            OptionalLong.empty(),
            OptionalLong.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            List.of(),
            Optional.empty());

    private static final long MOST = 0xFFFF_FFFFL;

    /** A filter on system calls. */
    public enum Seccomp {
        /** The engine's own. */
        RUNTIME_DEFAULT,
        /** None. */
        UNCONFINED
    }

    public SecurityContext {
        requireId("run_as_user", runAsUser);
        requireId("run_as_group", runAsGroup);
        capabilitiesAdd = List.copyOf(capabilitiesAdd);
        capabilitiesDrop = List.copyOf(capabilitiesDrop);
    }

    private static void requireId(String name, OptionalLong id) {
        if (id.isPresent() && (id.getAsLong() < 0 || id.getAsLong() > MOST)) {
            throw new SandboxRefusedException(name + "=" + id.getAsLong() + " must be from 0 to " + MOST);
        }
    }
}
