package io.camelsandbox.sandbox.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelsandbox.SandboxRefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretProvidersTest {

    @TempDir
    private Path folder;

    @Test
    void aFileIsASecretAndAFolderOneWithFields() throws IOException {
        Files.writeString(folder.resolve("token"), "s3cret\n");
        Files.createDirectory(folder.resolve("db"));
        Files.writeString(folder.resolve("db/password"), "two\nlines\n\n");
        SecretProvider files = SecretProviders.files(folder);

        assertThat(value(files, "token", "")).isEqualTo("s3cret");
        assertThat(value(files, "db", "password")).isEqualTo("two\nlines\n");
        assertThat(files.find(Secret.of("s", "missing"))).isEmpty();
        assertThat(files.find(Secret.of("s", "db"))).as("a folder has no value").isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"../token", "/etc/passwd", "..", ".", "a/b"})
    void aNameDoesNotLeadOutOfTheFolder(String name) {
        assertThatThrownBy(() -> SecretProviders.files(folder).find(new Secret("s", name, "", "X")))
                .isInstanceOf(SandboxRefusedException.class);
    }

    @Test
    void aLinkIsFollowedWithinTheFolderOnly() throws IOException {
        Path root = Files.createDirectory(folder.resolve("root"));
        Files.writeString(folder.resolve("outside"), "other");
        Files.createSymbolicLink(root.resolve("out"), folder.resolve("outside"));
        Files.createDirectory(root.resolve("..data"));
        Files.writeString(root.resolve("..data/token"), "mounted");
        Files.createSymbolicLink(root.resolve("token"), Path.of("..data/token"));
        SecretProvider files = SecretProviders.files(root);

        assertThat(files.find(Secret.of("s", "out"))).isEmpty();
        assertThat(value(files, "token", "")).isEqualTo("mounted");
    }

    @Test
    void onlyTheNamedVariablesOfThisProcessAreSecrets() {
        String name = System.getenv().keySet().stream()
                .filter(n -> n.equals("PATH") || n.equals("HOME"))
                .findFirst()
                .orElseThrow();

        assertThat(value(SecretProviders.environment(Set.of(name)), name, "")).isEqualTo(System.getenv(name));
        assertThat(SecretProviders.environment(Set.of("OTHER")).find(Secret.of("s", name)))
                .isEmpty();
        assertThatThrownBy(() -> SecretProviders.environment(Set.of(name)).find(new Secret("s", name, "field", "X")))
                .isInstanceOf(SandboxRefusedException.class);
    }

    private static String value(SecretProvider provider, String name, String field) {
        return provider.find(new Secret("s", name, field, "X")).orElseThrow().reveal();
    }
}
