package io.camelsandbox.benchmarks;

import io.camelsandbox.benchmarks.contest.Contestants;
import io.camelsandbox.benchmarks.measure.Effort;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * What the command line asks for.
 *
 * @param effort how much is measured
 * @param only   which rows, by any part of their names; empty for all
 * @param json   where to write the rows as JSON
 * @param docs   where the page and its figures are written, when all rows are measured
 * @param others where the other contestants are
 */
record BenchOptions(
        Effort effort, Optional<Pattern> only, Optional<Path> json, Optional<Path> docs, Contestants.Others others) {

    /**
     * Reads the command line.
     *
     * @throws IllegalArgumentException when it cannot be understood; the message says what is wrong
     */
    static BenchOptions parse(String... args) {
        var parser = new Parser(args);
        while (parser.next()) {
            parser.take();
        }
        return parser.result();
    }

    boolean wants(String row) {
        return only.map(p -> p.matcher(row).find()).orElse(true);
    }

    private static final class Parser {

        private final String[] args;
        private int position = -1;
        private Effort effort = Effort.FULL;
        private Pattern only;
        private Path json;
        private Path docs;
        private Path camelExec;
        private Path flytoPython;
        private String podmanImage;

        Parser(String[] args) {
            this.args = args;
        }

        boolean next() {
            return ++position < args.length;
        }

        void take() {
            String option = args[position];
            switch (option) {
                case "--quick" -> effort = Effort.QUICK;
                case "--only" -> only = pattern(value(option));
                case "--json" -> json = Path.of(value(option));
                case "--docs" -> docs = Path.of(value(option));
                case "--camel-exec" -> camelExec = Path.of(value(option));
                case "--flyto-python" -> flytoPython = Path.of(value(option));
                case "--podman-image" -> podmanImage = value(option);
                default -> throw new IllegalArgumentException("unknown option '" + option + "'");
            }
        }

        private String value(String option) {
            if (!next()) {
                throw new IllegalArgumentException(option + " needs a value");
            }
            return args[position];
        }

        private static Pattern pattern(String text) {
            try {
                return Pattern.compile(text);
            } catch (PatternSyntaxException e) {
                throw new IllegalArgumentException("--only needs a regular expression: " + e.getDescription(), e);
            }
        }

        BenchOptions result() {
            return new BenchOptions(
                    effort,
                    Optional.ofNullable(only),
                    Optional.ofNullable(json),
                    Optional.ofNullable(docs),
                    new Contestants.Others(
                            Optional.ofNullable(camelExec),
                            Optional.ofNullable(flytoPython),
                            Optional.ofNullable(podmanImage)));
        }
    }
}
