package io.camelsandbox.engine.local.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FramesTest {

    private static byte[] bytes(ByteBuffer frame) {
        var bytes = new byte[frame.remaining()];
        frame.duplicate().get(bytes);
        return bytes;
    }

    @Test
    void aFrameIsItsLengthItsTypeAndItsPayload() {
        ByteBuffer frame = FrameWriter.of(0x7F)
                .u8(0xFE)
                .u32(0x01020304L)
                .u64(-2)
                .string("é")
                .frame();
        assertThat(bytes(frame))
                .containsExactly(
                        0, 0, 0, 20, 0x7F, 0xFE, 1, 2, 3, 4, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE, 0, 0, 0, 2,
                        0xC3, 0xA9);
    }

    @Test
    void theLengthCountsATailThatIsSentSeparately() {
        assertThat(bytes(FrameWriter.of(1).u8(2).frame(1000))).containsExactly(0, 0, 0x03, 0xEA, 1, 2);
    }

    @Test
    void aFrameThatIsTooLongIsNotMade() {
        assertThatThrownBy(() -> FrameWriter.of(1).frame(FrameType.MAX_LENGTH))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void readsWhatWasWrittenHoweverItIsCut() throws Exception {
        var random = new Random(7);
        var stream = ByteBuffer.allocate(3_000_000);
        var expected = new ArrayList<String>();
        for (int i = 0; i < 300; i++) {
            String text = "x".repeat(random.nextInt(i % 10 == 0 ? 90_000 : 40));
            expected.add(i % 200 + ":" + text);
            stream.put(FrameWriter.of(i % 200).u64(i).string(text).frame());
        }
        stream.flip();
        var read = new ArrayList<String>();
        var reader = new FrameReader();
        while (stream.hasRemaining()) {
            int count = Math.min(stream.remaining(), 1 + random.nextInt(random.nextBoolean() ? 7 : 70_000));
            reader.feed(stream.slice(stream.position(), count), (type, payload) -> {
                payload.u64();
                read.add(type + ":" + payload.text());
            });
            stream.position(stream.position() + count);
        }
        assertThat(read).isEqualTo(expected);
    }

    @Test
    void lengthsThatCannotBeEndTheConnection() {
        for (int length : List.of(0, -1, FrameType.MAX_LENGTH + 1, Integer.MIN_VALUE)) {
            ByteBuffer whole = ByteBuffer.allocate(8).putInt(length).putInt(0).flip();
            assertThatThrownBy(() -> new FrameReader().feed(whole, (type, payload) -> {}))
                    .as("at once, length %d", length)
                    .isInstanceOf(ProtocolException.class);
            var reader = new FrameReader();
            assertThatThrownBy(() -> {
                        for (byte b : whole.array()) {
                            reader.feed(ByteBuffer.wrap(new byte[] {b}), (type, payload) -> {});
                        }
                    })
                    .as("byte by byte, length %d", length)
                    .isInstanceOf(ProtocolException.class);
        }
    }

    @Test
    void bytesThatNobodyTakesEndTheConnection() {
        ByteBuffer frame = FrameWriter.of(1).u32(5).frame();
        assertThatThrownBy(() -> new FrameReader().feed(frame, (type, payload) -> payload.u8()))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("left over");
    }

    @Test
    void takingMoreThanThereIsEndsTheConnection() {
        List<FrameReader.Sink> sinks =
                List.of((type, payload) -> payload.u64(), (type, payload) -> payload.string(), (type, payload) -> {
                    payload.u32();
                    payload.u8();
                });
        for (FrameReader.Sink sink : sinks) {
            ByteBuffer frame = FrameWriter.of(1).u32(0xFFFFFFFFL).frame();
            assertThatThrownBy(() -> new FrameReader().feed(frame, sink)).isInstanceOf(ProtocolException.class);
        }
    }

    @Test
    void randomBytesAreFramesOrAnErrorAndNothingElse() {
        var random = new Random(11);
        for (int i = 0; i < 2_000; i++) {
            var noise = new byte[random.nextInt(200)];
            random.nextBytes(noise);
            if (noise.length > 4) {
                noise[0] = 0;
                noise[1] = 0;
                noise[2] = 0;
            }
            var reader = new FrameReader();
            try {
                reader.feed(ByteBuffer.wrap(noise), (type, payload) -> {
                    payload.u32();
                    payload.string();
                    payload.rest();
                });
            } catch (ProtocolException e) {
                assertThat(e.getMessage()).startsWith("a ");
            }
        }
    }
}
