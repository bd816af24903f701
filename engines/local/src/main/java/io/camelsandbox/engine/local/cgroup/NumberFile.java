package io.camelsandbox.engine.local.cgroup;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.OptionalLong;

/** A file of the kernel that holds a number. It stays open from its first reading on: opening it is most of the cost. */
final class NumberFile implements AutoCloseable {

    private static final int MOST_CHARACTERS = 32;

    private final Path file;
    private FileChannel channel;

    NumberFile(Path file) {
        this.file = file;
    }

    /** Its number now; empty where there is none. */
    synchronized OptionalLong read() {
        ByteBuffer text = ByteBuffer.allocate(MOST_CHARACTERS);
        try {
            if (channel == null || !channel.isOpen()) {
                channel = FileChannel.open(file, StandardOpenOption.READ);
            }
            channel.read(text, 0);
            String number = new String(text.array(), 0, text.position(), StandardCharsets.US_ASCII);
            return OptionalLong.of(Long.parseLong(number.trim()));
        } catch (IOException | NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    /** It may be read again. */
    @Override
    public synchronized void close() {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                // nothing was written
            }
        }
    }
}
