package io.camelsandbox.engine.local;

import io.camelsandbox.SandboxUnavailableException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The native program as the jar brings it. */
final class NativeProgram {

    private final String osArch;

    /** For a machine of the architecture {@code osArch}, as the system property {@code os.arch} names it. */
    NativeProgram(String osArch) {
        this.osArch = osArch;
    }

    /**
     * Writes the program to {@code target}.
     *
     * @throws SandboxUnavailableException when there is none for this architecture
     */
    void extract(Path target) throws IOException {
        String resource = "/native/linux-" + directory() + "/sandbox-native";
        try (InputStream program = NativeProgram.class.getResourceAsStream(resource)) {
            if (program == null) {
                throw new SandboxUnavailableException("the local engine has no native program for '" + osArch
                        + "': it runs on Linux on x86-64 and aarch64");
            }
            Files.copy(program, target);
        }
    }

    private String directory() {
        return switch (osArch) {
            case "amd64", "x86_64", "x86-64" -> "x86-64";
            case "aarch64", "arm64" -> "aarch64";
            default -> osArch;
        };
    }
}
