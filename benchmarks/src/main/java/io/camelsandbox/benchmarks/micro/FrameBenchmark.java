package io.camelsandbox.benchmarks.micro;

import io.camelsandbox.engine.local.wire.FrameReader;
import io.camelsandbox.engine.local.wire.FrameType;
import io.camelsandbox.engine.local.wire.FrameWriter;
import io.camelsandbox.engine.local.wire.ProtocolException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** Writing and cutting the frames between Java and init. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FrameBenchmark {

    private static final List<String> ARGV = List.of("/usr/bin/python3", "-I", "-B", "/sandbox/python.py");
    private static final List<String> ENV =
            List.of("PATH=/usr/bin:/bin", "LANG=C.UTF-8", "HOME=/home/sandbox", "TZ=UTC");

    @Param({"64", "65536"})
    private int outputBytes;

    private ByteBuffer output;

    @Setup
    public void prepare() {
        output = outputFrame(new byte[outputBytes]);
    }

    private static ByteBuffer outputFrame(byte[] content) {
        return FrameWriter.of(FrameType.OUTPUT).u32(1).u8(1).bytes(content).frame();
    }

    @Benchmark
    public ByteBuffer writeExec() {
        return FrameWriter.of(FrameType.EXEC)
                .u32(1)
                .u8(1)
                .strings(ARGV)
                .strings(ENV)
                .u32(10_000)
                .u32(100)
                .u64(1 << 20)
                .u64(1 << 20)
                .u8(0)
                .string("/workspace")
                .frame();
    }

    @Benchmark
    public void readOutput(Blackhole hole) throws ProtocolException {
        new FrameReader().feed(output.duplicate(), (type, payload) -> {
            hole.consume(payload.u32());
            hole.consume(payload.u8());
            hole.consume(payload.rest());
        });
    }
}
