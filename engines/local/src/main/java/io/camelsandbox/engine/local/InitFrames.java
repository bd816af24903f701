package io.camelsandbox.engine.local;

import io.camelsandbox.Limits;
import io.camelsandbox.OutputPolicy;
import io.camelsandbox.engine.Execution;
import io.camelsandbox.engine.OutputSink;
import io.camelsandbox.engine.local.wire.FrameType;
import io.camelsandbox.engine.local.wire.FrameWriter;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What Java says to init. */
final class InitFrames {

    /** The only execution of a one-shot. */
    static final int EXECUTION = 1;

    static final int STDIN = 0;
    static final int REQUEST = 3;
    /** The most of standard input that may be on its way. */
    static final int STDIN_WINDOW = 262_144;

    static final int GRACE_MILLIS = 100;

    /** What an interpreter says that ends before its terms come: enough to see why. */
    private static final int BOOT_OUTPUT = 64 * 1024;

    private static final int CHUNK = 64 * 1024;
    private static final int BOOT = 1;
    private static final int KILL_REST = 2;
    private static final int EARLY = 4;
    private static final int NO_PEAK = 64;
    private static final int KILL_AT_CAP = 1;
    private static final int NO_SYMLINKS = 1;

    private InitFrames() {}

    /** Who knows how much memory an execution had at once. */
    enum Peak {
        OF_GROUP(NO_PEAK),
        OF_PROCESS(0);

        private final int flag;

        Peak(int flag) {
            this.flag = flag;
        }
    }

    static ByteBuffer setup(List<ResourceLimit> limits, byte[] seccomp) {
        FrameWriter writer = FrameWriter.of(FrameType.SETUP).u32(limits.size());
        for (ResourceLimit limit : limits) {
            writer.u32(limit.resource()).u64(limit.value()).u64(limit.value());
        }
        return writer.string(seccomp).frame();
    }

    /** Starts a program that does its work at once; its clock runs. */
    static ByteBuffer exec(Execution execution) {
        FrameWriter writer = FrameWriter.of(FrameType.EXEC).u32(EXECUTION).u8(KILL_REST);
        command(writer, execution.program().argv(), execution.program().env());
        return terms(writer, execution).frame();
    }

    /** Starts an interpreter that will wait for its request. */
    static ByteBuffer boot(List<String> argv, Map<String, String> env, String cwd, Peak peak) {
        FrameWriter writer = FrameWriter.of(FrameType.EXEC).u32(EXECUTION).u8(BOOT | KILL_REST | EARLY | peak.flag);
        command(writer, argv, env);
        return writer.u32(0)
                .u32(GRACE_MILLIS)
                .u64(BOOT_OUTPUT)
                .u64(BOOT_OUTPUT)
                .u8(0)
                .string(cwd)
                .frame();
    }

    /** Starts the clock of what {@link #boot} started. */
    static ByteBuffer go(Execution execution) {
        return terms(FrameWriter.of(FrameType.GO).u32(EXECUTION), execution).frame();
    }

    private static void command(FrameWriter writer, List<String> argv, Map<String, String> env) {
        writer.strings(argv).u32(env.size());
        env.forEach((name, value) -> writer.string(name + "=" + value));
    }

    private static FrameWriter terms(FrameWriter writer, Execution execution) {
        Limits limits = execution.limits();
        long cap = OutputSink.capacity(limits.output(), execution.spool());
        long millis = Math.max(1, Math.min(limits.timeout().plusNanos(999_999).toMillis(), Integer.MAX_VALUE));
        return writer.u32(millis)
                .u32(GRACE_MILLIS)
                .u64(cap)
                .u64(cap)
                .u8(execution.outputPolicy() == OutputPolicy.KILL ? KILL_AT_CAP : 0)
                .string(execution.workingDir());
    }

    /** Bytes for a stream; {@code content} must not be changed afterwards. */
    static ByteBuffer[] input(int stream, byte[] content, int offset, int length) {
        ByteBuffer head =
                FrameWriter.of(FrameType.INPUT).u32(EXECUTION).u8(stream).frame(length);
        return new ByteBuffer[] {head, ByteBuffer.wrap(content, offset, length)};
    }

    static ByteBuffer endOfInput(int stream) {
        return FrameWriter.of(FrameType.INPUT).u32(EXECUTION).u8(stream).frame();
    }

    /** How long init stays without a connection, and what is left of the sandbox's lifetime. */
    static ByteBuffer lease(Duration patience, Duration lifetime, Duration grace) {
        return FrameWriter.of(FrameType.LEASE)
                .u32(patience.toMillis())
                .u64(Math.max(1, lifetime.toMillis()))
                .u32(grace.toMillis())
                .frame();
    }

    /** Ends init, and with it the sandbox. */
    static ByteBuffer end() {
        return FrameWriter.of(FrameType.END).frame();
    }

    static ByteBuffer put(int ref, String path, int mode, long size) {
        return FrameWriter.of(FrameType.PUT)
                .u32(ref)
                .string(path)
                .u32(mode)
                .u64(size)
                .frame();
    }

    static ByteBuffer[] data(int ref, byte[] content, int offset, int length) {
        return new ByteBuffer[] {
            FrameWriter.of(FrameType.DATA).u32(ref).frame(length), ByteBuffer.wrap(content, offset, length)
        };
    }

    static ByteBuffer list(int ref, String path, int maxEntries, int maxDepth) {
        return FrameWriter.of(FrameType.LIST)
                .u32(ref)
                .string(path)
                .u32(maxEntries)
                .u32(maxDepth)
                .frame();
    }

    static ByteBuffer get(int ref, String path, long maxBytes) {
        return FrameWriter.of(FrameType.GET)
                .u32(ref)
                .string(path)
                .u8(NO_SYMLINKS)
                .u64(maxBytes)
                .frame();
    }

    /** How much of {@code left} bytes goes into one frame: small enough not to hold up other sandboxes. */
    static int chunk(long left) {
        return (int) Math.min(left, CHUNK);
    }
}
