package io.camelsandbox.engine.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GuestEtcTest {

    @TempDir
    private Path host;

    @TempDir
    private Path target;

    @Test
    void tellsNothingOfTheHostsUsersAndNames() throws Exception {
        Files.writeString(host.resolve("passwd"), "alice:x:1001:1001::/home/alice:/bin/sh\n");
        Files.writeString(host.resolve("shadow"), "alice:secret");
        Files.writeString(host.resolve("hostname"), "db-7\n");
        Files.writeString(host.resolve("resolv.conf"), "nameserver 10.0.0.1\n");
        new GuestEtc(host).fill(target);
        assertThat(target.resolve("passwd")).content().doesNotContain("alice").contains("sandbox:x:1000:1000:");
        assertThat(target.resolve("hostname")).hasContent("sandbox\n");
        assertThat(target.resolve("resolv.conf")).isEmptyFile();
        assertThat(target.resolve("nsswitch.conf")).content().contains("hosts: files\n");
        assertThat(target.resolve("shadow")).doesNotExist();
    }

    @Test
    void copiesWhatProgramsNeedAndKeepsLinksAsLinks() throws Exception {
        Files.writeString(host.resolve("ld.so.cache"), "cache");
        Files.createDirectories(host.resolve("alternatives"));
        Files.createSymbolicLink(host.resolve("alternatives/awk"), Path.of("/usr/bin/mawk"));
        Files.createSymbolicLink(host.resolve("alternatives/awk.1.gz"), Path.of("/usr/share/man/man1/mawk.1.gz"));
        Files.createDirectories(host.resolve("python3.11/sub"));
        Files.writeString(host.resolve("python3.11/sub/sitecustomize.py"), "pass");
        Files.createDirectories(host.resolve("java-17-openjdk"));
        Files.createDirectories(host.resolve("ssl"));
        new GuestEtc(host).fill(target);
        assertThat(target.resolve("ld.so.cache")).hasContent("cache");
        assertThat(Files.readSymbolicLink(target.resolve("alternatives/awk"))).isEqualTo(Path.of("/usr/bin/mawk"));
        assertThat(target.resolve("alternatives").toFile().list()).containsExactly("awk");
        assertThat(target.resolve("python3.11/sub/sitecustomize.py")).hasContent("pass");
        assertThat(target.resolve("java-17-openjdk")).isDirectory();
        assertThat(target.resolve("ssl")).doesNotExist();
    }

    @Test
    void whatIsNotForEverybodyStaysOnTheHost() throws Exception {
        Files.createDirectories(host.resolve("java-17-openjdk"));
        Path secret = Files.writeString(host.resolve("java-17-openjdk/keystore"), "secret");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-r-----"));
        new GuestEtc(host).fill(target);
        assertThat(target.resolve("java-17-openjdk/keystore")).doesNotExist();
    }

    @Test
    void everybodyMayReadIt() throws Exception {
        Files.createDirectories(host.resolve("ld.so.conf.d"));
        new GuestEtc(host).fill(target);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(target.resolve("passwd"))))
                .isEqualTo("rw-r--r--");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(target.resolve("ld.so.conf.d"))))
                .isEqualTo("rwxr-xr-x");
    }
}
