package io.camelsandbox.sandbox.spec;

import java.util.Optional;

/**
 * Shows a volume in one container.
 *
 * @param volume    its name
 * @param mountPath where it is seen
 * @param readOnly  shows it so
 * @param subPath   the folder in it that is shown; relative
 */
public record VolumeMount(String volume, String mountPath, boolean readOnly, Optional<String> subPath) {

    public VolumeMount {
        DnsLabel.require("the name of a volume", volume);
        GuestPaths.requireMountPoint("mount_path", mountPath);
        subPath.ifPresent(path -> GuestPaths.requireRelative("sub_path", path));
    }
}
