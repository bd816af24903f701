package io.camelsandbox.sandbox.state;

import io.camelsandbox.Display;
import io.camelsandbox.DisplayPart;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Puts together what an execution shows, and takes nothing that is out of order or out of bounds. */
final class DisplayAssembly {

    private static final Pattern TYPE = Pattern.compile("[a-z0-9.+-]{1,40}/[a-z0-9.+-]{1,59}");

    private final List<DisplayPart> parts = new ArrayList<>();
    private int room = Display.LARGEST;
    private int value;
    private String type;
    private int expected;
    private ByteArrayOutputStream content;
    private boolean truncated;

    void part(ByteBuffer payload) throws BrokenFrameException {
        if (content != null || payload.remaining() <= 2 * Integer.BYTES || parts.size() == Display.MOST_PARTS) {
            throw new BrokenFrameException("a part that may not be there");
        }
        int number = payload.getInt();
        int length = payload.getInt();
        String said = StandardCharsets.ISO_8859_1.decode(payload).toString();
        if (number < value || length < 0 || length > room || !TYPE.matcher(said).matches()) {
            throw new BrokenFrameException("a part that cannot be");
        }
        value = number;
        type = said;
        expected = length;
        room -= length;
        content = new ByteArrayOutputStream(Math.min(length, StateFrames.LONGEST));
        completeIfWhole();
    }

    void data(ByteBuffer payload) throws BrokenFrameException {
        if (content == null || payload.remaining() > expected - content.size()) {
            throw new BrokenFrameException("data that no part needs");
        }
        var bytes = new byte[payload.remaining()];
        payload.get(bytes);
        content.writeBytes(bytes);
        completeIfWhole();
    }

    void truncated() {
        truncated = true;
    }

    /** True when no part waits for its data. */
    boolean isWhole() {
        return content == null;
    }

    /** What was shown; a part that is not whole is left out. */
    Display display() {
        return parts.isEmpty() && !truncated && content == null
                ? Display.NONE
                : new Display(parts, truncated || content != null);
    }

    private void completeIfWhole() {
        if (content.size() == expected) {
            parts.add(new DisplayPart(value, type, content.toByteArray()));
            content = null;
        }
    }
}
