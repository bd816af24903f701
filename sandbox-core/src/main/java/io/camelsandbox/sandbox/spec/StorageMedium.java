package io.camelsandbox.sandbox.spec;

/** What a scratch volume is made of. */
public enum StorageMedium {
    /** The platform's choice. */
    UNSPECIFIED,
    /** Disk. */
    DISK,
    /** Memory; it counts against the sandbox's. */
    MEMORY
}
