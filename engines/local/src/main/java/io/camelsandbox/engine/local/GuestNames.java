package io.camelsandbox.engine.local;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Stream;

/** Decides which names of a guest's files may leave the sandbox. */
final class GuestNames {

    private GuestNames() {}

    /** The name as text; empty when it is not UTF-8, holds control characters, or is no plain relative path. */
    static Optional<String> read(byte[] bytes) {
        try {
            String name = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return isPlain(name) ? Optional.of(name) : Optional.empty();
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    /** True for a relative path without empty parts, {@code .}, {@code ..} and control characters. */
    static boolean isPlain(String name) {
        return name.chars().noneMatch(Character::isISOControl)
                && Stream.of(name.split("/", -1))
                        .noneMatch(part -> part.isEmpty() || part.equals(".") || part.equals(".."));
    }
}
