package io.camelsandbox.engine.local;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Decides which names of a guest's files may leave the sandbox. */
final class GuestNames {

    private GuestNames() {}

    private static final Pattern DRIVE = Pattern.compile("[A-Za-z]:.*", Pattern.DOTALL);

    /** The name as text; empty when it is not UTF-8 or not plain. */
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

    /**
     * True for a relative path without empty parts, {@code .} and {@code ..}, and without what a reader or another system
     * could take for something else: control and invisible characters, backslashes, a drive.
     */
    static boolean isPlain(String name) {
        return name.codePoints().noneMatch(GuestNames::isDeceptive)
                && !DRIVE.matcher(name).matches()
                && Stream.of(name.split("/", -1))
                        .noneMatch(part -> part.isEmpty() || part.equals(".") || part.equals(".."));
    }

    private static boolean isDeceptive(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
            default -> character == '\\';
        };
    }
}
