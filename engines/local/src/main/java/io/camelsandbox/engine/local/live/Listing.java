package io.camelsandbox.engine.local.live;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import io.camelsandbox.engine.FileEntry;
import io.camelsandbox.engine.ListOrder;
import io.camelsandbox.engine.local.outcome.Errno;
import io.camelsandbox.engine.local.wire.FrameType;
import io.camelsandbox.engine.local.wire.Payload;
import io.camelsandbox.engine.local.wire.ProtocolException;
import io.camelsandbox.sandbox.SandboxFileException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A folder that is being listed. On the loop's thread. */
final class Listing {

    private final ListOrder order;
    private final List<FileEntry> entries = new ArrayList<>();
    private final CompletableFuture<List<FileEntry>> result = new CompletableFuture<>();

    Listing(ListOrder order) {
        this.order = order;
    }

    CompletableFuture<List<FileEntry>> result() {
        return result;
    }

    void frame(int type, Payload payload) throws ProtocolException {
        switch (type) {
            case FrameType.ENTRY -> entry(payload);
            case FrameType.DONE -> result.complete(List.copyOf(entries));
            default -> {
                payload.text();
                fail(problem(payload.u32()));
            }
        }
    }

    void fail(SandboxException cause) {
        result.completeExceptionally(cause);
    }

    private void entry(Payload payload) throws ProtocolException {
        FileEntry.Kind kind = kind(payload.u8());
        long size = payload.u64();
        Optional<String> name = read(payload.string());
        name.ifPresent(path -> entries.add(new FileEntry(path, kind, kind == FileEntry.Kind.FILE ? size : 0)));
    }

    private SandboxException problem(long errno) {
        if (errno == Errno.E2BIG) {
            return new SandboxFileException(
                    Reason.FILE_TOO_LARGE,
                    order.folder(),
                    "holds more than " + order.maxEntries() + " files and folders, or is deeper than "
                            + order.maxDepth());
        }
        return Problems.file(order.folder(), errno);
    }

    private static FileEntry.Kind kind(int letter) {
        return switch (letter) {
            case 'f' -> FileEntry.Kind.FILE;
            case 'd' -> FileEntry.Kind.FOLDER;
            case 'l' -> FileEntry.Kind.LINK;
            default -> FileEntry.Kind.OTHER;
        };
    }

    private static Optional<String> read(byte[] name) {
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(name))
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }
}
