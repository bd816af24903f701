package io.camelsandbox.component;

import io.camelsandbox.Quoted;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.sandbox.spec.ScratchVolume;
import io.camelsandbox.sandbox.spec.Secret;
import io.camelsandbox.sandbox.spec.StorageMedium;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The parts of a spec that options write as one text each. */
final class SpecTexts {

    private static final Pattern SECRET =
            Pattern.compile("(?:(?<variable>[^=:]+)=)?(?<store>[^:=]+):(?<name>[^#]+)(?:#(?<field>.+))?");
    private static final Pattern VOLUME =
            Pattern.compile("(?<name>[^:]+):(?<folder>/[^:]*)(?::(?<size>[0-9][^:]*))?(?::(?<medium>memory|disk))?");

    private SpecTexts() {}

    /** A secret: {@code VARIABLE=store:name#field}, the variable and the field where they are wanted. */
    static Secret secret(String text) {
        Matcher parts = SECRET.matcher(text);
        if (!parts.matches()) {
            throw new SandboxRefusedException(
                    "secrets: '" + Quoted.text(text) + "' is not VARIABLE=store:name, nor VARIABLE=store:name#field");
        }
        return new Secret(parts.group("store"), parts.group("name"), parts.group("field"), parts.group("variable"));
    }

    /** A scratch volume: {@code name:/folder:size:medium}, size and medium where they are wanted. */
    static ScratchVolume volume(String text) {
        Matcher parts = VOLUME.matcher(text);
        if (!parts.matches()) {
            throw new SandboxRefusedException("volumes: '" + Quoted.text(text)
                    + "' is not name:/folder, name:/folder:64Mi nor name:/folder:64Mi:memory or :disk");
        }
        return new ScratchVolume(
                parts.group("name"),
                Optional.of(parts.group("folder")),
                Optional.ofNullable(parts.group("size")),
                medium(parts.group("medium")),
                Optional.empty(),
                Optional.empty(),
                false);
    }

    private static StorageMedium medium(String text) {
        return text == null ? StorageMedium.UNSPECIFIED : StorageMedium.valueOf(text.toUpperCase(Locale.ROOT));
    }
}
