package io.camelsandbox.engine.local.seccomp;

import java.util.List;

/**
 * How some calls are answered, and why. The first clause that holds gives the answer; where none does, {@code otherwise}
 * is it.
 *
 * @param calls     names of system calls
 * @param clauses   answers that depend on arguments
 * @param otherwise the answer where no clause holds
 * @param condition what the clauses come to, in words for people; empty without clauses
 * @param reason    why, in words for people
 */
record Rule(List<String> calls, List<Clause> clauses, Answer otherwise, String condition, String reason) {

    Rule {
        calls = List.copyOf(calls);
        clauses = List.copyOf(clauses);
    }

    /** Calls that are answered the same whatever their arguments. */
    static Rule always(Answer answer, String reason, String... calls) {
        return new Rule(List.of(calls), List.of(), answer, "", reason);
    }

    /** The answer where all tests hold. */
    record Clause(List<Test> tests, Answer answer) {
        Clause {
            tests = List.copyOf(tests);
        }
    }

    /**
     * A test of one argument. All but pointers are {@code int} to the kernel, which drops the high half, so comparing more
     * than the low 32 bits would let a value with high bits pass as another one.
     */
    sealed interface Test permits OneOf, AnyBit, NotNull {
        int argument();
    }

    /** Holds where the argument, after {@code mask}, is one of some values. */
    record OneOf(int argument, int mask, List<Integer> values) implements Test {
        OneOf {
            values = List.copyOf(values);
        }
    }

    /** Holds where any bit of {@code mask} is set. */
    record AnyBit(int argument, int mask) implements Test {}

    /** Holds where the argument, a pointer, is not null. */
    record NotNull(int argument) implements Test {}

    static Clause when(Answer answer, Test... tests) {
        return new Clause(List.of(tests), answer);
    }

    static Test oneOf(int argument, Integer... values) {
        return new OneOf(argument, -1, List.of(values));
    }

    static Test maskedOneOf(int argument, int mask, Integer... values) {
        return new OneOf(argument, mask, List.of(values));
    }

    static Test notNull(int argument) {
        return new NotNull(argument);
    }

    static Test anyBit(int argument, int mask) {
        return new AnyBit(argument, mask);
    }
}
