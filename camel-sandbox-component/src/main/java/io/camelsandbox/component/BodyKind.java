package io.camelsandbox.component;

import java.io.File;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.file.Path;
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
}
