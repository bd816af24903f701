package io.camelsandbox.engine.local.live;

import io.camelsandbox.Limits;
import io.camelsandbox.Quoted;
import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.sandbox.spec.MountedFile;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import io.camelsandbox.sandbox.spec.ScratchVolume;
import io.camelsandbox.sandbox.spec.SecurityContext;
import java.math.BigDecimal;
import java.util.List;
import java.util.OptionalLong;

/** Refuses what this engine cannot give a sandbox, by its name. */
final class SpecCheck {

    /** The user and group inside. */
    private static final long USER = 1_000;

    /** What is the sandbox's own may not be covered, nor anything below it. */
    private static final List<String> CLOSED = List.of("/proc", "/sys", "/dev", "/sandbox", "/code");

    /** Nothing can be covered there as a whole, or no program would run. */
    private static final List<String> SYSTEM =
            List.of("/etc", "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/home");

    /** On most systems these are links into /usr: a file is put there by its real name. */
    private static final List<String> LINKED = List.of("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32");

    private final long mostMemory;

    /** @param mostMemory what this machine has, in bytes */
    SpecCheck(long mostMemory) {
        this.mostMemory = mostMemory;
    }

    /** @throws SandboxException with the first thing that is wrong */
    void check(SandboxSpec spec) {
        spec.securityContext().ifPresent(SpecCheck::checkSecurity);
        checkResources(new SpecPlan(spec));
        spec.scratchVolumes().forEach(SpecCheck::checkVolume);
        spec.mountedFiles().forEach(SpecCheck::checkFile);
    }

    private void checkResources(SpecPlan plan) {
        if (plan.memory() < 1) {
            throw new SandboxRefusedException("a sandbox needs memory: the limit must be greater than zero");
        }
        if (plan.memory() > mostMemory) {
            throw aboveCeiling("memory", plan.memory() + " bytes", mostMemory + " bytes, which this machine has");
        }
        BigDecimal cpu = plan.resources().limits().cpu().orElseThrow().amount();
        if (cpu.signum() == 0) {
            throw new SandboxRefusedException("a sandbox needs a processor: the limit must be greater than zero");
        }
        if (cpu.doubleValue() > Limits.CEILINGS.cpu()) {
            throw aboveCeiling("cpu", cpu.toPlainString(), Double.toString(Limits.CEILINGS.cpu()));
        }
    }

    private static SandboxException aboveCeiling(String name, String value, String ceiling) {
        return new SandboxException(
                Reason.RESOURCE_CEILING_EXCEEDED, "the limit " + name + " of " + value + " is above " + ceiling);
    }

    private static void checkSecurity(SecurityContext context) {
        refuse(isAnother(context.runAsUser()), "run_as_user other than " + USER);
        refuse(isAnother(context.runAsGroup()), "run_as_group other than " + USER);
        refuse(context.privileged().orElse(false), "privileged");
        refuse(context.allowPrivilegeEscalation().orElse(false), "allow_privilege_escalation");
        refuse(
                context.readOnlyRootFilesystem().orElse(false),
                "read_only_root_filesystem for its /tmp and /workspace (all else is read-only in any case)");
        refuse(!context.capabilitiesAdd().isEmpty(), "capabilities_add");
        refuse(
                context.seccompProfile()
                        .filter(profile -> profile == SecurityContext.Seccomp.UNCONFINED)
                        .isPresent(),
                "seccomp_profile Unconfined");
    }

    private static boolean isAnother(OptionalLong id) {
        return id.isPresent() && id.getAsLong() != USER;
    }

    private static void checkVolume(ScratchVolume volume) {
        refuse(volume.readOnly(), "read_only scratch volumes");
        refuse(volume.subPath().isPresent(), "sub_path of scratch volumes");
        String path = volume.mountPath().orElseThrow();
        boolean system = SYSTEM.contains(path) || path.startsWith("/usr/") || path.startsWith("/etc/");
        if (isClosed(path) || system) {
            throw new SandboxRefusedException("volume " + volume.name() + " cannot be at '" + Quoted.text(path)
                    + "': that is the sandbox's own; choose another, such as /data");
        }
    }

    private static void checkFile(MountedFile file) {
        boolean linked = LINKED.stream().anyMatch(folder -> file.path().startsWith(folder + "/"));
        if (isClosed(file.path()) || SYSTEM.contains(file.path()) || linked) {
            throw new SandboxRefusedException(
                    "a mounted file cannot be at '" + Quoted.text(file.path()) + "': that is the sandbox's own");
        }
    }

    private static boolean isClosed(String path) {
        return CLOSED.stream().anyMatch(closed -> path.equals(closed) || path.startsWith(closed + "/"));
    }

    private static void refuse(boolean asked, String what) {
        if (asked) {
            throw new SandboxRefusedException(
                    Reason.NOT_IMPLEMENTED, "the engine 'local' cannot give a sandbox " + what);
        }
    }
}
