package io.camelsandbox.engine.local.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.engine.local.TestBytes;
import io.camelsandbox.sandbox.FileOptions;
import io.camelsandbox.sandbox.Sandbox;
import io.camelsandbox.sandbox.spec.ResourceOptions;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A file that need not fit the heap: 600 MiB, or as many MiB as the property {@code sandbox.test.bigFile} says. */
@Timeout(500)
class LiveBigFileTest extends LiveTest {

    private static final long MIB = 1L << 20;
    private static final long SIZE = Long.getLong("sandbox.test.bigFile", 600) * MIB;
    private static final long HEAP = 96 * MIB;

    private static long usedHeap() {
        Runtime runtime = Runtime.getRuntime();
        runtime.gc();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    @Test
    void goesInAndOutWithAFlatHeap() throws Exception {
        Sandbox sandbox = running(SandboxSpec.builder()
                .resources(ResourceOptions.of("2", SIZE / MIB + 512 + "Mi"))
                .build());
        var options = FileOptions.DEFAULT.withTimeout(Duration.ofMinutes(8));
        long before = usedHeap();
        var written = sandbox.writeFileStreaming("/workspace/big", TestBytes.zeroes(SIZE), options);
        long most = 0;
        while (!written.isDone()) {
            most = Math.max(most, usedHeap());
            written.handle((done, problem) -> 1)
                    .completeOnTimeout(0, 200, TimeUnit.MILLISECONDS)
                    .join();
        }
        written.join();
        assertThat(get(sandbox.exec("stat", "-c", "%s", "/workspace/big").result())
                        .stdout()
                        .text())
                .isEqualTo(SIZE + "\n");
        ChunkReader reader = ChunkReader.of(sandbox.readFileStreaming("/workspace/big", options));
        while (!reader.ended().isDone()) {
            most = Math.max(most, usedHeap());
            reader.ended()
                    .handle((done, problem) -> 1)
                    .completeOnTimeout(0, 200, TimeUnit.MILLISECONDS)
                    .join();
        }
        reader.ended().join();
        assertThat(reader.bytes()).isEqualTo(SIZE);
        assertThat(most - before).isLessThan(HEAP);
    }
}
