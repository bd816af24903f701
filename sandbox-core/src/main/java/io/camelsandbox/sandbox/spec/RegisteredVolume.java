package io.camelsandbox.sandbox.spec;

import io.camelsandbox.SandboxRefusedException;
import java.util.Optional;

/**
 * A volume that is registered with the engine and outlives its sandboxes.
 *
 * @param name      names it within its sandbox
 * @param volumeId  names it with the engine
 * @param mountPath where it is seen
 * @param subPath   the folder in it that is shown; relative
 * @param readOnly  shows it so
 */
public record RegisteredVolume(
        String name, String volumeId, Optional<String> mountPath, Optional<String> subPath, boolean readOnly)
        implements Volume {

    public RegisteredVolume {
        DnsLabel.require("the name of a volume", name);
        if (volumeId == null || volumeId.isEmpty()) {
            throw new SandboxRefusedException("volume " + name + " needs a volume_id");
        }
        mountPath.ifPresent(path -> GuestPaths.requireMountPoint("the mount_path of volume " + name, path));
        subPath.ifPresent(path -> GuestPaths.requireRelative("the sub_path of volume " + name, path));
    }
}
