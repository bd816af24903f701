package io.camelsandbox.engine.local;

import io.camelsandbox.OutputFile;
import io.camelsandbox.Quoted;
import io.camelsandbox.Reason;
import io.camelsandbox.engine.OutputGlobs;
import io.camelsandbox.engine.local.outcome.Errno;
import io.camelsandbox.engine.local.wire.FrameType;
import io.camelsandbox.engine.local.wire.Payload;
import io.camelsandbox.engine.local.wire.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the files that were asked for out of the sandbox when its execution has ended. All reading is done by init,
 * inside the sandbox's own root; only regular files are taken, links are not followed, and a name that could mean
 * something else on the host is passed over.
 */
final class OutputCollector {

    /** Told once, with the files or with what went wrong. */
    interface Outcome {
        /** All of them, in the order of their names. */
        void collected(List<OutputFile> files);

        /** They could not be taken. */
        void failed(Reason reason, String message);
    }

    private static final Logger LOG = LoggerFactory.getLogger(OutputCollector.class);
    private static final String SPECIAL = "*?[]{}";
    private static final int LIST_REF = 1_000_000;
    /** As deep as init goes. */
    private static final int DEPTH = 256;
    /** In bytes, as init takes it. */
    private static final int LONGEST_PATH = 4_095;
    /** The most characters of all names together: a guest makes long names for nothing, and they are held in memory. */
    private static final int MOST_CHARACTERS = 16 << 20;

    private final List<String> patterns;
    private final OutputGlobs globs;
    private final String workspace;
    private final int longestName;
    private final int maxEntries;
    private final Consumer<ByteBuffer> send;
    private final Outcome outcome;
    private final TreeSet<String> names = new TreeSet<>();
    private final ArrayDeque<String> toRead = new ArrayDeque<>();
    private final List<OutputFile> files = new ArrayList<>();
    private final OutputBudget budget;
    private int passedOver;
    private int characters;
    private int ref = LIST_REF;
    private String current;
    private ByteBuffer content;

    /**
     * Prepares to collect.
     *
     * @param patterns globs of them,     relative to the workspace
     * @param workspace where they are
     * @param budget     the most bytes that are taken; is used up
     * @param maxEntries the most files and folders that are looked at
     */
    OutputCollector(
            List<String> patterns,
            String workspace,
            OutputBudget budget,
            int maxEntries,
            Consumer<ByteBuffer> send,
            Outcome outcome) {
        this.patterns = List.copyOf(patterns);
        this.globs = new OutputGlobs(patterns);
        this.workspace = workspace;
        this.longestName = LONGEST_PATH - workspace.getBytes(StandardCharsets.UTF_8).length - 1;
        this.budget = budget;
        this.maxEntries = maxEntries;
        this.send = send;
        this.outcome = outcome;
    }

    /** Begins; the answers go to {@link #frame}. */
    void begin() {
        // What is named outright needs no search, and is found whatever else is in the workspace.
        patterns.stream()
                .filter(OutputCollector::isLiteral)
                .filter(GuestNames::isPlain)
                .forEach(names::add);
        if (patterns.stream().allMatch(OutputCollector::isLiteral)) {
            readAll();
        } else {
            send.accept(InitFrames.list(LIST_REF, workspace, maxEntries, DEPTH));
        }
    }

    private static boolean isLiteral(String pattern) {
        return pattern.chars().noneMatch(c -> SPECIAL.indexOf(c) >= 0);
    }

    /** Takes an answer of init. */
    void frame(int type, Payload payload) throws ProtocolException {
        boolean mine = payload.u32() == ref;
        switch (type) {
            case FrameType.ENTRY -> entry(payload);
            case FrameType.FILE -> {
                long size = payload.u64();
                payload.u32();
                if (mine) {
                    begin(size);
                }
            }
            case FrameType.CHUNK -> {
                ByteBuffer chunk = payload.rest();
                if (mine) {
                    append(chunk);
                }
            }
            case FrameType.DONE -> {
                if (mine) {
                    done();
                }
            }
            case FrameType.FAILED -> {
                payload.text();
                long errno = payload.u32();
                if (mine) {
                    failed(errno);
                }
            }
            default -> throw new ProtocolException("init sent a frame of type " + type + " after the execution");
        }
    }

    private void entry(Payload payload) throws ProtocolException {
        int kind = payload.u8();
        payload.u64();
        byte[] bytes = payload.string();
        var name = bytes.length > longestName ? Optional.<String>empty() : GuestNames.read(bytes);
        if (kind == 'f' && name.isPresent()) {
            if (characters <= MOST_CHARACTERS && globs.matches(name.get())) {
                names.add(name.get());
                characters += name.get().length();
            }
        } else if (name.isEmpty()) {
            passedOver++;
        }
    }

    private void listed() {
        if (characters > MOST_CHARACTERS) {
            outcome.failed(
                    Reason.FILE_TOO_LARGE,
                    "output files cannot be collected: their names together have more than " + MOST_CHARACTERS
                            + " characters");
        } else {
            readAll();
        }
    }

    private void readAll() {
        if (passedOver > 0) {
            LOG.debug("{} files have names that cannot be taken out of a sandbox", passedOver);
        }
        toRead.addAll(names);
        readNext();
    }

    private void readNext() {
        current = toRead.poll();
        if (current == null) {
            outcome.collected(files);
            return;
        }
        ref++;
        content = null;
        send.accept(InitFrames.get(ref, workspace + "/" + current, budget.ofNextFile()));
    }

    private void begin(long size) throws ProtocolException {
        if (size < 0 || size > budget.ofNextFile()) {
            throw new ProtocolException("a file is larger than was asked for");
        }
        try {
            content = ByteBuffer.allocate((int) size);
        } catch (OutOfMemoryError e) {
            // Others hold the rest of the heap. Nothing was allocated: the JVM goes on as before.
            ref++;
            tooLarge(budget.limitOfHeap());
        }
    }

    private void append(ByteBuffer chunk) throws ProtocolException {
        if (content == null || chunk.remaining() > content.remaining()) {
            throw new ProtocolException("a file is longer than it was said to be");
        }
        content.put(chunk);
    }

    private void done() throws ProtocolException {
        if (ref == LIST_REF) {
            listed();
            return;
        }
        if (content == null || content.hasRemaining()) {
            throw new ProtocolException("a file is shorter than it was said to be");
        }
        budget.take(content.capacity());
        files.add(new OutputFile(current, content.array()));
        readNext();
    }

    private void failed(long errno) {
        if (ref == LIST_REF) {
            outcome.failed(
                    Reason.FILE_IO_FAILED,
                    "output files cannot be collected: "
                            + (errno == Errno.E2BIG
                                    ? "the workspace holds more than " + maxEntries + " files, or folders deeper than "
                                            + DEPTH + ", or paths longer than " + LONGEST_PATH + " bytes"
                                    : Errno.text(errno)));
        } else if (errno == Errno.EFBIG) {
            tooLarge(budget.limit());
        } else if (errno == Errno.ENOENT || errno == Errno.EINVAL || errno == Errno.ELOOP || errno == Errno.EACCES) {
            LOG.debug("An output file is not taken: {}", Errno.text(errno));
            readNext();
        } else {
            outcome.failed(
                    Reason.FILE_IO_FAILED,
                    "output file '" + Quoted.text(current) + "' cannot be read: " + Errno.text(errno));
        }
    }

    private void tooLarge(String limit) {
        outcome.failed(Reason.FILE_TOO_LARGE, "output file '" + Quoted.text(current) + "' is too large: " + limit);
    }
}
