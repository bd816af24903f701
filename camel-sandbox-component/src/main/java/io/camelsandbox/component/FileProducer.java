package io.camelsandbox.component;

import io.camelsandbox.ByteSize;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.Stdin;
import io.camelsandbox.TimeSpan;
import io.camelsandbox.sandbox.FileOptions;
import io.camelsandbox.sandbox.Sandbox;
import io.camelsandbox.sandbox.Streams;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import org.apache.camel.Exchange;

/** Reads and writes files of a sandbox that is there; none is ever as a whole in memory unless it is small. */
final class FileProducer extends SandboxProducer {

    private static final long MOST = 1L << 50;

    private final SandboxOperation operation;
    private final Target target;
    private final MessageValue path;
    private final FileOptions options;
    private final long inMemory;
    private final long mostRead;

    FileProducer(SandboxEndpoint endpoint) {
        super(endpoint);
        operation = endpoint.kind();
        target = Target.of(endpoint);
        SandboxOperationOptions given = endpoint.getOperationOptions();
        path = endpoint.reference("path", given.getPath())
                .orElseThrow(() -> new SandboxRefusedException(
                        "sandbox:" + operation.id() + " needs path, an absolute path in the sandbox"));
        path.literal().ifPresent(FileProducer::requireAbsolute);
        options = options(endpoint, mode(given.getFileMode()));
        inMemory = LimitOptions.read(endpoint.getConfiguration(), component().ceilings())
                .output();
        mostRead = ByteSize.parse("maxFileSize", given.getMaxFileSize(), MOST);
    }

    private static FileOptions options(SandboxEndpoint endpoint, int mode) {
        FileOptions plain = FileOptions.DEFAULT.withMode(mode);
        return endpoint.hasOption("timeout")
                ? plain.withTimeout(
                        TimeSpan.parse("timeout", endpoint.getConfiguration().getTimeout()))
                : plain;
    }

    private static int mode(String text) {
        if (text == null || !text.matches("[0-7]{3,4}")) {
            throw new SandboxRefusedException("fileMode is octal digits, such as 0644 or 755");
        }
        return Integer.parseInt(text, 8);
    }

    private static void requireAbsolute(String path) {
        if (!path.startsWith("/")) {
            throw new SandboxRefusedException("path must be an absolute path in the sandbox");
        }
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        component().live();
    }

    @Override
    Task<?> task(Exchange exchange, RequestFields control) {
        String id = target.id(exchange, control);
        String file = path.text(exchange);
        requireAbsolute(file);
        return operation == SandboxOperation.READ_FILE ? read(id, file) : write(exchange, id, file);
    }

    private Task<FileSink> read(String id, String file) {
        return new Task<>(
                component().calls(), () -> component().live().use(id, sandbox -> read(sandbox, file)), (done, sink) -> {
                    SandboxInfo.markId(done, id);
                    done.getMessage().setHeader(SandboxConstants.FILE_SIZE, sink.size());
                    done.getMessage().setBody(sink.body(done));
                });
    }

    private CompletableFuture<FileSink> read(Sandbox sandbox, String file) {
        var sink = new FileSink(file, inMemory, mostRead, component().spoolFolder()::get);
        CompletableFuture<Void> copy = Streams.copy(sandbox.readFileStreaming(file, options), sink);
        CompletableFuture<FileSink> whole = Chain.of(copy, done -> closed(sink));
        // What was written when it went wrong is nobody's.
        whole.whenComplete((done, problem) -> {
            if (problem != null) {
                sink.discard();
            }
        });
        return whole;
    }

    private static CompletableFuture<FileSink> closed(FileSink sink) {
        try {
            sink.close();
            return CompletableFuture.completedFuture(sink);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Task<Void> write(Exchange exchange, String id, String file) {
        Stdin content = StdinReader.content(exchange);
        OptionalLong size = BodyKind.size(exchange.getMessage().getBody());
        FileOptions whole = size.isPresent() ? options.withSize(size.getAsLong()) : options;
        return new Task<>(
                component().calls(),
                () -> component()
                        .live()
                        .use(id, sandbox -> sandbox.writeFileStreaming(file, published(content), whole)),
                (done, nothing) -> {
                    SandboxInfo.markId(done, id);
                    size.ifPresent(bytes -> done.getMessage().setHeader(SandboxConstants.FILE_SIZE, bytes));
                });
    }

    private Flow.Publisher<ByteBuffer> published(Stdin content) {
        return content instanceof Stdin.Bytes bytes
                ? Streams.of(bytes.content())
                : Streams.fromInputStream(content.open(), component().readers());
    }
}
