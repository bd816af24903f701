package io.camelsandbox.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.Output;
import io.camelsandbox.Spool;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputSinkTest {

    @TempDir
    Path folder;

    @Test
    void keepsEverythingBelowTheCap() {
        var sink = new OutputSink(10, Optional.empty());
        sink.accept(bytes("hel"));
        sink.accept(bytes("lo"));
        Output output = sink.finish(5);
        assertThat(output.text()).isEqualTo("hello");
        assertThat(output.truncated()).isFalse();
        assertThat(output.bytesProduced()).isEqualTo(5);
    }

    @Test
    void cutsAtTheCapAndCountsTheRest() {
        var sink = new OutputSink(4, Optional.empty());
        ByteBuffer bytes = bytes("hello");
        sink.accept(bytes);
        assertThat(bytes.hasRemaining()).isFalse();
        Output output = sink.finish(5);
        assertThat(output.text()).isEqualTo("hell");
        assertThat(output.truncated()).isTrue();
        assertThat(output.bytesProduced()).isEqualTo(5);
    }

    @Test
    void countsWhatTheEngineNeverHandedOver() {
        var sink = new OutputSink(4, Optional.empty());
        sink.accept(bytes("hell"));
        assertThat(sink.finish(1_000_000).bytesProduced()).isEqualTo(1_000_000);
    }

    @Test
    void cutsOnACharacterBoundary() {
        var sink = new OutputSink(6, Optional.empty());
        sink.accept(bytes("😀😀"));
        assertThat(sink.finish(8).text()).isEqualTo("😀");
    }

    @Test
    void writesAllToAnOwnerOnlyFileBeyondTheCap() throws IOException {
        var sink = new OutputSink(4, Optional.of(new Spool(folder, 100)));
        sink.accept(bytes("abc"));
        sink.accept(bytes("def"));
        sink.accept(bytes("ghi"));
        Output output = sink.finish(9);
        assertThat(output.truncated()).isFalse();
        assertThat(output.bytes()).isEqualTo("abcd".getBytes(StandardCharsets.UTF_8));
        assertThat(output.open()).hasContent("abcdefghi");
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(output.file().orElseThrow())))
                .isEqualTo("rw-------");
        output.discard();
        assertThat(filesInFolder()).isZero();
    }

    @Test
    void stopsAtTheEndOfTheSpool() throws IOException {
        var sink = new OutputSink(2, Optional.of(new Spool(folder, 5)));
        sink.accept(bytes("abcdefgh"));
        sink.accept(bytes("ijk"));
        Output output = sink.finish(11);
        assertThat(output.open()).hasContent("abcde");
        assertThat(output.truncated()).isTrue();
    }

    @Test
    void needsNoFileBelowTheCap() throws IOException {
        var sink = new OutputSink(8, Optional.of(new Spool(folder, 100)));
        sink.accept(bytes("abcdefgh"));
        assertThat(sink.finish(8).file()).isEmpty();
        assertThat(filesInFolder()).isZero();
    }

    @Test
    void leavesNothingOnDiskWhenDiscarded() throws IOException {
        var sink = new OutputSink(2, Optional.of(new Spool(folder, 100)));
        sink.accept(bytes("abcdefgh"));
        assertThat(filesInFolder()).isOne();
        sink.discard();
        assertThat(filesInFolder()).isZero();
    }

    @Test
    void keepsTheHeadWhenTheSpoolCannotBeWritten() {
        var sink = new OutputSink(2, Optional.of(new Spool(folder.resolve("missing"), 100)));
        sink.accept(bytes("abcd"));
        Output output = sink.finish(4);
        assertThat(output.text()).isEqualTo("ab");
        assertThat(output.truncated()).isTrue();
    }

    @Test
    void anEmptyStreamIsEmpty() {
        assertThat(new OutputSink(8, Optional.empty()).finish(0).bytes()).isEmpty();
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private long filesInFolder() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.count();
        }
    }
}
