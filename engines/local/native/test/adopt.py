"""Tests of sandboxes that outlive the Java that started them."""

import errno
import os
import signal
import stat
import time
from random import Random

from checks import *
from driver import *

MAIN = 1


def main_process(guest, script, flags=PACED, **terms):
    terms = {"out": NO_CAP, "err": NO_CAP, **terms}
    equal(guest.exec(["/bin/sh", "-c", script], flags=flags, **terms), MAIN)
    event = guest.event()
    equal(event[:2], ("started", MAIN))
    return event[2]


def adopted(guest, main):
    """The next Java, which has heard that the main process runs, and whose executions have other ids."""
    again = guest.adopted()
    equal(again.event(), ("started", MAIN, main))
    again.execs = MAIN
    again.paced.add(MAIN)
    return again


def output_of_main(guest, size):
    text = b""
    while len(text) < size:
        event = guest.event()
        equal(event[:2], ("output", MAIN))
        guest.taken(MAIN, event[2], len(event[3]))
        text += event[3]
    return text


def ended(l, guest):
    event = l.event()
    equal(event[:2], ("ended", guest.number))
    equal(state_of(guest.pid), None)
    guest.connection.close()
    return event


def own(l):
    return type(l)(l.user)


@test
def an_adoptable_sandbox_is_like_any_other(l):
    guest = l.adoptable()
    assert guest.is_pid1
    mode = os.stat(os.path.join(l.sockets, str(guest.number)))
    equal((stat.S_IMODE(mode.st_mode), stat.S_ISSOCK(mode.st_mode)), (0o600, True))
    guest.put(1, "/workspace/a", b"content")
    equal(guest.answer(1), [("done", 1)])
    equal(guest.sh("cat a; umask").stdout, b"content0022\n")
    equal(guest.run([GUEST, "descriptors"]).stdout, b"0 1 2 ")
    guest.end()


@test
def it_outlives_its_java_and_its_launcher_stays(l):
    other = own(l)
    ordinary = other.sandbox()
    guest = other.adoptable()
    guest.lease()
    main = main_process(guest, "echo before > file; exec sleep 60")
    inside = children(guest.pid)
    guest.leave()
    other.control.close()
    gone(ordinary.pid)
    ordinary.connection.close()
    again = adopted(guest, main)
    equal(again.sh("cat file", flags=0).stdout, b"before\n")
    equal(children(guest.pid), inside)
    assert other.process.poll() is None
    again.connection.send(0x4B)
    closed(again.connection)
    equal(other.close(), 0)
    equal((other.errors, state_of(guest.pid)), ("", None))


@test
def a_launcher_without_control_waits_without_work(l):
    other = own(l)
    guest = other.adoptable()
    guest.lease()
    main_process(guest, "exec sleep 60")
    guest.leave()
    other.control.close()
    time.sleep(10.5 if not SLOW else 0.5)
    before = cpu_ticks(other.pid), cpu_ticks(guest.pid)
    time.sleep(0.5)
    equal((cpu_ticks(other.pid), cpu_ticks(guest.pid)), before)
    again = guest.adopted()
    again.connection.send(0x4B)
    equal(other.close(), 0)
    again.connection.close()


@test
def one_is_let_in_at_a_time(l):
    guest = l.adoptable()
    for _ in range(20):
        closed(connected(os.path.join(l.sockets, str(guest.number))))
    equal(guest.sh("echo here").stdout, b"here\n")
    guest.end()


@test
def without_a_lease_the_end_of_java_is_the_end(l):
    guest = l.adoptable()
    guest.leave()
    equal(os.WEXITSTATUS(ended(l, guest)[2]), 0)


@test
def patience_has_an_end(l):
    guest = l.adoptable()
    guest.lease(patience=600)
    main = main_process(guest, "exec sleep 60")
    for _ in range(3):
        time.sleep(0.3)
        guest.leave()
        time.sleep(0.1)
        guest = adopted(guest, main)
    start = time.monotonic()
    guest.leave()
    equal(os.WEXITSTATUS(ended(l, guest)[2]), 0)
    assert 0.59 < time.monotonic() - start < 3


