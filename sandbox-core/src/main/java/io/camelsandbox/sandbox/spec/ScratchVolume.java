package io.camelsandbox.sandbox.spec;

import io.camelsandbox.SandboxRefusedException;
import java.math.BigDecimal;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A volume that is made with a sandbox and goes with it; what is in it can be kept as a snapshot.
 *
 * @param name                  names it within its sandbox
 * @param mountPath             where it is seen
 * @param size                  the most it holds: a quantity, or for memory also {@code 25%} of the sandbox's; empty
 *                              takes the engine's own
 * @param medium                what it is made of; memory needs a size
 * @param restoreFromSnapshotId the snapshot it begins with
 * @param subPath               the folder in it that is shown; relative
 * @param readOnly              shows it so
 */
public record ScratchVolume(
        String name,
        Optional<String> mountPath,
        Optional<String> size,
        StorageMedium medium,
        Optional<String> restoreFromSnapshotId,
        Optional<String> subPath,
        boolean readOnly)
        implements Volume {

    private static final Pattern PERCENT = Pattern.compile("([1-9]\\d?|100)%");

    public ScratchVolume {
        DnsLabel.require("the name of a volume", name);
        Objects.requireNonNull(medium);
        mountPath.ifPresent(path -> GuestPaths.requireMountPoint("the mount_path of volume " + name, path));
        subPath.ifPresent(path -> GuestPaths.requireRelative("the sub_path of volume " + name, path));
        requireSize(name, size, medium);
    }

    /** A volume of the engine's own size and medium at {@code mountPath}. */
    public static ScratchVolume at(String name, String mountPath) {
        return new ScratchVolume(
                name,
                Optional.of(mountPath),
                Optional.empty(),
                StorageMedium.UNSPECIFIED,
                Optional.empty(),
                Optional.empty(),
                false);
    }

    public ScratchVolume withSize(String value) {
        return new ScratchVolume(name, mountPath, Optional.of(value), medium, restoreFromSnapshotId, subPath, readOnly);
    }

    public ScratchVolume withMedium(StorageMedium value) {
        return new ScratchVolume(name, mountPath, size, value, restoreFromSnapshotId, subPath, readOnly);
    }

    /** In memory, at most {@code value} large. */
    public ScratchVolume inMemory(String value) {
        return new ScratchVolume(
                name, mountPath, Optional.of(value), StorageMedium.MEMORY, restoreFromSnapshotId, subPath, readOnly);
    }

    public ScratchVolume restoredFrom(String snapshotId) {
        return new ScratchVolume(name, mountPath, size, medium, Optional.of(snapshotId), subPath, readOnly);
    }

    /**
     * The size in bytes.
     *
     * @param memory what a percentage is of
     */
    public Optional<Long> bytes(long memory) {
        return size.map(text -> text.endsWith("%")
                ? BigDecimal.valueOf(memory)
                        .multiply(new BigDecimal(text.substring(0, text.length() - 1)))
                        .movePointLeft(2)
                        .longValue()
                : Quantity.parse("size", text).wholeUnits());
    }

    private static void requireSize(String name, Optional<String> size, StorageMedium medium) {
        String volume = "volume " + name;
        if (size.isEmpty()) {
            if (medium == StorageMedium.MEMORY) {
                throw new SandboxRefusedException(volume + " is in memory and so needs a size");
            }
            return;
        }
        if (size.get().endsWith("%")) {
            if (medium != StorageMedium.MEMORY) {
                throw new SandboxRefusedException(volume + ": only a volume in memory has a size in percent");
            }
            if (!PERCENT.matcher(size.get()).matches()) {
                throw new SandboxRefusedException(volume + ": a size in percent is from 1% to 100%");
            }
        } else if (Quantity.parse("the size of " + volume, size.get()).zero()) {
            throw new SandboxRefusedException(volume + ": its size must be greater than zero");
        }
    }
}
