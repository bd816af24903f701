package io.camelsandbox.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelsandbox.CodeRequest;
import io.camelsandbox.Language;
import io.camelsandbox.Limits;
import io.camelsandbox.Output;
import io.camelsandbox.OutputFile;
import io.camelsandbox.OutputPolicy;
import io.camelsandbox.Stdin;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;

/** Runs one attack and compares what comes back with what is expected. */
final class AttackRunner {

    private static final long DEFAULT_TIMEOUT_MILLIS = 8_000;
    private static final Duration GONE_WITHIN = Duration.ofSeconds(3);

    private final ConformanceKit kit;
    private final HostState host;
    private final ProcessWatch processes;

    AttackRunner(ConformanceKit kit, HostState host, ProcessWatch processes) {
        this.kit = kit;
        this.host = host;
        this.processes = processes;
    }

    /** Runs it, checks it, and says how it ended. */
    String run(Attack attack, Expectation wanted) {
        boolean weak = wanted.guards().stream().anyMatch(guarantee -> !kit.enforced(guarantee));
        Expectation expected = weak ? wanted.weakened() : wanted;
        wanted.guards().forEach(kit::needs);
        wanted.text("arch")
                .ifPresent(arch -> Assumptions.assumeTrue(
                        arch.equals(System.getProperty("os.arch")), () -> "written for " + arch));
        if (SpecialAttacks.has(attack.id())) {
            return SpecialAttacks.run(attack, kit);
        }
        CodeRequest request = request(attack, expected);
        Outcome outcome = kit.run(request);
        check(outcome, expected, request);
        return outcome.ending();
    }

    /** True where everything that the attack is about is enforced here. */
    boolean enforced(Expectation expected) {
        return expected.guards().stream().allMatch(kit::enforced);
    }

    private CodeRequest request(Attack attack, Expectation expected) {
        var request = CodeRequest.builder(Language.of(attack.language()), attack.code())
                .limits(limits(expected))
                .args(expected.texts("args"))
                .env(expected.map("env"))
                .outputFiles(expected.texts("outputFiles"));
        expected.text("interpreter").ifPresent(request::interpreter);
        if (expected.flag("kill").orElse(false)) {
            request.outputPolicy(OutputPolicy.KILL);
        }
        attack.option("stdin").ifPresent(source -> request.stdin(new Stdin.Bytes(stdin(source))));
        attack.option("allowed_modules")
                .ifPresent(list -> request.allowedModules(
                        List.of(list.substring(1, list.length() - 1).split(","))));
        return request.build();
    }

    private static byte[] stdin(String source) {
        if (source.startsWith("0x")) {
            return HexFormat.of().parseHex(source.substring(2));
        }
        return new byte[Integer.parseInt(source.replace("MB", "")) * 1_000_000];
    }

    private static Limits limits(Expectation expected) {
        Limits limits = ConformanceKit.limits(expected.number("timeout").orElse(DEFAULT_TIMEOUT_MILLIS));
        return limits.withMemory(expected.number("memory").orElse(limits.memory()))
                .withPids((int) expected.number("pids").orElse(limits.pids()))
                .withDisk(expected.number("disk").orElse(limits.disk()))
                .withFiles((int) expected.number("files").orElse(limits.files()))
                .withOpenFiles((int) expected.number("openFiles").orElse(limits.openFiles()))
                .withOutput(expected.number("output").orElse(limits.output()));
    }