@test
def the_lifetime_is_kept_while_nobody_is_there(l):
    guest = l.adoptable()
    guest.lease(lifetime=400)
    main = main_process(guest, "exec sleep 60")
    time.sleep(0.6)
    equal(guest.sh("echo on", flags=0).stdout, b"on\n")
    guest.leave()
    ended(l, guest)
    guest = l.adoptable()
    guest.lease(lifetime=300, grace=400)
    start = time.monotonic()
    main_process(guest, "trap '' TERM; while :; do sleep 0.01; done")
    guest.leave()
    ended(l, guest)
    assert 0.69 < time.monotonic() - start < 3
    guest = l.adoptable()
    guest.lease(lifetime=300, grace=20000)
    main_process(guest, "sleep 60 & trap 'exit 3' TERM; wait")
    guest.leave()
    ended(l, guest)


@test
def a_lease_can_be_given_anew(l):
    guest = l.adoptable()
    guest.lease(patience=0, lifetime=1)
    main = main_process(guest, "exec sleep 60")
    guest.lease(patience=5000, lifetime=600)
    guest.leave()
    time.sleep(0.3)
    guest = adopted(guest, main)
    guest.lease()
    guest.leave()
    time.sleep(0.6)
    adopted(guest, main).end()


@test
def the_end_can_be_ordered(l):
    for guest in (l.adoptable(), l.sandbox(), l.sandbox(setup=False)):
        guest.connection.send(0x4B)
        closed(guest.connection)
        equal(os.WEXITSTATUS(ended(l, guest)[2]), 0)


@test
def only_who_listens_takes_a_lease(l):
    guest = l.sandbox()
    guest.lease()
    closed(guest.connection)
    assert b"protocol" in ended(l, guest)[6]


@test
def a_socket_that_cannot_be_made_is_refused(l):
    path = os.path.join(l.sockets, "taken")
    open(path, "w").close()
    number = l.start(listen=path)
    equal(l.event(), ("refused", number, "listen", errno.EADDRINUSE))
    number = l.start(listen=path + "/nowhere")
    equal(l.event(), ("refused", number, "listen", errno.ENOTDIR))


@test
def what_has_not_come_to_its_exec_ends_with_the_control_connection(l):
    other = own(l)
    number = other.start(hold=True, listen=os.path.join(other.sockets, "1"))
    equal(other.event(), ("parked", number))
    pids = children(other.pid)
    equal((len(pids), other.close()), (1, 0))
    equal(state_of(pids[0]), None)


@test
def a_launcher_that_breaks_off_spares_nobody(l):
    other = own(l)
    guest = other.adoptable()
    guest.lease()
    other.control.send(0x99)
    closed(other.control)
    equal(other.close(), 0)
    equal(state_of(guest.pid), None)
    guest.connection.close()


@test
def the_death_of_its_launcher_is_its_end_all_the_same(l):
    other = own(l)
    guest = other.adoptable()
    guest.lease()
    guest.leave()
    os.kill(other.pid, signal.SIGKILL)
    gone(guest.pid)
    other.close()


@test
def the_end_of_the_main_process_is_told_to_each_who_comes(l):
    guest = l.adoptable()
    guest.lease()
    main = main_process(guest, "echo first; read line; echo last; echo words >&2; exit 7")
    equal(output_of_main(guest, 6), b"first\n")
    guest.input(MAIN, b"go\n")
    guest.leave()
    eventually(lambda: children(guest.pid) == [], "the main process has ended")
    again = adopted(guest, main)
    result = again.result(MAIN)
    assert result.stdout in (b"last\n", b"") and result.stderr in (b"words\n", b""), result.__dict__
    equal((result.code, result.out, result.err), (7, 11, 6))
    for _ in range(2):
        again.leave()
        again = adopted(again, main)
        result = again.result(MAIN)
        equal((result.code, result.stdout, result.out, result.err), (7, b"", 11, 6))
        equal(again.sh("echo works", flags=0).stdout, b"works\n")
    again.end()


