package io.camelsandbox;

import java.io.ByteArrayInputStream;
import java.io.InputStream;

/** Where an execution's standard input comes from. A guest that does not read it is no error. */
public sealed interface Stdin {

    /** Standard input that is at its end from the start. */
    Stdin EMPTY = new Bytes(new byte[0]);

    /** Opens the source for reading; called once for an execution. */
    InputStream open();

    /** Standard input held in memory; {@code content} is not copied and must not be changed afterwards. */
    record Bytes(byte[] content) implements Stdin {
        @Override
        public InputStream open() {
            return new ByteArrayInputStream(content);
        }
    }

    /** Standard input read while the execution runs; the stream is closed when the execution ends. */
    record Stream(InputStream source) implements Stdin {
        @Override
        public InputStream open() {
            return source;
        }
    }
}