    private void check(Outcome outcome, Expectation expected, CodeRequest request) {
        String said = described(outcome);
        List<String> ends = expected.has("ends") ? expected.texts("ends") : List.of("exited");
        assertThat(ends).as("how it may end; %s", said).contains(outcome.ending());
        Duration most = expected.number("within").isPresent()
                ? Duration.ofMillis(expected.number("within").getAsLong())
                : request.limits().timeout();
        assertThat(outcome.elapsed()).as("time; %s", said).isLessThan(most.plus(ConformanceKit.SLACK));
        expected.text("message")
                .filter(pattern -> outcome.error() != null)
                .ifPresent(pattern ->
                        assertThat(outcome.error().getMessage()).as("message").containsPattern(pattern));
        outcome.anyResult().ifPresent(result -> {
            checkOutput(result.stdout(), result.stderr(), expected, said);
            if (!expected.numbers("exit").isEmpty()) {
                assertThat(expected.numbers("exit")).as("exit code; %s", said).contains(result.exitCode());
            }
            if (expected.has("collected")) {
                assertThat(result.files())
                        .extracting(OutputFile::name)
                        .as("files; %s", said)
                        .containsExactlyElementsOf(expected.texts("collected"));
            }
            result.files().forEach(file -> assertThat(host.leak(new String(file.content())))
                    .as("a host secret in a file")
                    .isEmpty());
        });
        checkAfterwards(expected, request);
    }

    private void checkOutput(Output stdout, Output stderr, Expectation expected, String said) {
        String out = stdout.text();
        String err = stderr.text();
        expected.text("exact").ifPresent(text -> assertThat(out).as(said).isEqualTo(text));
        expected.text("hex").ifPresent(hex -> assertThat(HexFormat.of().formatHex(stdout.bytes()))
                .as(said)
                .isEqualTo(hex));
        expected.text("stdout").ifPresent(regex -> assertThat(found(regex, out))
                .as("/%s/ in stdout; %s", regex, said)
                .isTrue());
        expected.text("stderr").ifPresent(regex -> assertThat(found(regex, err))
                .as("/%s/ in stderr; %s", regex, said)
                .isTrue());
        expected.text("never").ifPresent(regex -> assertThat(found(regex, out) || found(regex, err))
                .as("/%s/ in the output; %s", regex, said)
                .isFalse());
        expected.flag("truncated")
                .ifPresent(flag ->
                        assertThat(stdout.truncated()).as("truncated; %s", said).isEqualTo(flag));
        expected.number("chars").ifPresent(count -> assertThat(out).hasSize((int) count));
        assertThat(host.leak(out).or(() -> host.leak(err))).as("a host secret").isEmpty();
    }

    private void checkAfterwards(Expectation expected, CodeRequest request) {
        if (expected.has("gone")) {
            Awaitility.await().atMost(GONE_WITHIN).untilAsserted(() -> assertThat(
                            processes.running(expected.texts("gone")))
                    .isEmpty());
        }
        expected.text("then").ifPresent(code -> {
            Outcome next = kit.run(CodeRequest.builder(request.language(), code).build());
            assertThat(next.stdout())
                    .as("the next run; %s", described(next))
                    .isEqualTo(expected.text("thenExact").orElseThrow());
        });
        assertThat(host.changes()).as("changes on the host").isEmpty();
    }

    private static boolean found(String regex, String text) {
        return Pattern.compile(regex, Pattern.DOTALL | Pattern.MULTILINE)
                .matcher(text)
                .find();
    }

    /** For the messages of failed tests: what is run here is no secret. */
    private static String described(Outcome outcome) {
        String output = outcome.anyResult()
                .map(result -> "exit=" + result.exitCode() + " stdout='"
                        + shortened(result.stdout().text()) + "' stderr='"
                        + shortened(result.stderr().text()) + "'")
                .orElse("nothing ran");
        String error =
                outcome.error() == null ? "" : " error='" + outcome.error().getMessage() + "'";
        return outcome.ending() + " after " + outcome.elapsed().toMillis() + " ms " + output + error;
    }

    private static String shortened(String text) {
        return text.length() <= 300 ? text : text.substring(0, 200) + " … " + text.substring(text.length() - 100);
    }

    /** The word for the table. */
    static String word(Attack attack, boolean enforced) {
        String word = attack.kind().startsWith("clear") ? "clear" : attack.kind();
        return enforced ? word : word + " (best effort)";
    }
}
