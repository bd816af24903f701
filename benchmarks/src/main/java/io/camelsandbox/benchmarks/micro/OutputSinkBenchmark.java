package io.camelsandbox.benchmarks.micro;

import io.camelsandbox.Output;
import io.camelsandbox.engine.OutputSink;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Collecting a stream of output. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class OutputSinkBenchmark {

    private static final long CAP = 1 << 20;

    @Param({"6", "65536", "1048576", "16777216"})
    private int bytes;

    private final byte[] chunk = new byte[64 << 10];

    @Benchmark
    public Output collect() {
        var sink = new OutputSink(CAP, Optional.empty());
        for (int left = bytes; left > 0; left -= chunk.length) {
            sink.accept(ByteBuffer.wrap(chunk, 0, Math.min(left, chunk.length)));
        }
        return sink.finish(bytes);
    }

    @Benchmark
    public String collectText() {
        return collect().text();
    }
}
