package io.camelsandbox.engine.local.seccomp;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/** A processor architecture that a filter can be compiled for. */
enum Architecture {
    X86_64("x86_64", 0xC000003E, OptionalInt.of(0x4000_0000)),
    AARCH64("aarch64", 0xC00000B7, OptionalInt.empty());

    private final String id;
    private final int audit;
    private final OptionalInt otherAbiBit;

    Architecture(String id, int audit, OptionalInt otherAbiBit) {
        this.id = id;
        this.audit = audit;
        this.otherAbiBit = otherAbiBit;
    }

    /** The name of its table. */
    String id() {
        return id;
    }

    /** What the kernel says in {@code seccomp_data.arch} (AUDIT_ARCH_*). */
    int audit() {
        return audit;
    }

    /** The bit of a call's number that tells a second ABI which the kernel reports as the same architecture. */
    OptionalInt otherAbiBit() {
        return otherAbiBit;
    }

    /** Finds the architecture that Java names {@code osArch} ({@code os.arch}); empty when there is no table for it. */
    static Optional<Architecture> of(String osArch) {
        return switch (osArch.toLowerCase(Locale.ROOT)) {
            case "amd64", "x86_64", "x86-64" -> Optional.of(X86_64);
            case "aarch64", "arm64" -> Optional.of(AARCH64);
            default -> Optional.empty();
        };
    }
}
