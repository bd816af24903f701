package io.camelsandbox.component;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.sandbox.SandboxFileException;
import io.camelsandbox.sandbox.ScriptedSandbox;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.StreamCache;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files that go into a sandbox and come out of it. */
@Timeout(60)
class FileOperationsTest extends ScriptedHostTest {

    @TempDir
    Path folder;

    private ScriptedSandbox sandbox;

    @Override
    protected RouteBuilder createRouteBuilder() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:read")
                        .to("sandbox:readFile?path=/big&maxOutput=1k")
                        .process(exchange -> {
                            exchange.setProperty(
                                    "class", exchange.getMessage().getBody().getClass());
                            exchange.setProperty("spooled", spooled());
                        })
                        .setProperty("first", bodyAs(String.class))
                        .setProperty("again", bodyAs(String.class));
            }
        };
    }

    @BeforeEach
    void startSandbox() {
        sandbox = run("");
    }

    private long spooled() throws IOException {
        try (Stream<Path> files = Files.list(component().spoolFolder().get())) {
            return files.count();
        }
    }

    private String written(String path) {
        return new String(sandbox.files().get(path), StandardCharsets.UTF_8);
    }

    @Test
    void everyBodyThatIsTextOrBytesOrAStreamIsWritten() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "of a file");
        List<Object> bodies = Arrays.asList(
                "text ö",
                "bytes".getBytes(StandardCharsets.UTF_8),
                new ByteArrayInputStream("stream".getBytes(StandardCharsets.UTF_8)),
                new StringReader("reader"),
                file.toFile(),
                null);
        for (int i = 0; i < bodies.size(); i++) {
            Exchange exchange = sendToOnly("sandbox:writeFile?path=/data/" + i, bodies.get(i));
            assertThat(exchange.getException()).as("body %s", i).isNull();
        }

        assertThat(sandbox.files()).hasSize(6);
        assertThat(List.of(0, 1, 2, 3, 4, 5))
                .extracting(i -> written("/data/" + i))
                .containsExactly("text ö", "bytes", "stream", "reader", "of a file", "");
    }

    @Test
    void aBodyThatIsNoContentIsRefused() {
        assertThat(failure(sendToOnly("sandbox:writeFile?path=/x", Map.of("a", 1))))
                .isInstanceOf(SandboxRefusedException.class)
                .hasMessageContaining("marshal");
    }

    @Test
    void writingLeavesTheBodyAndClosesItsStream() {
        var closed = new AtomicBoolean();
        InputStream stream = new ByteArrayInputStream(new byte[200_000]) {
            @Override
            public void close() {
                closed.set(true);
            }
        };

        Exchange exchange = sendToOnly("sandbox:writeFile?path=/x", stream);

        assertThat(exchange.getMessage().getBody()).isSameAs(stream);
        assertThat(sandbox.files().get("/x")).hasSize(200_000);
        org.awaitility.Awaitility.await().untilTrue(closed);
    }

    @Test
    void aSourceThatBreaksOffLeavesNoFile() {
        InputStream broken = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("gone");
            }
        };

        Exchange exchange = sendToOnly("sandbox:writeFile?path=/x", broken);

        assertThat(exchange.getException()).isNotNull();
        assertThat(sandbox.files()).isEmpty();
    }

    @Test
    void anErrorOfAFileNamesItAndItsReason() {
        Exchange exchange = sendToOnly("sandbox:writeFile?path=/full/x", new byte[200]);

        assertThat(failure(exchange))
                .isInstanceOf(SandboxFileException.class)
                .hasMessageContaining("/full/x")
                .extracting("reason")
                .isEqualTo(Reason.FILE_IO_FAILED);
    }

    @Test
    void aSmallFileIsBytes() {
        sandbox.files().put("/small", "content".getBytes(StandardCharsets.UTF_8));

        Exchange exchange = sendToOnly("sandbox:readFile?path=/small", "before");

        assertThat(exchange.getMessage().getBody()).isEqualTo("content".getBytes(StandardCharsets.UTF_8));
        assertThat(exchange.getMessage().getHeader("CamelSandboxFileSize")).isEqualTo(7L);
    }

    @Test
    void aLargeFileIsAStreamThatCanBeReadAgainAndIsGoneAfterwards() throws IOException {
        String content = "0123456789".repeat(20_000);
        sandbox.files().put("/big", content.getBytes(StandardCharsets.UTF_8));

        Exchange exchange = sendToOnly("direct:read", "");

        assertThat(exchange.getException()).isNull();
        assertThat(StreamCache.class).isAssignableFrom(exchange.getProperty("class", Class.class));
        assertThat(exchange.getProperty("first")).isEqualTo(content);
        assertThat(exchange.getProperty("again")).isEqualTo(content);
        assertThat(exchange.getProperty("spooled")).isEqualTo(1L);
        assertThat(spooled()).isZero();
    }

    @Test
    void aFileOverTheCapIsRefusedAndLeavesNothing() throws IOException {
        sandbox.files().put("/big", new byte[300_000]);

        Exchange exchange = sendToOnly("sandbox:readFile?path=/big&maxOutput=1k&maxFileSize=200k", "");

        assertThat(failure(exchange))
                .hasMessageContaining("/big")
                .hasMessageContaining("maxFileSize")
                .extracting("reason")
                .isEqualTo(Reason.FILE_TOO_LARGE);
        assertThat(spooled()).isZero();
    }

    @Test
    void aFileThatIsNotThereIsAnErrorThatLeavesTheBody() {
        Exchange exchange = sendToOnly("sandbox:readFile?path=/missing", "before");

        assertThat(failure(exchange).reason()).isEqualTo(Reason.FILE_NOT_FOUND);
        assertThat(exchange.getMessage().getBody()).isEqualTo("before");
    }

    @Test
    void aPathFromAMessageIsDataAndMustBeAbsolute() {
        sandbox.files().put("/a b&c+d", new byte[3]);
        Exchange read = template.request("sandbox:readFile?sandboxId=sb-1&path=variable:name", exchange -> {
            exchange.setVariable("name", "/a b&c+d");
        });
        assertThat(read.getMessage().getBody(byte[].class)).hasSize(3);

        Exchange relative = template.request("sandbox:readFile?sandboxId=sb-1&path=variable:name", exchange -> {
            exchange.setVariable("name", "etc/passwd");
        });
        assertThat(failure(relative)).isInstanceOf(SandboxRefusedException.class);
    }
}
