package io.camelsandbox.benchmarks.measure;

import io.camelsandbox.benchmarks.contest.Contestants;
import io.camelsandbox.benchmarks.report.Row;
import java.util.List;
import java.util.function.Predicate;

/** Something to measure, with rows as its outcome. */
public interface Scenario {

    /** What it is, for the line that says what is going on. */
    String title();

    /** The names of the rows that it can make. */
    List<String> rowNames(Contestants contestants);

    /**
     * Measures.
     *
     * @param wanted says by a row's name whether it is asked for; others may be left out
     */
    List<Row> measure(Contestants contestants, Predicate<String> wanted) throws Exception;
}
