package io.camelsandbox.sandbox.spec;

import io.camelsandbox.SandboxRefusedException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Access to object storage without keys.
 *
 * @param buckets      at least one
 * @param permission   what may be done
 * @param objectPrefix only objects whose names begin so
 */
public record ObjectStorageAccess(List<String> buckets, Permission permission, Optional<String> objectPrefix) {

    /** What may be done. */
    public enum Permission {
        READ,
        READ_WRITE
    }

    public ObjectStorageAccess {
        buckets = List.copyOf(buckets);
        Objects.requireNonNull(permission);
        Objects.requireNonNull(objectPrefix);
        if (buckets.isEmpty()) {
            throw new SandboxRefusedException("object_storage_access needs a bucket");
        }
    }
}
