package io.camelsandbox.component;

import java.io.File;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.apache.camel.StreamCache;
import org.apache.camel.WrappedFile;

/** Which bodies are text, bytes or a stream, so that reading them as such guesses nothing. */
final class BodyKind {

    private BodyKind() {}

    static boolean isTextual(Object body) {
        return body instanceof CharSequence
                || body instanceof byte[]
                || body instanceof InputStream
                || body instanceof StreamCache
                || body instanceof Reader
                || body instanceof ByteBuffer
                || body instanceof File
                || body instanceof Path
                || body instanceof WrappedFile<?>
                || body instanceof SandboxResult;
    }

    /** How many bytes a body has, where that is known without reading it. */
    static OptionalLong size(Object body) {
        if (body == null) {
            return OptionalLong.of(0);
        }
        if (body instanceof byte[] bytes) {
            return OptionalLong.of(bytes.length);
        }
        if (body instanceof StreamCache cache && cache.length() > 0) {
            return OptionalLong.of(cache.length());
        }
        Object file = body instanceof WrappedFile<?> wrapped ? wrapped.getFile() : body;
        return file instanceof File local && local.isFile() ? OptionalLong.of(local.length()) : OptionalLong.empty();
    }
}