def main_pid_of(guest):
    supervisors = children(guest.pid)
    return next(iter(children(supervisors[0])), None) if supervisors else None


@test
def what_it_wrote_meanwhile_comes_before_its_end(l):
    guest = l.adoptable()
    guest.lease()
    main = main_process(guest, "sleep 0.3; echo alone; echo words >&2; exit 3")
    guest.leave()
    time.sleep(2)
    guest = adopted(guest, main)
    result = guest.result(MAIN)
    equal((result.stdout, result.stderr, result.code, result.cause), (b"alone\n", b"words\n", 3, 0))
    guest.end()


@test
def a_main_process_that_never_ran_is_told(l):
    guest = l.adoptable()
    guest.lease()
    equal(guest.exec(["/no/such"], flags=PACED), MAIN)
    guest.leave()
    time.sleep(0.2)
    again = guest.adopted()
    equal(again.event(), ("refused", MAIN, "exec", errno.ENOENT))
    again.leave()
    again = guest.adopted()
    equal(again.event(), ("refused", MAIN, "exec", errno.ENOENT))
    again.end()


@test
def its_output_waits_for_the_next_reader(l):
    guest = l.adoptable()
    guest.lease()
    main = main_process(guest, "i=0; while :; do i=$((i+1)); echo line $i; done")
    output_of_main(guest, 50000)
    guest.leave()
    time.sleep(0.3)
    process = main_pid_of(guest)
    before = cpu_ticks(guest.pid), cpu_ticks(process)
    time.sleep(0.5)
    equal((cpu_ticks(guest.pid), cpu_ticks(process)), before)
    again = adopted(guest, main)
    lines = output_of_main(again, 50000).split(b"\n")[:-1]
    numbers = [int(line.split()[1]) for line in lines]
    equal(numbers, list(range(numbers[0], numbers[0] + len(numbers))))
    again.end()


@test
def a_window_begins_anew(l):
    guest = l.adoptable()
    guest.lease()
    main = main_process(guest, f"exec {GUEST} flood 100000000")
    for _ in range(3):
        size = 0
        try:
            while True:
                size += len(guest.event(0.5)[3])
        except TimeoutError:
            pass
        assert WINDOW - 65536 <= size <= WINDOW, size
        guest.leave()
        guest = adopted(guest, main)
    guest.end()


@test
def only_the_main_process_and_what_may_live_on_stay(l):
    guest = l.adoptable()
    guest.lease()
    main = main_process(guest, "exec sleep 60")
    guest.sh("sleep 61 & sleep 62 & echo kept", flags=KEEP | PACED)
    before = sorted(children(guest.pid))
    equal(len(before), 2)
    fds = len(os.listdir(f"/proc/{guest.pid}/fd"))
    programs = ["setsid sleep 60 & sleep 60", f"exec {GUEST} stubborn", f"exec {GUEST} flood 1000000000", "exec cat"]
    for turn in range(20):
        flags = [0, PACED, KEEP, KEEP | PACED, TERMINAL, BOOT][turn % 6]
        guest.exec(["/bin/sh", "-c", programs[turn % 4]], flags=flags, out=NO_CAP)
    guest.put(99, "/workspace/half", b"half", size=1000)
    guest.get(98, "/usr/bin/bash", flags=0)
    guest.list(97, "/usr")
    time.sleep(0.3)
    guest.leave()
    again = adopted(guest, main)
    equal(again.exec(["/bin/sh", "-c", "cat > copy; wc -c < half"], flags=PACED), 2)
    again.put(99, "/workspace/whole", b"x" * 1000)
    equal(feed_and_answer(again, 2, b"hello", 99), (b"4\n", 0))
    equal(again.sh("cat copy; wc -c < whole", flags=0).stdout, b"hello1000\n")
    eventually(lambda: sorted(children(guest.pid)) == before, "all others have ended")
    equal(len(os.listdir(f"/proc/{guest.pid}/fd")), fds)
    again.end()


