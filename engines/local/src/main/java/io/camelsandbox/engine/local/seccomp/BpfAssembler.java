package io.camelsandbox.engine.local.seccomp;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Assembles a classic BPF program: instructions in order, jumps by label, forward only. A conditional jump reaches 255
 * instructions; where a target is further away the assembler puts an unconditional jump in between.
 */
final class BpfAssembler {

    static final int LD_W_ABS = 0x20;
    static final int ALU_AND_K = 0x54;
    static final int JMP_JA = 0x05;
    static final int JMP_JEQ_K = 0x15;
    static final int JMP_JGE_K = 0x35;
    static final int JMP_JSET_K = 0x45;
    static final int RET_K = 0x06;

    /** The most instructions the kernel takes (BPF_MAXINSNS). */
    static final int MAX_INSTRUCTIONS = 4096;

    private static final int INSTRUCTION_BYTES = 8;
    private static final int SHORT_REACH = 255;

    /** A place in the program. */
    static final class Label {}

    private sealed interface Line permits Plain, Jump, Branch, Mark {}

    private record Plain(int code, int k) implements Line {}

    private record Jump(Label target) implements Line {}

    private record Branch(int code, int k, Label whenTrue, Label whenFalse) implements Line {}

    private record Mark(Label label) implements Line {}

    private final List<Line> lines = new ArrayList<>();

    /** Loads the 32-bit word at {@code offset} of the call's data. */
    void load(int offset) {
        lines.add(new Plain(LD_W_ABS, offset));
    }

    void and(int mask) {
        lines.add(new Plain(ALU_AND_K, mask));
    }

    void ret(int value) {
        lines.add(new Plain(RET_K, value));
    }

    void ifEqual(int value, Label whenTrue, Label whenFalse) {
        lines.add(new Branch(JMP_JEQ_K, value, whenTrue, whenFalse));
    }

    /** Compares as unsigned numbers. */
    void ifAtLeast(int value, Label whenTrue, Label whenFalse) {
        lines.add(new Branch(JMP_JGE_K, value, whenTrue, whenFalse));
    }

    void ifAnyBit(int mask, Label whenTrue, Label whenFalse) {
        lines.add(new Branch(JMP_JSET_K, mask, whenTrue, whenFalse));
    }

    void jump(Label target) {
        lines.add(new Jump(target));
    }

    /** Says that {@code label} is the next instruction. */
    void mark(Label label) {
        lines.add(new Mark(label));
    }

    /**
     * The program as the kernel takes it: an array of {@code struct sock_filter}, little-endian.
     *
     * @throws IllegalStateException when a label is missing or behind its jump, or the program is too long
     */
    byte[] assemble() {
        var far = new IdentityHashMap<Line, Integer>();
        Map<Label, Integer> places = places(far);
        // Each jump over a distance makes the program longer, which may put another target out of reach.
        while (widen(far, places)) {
            places = places(far);
        }
        return encode(far, places);
    }

    private int length(Line line, Map<Line, Integer> far) {
        if (line instanceof Mark) {
            return 0;
        }
        return 1 + far.getOrDefault(line, 0);
    }

    private Map<Label, Integer> places(Map<Line, Integer> far) {
        var places = new HashMap<Label, Integer>();
        int at = 0;
        for (Line line : lines) {
            if (line instanceof Mark mark && places.put(mark.label(), at) != null) {
                throw new IllegalStateException("a label is marked twice");
            }
            at += length(line, far);
        }
        if (at > MAX_INSTRUCTIONS) {
            throw new IllegalStateException(
                    "the program has " + at + " instructions, the kernel takes " + MAX_INSTRUCTIONS);
        }
        return places;
    }

    private boolean widen(Map<Line, Integer> far, Map<Label, Integer> places) {
        boolean changed = false;
        int at = 0;
        for (Line line : lines) {
            int length = length(line, far);
            if (line instanceof Branch branch && length == 1) {
                boolean near = distance(branch.whenTrue(), at, places) <= SHORT_REACH
                        && distance(branch.whenFalse(), at, places) <= SHORT_REACH;
                if (!near) {
                    far.put(line, 2);
                    changed = true;
                }
            }
            at += length;
        }
        return changed;
    }

    private static int distance(Label label, int from, Map<Label, Integer> places) {
        Integer place = places.get(label);
        if (place == null || place <= from) {
            throw new IllegalStateException("a jump needs a label further on");
        }
        return place - from - 1;
    }

    private byte[] encode(Map<Line, Integer> far, Map<Label, Integer> places) {
        int size = lines.stream().mapToInt(line -> length(line, far)).sum();
        var out = ByteBuffer.allocate(size * INSTRUCTION_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (Line line : lines) {
            int at = out.position() / INSTRUCTION_BYTES;
            if (line instanceof Plain plain) {
                put(out, plain.code(), 0, 0, plain.k());
            } else if (line instanceof Jump jump) {
                put(out, JMP_JA, 0, 0, distance(jump.target(), at, places));
            } else if (line instanceof Branch branch && length(line, far) == 1) {
                int whenTrue = distance(branch.whenTrue(), at, places);
                put(out, branch.code(), whenTrue, distance(branch.whenFalse(), at, places), branch.k());
            } else if (line instanceof Branch branch) {
                put(out, branch.code(), 0, 1, branch.k());
                put(out, JMP_JA, 0, 0, distance(branch.whenTrue(), at + 1, places));
                put(out, JMP_JA, 0, 0, distance(branch.whenFalse(), at + 2, places));
            }
        }
        return out.array();
    }

    private static void put(ByteBuffer out, int code, int whenTrue, int whenFalse, int k) {
        out.putShort((short) code).put((byte) whenTrue).put((byte) whenFalse).putInt(k);
    }
}
