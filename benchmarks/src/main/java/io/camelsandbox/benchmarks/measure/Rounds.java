package io.camelsandbox.benchmarks.measure;

import io.camelsandbox.benchmarks.contest.Contestant;
import io.camelsandbox.benchmarks.contest.JavaContestant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Lets contestants take turns, several rounds long. The machine's mood changes from minute to minute: what is compared is
 * always of one round. The first of one round is the last of the next, so that nobody always follows the same one.
 */
final class Rounds {

    private Rounds() {}

    interface Turn<T> {
        T take(Contestant contestant) throws Exception;
    }

    /** For each contestant's name what its turns gave, in the order of the rounds. */
    static <T> Map<String, List<T>> of(int rounds, List<Contestant> contestants, Turn<T> turn) throws Exception {
        var results = new LinkedHashMap<String, List<T>>();
        contestants.forEach(c -> results.put(c.name(), new ArrayList<>()));
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < contestants.size(); i++) {
                Contestant contestant = contestants.get((round + i) % contestants.size());
                JavaContestant.idle(Effort.SETTLE);
                results.get(contestant.name()).add(turn.take(contestant));
            }
        }
        return results;
    }
}
