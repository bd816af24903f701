package io.camelsandbox.sandbox;

import static org.awaitility.Awaitility.await;

import io.camelsandbox.engine.StandardStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** An interpreter with state that answers what a test says. */
final class ScriptedInterpreter {

    private final ScriptedProcess process;

    ScriptedInterpreter(ScriptedProcess process) {
        this.process = process;
    }

    /** What it was told to run. */
    record Order(byte[] mark, int number, String folder, String stdin, String code) {}

    ScriptedProcess process() {
        return process;
    }

    /** The order of this number, from 1, as soon as it came. */
    Order order(int number) {
        await().until(() -> orders().size() >= number);
        return orders().get(number - 1);
    }

    List<Order> orders() {
        var buffer = ByteBuffer.wrap(process.inputBytes());
        var orders = new ArrayList<Order>();
        while (buffer.remaining() >= Integer.BYTES) {
            var body = new byte[buffer.getInt()];
            buffer.get(body);
            String[] fields = new String(body, StandardCharsets.UTF_8).split("\0", -1);
            orders.add(new Order(
                    HexFormat.of().parseHex(fields[1]),
                    Integer.parseInt(fields[2]),
                    fields[4],
                    fields[5],
                    fields[fields.length - 1]));
        }
        return orders;
    }

    /** Says that an execution begins. */
    void begin(Order order) {
        frame(order, StandardStream.STDOUT, 'B', new byte[0]);
    }

    /** Ends an execution. */
    void answer(Order order, String stdout, int exitCode) {
        process.out(stdout);
        frame(order, StandardStream.STDERR, 'E', new byte[0]);
        byte[] end = new byte[17];
        end[0] = (byte) exitCode;
        frame(order, StandardStream.STDOUT, 'E', end);
    }

    void frame(Order order, StandardStream stream, char kind, byte[] payload) {
        process.write(
                stream,
                ByteBuffer.allocate(order.mark().length + 3 + payload.length)
                        .put(order.mark())
                        .put((byte) kind)
                        .putShort((short) payload.length)
                        .put(payload)
                        .array());
    }
}
