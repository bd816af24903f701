package io.camelsandbox.engine.local.seccomp;

import io.camelsandbox.SandboxUnavailableException;

/** The filter on system calls that every execution runs under. Immutable. */
public final class SeccompFilter {

    private static final int INSTRUCTION_BYTES = 8;

    private final byte[] program;

    private SeccompFilter(byte[] program) {
        this.program = program;
    }

    /**
     * Compiles the filter for an architecture.
     *
     * @param osArch as Java names it in {@code os.arch}
     * @throws SandboxUnavailableException when there is no table of its system calls: without one no filter is possible
     */
    public static SeccompFilter forArchitecture(String osArch) {
        Architecture architecture = Architecture.of(osArch)
                .orElseThrow(() -> new SandboxUnavailableException("no filter on system calls for the architecture '"
                        + osArch + "': there are tables for x86_64 and aarch64 only"));
        SyscallTable table = SyscallTable.of(architecture);
        return new SeccompFilter(new FilterCompiler(architecture, table, SyscallPolicy.RULES).compile());
    }

    /** The program as the kernel takes it: an array of {@code struct sock_filter}. A copy. */
    public byte[] program() {
        return program.clone();
    }

    /** How many instructions it has. */
    public int length() {
        return program.length / INSTRUCTION_BYTES;
    }
}
