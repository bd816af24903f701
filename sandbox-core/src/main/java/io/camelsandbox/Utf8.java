package io.camelsandbox;

/** Where characters end in UTF-8 bytes. */
final class Utf8 {

    private static final int LONGEST_CHARACTER = 4;

    private Utf8() {}

    /** How many of {@code bytes} are left when a character that is not whole at their end is taken off. */
    static int lengthOfWholeCharacters(byte[] bytes) {
        for (int back = 1; back <= Math.min(LONGEST_CHARACTER, bytes.length); back++) {
            int first = bytes[bytes.length - back] & 0xFF;
            boolean continuation = (first & 0xC0) == 0x80;
            if (!continuation) {
                return lengthAnnouncedBy(first) > back ? bytes.length - back : bytes.length;
            }
        }
        return bytes.length;
    }

    private static int lengthAnnouncedBy(int first) {
        if (first >= 0xF0 && first <= 0xF4) {
            return 4;
        }
        if (first >= 0xE0 && first < 0xF0) {
            return 3;
        }
        return first >= 0xC2 && first < 0xE0 ? 2 : 1;
    }
}
