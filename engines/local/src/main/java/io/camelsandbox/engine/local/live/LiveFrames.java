package io.camelsandbox.engine.local.live;

import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.engine.ExecOrder;
import io.camelsandbox.engine.ListOrder;
import io.camelsandbox.engine.TerminalSize;
import io.camelsandbox.engine.local.wire.FrameType;
import io.camelsandbox.engine.local.wire.FrameWriter;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;

/** What is said to the init of a sandbox that stays. */
final class LiveFrames {

    static final int STDIN = 0;
    static final int REQUEST = 3;
    /** The most of standard input that may be on its way. */
    static final int INPUT_WINDOW = 262_144;
    /** How much goes into one frame: small enough not to hold up others. */
    static final int CHUNK = 64 * 1024;

    private static final int BOOT = 1;
    private static final int PACED = 8;
    private static final int KEEP = 16;
    private static final int TERMINAL = 32;
    private static final int ALONE = 0x100;
    private static final int DEEPEST = 256;
    private static final long NO_CAP = -1;

    private LiveFrames() {}

    /**
     * The frames that start a process.
     *
     * @throws SandboxRefusedException when arguments and environment are larger than a frame
     */
    static ByteBuffer[] exec(int id, Launch launch) {
        boolean request = launch.request().isPresent();
        FrameWriter writer = FrameWriter.of(FrameType.EXEC)
                .u32(id)
                .u8(flags(launch))
                .strings(launch.argv())
                .u32(launch.env().size());
        launch.env().forEach((name, value) -> writer.string(name + "=" + value));
        terms(writer, launch);
        launch.terminal().ifPresent(size -> writer.u32(size.columns()).u32(size.rows()));
        try {
            ByteBuffer exec = writer.frame();
            return request
                    ? new ByteBuffer[] {
                        exec,
                        terms(FrameWriter.of(FrameType.GO).u32(id), launch).frame()
                    }
                    : new ByteBuffer[] {exec};
        } catch (IllegalArgumentException e) {
            throw new SandboxRefusedException("arguments and environment are too large for the kernel: pass large data"
                    + " by standard input or files");
        }
    }

    private static int flags(Launch launch) {
        return PACED
                | (launch.request().isPresent() ? BOOT : 0)
                | (launch.descendants() == ExecOrder.Descendants.MAY_LIVE ? KEEP : 0)
                | (launch.terminal().isPresent() ? TERMINAL : 0);
    }

    private static FrameWriter terms(FrameWriter writer, Launch launch) {
        return writer.u32(millis(launch.timeout()))
                .u32(millis(Optional.of(launch.grace())))
                .u64(NO_CAP)
                .u64(NO_CAP)
                .u8(0)
                .string(launch.cwd());
    }

    private static long millis(Optional<Duration> time) {
        return time.map(value -> Math.max(1, Math.min(value.plusNanos(999_999).toMillis(), Integer.MAX_VALUE)))
                .orElse(0L);
    }

    static ByteBuffer[] input(int id, int stream, byte[] bytes, int offset, int length) {
        ByteBuffer head = FrameWriter.of(FrameType.INPUT).u32(id).u8(stream).frame(length);
        return new ByteBuffer[] {head, ByteBuffer.wrap(bytes, offset, length)};
    }

    static ByteBuffer endOfInput(int id, int stream) {
        return FrameWriter.of(FrameType.INPUT).u32(id).u8(stream).frame();
    }

    /** A signal for the main process of an execution and not for its group. */
    static ByteBuffer signalAlone(int id, int number) {
        return signal(id, ALONE | number);
    }

    static ByteBuffer signal(int id, int number) {
        return FrameWriter.of(FrameType.SIGNAL).u32(id).u32(number).frame();
    }

    static ByteBuffer taken(int id, int stream, long bytes) {
        return FrameWriter.of(FrameType.TAKEN).u32(id).u8(stream).u32(bytes).frame();
    }

    static ByteBuffer resize(int id, TerminalSize size) {
        return FrameWriter.of(FrameType.RESIZE)
                .u32(id)
                .u32(size.columns())
                .u32(size.rows())
                .frame();
    }

    static ByteBuffer list(int ref, ListOrder order) {
        return FrameWriter.of(FrameType.LIST)
                .u32(ref)
                .string(order.folder())
                .u32(order.maxEntries())
                .u32(Math.min(order.maxDepth(), DEEPEST))
                .frame();
    }
}
