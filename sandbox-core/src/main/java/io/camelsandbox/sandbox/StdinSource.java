package io.camelsandbox.sandbox;

import io.camelsandbox.Stdin;
import java.util.concurrent.CompletableFuture;

/** Brings a source of standard input to its writer. */
final class StdinSource {

    private StdinSource() {}

    /** Writes all of a source and ends standard input; fails when the source does. Cancelling it closes the source. */
    static CompletableFuture<Void> feed(Stdin source, StdinWriter writer, Background background) {
        if (source instanceof Stdin.Bytes bytes) {
            writer.write(bytes.content());
            return writer.close();
        }
        CompletableFuture<Void> fed =
                Feed.of(Streams.fromInputStream(source.open(), background.callers()), writer::write);
        fed.thenCompose(done -> writer.close());
        return fed;
    }
}
