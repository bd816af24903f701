package io.camelsandbox.sandbox.spec;

import io.camelsandbox.Quoted;
import io.camelsandbox.SandboxRefusedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The usual places for secrets. A vault is a {@link SecretProvider} of one's own, or a {@link #function}. */
public final class SecretProviders {

    private static final long LARGEST_FILE = 1 << 20;

    private SecretProviders() {}

    /**
     * Files of a folder: the secret {@code name} is the file of that name, its field {@code f} the file {@code f} in the
     * folder of that name. Names that lead out of the folder are refused; one newline at the end is not part of a value.
     */
    public static SecretProvider files(Path folder) {
        Path root = folder.toAbsolutePath().normalize();
        return secret -> {
            Path file = root.resolve(plain(secret.name()));
            if (!secret.field().isEmpty()) {
                file = file.resolve(plain(secret.field()));
            }
            return read(root, file).map(SecretValue::of);
        };
    }

    /** Those variables of this process that are named here, and no others. A field is refused: variables have none. */
    public static SecretProvider environment(Set<String> names) {
        Set<String> allowed = Set.copyOf(names);
        return secret -> {
            requireNoField(secret);
            return allowed.contains(secret.name())
                    ? Optional.ofNullable(System.getenv(secret.name())).map(SecretValue::of)
                    : Optional.empty();
        };
    }

    /** Whatever {@code lookup} gives for the secret; null where there is none. */
    public static SecretProvider function(Function<Secret, String> lookup) {
        return secret -> Optional.ofNullable(lookup.apply(secret)).map(SecretValue::of);
    }

    private static String plain(String name) {
        if (name.contains("/") || name.contains("\0") || name.equals(".") || name.equals("..")) {
            throw new SandboxRefusedException("'" + Quoted.text(name) + "' cannot be the name of a secret's file");
        }
        return name;
    }

    private static void requireNoField(Secret secret) {
        if (!secret.field().isEmpty()) {
            throw new SandboxRefusedException(
                    "the secret '" + Quoted.text(secret.name()) + "' has no fields: it is a variable");
        }
    }

    private static Optional<String> read(Path root, Path file) {
        try {
            // links are allowed (mounted secrets are made of them) as long as they stay in the folder
            if (!file.toRealPath().startsWith(root.toRealPath()) || !Files.isRegularFile(file)) {
                return Optional.empty();
            }
            if (Files.size(file) > LARGEST_FILE) {
                throw new SandboxRefusedException("the file of a secret is larger than " + LARGEST_FILE + " bytes");
            }
            String text = Files.readString(file, StandardCharsets.UTF_8);
            return Optional.of(text.endsWith("\n") ? text.substring(0, text.length() - 1) : text);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
