package io.camelsandbox.engine.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is advised follows from what the machine's own files say. */
class RemediesTest {

    private static final String PROFILES = "sys/kernel/security/apparmor/policy/profiles/";

    @TempDir
    private Path root;

    private void file(String path, String content) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content + "\n");
    }

    @Test
    void aSwitchThatForbidsNamespacesIsNamed() throws IOException {
        file("proc/sys/user/max_user_namespaces", "0");
        assertThat(Remedies.namespaces(root)).isEqualTo(Remedies.SYSCTL_MAX);
        file("proc/sys/kernel/unprivileged_userns_clone", "0");
        assertThat(Remedies.namespaces(root)).isEqualTo(Remedies.SYSCTL_CLONE);
    }

    @Test
    void aProfileThatConfinesBubblewrapIsNoContainer() throws IOException {
        file(PROFILES + "bwrap.3/mode", "enforce");
        assertThat(Remedies.namespaces(root)).isEqualTo(Remedies.APPARMOR_PROFILE);
    }

    @Test
    void aProfileThatAllowsAllIsNoReason() throws IOException {
        file(PROFILES + "bwrap.3/mode", "unconfined");
        file(PROFILES + "lsb_release.0/mode", "enforce");
        file("proc/sys/kernel/unprivileged_userns_clone", "1");
        assertThat(Remedies.namespaces(root)).isEqualTo(Remedies.CONTAINER);
    }

    @Test
    void whereProgramsWithoutAProfileAreRefusedOneIsAdvised() throws IOException {
        file("proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1");
        assertThat(Remedies.namespaces(root)).isEqualTo(Remedies.APPARMOR);
    }
}