def feed_and_answer(guest, execution, data, ref):
    """Both at once; nothing of an earlier Java may be among it."""
    guest.input(execution, data)
    guest.input(execution, b"")
    text, done = b"", False
    while True:
        event = guest.event()
        if event[0] == "exit":
            equal((event[1]["exec"], done), (execution, True))
            return text, event[1]["code"]
        done = done or event == ("done", ref)
        assert event[1] in (execution, ref), event
        text += event[3] if event[0] == "output" else b""


@test
def standard_input_begins_anew(l):
    guest = l.adoptable()
    guest.lease()
    main = main_process(guest, "sleep 1; head -c 400000 | wc -c")
    guest.input(MAIN, bytes(200000))
    guest.leave()
    guest = adopted(guest, main)
    guest.input(MAIN, bytes(200000))
    result = guest.result(MAIN)
    equal(result.stdout, b"400000\n")
    assert result.credit <= 200000, result.credit
    guest.end()


@test
def a_clock_goes_on(l):
    guest = l.adoptable()
    guest.lease()
    main = main_process(guest, "exec sleep 60", timeout=500)
    guest.leave()
    time.sleep(0.8)
    result = adopted(guest, main).result(MAIN)
    equal((result.cause, result.code), (1, signal.SIGTERM))
    assert result.wall < 2000000, result.wall
    guest.adopted().end()


@test
def java_may_go_at_any_moment(l):
    seed = int(os.environ.get("SEED", time.time_ns() % 1000000))
    print(f"    SEED={seed}")
    random = Random(seed)
    guest = l.adoptable()
    guest.lease()
    main = main_process(guest, "i=0; while :; do i=$((i+1)); echo $i; echo $i > now; done")
    guest.sh("sleep 600 & true", flags=KEEP)
    kept = sorted(children(guest.pid))
    fds = len(os.listdir(f"/proc/{guest.pid}/fd"))
    programs = [["/bin/sh", "-c", "sleep 60 & setsid sleep 60"], [GUEST, "flood", "100000000"], [GUEST, "stubborn"]]
    programs += [["/bin/echo", "x"], ["/no"], ["/sandbox/init", "write", "/workspace/w", "644"]]
    last = 0
    for _ in range(50):
        for _ in range(random.randrange(12)):
            flags = random.choice([0, PACED, TERMINAL, PACED | TERMINAL, BOOT])
            execution = guest.exec(random.choice(programs), flags=flags, out=NO_CAP, timeout=random.choice([0, 20]))
            guest.input(execution, bytes(random.randrange(5000)))
            random.choice([lambda: guest.list(900, "/usr"), lambda: guest.get(901, "/usr/bin/bash", 0), str])()
            try:
                for _ in range(random.randrange(30)):
                    event = guest.event(0)
                    if event[0] == "output" and event[1] == MAIN:
                        guest.taken(MAIN, event[2], len(event[3]))
            except TimeoutError:
                pass
        if random.random() < 0.5:
            guest.connection.sock.send(u32(5000) + bytes(random.randrange(100)))
        time.sleep(random.random() * 0.02)
        guest.leave()
        guest = adopted(guest, main)
        last, before = last_number(guest), last
        assert last > before, (last, before)
    eventually(lambda: sorted(children(guest.pid)) == kept, "only the main process and what was kept are left")
    equal(guest.sh("echo works", flags=0).stdout, b"works\n")
    equal(len(os.listdir(f"/proc/{guest.pid}/fd")), fds)
    guest.end()


def last_number(guest):
    """Of what the main process says now; its lines follow each other."""
    text = output_of_main(guest, 1).partition(b"\n")[2]
    while text.count(b"\n") < 3:
        text += output_of_main(guest, 1)
    numbers = [int(number) for number in text.split(b"\n")[:-1]]
    equal(numbers, list(range(numbers[0], numbers[0] + len(numbers))))
    return numbers[-1]
