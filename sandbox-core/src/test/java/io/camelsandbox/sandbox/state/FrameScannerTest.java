package io.camelsandbox.sandbox.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Frames between output, however the stream is cut. */
class FrameScannerTest {

    private static final byte[] MARK = "aaaaaaaaaaaaaaab".getBytes(StandardCharsets.US_ASCII);

    private final ByteArrayOutputStream output = new ByteArrayOutputStream();
    private final List<String> frames = new ArrayList<>();
    private final FrameScanner scanner = new FrameScanner(new FrameScanner.Target() {
        @Override
        public void output(ByteBuffer bytes) {
            var copy = new byte[bytes.remaining()];
            bytes.get(copy);
            output.writeBytes(copy);
        }

        @Override
        public void frame(byte kind, ByteBuffer payload) {
            frames.add((char) kind + StandardCharsets.US_ASCII.decode(payload).toString());
        }
    });

    private static String frame(char kind, String payload) {
        return new String(MARK, StandardCharsets.US_ASCII) + kind + "\0" + (char) payload.length() + payload;
    }

    private void feed(String text) throws BrokenFrameException {
        scanner.feed(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
    }

    @Test
    void framesAndOutputAreToldApartWhereverTheStreamIsCut() throws Exception {
        // output that begins like the mark is output
        String stream = "aaaaaa" + frame('P', "one") + "mid" + frame('D', "") + frame('E', "aaab") + "aaaaaaaaaaaa";
        var random = new Random(7);
        for (int round = 0; round < 500; round++) {
            scanner.mark(MARK);
            output.reset();
            frames.clear();
            for (int at = 0; at < stream.length(); ) {
                int end = Math.min(stream.length(), at + 1 + random.nextInt(round % 40 + 1));
                feed(stream.substring(at, end));
                at = end;
            }
            scanner.finish();
            assertThat(output.toString(StandardCharsets.US_ASCII)).isEqualTo("aaaaaamidaaaaaaaaaaaa");
            assertThat(frames).containsExactly("Pone", "D", "Eaaab");
        }
    }

    @Test
    void withoutAMarkAllIsOutput() throws Exception {
        feed(frame('E', "x"));
        scanner.mark(MARK);
        feed("a");
        assertThat(frames).isEmpty();
        assertThat(output.size()).isEqualTo(MARK.length + 4);
        scanner.finish();
        assertThat(output.size()).isEqualTo(MARK.length + 5);
    }

    @Test
    void aFrameThatIsTooLongIsBrokenAsSoonAsItsLengthIsThere() {
        scanner.mark(MARK);
        assertThatThrownBy(() -> feed(new String(MARK, StandardCharsets.US_ASCII) + "D\u0010\0"))
                .isInstanceOf(BrokenFrameException.class)
                .hasMessageContaining("4096");
    }
}
