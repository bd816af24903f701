package io.camelsandbox.engine.local.seccomp;

import io.camelsandbox.engine.local.seccomp.BpfAssembler.Label;
import io.camelsandbox.engine.local.seccomp.Rule.Clause;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Compiles rules to a filter for one architecture. Numbers of calls are searched by halves, since the filter runs at
 * every call; arguments are looked at only where a rule asks for it.
 */
final class FilterCompiler {

    private static final int NUMBER = 0;
    private static final int ARCHITECTURE = 4;
    private static final int ARGUMENTS = 16;
    private static final int ARGUMENT_BYTES = 8;
    private static final int ALL_BITS = -1;

    private static final Rule ALLOWED = Rule.always(Answer.ALLOW, "");
    private static final Rule UNKNOWN = Rule.always(Answer.ENOSYS, "");

    private record Range(int first, Rule rule) {}

    private final BpfAssembler assembler = new BpfAssembler();
    private final Map<Rule, Label> argumentTests = new LinkedHashMap<>();
    private final Architecture architecture;
    private final SyscallTable table;
    private final List<Rule> rules;

    FilterCompiler(Architecture architecture, SyscallTable table, List<Rule> rules) {
        this.architecture = architecture;
        this.table = table;
        this.rules = rules;
    }

    /** The program, once. */
    byte[] compile() {
        requireArchitecture();
        assembler.load(NUMBER);
        refuseOtherAbi();
        search(ranges());
        argumentTests.forEach((rule, label) -> {
            assembler.mark(label);
            testArguments(rule);
        });
        return assembler.assemble();
    }

    private void requireArchitecture() {
        var right = new Label();
        var wrong = new Label();
        assembler.load(ARCHITECTURE);
        assembler.ifEqual(architecture.audit(), right, wrong);
        assembler.mark(wrong);
        // Nothing built for another architecture can make use of an error: not even exit would work.
        assembler.ret(Answer.KILL.action());
        assembler.mark(right);
    }

    private void refuseOtherAbi() {
        architecture.otherAbiBit().ifPresent(bit -> {
            var other = new Label();
            var native64 = new Label();
            assembler.ifAnyBit(bit, other, native64);
            assembler.mark(other);
            assembler.ret(Answer.ENOSYS.action());
            assembler.mark(native64);
        });
    }

    private List<Range> ranges() {
        var byNumber = new HashMap<Integer, Rule>();
        table.numbers().values().forEach(number -> byNumber.put(number, ALLOWED));
        for (Rule rule : rules) {
            for (String call : rule.calls()) {
                table.number(call).ifPresent(number -> byNumber.put(number, rule));
            }
        }
        Set<Integer> bounds = new TreeSet<>();
        bounds.add(0);
        byNumber.keySet().forEach(number -> bounds.addAll(List.of(number, number + 1)));
        var ranges = new ArrayList<Range>();
        for (int number : bounds) {
            Rule rule = byNumber.getOrDefault(number, UNKNOWN);
            if (ranges.isEmpty() || !sameCode(ranges.get(ranges.size() - 1).rule(), rule)) {
                ranges.add(new Range(number, rule));
            }
        }
        return ranges;
    }

    private static boolean sameCode(Rule one, Rule other) {
        return one.equals(other)
                || one.clauses().isEmpty() && other.clauses().isEmpty() && one.otherwise() == other.otherwise();
    }

    private void search(List<Range> ranges) {
        if (ranges.size() == 1) {
            leaf(ranges.get(0).rule());
            return;
        }
        int middle = ranges.size() / 2;
        var above = new Label();
        var below = new Label();
        assembler.ifAtLeast(ranges.get(middle).first(), above, below);
        assembler.mark(below);
        search(ranges.subList(0, middle));
        assembler.mark(above);
        search(ranges.subList(middle, ranges.size()));
    }

    private void leaf(Rule rule) {
        if (rule.clauses().isEmpty()) {
            assembler.ret(rule.otherwise().action());
            return;
        }
        assembler.jump(argumentTests.computeIfAbsent(rule, key -> new Label()));
    }

    private void testArguments(Rule rule) {
        for (Clause clause : rule.clauses()) {
            var next = new Label();
            clause.tests().forEach(test -> test(test, next));
            assembler.ret(clause.answer().action());
            assembler.mark(next);
        }
        assembler.ret(rule.otherwise().action());
    }

    private void test(Rule.Test test, Label whenFalse) {
        var whenTrue = new Label();
        // Both architectures are little-endian: the low half of an argument comes first.
        assembler.load(ARGUMENTS + ARGUMENT_BYTES * test.argument());
        if (test instanceof Rule.AnyBit bits) {
            assembler.ifAnyBit(bits.mask(), whenTrue, whenFalse);
        } else if (test instanceof Rule.NotNull) {
            var lowIsZero = new Label();
            assembler.ifAnyBit(ALL_BITS, whenTrue, lowIsZero);
            assembler.mark(lowIsZero);
            assembler.load(ARGUMENTS + ARGUMENT_BYTES * test.argument() + ARGUMENT_BYTES / 2);
            assembler.ifAnyBit(ALL_BITS, whenTrue, whenFalse);
        } else if (test instanceof Rule.OneOf oneOf) {
            if (oneOf.mask() != ALL_BITS) {
                assembler.and(oneOf.mask());
            }
            var last = oneOf.values().size() - 1;
            for (int i = 0; i <= last; i++) {
                var other = i == last ? whenFalse : new Label();
                assembler.ifEqual(oneOf.values().get(i), whenTrue, other);
                if (i != last) {
                    assembler.mark(other);
                }
            }
        }
        assembler.mark(whenTrue);
    }
}
