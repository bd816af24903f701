package io.camelsandbox.code;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/** Scripts from a resource, with a line of three dashes between them. */
final class Scripts {

    private Scripts() {}

    static Stream<String> read(String resource) throws IOException {
        try (InputStream scripts = Scripts.class.getResourceAsStream(resource)) {
            String text = new String(scripts.readAllBytes(), StandardCharsets.UTF_8);
            return Stream.of(text.split("\n---\n"));
        }
    }
}
