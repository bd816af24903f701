package io.camelsandbox.sandbox;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import io.camelsandbox.engine.FileEntry;
import io.camelsandbox.engine.HostedSandbox;
import io.camelsandbox.engine.HostedUpload;
import io.camelsandbox.engine.ListOrder;
import io.camelsandbox.engine.ReadOrder;
import io.camelsandbox.engine.WriteOrder;
import io.camelsandbox.sandbox.spec.GuestPaths;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.Supplier;

/** Files of one sandbox: everything is a stream; what is held in memory has a cap. */
final class SandboxFiles {

    /** The most that a call holds in memory: 256 MiB. */
    static final long IN_MEMORY = 256L << 20;

    private static final int MOST_ENTRIES = 100_000;
    private static final int DEEPEST = 256;

    private final Supplier<CompletableFuture<HostedSandbox>> running;
    private final Duration defaultTimeout;
    private final Background background;

    SandboxFiles(Supplier<CompletableFuture<HostedSandbox>> running, Duration defaultTimeout, Background background) {
        this.running = running;
        this.defaultTimeout = defaultTimeout;
        this.background = background;
    }

    CompletableFuture<byte[]> read(String path, FileOptions options) {
        requirePath(path);
        var order = new ReadOrder(path, IN_MEMORY, options.container());
        return background.then(running.get(), sandbox -> {
            var collected = new ByteArrayOutputStream();
            CompletableFuture<Void> whole =
                    Consumption.of(source(sandbox, order), chunk -> collected.writeBytes(Streams.bytes(chunk)));
            CompletableFuture<byte[]> bytes = whole.thenApply(done -> collected.toByteArray());
            bytes.whenComplete((done, problem) -> whole.cancel(false));
            return limited(bytes, options);
        });
    }

    Flow.Publisher<ByteBuffer> readStreaming(String path, FileOptions options) {
        requirePath(path);
        var order = new ReadOrder(path, Long.MAX_VALUE, options.container());
        return new Deferred<>(() -> running.get().thenApply(sandbox -> source(sandbox, order)), background.callers());
    }

    CompletableFuture<Void> write(String path, byte[] contents, FileOptions options) {
        requirePath(path);
        if (contents.length > IN_MEMORY) {
            return CompletableFuture.failedFuture(
                    SandboxFileException.tooLarge(path, "write", contents.length, IN_MEMORY));
        }
        FileOptions sized = options.withSize(contents.length);
        return background.then(
                running.get(), sandbox -> limited(upload(sandbox, path, Streams.of(contents), sized), options));
    }

    CompletableFuture<Void> writeStreaming(String path, Flow.Publisher<ByteBuffer> source, FileOptions options) {
        requirePath(path);
        return background.then(running.get(), sandbox -> {
            CompletableFuture<Void> whole = upload(sandbox, path, source, options);
            return options.timeout().isPresent() ? limited(whole, options) : whole;
        });
    }

    CompletableFuture<List<FileEntry>> list(String folder) {
        requirePath(folder);
        var order = new ListOrder(folder, MOST_ENTRIES, DEEPEST, Optional.empty());
        return background.then(running.get(), sandbox -> sandbox.list(order).thenApply(entries -> entries.stream()
                .sorted(Comparator.comparing(FileEntry::path))
                .toList()));
    }

    private Flow.Publisher<ByteBuffer> source(HostedSandbox sandbox, ReadOrder order) {
        return TransferPublisher.ofBytes(receiver -> sandbox.read(order, receiver), background.callers());
    }

    private CompletableFuture<Void> upload(
            HostedSandbox sandbox, String path, Flow.Publisher<ByteBuffer> source, FileOptions options) {
        HostedUpload upload = sandbox.write(new WriteOrder(path, options.mode(), options.size(), options.container()));
        var counted = new long[1];
        CompletableFuture<Void> fed = Feed.of(source, chunk -> {
            counted[0] += chunk.remaining();
            // the next chunk is asked of a caller's publisher: not on an engine's thread
            return background.deliver(upload.write(chunk));
        });
        CompletableFuture<Void> whole = fed.thenCompose(done -> commit(upload, path, counted[0], options.size()));
        whole.whenComplete((done, problem) -> {
            if (problem != null) {
                fed.cancel(false);
                upload.abort();
            }
        });
        return whole;
    }

    private static CompletableFuture<Void> commit(HostedUpload upload, String path, long count, OptionalLong size) {
        if (size.isPresent() && size.getAsLong() != count) {
            return CompletableFuture.failedFuture(new SandboxFileException(
                    Reason.FILE_TRUNCATED,
                    path,
                    "was not written: " + count + " bytes came where " + size.getAsLong() + " were announced"));
        }
        return upload.commit();
    }

    private <T> CompletableFuture<T> limited(CompletableFuture<T> whole, FileOptions options) {
        Duration time = options.timeout().orElse(defaultTimeout);
        CompletableFuture<T> limited = background.within(whole, time, SandboxFiles::late);
        limited.whenComplete((done, problem) -> {
            if (problem != null) {
                whole.cancel(false);
            }
        });
        return limited;
    }

    private static SandboxException late() {
        return new SandboxTimeoutException(
                Reason.REQUEST_TIMEOUT, "a file was not read or written within the time; raise its timeout");
    }

    private static void requirePath(String path) {
        GuestPaths.requireAbsolute("path", path);
    }
}
