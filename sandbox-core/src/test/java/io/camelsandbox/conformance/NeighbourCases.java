package io.camelsandbox.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.CodeRequest;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Guarantee;
import io.camelsandbox.Language;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many runs at once, and what they see of each other. */
public interface NeighbourCases {

    ConformanceKit kit();

    private List<ExecutionResult> all(List<CodeRequest> requests) {
        List<CompletableFuture<ExecutionResult>> running =
                requests.stream().map(kit().runner()::run).toList();
        return running.stream()
                .map(run -> run.orTimeout(110, TimeUnit.SECONDS).join())
                .toList();
    }

    private static CodeRequest request(Language language, String code) {
        return CodeRequest.builder(language, code)
                .limits(ConformanceKit.limits(60_000))
                .build();
    }

    @Test
    @Timeout(120)
    default void twoHundredAtOnceAllAnswer() {
        List<CodeRequest> requests = IntStream.range(0, 200)
                .mapToObj(i -> request(Language.PYTHON, "print(" + i + ")"))
                .toList();

        List<ExecutionResult> results = all(requests);

        for (int i = 0; i < results.size(); i++) {
            assertThat(results.get(i).stdout().text()).isEqualTo(i + "\n");
            assertThat(results.get(i).succeeded()).isTrue();
        }
    }

    @Test
    default void languagesMixWithoutMixingTheirOutput() {
        var requests = new ArrayList<CodeRequest>();
        for (int i = 0; i < 10; i++) {
            requests.add(request(Language.PYTHON, "print('p" + i + "')"));
            requests.add(request(Language.JS, "console.log('j" + i + "')"));
            requests.add(request(Language.SHELL, "echo s" + i));
        }

        List<ExecutionResult> results = all(requests);

        for (int i = 0; i < 10; i++) {
            assertThat(results.get(3 * i).stdout().text()).isEqualTo("p" + i + "\n");
            assertThat(results.get(3 * i + 1).stdout().text()).isEqualTo("j" + i + "\n");
            assertThat(results.get(3 * i + 2).stdout().text()).isEqualTo("s" + i + "\n");
        }
    }

    @Test
    default void neighboursSeeNothingOfEachOther() {
        kit().needs(Guarantee.FILESYSTEM);
        String code = """
                for d in /tmp /dev/shm /workspace /home/sandbox; do ls -A $d; touch $d/mine; done
                sleep 987654 &
                sleep 1
                for p in /proc/[0-9]*; do tr '\\0' ' ' <$p/cmdline; echo; done | grep -c '[s]leep 987654'
                """;
        List<ExecutionResult> results = all(
                List.of(request(Language.SHELL, code), request(Language.SHELL, code), request(Language.SHELL, code)));

        assertThat(results)
                .allSatisfy(result -> assertThat(result.stdout().text()).isEqualTo("1\n"));
    }

    @Test
    default void neighboursShareNoNetwork() {
        kit().needs(Guarantee.NETWORK);
        String code = """
                import socket, time
                a = socket.socket(socket.AF_UNIX); a.bind("\\0neighbour")
                t = socket.socket(); t.bind(("127.0.0.1", 45454)); t.listen()
                time.sleep(1); print("bound")
                """;
        List<ExecutionResult> results = all(List.of(request(Language.PYTHON, code), request(Language.PYTHON, code)));

        assertThat(results)
                .allSatisfy(result -> assertThat(result.stdout().text()).isEqualTo("bound\n"));
    }

    @Test
    default void aNeighbourCannotBeSignalled() {
        kit().needs(Guarantee.USER);
        var quiet = CodeRequest.builder(Language.SHELL, "sleep 1.5; echo survived")
                .limits(ConformanceKit.limits(20_000))
                .build();
        var killer = request(
                Language.PYTHON,
                "import os\n"
                        + "for p in range(2, 40000):\n    try:\n        if p != os.getpid(): os.kill(p, 9)\n"
                        + "    except OSError: pass\nprint('tried')");

        List<ExecutionResult> results = all(List.of(quiet, killer));

        assertThat(results.get(0).stdout().text()).isEqualTo("survived\n");
        assertThat(results.get(1).stdout().text()).isEqualTo("tried\n");
    }

    @Test
    default void aNeighbourThatFillsItsDiskTakesNothingFromOthers() {
        kit().needsEnforced(Guarantee.DISK);
        var full = CodeRequest.builder(Language.SHELL, "dd if=/dev/zero of=/tmp/f bs=1M 2>/dev/null; sleep 1; exit 1")
                .limits(ConformanceKit.limits(20_000).withDisk(16L << 20))
                .build();
        var other = request(Language.SHELL, "sleep 0.5; head -c 30000000 /dev/zero >/tmp/f && echo room");

        assertThat(all(List.of(full, other)).get(1).stdout().text()).isEqualTo("room\n");
    }

    @Test
    @Timeout(120)
    default void shortRunsAreNeverWithoutTheirOutput() {
        List<CodeRequest> requests = IntStream.range(0, 400)
                .mapToObj(i -> request(Language.SHELL, "true & true & echo hi; echo ho >&2"))
                .toList();

        assertThat(all(requests)).allSatisfy(result -> {
            assertThat(result.stdout().text()).isEqualTo("hi\n");
            assertThat(result.stderr().text()).isEqualTo("ho\n");
        });
    }

    @Test
    default void theKernelEndsAGuestBeforeItEndsThisProcess() throws IOException {
        kit().needs(Guarantee.FILESYSTEM);
        int own = Integer.parseInt(
                Files.readString(Path.of("/proc/self/oom_score_adj")).strip());

        String guest = kit().shell("cat /proc/self/oom_score_adj").stdout().strip();

        assertThat(Integer.parseInt(guest)).isGreaterThan(own);
    }

    @Test
    default void theProcessorLimitHolds() {
        kit().needsEnforced(Guarantee.CPU);
        var spinning = CodeRequest.builder(Language.SHELL, "for i in 1 2 3 4; do while :; do :; done & done; wait")
                .limits(ConformanceKit.limits(3_000).withCpu(0.5))
                .build();

        ExecutionResult result = all(List.of(spinning)).get(0);

        assertThat(result.usage().cpuTime()).isBetween(Duration.ofMillis(500), Duration.ofMillis(2_000));
    }
}
