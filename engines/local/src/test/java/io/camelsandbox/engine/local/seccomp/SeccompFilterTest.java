package io.camelsandbox.engine.local.seccomp;

import static io.camelsandbox.engine.local.seccomp.Answer.ALLOW;
import static io.camelsandbox.engine.local.seccomp.Answer.EAFNOSUPPORT;
import static io.camelsandbox.engine.local.seccomp.Answer.ENOSYS;
import static io.camelsandbox.engine.local.seccomp.Answer.EPERM;
import static io.camelsandbox.engine.local.seccomp.Answer.EPROTONOSUPPORT;
import static io.camelsandbox.engine.local.seccomp.Answer.KILL;
import static io.camelsandbox.engine.local.seccomp.Answer.PRETEND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelsandbox.SandboxUnavailableException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SeccompFilterTest {

    private static final long HIGH = 0x1_0000_0000L;

    /** A filter and the numbers of its architecture. */
    private record Subject(Architecture architecture, SyscallTable table, BpfMachine machine) {

        static Subject of(Architecture architecture) {
            return new Subject(
                    architecture,
                    SyscallTable.of(architecture),
                    new BpfMachine(
                            SeccompFilter.forArchitecture(architecture.id()).program()));
        }

        Answer answer(String call, long... arguments) {
            return answer(table.number(call).orElseThrow(), arguments);
        }

        Answer answer(int number, long... arguments) {
            return named(machine.run(architecture.audit(), number, arguments));
        }

        static Answer named(int action) {
            return Arrays.stream(Answer.values())
                    .filter(answer -> answer.action() == action)
                    .findFirst()
                    .orElseThrow();
        }
    }

    @ParameterizedTest
    @EnumSource(Architecture.class)
    void answersEveryCallOfTheTableAsTheRulesSay(Architecture architecture) {
        var subject = Subject.of(architecture);
        subject.table().numbers().forEach((call, number) -> {
            var rule = SyscallPolicy.RULES.stream()
                    .filter(candidate -> candidate.calls().contains(call))
                    .findFirst();
            Answer expected = rule.map(Rule::otherwise).orElse(ALLOW);
            boolean plain = rule.map(Rule::clauses).map(List::isEmpty).orElse(true);
            if (plain) {
                assertThat(subject.answer(number, 0, 0, 0)).as(call).isEqualTo(expected);
            }
        });
    }

    @ParameterizedTest
    @EnumSource(Architecture.class)
    void answersNumbersOutsideTheTableWithNoSuchCall(Architecture architecture) {
        var subject = Subject.of(architecture);
        int highest = Collections.max(subject.table().numbers().values());

        for (int number = 0; number < highest + 600; number++) {
            if (!subject.table().numbers().containsValue(number)) {
                assertThat(subject.answer(number)).as("call %d", number).isEqualTo(ENOSYS);
            }
        }
        assertThat(subject.answer(-1)).isEqualTo(ENOSYS);
        assertThat(subject.answer(Integer.MAX_VALUE)).isEqualTo(ENOSYS);
        assertThat(subject.answer(Integer.MIN_VALUE)).isEqualTo(ENOSYS);
    }

    @ParameterizedTest
    @EnumSource(Architecture.class)
    void endsAProcessThatCallsAsAnotherArchitecture(Architecture architecture) {
        var subject = Subject.of(architecture);
        int i386 = 0x4000_0003;
        int arm = 0x4000_0028;

        assertThat(Subject.named(subject.machine().run(i386, 20))).isEqualTo(KILL);
        assertThat(Subject.named(subject.machine().run(arm, 20))).isEqualTo(KILL);
    }

    @Test
    void refusesTheSecondAbiOfX86() {
        var subject = Subject.of(Architecture.X86_64);

        for (int number = 0; number < 600; number++) {
            assertThat(subject.answer(0x4000_0000 | number))
                    .as("x32 call %d", number)
                    .isEqualTo(ENOSYS);
        }
    }

    @ParameterizedTest
    @EnumSource(Architecture.class)
    void letsProcessesAndThreadsStartButNoNamespaces(Architecture architecture) {
        var subject = Subject.of(architecture);
        long thread = 0x3d0f00;
        long fork = 0x1200011;

        assertThat(subject.answer("clone", thread)).isEqualTo(ALLOW);
        assertThat(subject.answer("clone", fork)).isEqualTo(ALLOW);
        for (int bit : new int[] {0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000}) {
            assertThat(subject.answer("clone", fork | bit)).as("%x", bit).isEqualTo(EPERM);
            assertThat(subject.answer("clone", HIGH | bit)).as("high %x", bit).isEqualTo(EPERM);
        }
        assertThat(subject.answer("clone3")).isEqualTo(ENOSYS);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, 0, ALLOW",
        "1, 2, 0, ALLOW",
        "1, 5, 0, ALLOW",
        "1, 3, 0, EPROTONOSUPPORT",
        "2, 1, 0, ALLOW",
        "2, 1, 6, ALLOW",
        "2, 2, 17, ALLOW",
        "2, 3, 1, EPROTONOSUPPORT",
        "2, 2, 1, EPROTONOSUPPORT",
        "2, 5, 0, EPROTONOSUPPORT",
        "2, 1, 132, EPROTONOSUPPORT",
        "2, 1, 262, EPROTONOSUPPORT",
        "2, 10, 0, EPROTONOSUPPORT",
        "10, 1, 0, ALLOW",
        "10, 3, 58, EPROTONOSUPPORT",
        "0, 1, 0, EAFNOSUPPORT",
        "16, 3, 0, EAFNOSUPPORT",
        "17, 3, 0, EAFNOSUPPORT",
        "38, 5, 0, EAFNOSUPPORT",
        "40, 1, 0, EAFNOSUPPORT",
        "-1, 1, 0, EAFNOSUPPORT",
    })
    void opensLocalAndInternetSocketsOnly(int family, int type, int protocol, Answer expected) {
        int closeOnExecAndNonBlocking = 0x80800;
        for (Architecture architecture : Architecture.values()) {
            var subject = Subject.of(architecture);
            assertThat(subject.answer("socket", family, type, protocol)).isEqualTo(expected);
            assertThat(subject.answer("socket", family, type | closeOnExecAndNonBlocking, protocol))
                    .isEqualTo(expected);
            assertThat(subject.answer("socket", HIGH | family, HIGH | type, HIGH | protocol))
                    .as("the kernel does not see the high half either")
                    .isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @EnumSource(Architecture.class)
    void looksAtArgumentsTheWayTheKernelDoes(Architecture architecture) {
        var subject = Subject.of(architecture);

        assertThat(subject.answer("ioctl", 0, 0x5401)).isEqualTo(ALLOW);
        for (long request : new long[] {0x5412, 0x541C, 0x541D, 0x5423, HIGH | 0x5412, 0xffff_ffff_0000_5412L}) {
            assertThat(subject.answer("ioctl", 0, request)).as("%x", request).isEqualTo(EPERM);
        }
        assertThat(subject.answer("fcntl", 3, 1024)).isEqualTo(EPERM);
        assertThat(subject.answer("fcntl", 3, HIGH | 1024)).isEqualTo(EPERM);
        assertThat(subject.answer("fcntl", 3, 6)).isEqualTo(ALLOW);
        assertThat(subject.answer("prctl", 62)).isEqualTo(EPERM);
        assertThat(subject.answer("prctl", 22, 2)).isEqualTo(ALLOW);
        assertThat(subject.answer("personality", 0)).isEqualTo(ALLOW);
        assertThat(subject.answer("personality", 0xffff_ffffL)).isEqualTo(ALLOW);
        assertThat(subject.answer("personality", 0x0040000)).isEqualTo(EPERM);
        assertThat(subject.answer("personality", 8)).isEqualTo(EPERM);
        assertThat(subject.answer("socketpair", 1)).isEqualTo(ALLOW);
        assertThat(subject.answer("socketpair", 30)).isEqualTo(EAFNOSUPPORT);
        assertThat(subject.answer("sync")).isEqualTo(PRETEND);
    }

    @ParameterizedTest
    @EnumSource(Architecture.class)
    void leavesTheFirstProcessOfTheSandboxAlone(Architecture architecture) {
        var subject = Subject.of(architecture);

        for (String call : List.of("prlimit64", "sched_setscheduler", "sched_setattr", "sched_setaffinity")) {
            assertThat(subject.answer(call, 1)).as(call).isEqualTo(EPERM);
            assertThat(subject.answer(call, HIGH | 1)).as(call).isEqualTo(EPERM);
            assertThat(subject.answer(call, 0)).as(call).isEqualTo(ALLOW);
            assertThat(subject.answer(call, 2)).as(call).isEqualTo(ALLOW);
        }
        assertThat(subject.answer("setpriority", 0, 1)).isEqualTo(EPERM);
        assertThat(subject.answer("setpriority", 2, 0)).isEqualTo(EPERM);
        assertThat(subject.answer("setpriority", 0, 0)).isEqualTo(ALLOW);
        assertThat(subject.answer("ioprio_set", 3, 0)).isEqualTo(EPERM);
    }

    @ParameterizedTest
    @EnumSource(Architecture.class)
    void keepsTheLimitOfCoreDumps(Architecture architecture) {
        var subject = Subject.of(architecture);
        int core = 4;
        int files = 7;
        long lowHalfIsZero = 0x7f00_0000_0000L;

        assertThat(subject.answer("prlimit64", 0, core, 0)).as("only read").isEqualTo(ALLOW);
        assertThat(subject.answer("prlimit64", 0, core, 0x1234)).isEqualTo(PRETEND);
        assertThat(subject.answer("prlimit64", 0, core, lowHalfIsZero)).isEqualTo(PRETEND);
        assertThat(subject.answer("prlimit64", 0, files, lowHalfIsZero)).isEqualTo(ALLOW);
        assertThat(subject.answer("setrlimit", core, lowHalfIsZero)).isEqualTo(PRETEND);
        assertThat(subject.answer("setrlimit", files, lowHalfIsZero)).isEqualTo(ALLOW);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "read",
                "write",
                "mmap",
                "mprotect",
                "futex",
                "execve",
                "execveat",
                "wait4",
                "exit_group",
                "openat",
                "memfd_create",
                "prctl",
                "seccomp",
                "pkey_mprotect",
                "membarrier",
                "getrandom",
                "sched_setaffinity",
                "pidfd_open",
                "epoll_pwait",
                "inotify_init1",
                "timerfd_create",
                "shmget",
                "semget",
                "rseq",
                "setpriority"
            })
    void allowsWhatProgramsNeed(String call) {
        for (Architecture architecture : Architecture.values()) {
            assertThat(Subject.of(architecture).answer(call)).isEqualTo(ALLOW);
        }
    }

    @Test
    void namesNoCallTwiceAndNoneThatDoesNotExist() {
        var named = SyscallPolicy.RULES.stream()
                .flatMap(rule -> rule.calls().stream())
                .toList();

        assertThat(named).doesNotHaveDuplicates();
        for (String call : named) {
            boolean known = Arrays.stream(Architecture.values())
                    .anyMatch(architecture ->
                            SyscallTable.of(architecture).number(call).isPresent());
            assertThat(known).as(call).isTrue();
        }
    }

    @Test
    void knowsBothArchitecturesByJavasNames() {
        assertThat(SeccompFilter.forArchitecture("amd64").program())
                .isEqualTo(SeccompFilter.forArchitecture("x86_64").program());
        assertThat(SeccompFilter.forArchitecture("arm64").program())
                .isEqualTo(SeccompFilter.forArchitecture("aarch64").program())
                .isNotEqualTo(SeccompFilter.forArchitecture("amd64").program());
    }

    @ParameterizedTest
    @ValueSource(strings = {"riscv64", "ppc64le", "s390x", "i386", "x86", "arm", ""})
    void failsClosedOnOtherArchitectures(String osArch) {
        assertThatThrownBy(() -> SeccompFilter.forArchitecture(osArch))
                .isInstanceOf(SandboxUnavailableException.class)
                .hasMessageContaining("'" + osArch + "'")
                .hasMessageContaining("aarch64");
    }

    @Test
    void isShort() {
        assertThat(SeccompFilter.forArchitecture("amd64").length()).isLessThan(400);
        assertThat(EPROTONOSUPPORT.action() & 0xffff).isEqualTo(93);
    }
}
