package io.camelsandbox.engine.local.seccomp;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Runs a filter as the kernel does, and checks what the kernel checks before it takes one. */
final class BpfMachine {

    private static final int MAX_DATA_OFFSET = 60;

    private final ByteBuffer program;
    private final int length;

    BpfMachine(byte[] bytes) {
        program = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        length = bytes.length / 8;
        if (bytes.length % 8 != 0 || length == 0 || length > 4096) {
            throw new IllegalArgumentException("no program of " + bytes.length + " bytes");
        }
        if (code(length - 1) != BpfAssembler.RET_K) {
            throw new IllegalArgumentException("the program does not end with a return");
        }
    }

    /** The return value for one call. */
    int run(int architecture, int number, long... arguments) {
        var data = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
        data.putInt(number).putInt(architecture).putLong(0x7fff_0000_1234L);
        for (long argument : arguments) {
            data.putLong(argument);
        }
        int accumulator = 0;
        int at = 0;
        while (at < length) {
            int k = program.getInt(at * 8 + 4);
            int whenTrue = program.get(at * 8 + 2) & 0xff;
            int whenFalse = program.get(at * 8 + 3) & 0xff;
            switch (code(at)) {
                case BpfAssembler.LD_W_ABS -> {
                    if (k < 0 || k > MAX_DATA_OFFSET || k % 4 != 0) {
                        throw new IllegalStateException("load from " + k);
                    }
                    accumulator = data.getInt(k);
                }
                case BpfAssembler.ALU_AND_K -> accumulator &= k;
                case BpfAssembler.JMP_JA -> at += k;
                case BpfAssembler.JMP_JEQ_K -> at += accumulator == k ? whenTrue : whenFalse;
                case BpfAssembler.JMP_JGE_K ->
                    at += Integer.compareUnsigned(accumulator, k) >= 0 ? whenTrue : whenFalse;
                case BpfAssembler.JMP_JSET_K -> at += (accumulator & k) != 0 ? whenTrue : whenFalse;
                case BpfAssembler.RET_K -> {
                    return k;
                }
                default -> throw new IllegalStateException("instruction " + code(at) + " at " + at);
            }
            at++;
        }
        throw new IllegalStateException("ran off the end");
    }

    private int code(int at) {
        return program.getShort(at * 8) & 0xffff;
    }
}
