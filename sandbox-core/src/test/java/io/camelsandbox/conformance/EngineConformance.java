package io.camelsandbox.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.engine.SandboxEngine;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.opentest4j.TestAbortedException;

/**
 * What every engine must pass. A subclass gives the engine; cases are skipped where the engine says that it lacks a
 * capability or a guarantee, and for no other reason.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
public abstract class EngineConformance
        implements ResultCases,
                EndingCases,
                StreamCases,
                FileCases,
                StdinCases,
                EnvironmentCases,
                ModuleCases,
                NeighbourCases,
                LiveCases {

    private static final Duration GONE_WITHIN = Duration.ofSeconds(5);

    private static final int ATTACKS_AT_ONCE = 3;

    private final Corpus corpus = Corpus.load();
    private final ExecutorService attackers = Executors.newFixedThreadPool(ATTACKS_AT_ONCE);
    private SandboxEngine engine;
    private ConformanceKit kit;
    private HostState host;
    private ProcessWatch processes;
    private Report report;

    /** A new engine that is not started: the kit starts it and closes it. */
    protected abstract SandboxEngine newEngine();

    /** Names this run in the report. */
    protected abstract String label();

    @Override
    public ConformanceKit kit() {
        return kit;
    }

    @BeforeAll
    void startEngine() {
        report = new Report(label());
        host = new HostState();
        processes = new ProcessWatch();
        engine = newEngine();
        engine.start();
        kit = new ConformanceKit(engine);
    }

    @AfterAll
    void closeEngine() throws IOException {
        attackers.shutdownNow();
        engine.close();
        report.write();
        report.table().forEach(System.out::println);
        Awaitility.await("everything that was started to be gone")
                .atMost(GONE_WITHIN)
                .untilAsserted(() -> assertThat(processes.alive()).isEmpty());
        assertThat(ProcessWatch.zombies()).as("zombies").isZero();
        assertThat(host.changes()).as("changes on the host").isEmpty();
        processes.close();
    }

    /** Every attack of the corpus, by family; some at once, since most of them wait for a time limit. */
    @TestFactory
    Stream<DynamicContainer> attacks() {
        var runner = new AttackRunner(kit, host, processes);
        return corpus.families().entrySet().stream()
                .filter(family -> !family.getKey().equals("CML"))
                .map(family -> {
                    List<DynamicTest> tests = family.getValue().stream()
                            .map(attack -> test(runner, attack))
                            .toList();
                    return DynamicContainer.dynamicContainer(family.getKey(), tests);
                })
                .toList()
                .stream();
    }

    private DynamicTest test(AttackRunner runner, Attack attack) {
        Future<?> attempt = attackers.submit(() -> attempt(runner, attack));
        return DynamicTest.dynamicTest(attack.id() + " " + attack.idea(), () -> {
            try {
                attempt.get();
            } catch (ExecutionException e) {
                throw e.getCause();
            }
        });
    }

    private void attempt(AttackRunner runner, Attack attack) {
        Expectation expected = corpus.expectation(attack.id());
        try {
            String ending = runner.run(attack, expected);
            report.add(attack, AttackRunner.word(attack, runner.enforced(expected)), ending);
        } catch (TestAbortedException skipped) {
            report.add(attack, "not available", skipped.getMessage());
            System.out.println(attack.id() + " skipped: " + skipped.getMessage());
            throw skipped;
        } catch (AssertionError | RuntimeException failed) {
            report.add(attack, "failed", "");
            throw failed;
        }
    }
}
