"""Drives launcher and init over real sockets, through bubblewrap. Prints "N passed, M failed".

usage: SANDBOX_NATIVE=… SANDBOX_GUEST=… suite.py [part of a test's name]
"""

import errno
import os
import platform
import resource
import shutil
import signal
import socket
import struct
import subprocess
import sys
import time
import traceback
from random import Random

from checks import *
from driver import *

NOBODY = 65534


# --- the launcher -----------------------------------------------------------------------------------------------


@test
def started_names_pid_1_and_its_start_time(l):
    number = l.start()
    event = l.event()
    equal(event[:2], ("started", number))
    with open(f"/proc/{event[2]}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    equal(int(fields[19]), event[3])
    equal(status_of(event[2], "NSpid").split()[-1], "1")
    guest = Guest(l, number, event[2], l.accept(number))
    assert guest.is_pid1
    guest.end()


@test
def the_end_comes_with_status_and_usage_when_the_tree_is_empty(l):
    guest = l.sandbox()
    guest.exec(["/bin/sleep", "60"])
    equal(guest.event()[0], "started")
    inside = children(guest.pid)
    equal(len(inside), 1)
    ended = guest.end()
    equal(os.WEXITSTATUS(ended[2]), 137)
    equal([state_of(pid) for pid in [guest.pid] + inside], [None, None])
    equal(children(l.pid), [])


@test
def a_held_child_waits_for_its_release(l):
    number = l.start(hold=True)
    equal(l.event(), ("parked", number))
    l.release(number)
    event = l.event()
    equal(event[:2], ("started", number))
    guest = Guest(l, number, event[2], l.accept(number))
    guest.setup()
    equal(guest.sh("echo out").stdout, b"out\n")
    guest.end()


@test
def a_held_child_can_be_killed(l):
    number = l.start(hold=True)
    equal(l.event(), ("parked", number))
    l.kill(number)
    event = l.event()
    equal(event[:3], ("ended", number, signal.SIGKILL))
    l.accept(number).close()


@test
def a_held_child_that_dies_is_told(l):
    number = l.start(hold=True)
    equal(l.event(), ("parked", number))
    os.kill(children(l.pid)[0], signal.SIGKILL)
    equal(l.event()[:3], ("ended", number, signal.SIGKILL))
    l.accept(number).close()


@test
def a_kill_at_any_moment_ends_the_sandbox(l):
    for turn in range(40):
        number = l.start()
        time.sleep(turn * 0.0003)
        l.kill(number)
        event = l.event()
        if event[0] == "started":
            event = l.event()
        equal(event[:2], ("ended", number))
        equal(children(l.pid), [])
    while True:
        l.server.settimeout(0.05)
        try:
            l.server.accept()[0].close()
        except TimeoutError:
            break
    l.server.settimeout(PATIENCE)


@test
def unknown_sandboxes_are_ignored(l):
    l.kill(4711)
    l.release(4711)
    l.sandbox().end()


def refused(l, step, error, **options):
    number = l.start(**options)
    equal(l.event(), ("refused", number, step, error))
    equal(children(l.pid), [])


@test
def a_step_that_fails_is_named(l):
    refused(l, "exec", errno.ENOENT, argv=["/no/such/program"])
    refused(l, "exec", errno.EACCES, argv=["/usr"])
    refused(l, "group", errno.ENOENT, groups=["/no/such/cgroup.procs"])
    refused(l, "folder", errno.EEXIST, folders=[("a", 0o755), ("a", 0o755)])
    refused(l, "oom", errno.EINVAL, oom=5000)
    if l.user is not None:
        refused(l, "user", errno.EPERM, uid=1, disk=0)
        refused(l, "oom", errno.EACCES, oom=-1000)
    os.rename(l.path, l.path + ".away")
    refused(l, "connect", errno.ENOENT)
    os.rename(l.path + ".away", l.path)
    os.rename(l.stage, l.stage + ".away")
    refused(l, "tmpfs", errno.ENOENT)
    os.rename(l.stage + ".away", l.stage)
    l.sandbox().end()


def groups_of_the_machine():
    """A new group of each kind that can be made here, as a folder."""
    made = []
    for parent in ("/sys/fs/cgroup/pids", "/sys/fs/cgroup/memory", "/sys/fs/cgroup/unified", "/sys/fs/cgroup"):
        folder = f"{parent}/sandbox-native-test-{os.getpid()}"
        try:
            os.mkdir(folder)
        except OSError:
            continue
        if os.path.exists(folder + "/cgroup.procs"):
            made.append(folder)
        else:
            os.rmdir(folder)
    return made


@test
def groups_and_oom_score_are_those_of_the_whole_sandbox(l):
    guest = l.sandbox(oom=500)
    guest.exec(["/bin/sleep", "60"])
    equal(guest.event()[0], "started")
    for pid in [guest.pid] + children(guest.pid):
        with open(f"/proc/{pid}/oom_score_adj") as file:
            equal(file.read(), "500\n")
    guest.end()
    groups = groups_of_the_machine() if l.user is None else []
    try:
        if not groups:
            print("    skipped: groups (none can be made here)")
            return
        guest = l.sandbox(groups=[group + "/cgroup.procs" for group in groups])
        for group in groups:
            with open(group + "/cgroup.procs") as file:
                assert guest.pid in [int(line) for line in file], group
        guest.end()
        for group in groups:
            with open(group + "/cgroup.procs") as file:
                equal(file.read(), "")
    finally:
        for group in groups:
            os.rmdir(group)


@test
def what_the_child_writes_to_descriptor_2_is_kept(l):
    number = l.start(argv=["/bin/sh", "-c", "echo oops >&2; exit 3"], disk=0)
    events = [l.event()]
    if events[0][0] == "started":
        events.append(l.event())
    equal(events[-1][:3], ("ended", number, 3 << 8))
    equal(events[-1][6], b"oops\n")
    number = l.start(argv=["/bin/sh", "-c", "head -c 1000000 /dev/zero >&2; exit 4"], disk=0)
    equal(l.event()[0], "started")
    event = l.event()
    equal(event[:3], ("ended", number, 4 << 8))
    equal(event[6], bytes(4096))


@test
def the_program_gets_nothing_but_its_four_descriptors(l):
    script = "env >&2; for f in /proc/self/fd/*; do echo ${f##*/} >&2; done; grep -E 'NoNewPrivs|Sig(Blk|Ign)' /proc/self/status >&2; umask >&2"
    number = l.start(argv=["/bin/sh", "-c", script], disk=0)
    text = l.event()
    while text[0] != "ended":
        text = l.event()
    lines = text[6].decode().split("\n")
    equal([line for line in lines if "=" in line], [f"PWD={os.getcwd()}"])
    # What sh's expansion of /proc/self/fd had open itself is there too.
    equal([line for line in lines if line.isdigit() and len(line) < 4][:4], ["0", "1", "2", "3"])
    assert len([line for line in lines if line.isdigit() and len(line) < 4]) <= 5, lines
    assert "NoNewPrivs:\t1" in lines and "SigBlk:\t0000000000000000" in lines, lines
    assert "SigIgn:\t0000000000000000" in lines and "0022" in lines, lines
    l.accept(number).close()


@test
def a_broken_bubblewrap_ends_with_its_own_words(l):
    number = l.start(argv=l.argv("--ro-bind", "/no/such/path", "/x"))
    event = l.event()
    if event[0] == "started":
        event = l.event()
    equal(event[:2], ("ended", number))
    assert b"/no/such/path" in event[6], event
    l.accept(number).close()


@test
def the_death_of_bubblewrap_is_the_end_of_the_sandbox(l):
    guest = l.sandbox()
    guest.exec(["/bin/sleep", "60"])
    equal(guest.event()[0], "started")
    inside = children(guest.pid)
    os.kill(children(l.pid)[0], signal.SIGKILL)
    equal(l.event()[:3], ("ended", guest.number, signal.SIGKILL))
    equal([state_of(pid) for pid in [guest.pid] + inside], [None, None])
    guest.connection.close()


@test
def a_hundred_sandboxes_at_once(l):
    # Descriptors of the launcher are the measure of a leak.
    before = len(os.listdir(f"/proc/{l.pid}/fd"))
    numbers = [l.start(disk=1 << 20) for _ in range(100)]
    guests = {}
    pids = {}
    for _ in numbers:
        event = l.event()
        equal(event[0], "started")
        pids[event[1]] = event[2]
        # Java's backlog is finite: it accepts while it starts.
        guests[event[1]] = Guest(l, event[1], event[2], l.accept(event[1]))
    for number, guest in guests.items():
        guest.setup()
        guest.exec(["/bin/sh", "-c", f"echo {number}"])
    for number, guest in guests.items():
        result = guest.result(1)
        equal((result.stdout, result.code), (b"%d\n" % number, 0))
        l.kill(number)
    equal(sorted(l.event()[1] for _ in numbers), numbers)
    equal(children(l.pid), [])
    equal(len(os.listdir(f"/proc/{l.pid}/fd")), before)
    for number, guest in guests.items():
        equal(state_of(pids[number]), None)
        guest.connection.close()


@test
def few_descriptors_are_used_up_to_the_last(l):
    other = TestLauncher(l.user, open_files=64)
    guests = []
    refusals = 0
    while refusals < 5:
        number = other.start(disk=1 << 20)
        event = other.event()
        if event[0] == "refused":
            equal(event, ("refused", number, "fork", errno.EMFILE))
            refusals += 1
        else:
            equal(event[0], "started")
            guests.append(Guest(other, number, event[2], other.accept(number)))
    assert len(guests) > 20, len(guests)
    for guest in guests[:3]:
        guest.end()
    last = other.sandbox()
    equal(last.sh("echo room").stdout, b"room\n")
    equal(other.close(), 0)
    for guest in guests + [last]:
        equal(state_of(guest.pid), None)
        guest.connection.close()


@test
def a_full_backlog_is_waited_for_and_then_refused(l):
    other = TestLauncher(l.user)
    other.server.listen(0)
    waiting = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    waiting.connect(other.path)
    start = time.monotonic()
    number = other.start()
    time.sleep(0.3)
    other.server.accept()[0].close()
    event = other.event()
    equal(event[:2], ("started", number))
    other.kill(number)
    equal(other.event()[:2], ("ended", number))
    if l.user is None and not SLOW:
        number = other.start()
        equal(other.event(), ("refused", number, "connect", errno.EAGAIN))
        assert 9 < time.monotonic() - start < 13
    other.kill(number)
    waiting.close()
    equal(other.close(), 0)


def everything_of(l, count):
    guests = [l.sandbox() for _ in range(count)]
    for guest in guests:
        guest.exec(["/bin/sh", "-c", "setsid sleep 60 & sleep 60"])
        equal(guest.event()[0], "started")
    number = l.start(hold=True)
    equal(l.event(), ("parked", number))
    l.accept(number).close()
    pids = children(l.pid)
    for guest in guests:
        pids += [guest.pid] + children(guest.pid)
    return guests, pids


@test
def the_end_of_the_control_connection_is_the_end_of_all(l):
    other = own(l)
    guests, pids = everything_of(other, 10)
    equal(other.close(), 0)
    equal([pid for pid in pids if state_of(pid) is not None], [])
    for guest in guests:
        guest.connection.close()


@test
def the_death_of_the_launcher_is_the_end_of_all(l):
    other = own(l)
    guests, pids = everything_of(other, 5)
    os.kill(other.pid, signal.SIGKILL)
    for pid in pids:
        gone(pid)
    other.close()
    for guest in guests:
        guest.connection.close()


@test
def signals_that_ask_for_an_end_are_ignored_by_the_launcher(l):
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGPIPE, signal.SIGCHLD):
        os.kill(l.pid, number)
    guest = l.sandbox()
    equal(guest.sh("echo yes").stdout, b"yes\n")
    guest.end()


def breaks_the_launcher(l, data):
    other = own(l)
    guests, pids = everything_of(other, 1)
    try:
        other.control.sendall(data)
    except Closed:
        pass
    closed(other.control)
    other.close()
    assert "protocol" in other.errors or "already" in other.errors, other.errors
    equal([pid for pid in pids if state_of(pid) is not None], [])
    for guest in guests:
        guest.connection.close()


@test
def what_is_not_of_the_protocol_ends_the_launcher(l):
    for data in (
        u32(0),
        u32(2097153),
        u32(0xFFFFFFFF) + bytes(100),
        u32(1) + u8(0x99),
        u32(1) + u8(0x12),
        u32(10) + u8(0x12) + u64(1) + u8(0),
        u32(5) + u8(0x10) + u32(7),
    ):
        breaks_the_launcher(l, data)


@test
def an_id_twice_ends_the_launcher(l):
    other = own(l)
    guest = other.sandbox()
    other.ids -= 1
    other.start()
    closed(other.control)
    other.close()
    equal(state_of(guest.pid), None)
    guest.connection.close()


@test
def the_stage_is_not_seen_outside(l):
    guest = l.sandbox()
    guest.put(1, "/workspace/mine", b"x")
    equal(guest.answer(1), [("done", 1)])
    equal(os.listdir(l.stage), [])
    other = l.sandbox()
    equal(other.sh("ls /workspace /tmp /code").stdout, b"/code:\n\n/tmp:\n\n/workspace:\n")
    other.end()
    guest.end()


# --- init: processes --------------------------------------------------------------------------------------------


@test
def both_streams_the_code_and_the_usage(l):
    guest = l.sandbox()
    result = guest.sh("echo out; echo err >&2; exit 7")
    equal((result.stdout, result.stderr, result.how, result.code, result.cause), (b"out\n", b"err\n", 0, 7, 0))
    equal((result.out, result.err, result.full), (4, 4, 0))
    assert 0 < result.wall < 5e6 and result.rss > 100, result.__dict__
    result = guest.sh("kill -SEGV $$")
    equal((result.how, result.code, result.cause), (1, signal.SIGSEGV, 0))
    result = guest.run([GUEST, "memory", "60"])
    assert result.rss > 60 << 10, result.rss
    result = guest.sh("( i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done )")
    assert result.user + result.system > 10000, result.__dict__
    guest.end()


@test
def what_is_left_over_counts_as_well(l):
    guest = l.sandbox()
    result = guest.sh(f"{GUEST} memory 50 > /dev/null; ({GUEST} memory 70; sleep 60) & sleep 0.5")
    assert result.rss > 70 << 10, result.rss
    guest.end()


@test
def arguments_and_environment_are_bytes(l):
    guest = l.sandbox()
    words = [b"a b", b"", b"\xff\xfe", b"-c", b"*", b"x" * 100000]
    result = guest.run(["/bin/sh", "-c", 'for a; do printf "%s|" "$a"; done', "sh"] + words)
    equal(result.stdout, b"|".join(words) + b"|")
    result = guest.run(["/usr/bin/env"], env=["A=1\n2", b"B=\xff", "C="])
    equal(result.stdout, b"A=1\n2\nB=\xff\nC=\n")
    equal(guest.run(["/usr/bin/env"], env=[]).stdout, b"")
    guest.end()


@test
def a_process_starts_clean(l):
    guest = l.sandbox(setup=False)
    guest.setup(rlimits=[(resource.RLIMIT_NOFILE, 100, 200)])
    equal(guest.run([GUEST, "descriptors"]).stdout, b"0 1 2 ")
    execution = guest.exec([GUEST, "descriptors"], flags=BOOT | KILL_REST)
    guest.go(execution)
    equal(guest.result(execution).stdout, b"0 1 2 3 ")
    equal(
        guest.run([GUEST, "state"], cwd="/tmp").stdout,
        b"blocked=0 handled=0 umask=22 session=1 group=1 nnp=1 seccomp=0 cwd=/tmp files=100/200 dumpable=1\n",
    )
    guest.end()


def filter_of(call, action):
    """Everything is allowed but one call."""
    code = struct.pack("=HBBI", 0x20, 0, 0, 0) + struct.pack("=HBBI", 0x15, 0, 1, call)
    return code + struct.pack("=HBBI", 0x06, 0, 0, action) + struct.pack("=HBBI", 0x06, 0, 0, 0x7FFF0000)


@test
def the_seccomp_program_holds(l):
    guest = l.sandbox(setup=False)
    uname = {"x86_64": 63, "aarch64": 160}[platform.machine()]
    guest.setup(seccomp=filter_of(uname, 0x00050000 | errno.EXDEV))
    assert b"cross-device" in guest.run(["/bin/uname"]).stderr
    assert b"seccomp=2" in guest.run([GUEST, "state"]).stdout
    guest.end()


@test
def what_cannot_start_is_refused_with_its_step(l):
    guest = l.sandbox()
    equal(guest.run(["/no/such"]).refused, ("exec", errno.ENOENT))
    equal(guest.run(["/usr"]).refused, ("exec", errno.EACCES))
    equal(guest.run(["/bin/true"], cwd="/nowhere").refused, ("cwd", errno.ENOENT))
    equal(guest.run(["/bin/true"], cwd="/bin/sh").refused, ("cwd", errno.ENOTDIR))
    equal(guest.run(["/bin/true", "x" * 200000]).refused, ("exec", errno.E2BIG))
    equal(guest.run(["/bin/true"]).code, 0)
    guest.end()
    guest = l.sandbox(setup=False)
    guest.setup(rlimits=[(99, 1, 1)])
    equal(guest.run(["/bin/true"]).refused, ("rlimit", errno.EINVAL))
    guest.end()
    guest = l.sandbox(setup=False)
    guest.setup(seccomp=bytes(8))
    equal(guest.run(["/bin/true"]).refused, ("seccomp", errno.EINVAL))
    guest.end()


@test
def a_write_is_a_frame(l):
    guest = l.sandbox()
    execution = guest.exec([GUEST, "pieces", "5"])
    equal(guest.event()[0], "started")
    for i in range(5):
        equal(guest.event()[-1], b"piece %d\n" % i)
        guest.input(execution, b"\n")
        equal(guest.event()[0], "credit")
    equal(guest.event()[0], "exit")
    guest.end()


@test
def output_beyond_the_cap_is_counted(l):
    guest = l.sandbox()
    result = guest.run([GUEST, "flood", str(5 << 20)], out=1 << 20)
    equal((len(result.stdout), result.out, result.code), (1 << 20, 5 << 20, 0))
    result = guest.run([GUEST, "flood2", str(3 << 20)], err=10)
    equal((len(result.stderr), result.err, result.code), (10, 3 << 20, 0))
    result = guest.run([GUEST, "flood", "1000"], out=0)
    equal((result.stdout, result.out), (b"", 1000))
    guest.end()


@test
def output_beyond_the_cap_kills_when_told_to(l):
    guest = l.sandbox()
    result = guest.run([GUEST, "flood", str(1 << 40)], out=100000, at_cap=KILL_AT_CAP)
    equal((result.how, result.code, result.cause, len(result.stdout)), (1, signal.SIGKILL, 2, 100000))
    assert result.out > 100000
    result = guest.run([GUEST, "flood", "100000"], out=100000, at_cap=KILL_AT_CAP)
    equal((result.how, result.code, result.cause, len(result.stdout)), (0, 0, 0, 100000))
    guest.end()


@test
def draining_is_as_fast_as_reading(l):
    guest = l.sandbox()
    size = 1 << 30

    def bare():
        start = time.monotonic()
        process = subprocess.Popen([os.environ["SANDBOX_GUEST"], "flood", str(size)], bufsize=0, stdout=subprocess.PIPE)
        buffer = bytearray(65536)
        while process.stdout.readinto(buffer):
            pass
        process.wait()
        return time.monotonic() - start

    def drained():
        start = time.monotonic()
        equal(guest.run([GUEST, "flood", str(size)], out=1 << 20).out, size)
        return time.monotonic() - start

    pairs = [(bare(), drained()) for _ in range(3)]
    reference = min(pair[0] for pair in pairs)
    measured = min(pair[1] for pair in pairs)
    print(f"    1 GiB: drained in {measured:.2f} s, read bare in {reference:.2f} s")
    assert measured < 3 * reference + 0.5 or SLOW, (measured, reference)
    guest.end()


@test
def a_slow_reader_holds_the_process_and_costs_no_memory(l):
    guest = l.sandbox()
    execution = guest.exec([GUEST, "flood", str(1 << 30)], out=1 << 40)
    equal(guest.event()[0], "started")
    time.sleep(0.5)
    rss = int(status_of(guest.pid, "VmRSS").split()[0])
    assert rss < 6000 or SLOW, rss
    # Held up by its reader, init still hears.
    guest.signal(execution, signal.SIGKILL)
    result = guest.result(execution)
    equal((result.how, result.code, result.cause), (1, signal.SIGKILL, 3))
    equal(result.out, len(result.stdout))
    guest.end()


@test
def an_ended_execution_waits_for_its_reader_without_work(l):
    guest = l.sandbox()
    for flags in (KILL_REST, 0):
        execution = guest.exec([GUEST, "flood", str(1 << 30)], out=1 << 40, timeout=300, flags=flags)
        equal(guest.event()[0], "started")
        time.sleep(0.6)
        before = cpu_ticks(guest.pid)
        time.sleep(2)
        assert cpu_ticks(guest.pid) - before < 20, cpu_ticks(guest.pid) - before
        result = guest.result(execution)
        equal((result.cause, result.out), (1, len(result.stdout)))
    guest.end()


@test
def a_timeout_is_sigterm_then_sigkill(l):
    guest = l.sandbox()
    start = time.monotonic()
    result = guest.sh("echo part; exec sleep 60", timeout=200)
    equal((result.how, result.code, result.cause, result.stdout), (1, signal.SIGTERM, 1, b"part\n"))
    assert 190000 < result.wall < 2000000 and time.monotonic() - start < 5
    result = guest.run([GUEST, "stubborn"], timeout=200, grace=300)
    equal((result.how, result.code, result.cause, result.stdout), (1, signal.SIGKILL, 1, b"ready\n"))
    assert 490000 < result.wall < 2000000, result.wall
    result = guest.sh("trap 'echo saved; exit 5' TERM; echo r; while :; do sleep 0.01; done", timeout=300, grace=2000)
    equal((result.how, result.code, result.cause), (0, 5, 1))
    assert result.stdout.endswith(b"saved\n")
    result = guest.run([GUEST, "stop"], timeout=200)
    equal((result.how, result.code, result.cause), (1, signal.SIGKILL, 1))
    result = guest.run([GUEST, "stubborn"], timeout=100, grace=0)
    equal((result.how, result.code, result.cause), (1, signal.SIGKILL, 1))
    equal(guest.sh("echo in time", timeout=5000).cause, 0)
    guest.end()


@test
def an_execution_ends_with_its_main_process(l):
    guest = l.sandbox()
    start = time.monotonic()
    result = guest.run([GUEST, "orphan"])
    equal((result.how, result.code, result.stdout, result.cause), (0, 0, b"bye\n", 0))
    assert time.monotonic() - start < 3
    equal(children(guest.pid), [])
    guest.end()


@test
def nothing_is_left_by_storms_bombs_and_comets(l):
    guest = l.sandbox(setup=False)
    guest.setup(rlimits=[(resource.RLIMIT_NPROC, 200, 200)])
    equal(guest.run([GUEST, "storm", "500"]).stdout, b"stormed\n")
    equal(children(guest.pid), [])
    result = guest.run([GUEST, "bomb"], timeout=500)
    equal((result.cause, children(guest.pid)), (1, []))
    result = guest.run([GUEST, "comet"])
    equal((result.code, children(guest.pid)), (0, []))
    equal(guest.sh("echo well").stdout, b"well\n")
    guest.end()


@test
def init_is_out_of_reach(l):
    guest = l.sandbox()
    equal(guest.run([GUEST, "attack-init"]).stdout, b"alive\n")
    text = guest.run([GUEST, "peek"]).stdout.decode()
    assert "OPEN" not in text and len(text.splitlines()) == 17, text
    equal(guest.sh("tr '\\0' ' ' < /proc/1/cmdline").stdout, b"/sandbox/init init ")
    guest.end()


@test
def limits_set_on_init_by_a_guest_end_no_more_than_its_sandbox(l):
    guest = l.sandbox()
    execution = guest.exec([GUEST, "limit-init"])
    try:
        guest.result(execution)
        guest.run([GUEST, "limit-init"])
    except Closed:
        pass
    guest.end()
    l.sandbox().end()


@test
def signals_reach_the_group(l):
    guest = l.sandbox()
    execution = guest.exec(["/bin/sh", "-c", "sleep 60; echo not"])
    equal(guest.event()[0], "started")
    guest.signal(execution, signal.SIGTERM)
    result = guest.result(execution)
    equal((result.how, result.code, result.cause), (1, signal.SIGTERM, 0))
    execution = guest.exec(["/bin/sleep", "60"])
    guest.signal(execution, signal.SIGKILL)
    result = guest.result(execution)
    equal((result.how, result.code, result.cause), (1, signal.SIGKILL, 3))
    guest.signal(99, signal.SIGKILL)
    equal(guest.sh("echo on").stdout, b"on\n")
    guest.end()


@test
def stdin_flows_by_credit(l):
    guest = l.sandbox()
    data = os.urandom(3 << 20)
    result = feed(guest, guest.exec([GUEST, "stdin"], out=10 << 20), data)
    equal((result.code, result.stdout == data, result.credit), (0, True, len(data)))
    execution = guest.exec([GUEST, "stdin"])
    guest.input(execution, b"")
    equal(guest.result(execution).stdout, b"")
    guest.end()


@test
def stdin_that_is_not_read_is_no_error(l):
    guest = l.sandbox()
    execution = guest.exec(["/bin/sleep", "0.3"])
    guest.input(execution, bytes(262144))
    result = guest.result(execution)
    equal((result.how, result.code), (0, 0))
    # The rest is credited only if its pipe broke before its end was seen.
    assert result.credit in (65536, 262144), result.credit
    execution = guest.exec(["/bin/sh", "-c", "exec <&-; sleep 0.5"])
    time.sleep(0.2)
    for _ in range(20):
        guest.input(execution, bytes(100000))
    result = guest.result(execution)
    equal((result.code, result.credit), (0, 2000000))
    guest.input(execution, b"late")
    guest.input(77, b"unknown")
    equal(guest.sh("echo on").stdout, b"on\n")
    guest.end()


@test
def a_booted_program_waits_for_its_terms(l):
    guest = l.sandbox()
    execution = guest.exec(["/bin/sh", "-c", "echo early; read line <&3; echo late $line; pwd"], flags=BOOT | KILL_REST)
    equal(guest.event()[:2], ("started", execution))
    time.sleep(0.2)
    try:
        raise AssertionError(guest.event(0.2))
    except TimeoutError:
        pass
    guest.go(execution, cwd="/tmp")
    guest.input(execution, b"hello\n", stream=3)
    guest.input(execution, b"", stream=3)
    result = guest.result(execution)
    equal(result.stdout, b"early\nlate hello\n/workspace\n")
    assert result.wall < 190000, result.wall
    guest.end()


@test
def a_booted_program_may_end_before_its_terms(l):
    guest = l.sandbox()
    execution = guest.exec(["/bin/sh", "-c", "echo bad boot >&2; exit 9"], flags=BOOT | KILL_REST)
    result = guest.result(execution)
    equal((result.code, result.stderr), (9, b"bad boot\n"))
    guest.go(execution)
    equal(guest.event(), ("refused", execution, "unknown", errno.ESRCH))
    guest.end()


@test
def a_booted_program_may_say_its_end(l):
    guest = l.sandbox()
    execution = guest.exec([GUEST, "wait-and-end", "7"], flags=BOOT | KILL_REST | EARLY)
    equal(guest.event()[:2], ("started", execution))
    equal(guest.event(), ("waiting", execution))
    guest.go(execution, timeout=5000)
    guest.input(execution, b"given ", stream=3)
    guest.input(execution, b"", stream=3)
    result = guest.result(execution)
    equal((result.how, result.code, result.cause), (0, 7, 0))
    equal((result.stdout, result.stderr), (b"given last words", b"0"))
    assert result.wall < 2000000 and result.rss > 0 and result.user + result.system > 0, vars(result)
    guest.get(1, "/workspace/last")
    equal(guest.answer(1)[-1], ("done", 1))
    equal(children(guest.pid), [])
    eventually(lambda: children(guest.pid) == [], "something lives on")
    guest.end()


@test
def the_peak_of_an_end_that_was_said_may_be_left_out(l):
    guest = l.sandbox()
    execution = guest.exec([GUEST, "wait-and-end", "7"], flags=BOOT | KILL_REST | EARLY | NO_PEAK)
    guest.go(execution)
    guest.input(execution, b"", stream=3)
    result = guest.result(execution)
    assert result.code == 7 and result.rss == 0 and result.user + result.system > 0, vars(result)
    guest.end()


@test
def an_end_before_the_terms_is_not_taken(l):
    guest = l.sandbox()
    script = f"exec 3<&-; exec 3</dev/null; exec {GUEST} wait-and-end 7"
    execution = guest.exec(["/bin/sh", "-c", script], flags=BOOT | KILL_REST | EARLY)
    equal(guest.event()[:2], ("started", execution))
    equal(guest.event(), ("waiting", execution))
    time.sleep(0.1)
    guest.go(execution, timeout=300)
    result = guest.result(execution)
    equal((result.cause, result.stdout), (1, b"last wordsnot taken"))
    guest.end()


@test
def only_the_process_itself_says_its_end(l):
    guest = l.sandbox()
    execution = guest.exec([GUEST, "speak-for-others"], flags=BOOT | KILL_REST | EARLY)
    guest.go(execution)
    guest.input(execution, b"", stream=3)
    result = guest.result(execution)
    equal((result.code, result.stdout, result.stderr), (0, b"9 9 9 ", b"9 9 "))
    guest.end()


@test
def terms_that_cannot_be_kept_end_a_booted_program(l):
    guest = l.sandbox()
    execution = guest.exec(["/bin/sh", "-c", "echo x; sleep 60"], flags=BOOT | KILL_REST)
    guest.go(execution, cwd="/nowhere")
    result = guest.result(execution)
    equal((result.refused, result.stdout), (("cwd", errno.ENOENT), b""))
    equal(children(guest.pid), [])
    execution = guest.exec([GUEST, "stubborn"], flags=BOOT | KILL_REST)
    guest.go(execution, timeout=200)
    equal(guest.result(execution).cause, 1)
    guest.end()


@test
def a_request_takes_any_amount(l):
    guest = l.sandbox()
    data = os.urandom(9 << 20)
    execution = guest.exec(["/bin/sh", "-c", f"sleep 0.3; exec {GUEST} request"], flags=BOOT | KILL_REST)
    guest.go(execution, out=20 << 20)
    for at in range(0, len(data), 1 << 20):
        guest.input(execution, data[at : at + (1 << 20)], stream=3)
    guest.input(execution, b"", stream=3)
    result = guest.result(execution)
    assert result.stdout == b"boot " + data, len(result.stdout)
    guest.end()


def shared(guest, *argv, **options):
    """An execution that ends alone."""
    return guest.exec([GUEST, *argv], flags=0, **options)


@test
def executions_side_by_side_end_alone(l):
    guest = l.sandbox(files=5000)
    other = guest.exec(["/bin/sh", "-c", f"{GUEST} orphan; read line; echo $line"], flags=0)
    for behaviour in (["orphan"], ["storm", "50"], ["comet"], ["flood", "10"]):
        result = guest.result(shared(guest, *behaviour))
        equal((result.how, result.code), (0, 0))
    result = guest.result(shared(guest, "stubborn", timeout=100))
    equal((result.how, result.code, result.cause), (1, signal.SIGKILL, 1))
    result = guest.result(guest.exec(["/no/such"], flags=0))
    equal(result.refused, ("exec", errno.ENOENT))
    execution = shared(guest, "stubborn")
    guest.signal(execution, signal.SIGKILL)
    equal(guest.result(execution).cause, 3)
    execution = guest.exec(["/bin/sh", "-c", "sleep 60; echo not"], flags=0)
    guest.signal(execution, signal.SIGTERM)
    equal(guest.result(execution).code, signal.SIGTERM)
    # Its supervisor, under it its shell and its orphan.
    equal(len(children(guest.pid)), 1)
    eventually(lambda: len(children(children(guest.pid)[0])) == 2, "the other execution is untouched")
    guest.input(other, b"still here\n")
    result = guest.result(other)
    equal((result.stdout, result.code), (b"still here\n", 0))
    assert result.rss > 100, result.rss
    equal(children(guest.pid), [])
    guest.end()


@test
def a_supervisor_that_is_killed_or_stopped_changes_nothing(l):
    guest = l.sandbox()
    for number in (signal.SIGKILL, signal.SIGSTOP, signal.SIGTERM, signal.SIGHUP):
        for behaviour, words in (("kill-all", b"alone\n"), ("orphan-and-kill-all", b"bye\n")):
            result = guest.result(shared(guest, behaviour, str(int(number))))
            # Init may see the supervisor's end before the guest's own, and then ends the guest.
            if (result.how, result.code) == (1, signal.SIGKILL):
                assert words.startswith(result.stdout), result.stdout
            else:
                equal((result.how, result.code, result.stdout), (0, 0, words))
            eventually(lambda: children(guest.pid) == [], "nothing is left")
    result = guest.result(guest.exec(["/bin/sh", "-c", "kill -9 $PPID; sleep 0.1; exec sleep 60"], flags=0, timeout=300))
    outcome = (result.how, result.code, result.cause)
    assert outcome in ((1, signal.SIGTERM, 1), (1, signal.SIGKILL, 0)), outcome
    guest.end()


@test
def a_bomb_beside_others_ends(l):
    guest = l.sandbox(setup=False)
    guest.setup(rlimits=[(resource.RLIMIT_NPROC, 150, 150)])
    other = shared(guest, "stubborn")
    equal([guest.event()[0], guest.event()[0]], ["started", "output"])
    execution = shared(guest, "bomb", timeout=300)
    result = guest.result(execution)
    equal(result.cause, 1)
    guest.signal(other, signal.SIGKILL)
    equal(guest.result(other).cause, 3)
    equal(children(guest.pid), [])
    guest.end()


@test
def no_more_than_128_executions(l):
    guest = l.sandbox()
    executions = [guest.exec(["/bin/sleep", "60"], flags=0) for _ in range(129)]
    events = [guest.event() for _ in range(129)]
    equal([event for event in events if event[0] == "refused"], [("refused", executions[128], "fork", errno.EAGAIN)])
    guest.signal(executions[0], signal.SIGKILL)
    equal(guest.result(executions[0]).cause, 3)
    equal(guest.sh("echo on", flags=0).stdout, b"on\n")
    guest.end()


# --- init: files ------------------------------------------------------------------------------------------------


@test
def files_go_in_and_out(l):
    guest = l.sandbox()
    for ref, data in enumerate([b"", b"x", os.urandom(3 << 20), bytes(65536), bytes(65537)], start=1):
        path = f"/workspace/a/b {ref}/c"
        guest.put(ref, path, data, mode=0o640 + ref)
        equal(guest.answer(ref), [("done", ref)])
        guest.get(ref, path)
        events = guest.answer(ref)
        equal(events[0], ("file", ref, len(data), 0o640 + ref))
        equal(events[-1], ("done", ref))
        assert b"".join(event[2] for event in events[1:-1]) == data
    guest.put(9, "/workspace/a/b 2/c", b"short", mode=0o600)
    equal(guest.answer(9), [("done", 9)])
    equal(guest.sh("cat '/workspace/a/b 2/c'; stat -c %a /workspace/a '/workspace/a/b 2/c'").stdout, b"short755\n600\n")
    guest.put(10, "/workspace//twice///slashed", b"ok")
    equal(guest.answer(10), [("done", 10)])
    guest.put(11, b"/workspace/raw\n\xff", b"ok")
    equal(guest.answer(11), [("done", 11)])
    guest.end()


@test
def a_silent_file_is_there_for_what_comes_after_it(l):
    guest = l.sandbox()
    guest.put(SILENT, "/workspace/code", b"content")
    equal(guest.sh("cat code").stdout, b"content")
    guest.put(SILENT, "/usr/x", b"x")
    equal(guest.event(), ("failed", SILENT, "open", errno.EROFS))
    guest.end()


@test
def what_cannot_be_written_fails_and_the_rest_is_dropped(l):
    guest = l.sandbox(disk=4 << 20)
    guest.sh("mkfifo fifo; ln -s /workspace/target link; mkdir folder; ln -s /nowhere dangling; touch file")
    for path, error in (
        ("/usr/x", errno.EROFS),
        ("/x", errno.EROFS),
        ("/workspace/fifo", errno.ENXIO),
        ("/workspace/link", errno.ELOOP),
        ("/workspace/folder", errno.EISDIR),
        ("/workspace/file/x", errno.ENOTDIR),
        ("/dev/null", errno.EINVAL),
        ("/workspace/" + "n" * 256, errno.ENAMETOOLONG),
    ):
        guest.put(1, path, b"data")
        equal(guest.answer(1), [("failed", 1, "open", error)])
    guest.put(2, "/workspace/big", bytes(6 << 20))
    equal(guest.answer(2), [("failed", 2, "write", errno.ENOSPC)])
    guest.put(3, "/workspace/big", b"small")
    equal(guest.answer(3), [("done", 3)])
    guest.sh("exec 3<>fifo; sleep 60 &", flags=0)
    guest.end()


@test
def what_is_no_regular_file_is_not_read(l):
    guest = l.sandbox()
    guest.sh(
        "mkfifo fifo; mkdir folder; echo secret > file; ln -s file link; ln -s /proc/self/environ env; ln -s . here;"
        "ln -s /proc/1/fd/0 magic; truncate -s 1T sparse; ln file hard; chmod 0 folder"
    )
    for path, flags, error in (
        ("/workspace/none", 1, errno.ENOENT),
        ("/workspace/fifo", 1, errno.EINVAL),
        ("/workspace/folder", 1, errno.EACCES),
        ("/workspace", 1, errno.EINVAL),
        ("/workspace/link", 1, errno.ELOOP),
        ("/workspace/here/file", 1, errno.ELOOP),
        ("/workspace/magic", 0, None),
        ("/dev/zero", 1, errno.EINVAL),
        ("/dev/tty", 1, None),
        ("/workspace/sparse", 1, errno.EFBIG),
    ):
        guest.get(1, path, flags=flags)
        events = guest.answer(1)
        equal(events[0][:3], ("failed", 1, "open"))
        assert error is None or events[0][3] == error, (path, events)
    guest.get(2, "/workspace/link", flags=0)
    equal(guest.answer(2), [("file", 2, 7, 0o644), ("chunk", 2, b"secret\n"), ("done", 2)])
    guest.get(3, "/workspace/env", flags=0)
    events = guest.answer(3)
    assert events[-1][0] in ("done", "failed") and not any(event[0] == "chunk" for event in events), events
    guest.get(4, "/workspace/file", limit=6)
    equal(guest.answer(4), [("failed", 4, "open", errno.EFBIG)])
    guest.get(5, "/workspace/hard")
    equal(guest.answer(5)[-1], ("done", 5))
    guest.get(6, "/workspace/../../../etc/passwd")
    equal(guest.answer(6)[0][0], "failed")
    guest.end()


@test
def a_file_that_changes_meanwhile_is_no_lie(l):
    guest = l.sandbox(disk=32 << 20)
    guest.exec([GUEST, "grow", "/workspace/f"])
    equal(guest.event()[0], "started")
    equal(guest.event()[0], "output")
    for ref in range(60):
        guest.get(ref, "/workspace/f")
        events = guest.answer(ref)
        size = sum(len(event[2]) for event in events if event[0] == "chunk")
        assert events[0][0] == "file" and size <= events[0][2], events[0]
        if events[-1][0] == "done":
            equal(size, events[0][2])
        else:
            equal(events[-1][2:], ("read", errno.EIO))
    guest.end()


@test
def a_path_that_is_swapped_meanwhile_leads_nowhere(l):
    guest = l.sandbox()
    guest.exec([GUEST, "swap", "/workspace/p"])
    equal([guest.event()[0], guest.event()[0]], ["started", "output"])
    for ref in range(1, 300):
        guest.get(ref, "/workspace/p")
        events = guest.answer(ref)
        if events[-1][0] == "done":
            equal(events[0][2], 0)
        guest.list(ref, "/workspace")
        equal(guest.answer(ref)[-1], ("done", ref))
        guest.put(ref, "/workspace/p/q", b"x")
        guest.answer(ref)
        guest.put(ref, "/workspace/p", b"")
        guest.answer(ref)
    equal(guest.connection.sock.fileno() >= 0, True)
    guest.end()


@test
def a_folder_is_listed_without_following(l):
    guest = l.sandbox()
    guest.sh("mkdir -p d/e; echo 12345 > d/f; ln -s / d/l; mkfifo d/e/p; mkdir shut; touch shut/x; chmod 0 shut")
    guest.put(1, b"/workspace/new\nline \xff", b"1")
    guest.answer(1)
    guest.list(2, "/workspace")
    events = guest.answer(2)
    equal(events[-1], ("done", 2))
    entries = {event[4]: (event[2], event[3]) for event in events[:-1]}
    equal(sorted(entries), [b"d", b"d/e", b"d/e/p", b"d/f", b"d/l", b"new\nline \xff", b"shut"])
    equal((entries[b"d"][0], entries[b"d/f"], entries[b"d/l"][0], entries[b"d/e/p"][0]), ("d", ("f", 6), "l", "o"))
    guest.list(3, "/workspace", entries=7, depth=3)
    equal(guest.answer(3)[-1], ("done", 3))
    guest.list(3, "/workspace", entries=6)
    equal(guest.answer(3)[-1], ("failed", 3, "read", errno.E2BIG))
    guest.list(4, "/workspace", depth=2)
    equal(guest.answer(4)[-1], ("failed", 4, "read", errno.E2BIG))
    guest.list(5, "/workspace/none")
    equal(guest.answer(5), [("failed", 5, "open", errno.ENOENT)])
    guest.list(6, "/workspace/d/f")
    equal(guest.answer(6), [("failed", 6, "open", errno.ENOTDIR)])
    guest.list(7, "/tmp")
    equal(guest.answer(7), [("done", 7)])
    guest.end()


@test
def huge_trees_end_at_their_bound(l):
    guest = l.sandbox(disk=256 << 20, files=250000)
    equal(guest.run([GUEST, "deep", "/workspace", "3000"]).stdout, b"3000\n")
    guest.sh("mkdir -p /tmp/" + "d/" * 300)
    # Names of 200 bytes: the 21st would make the path longer than any that could be asked for.
    for folder, depth, told in (("/workspace", 10, 10), ("/workspace", 0xFFFFFFFF, 20), ("/tmp", 0xFFFFFFFF, 256)):
        guest.list(1, folder, depth=depth)
        events = guest.answer(1)
        equal(events[-1], ("failed", 1, "read", errno.E2BIG))
        equal(len(events) - 1, told)
    guest.sh("rm -r /tmp/d")
    equal(guest.run([GUEST, "many", "/tmp", "200000"]).stdout, b"200000 \n")
    guest.list(2, "/tmp", entries=10000)
    equal(len(guest.answer(2)), 10001)
    guest.list(3, "/tmp", entries=200000)
    events = guest.answer(3)
    equal((len(events), events[-1]), (200001, ("done", 3)))
    guest.end()


@test
def requests_for_files_wait_for_each_other(l):
    guest = l.sandbox()
    guest.put(1, "/workspace/f", bytes(2 << 20))
    guest.answer(1)
    for ref in range(2, 7):
        guest.get(ref, "/workspace/f")
    guest.list(7, "/workspace")
    for ref in range(2, 7):
        events = guest.answer(ref)
        equal((events[0][0], events[-1]), ("file", ("done", ref)))
    equal(guest.answer(7), [("entry", 7, "f", 2 << 20, b"f"), ("done", 7)])
    equal(guest.sh("echo on").stdout, b"on\n")
    guest.end()


@test
def a_full_disk_is_told(l):
    guest = l.sandbox(disk=4 << 20, files=100)
    result = guest.run([GUEST, "fill", "/tmp/f"])
    equal((result.stdout, result.full), (b"4194304 No space left on device\n", 1))
    equal(guest.sh("rm /tmp/f").full, 0)
    result = guest.run([GUEST, "many", "/workspace", "1000"])
    equal((result.stdout, result.full), (b"100 No space left on device\n", 2))
    equal(guest.sh("rm -rf /workspace/*").full, 0)
    # One quota for all that is writable.
    result = guest.sh(f"{GUEST} fill /dev/shm/f; {GUEST} fill /home/sandbox/g; {GUEST} fill /code/h; {GUEST} fill /workspace/i")
    equal(result.stdout.splitlines(), [b"4194304 No space left on device"] + [b"0 No space left on device"] * 3)
    guest.end()


# --- init: ends -------------------------------------------------------------------------------------------------


@test
def the_end_of_the_connection_is_the_end_of_the_sandbox(l):
    guest = l.sandbox()
    guest.exec(["/bin/sh", "-c", "setsid sleep 60 & sleep 60"])
    equal(guest.event()[0], "started")
    pids = [guest.pid] + children(guest.pid)
    guest.connection.close()
    equal(l.event()[:2], ("ended", guest.number))
    equal([pid for pid in pids if state_of(pid) is not None], [])


def breaks_init(l, data, setup=True):
    guest = l.sandbox(setup=setup)
    try:
        guest.connection.sendall(data)
    except Closed:
        pass
    closed(guest.connection)
    event = l.event()
    equal(event[:2], ("ended", guest.number))
    assert b"protocol" in event[6], event
    guest.connection.close()


@test
def what_is_not_of_the_protocol_ends_init(l):
    setup = u32(9) + u8(0x40) + u32(0) + u32(0)
    for data in (u32(0), u32(0xFFFFFFFF), u32(1) + u8(0x99), setup, u32(6) + u8(0x46) + u32(1) + u8(0)):
        breaks_init(l, data)
    breaks_init(l, u32(9) + u8(0x44) + u32(1) + u32(9), setup=False)
    guest = l.sandbox()
    execution = guest.exec([GUEST, "stubborn"])
    try:
        guest.input(execution, bytes(400000))
    except Closed:
        pass
    closed(guest.connection)
    equal(l.event()[:2], ("ended", guest.number))
    guest.connection.close()


def random_frame(random, guest):
    """Mostly valid, about few executions and files, so that everything meets everything."""
    one = random.randrange(max(1, guest.execs - 4), guest.execs + 2)
    path = random.choice(["/workspace", "/workspace/a", "/workspace/a/b", "/tmp/l/x", "/dev/null", "/proc/1/mem", "/"])
    terms = guest.terms(
        timeout=random.choice([0, 1, 50]),
        grace=random.choice([0, 20]),
        out=random.choice([0, 10, 1 << 20, 1 << 60]),
        at_cap=random.randrange(2),
        cwd=random.choice(["/", "/workspace", "/nowhere"]),
    )
    argv = random.choice(
        [["/bin/true"], [GUEST, "flood", "300000"], [GUEST, "orphan"], [GUEST, "stdin"], [GUEST, "stubborn"], ["/no"]]
        + [[GUEST, "request"], [GUEST, "kill-all", "9"], ["/bin/sh", "-c", "ln -s / /tmp/l; exec sleep 1"]]
        + [["sh", "-c", "exec <&- >&-; sleep 0.1; echo x > /dev/tty"], ["/sandbox/init", "write", "/tmp/w", "644"]]
    )
    flags = random.choice([0, BOOT, KILL_REST, BOOT | KILL_REST, KEEP, BOOT | KEEP])
    flags |= random.choice([0, PACED]) | random.choice([0, 0, TERMINAL])
    size = u32(80) + u32(24) if flags & TERMINAL else b""
    data = bytes(random.choice([0, 1, 5, 5000]))
    kind, payload = random.choice(
        [
            (0x41, u32(guest.execs + 1) + u8(flags) + strings(argv) + strings(["A=b"]) + terms + size),
            (0x4A, u32(one) + u32(80) + u32(random.randrange(100))),
            (0x49, u32(guest.execs + 9) + u8(random.choice([1, 2])) + u32(1)),
            (0x42, u32(one) + terms),
            (0x43, u32(one) + u8(random.choice([0, 3])) + data),
            (0x44, u32(one) + u32(random.randrange(1, 65))),
            (0x45, u32(one) + string(path) + u32(0o644) + u64(len(data))),
            (0x46, u32(one) + data) if random.random() < 0.01 else (0x44, u32(one) + u32(9)),
            (0x47, u32(one) + string(path) + u32(random.randrange(100)) + u32(random.randrange(5))),
            (0x48, u32(one) + string(path) + u8(random.randrange(2)) + u64(random.choice([0, 10, 1 << 40]))),
        ]
    )
    if random.random() < 0.003:
        payload = payload[: random.randrange(len(payload) + 1)]
    frame = u32(len(payload) + 1) + u8(kind) + payload
    if kind == 0x41:
        guest.execs += 1
        if flags & PACED:
            guest.paced.add(guest.execs)
    if kind == 0x45 and data:
        frame += u32(len(data) + 5) + u8(0x46) + u32(one) + data
    return frame


@test
def random_talk_ends_in_answers_or_in_the_end(l):
    seed = int(os.environ.get("SEED", time.time_ns() % 1000000))
    print(f"    SEED={seed}")
    random = Random(seed)
    ends = time.monotonic() + float(os.environ.get("TALK_SECONDS", "5"))
    talked = 0
    while time.monotonic() < ends:
        guest = l.sandbox()
        try:
            for _ in range(200):
                guest.connection.sendall(b"".join(random_frame(random, guest) for _ in range(random.randrange(1, 4))))
                talked += 1
                try:
                    while True:
                        event = guest.event(0)
                        if event[0] == "output" and event[1] in guest.paced and random.random() < 0.8:
                            guest.taken(event[1], event[2], len(event[3]))
                except TimeoutError:
                    pass
        except (TimeoutError, Closed, BrokenPipeError, ConnectionResetError):
            pass
        l.kill(guest.number)
        event = l.event()
        equal(event[:2], ("ended", guest.number))
        assert event[6] in (b"", b"init: a frame that is not of this protocol\n"), event[6]
        equal(state_of(guest.pid), None)
        guest.connection.close()
    print(f"    {talked} times talked")


@test
def random_lives_end_exactly_once(l):
    seed = int(os.environ.get("SEED", time.time_ns() % 1000000))
    print(f"    SEED={seed}")
    random = Random(seed)
    before = len(os.listdir(f"/proc/{l.pid}/fd"))
    living, ended, connections = set(), 0, []
    l.server.setblocking(False)
    ends = time.monotonic() + float(os.environ.get("TALK_SECONDS", "5"))
    while living or time.monotonic() < ends:
        if time.monotonic() < ends and len(living) < 60:
            argv = random.choice([None, None, None, ["/no"], ["/bin/sh", "-c", "sleep 0.1 & exit 3"], l.argv("--bad")])
            living.add(l.start(argv=argv, hold=random.random() < 0.3, disk=1 << 20))
        some = sorted(living)
        if some:
            random.choice([l.kill, l.release, l.release])(random.choice(some))
        if time.monotonic() > ends:
            for number in some:
                l.kill(number)
        try:
            connections.append(l.server.accept()[0])
        except BlockingIOError:
            pass
        if connections and random.random() < 0.2:
            connections.pop(random.randrange(len(connections))).close()
        if random.random() < 0.1 and children(l.pid):
            try:
                os.kill(random.choice(children(l.pid)), random.choice([signal.SIGKILL, signal.SIGTERM]))
            except ProcessLookupError:
                pass
        try:
            while True:
                event = l.event(0.001)
                assert event[1] in living, event
                if event[0] in ("ended", "refused"):
                    living.remove(event[1])
                    ended += 1
        except TimeoutError:
            pass
    for connection in connections:
        connection.close()
    l.server.setblocking(True)
    print(f"    {ended} lives")
    eventually(lambda: children(l.pid) == [], "nothing is left")
    equal(len(os.listdir(f"/proc/{l.pid}/fd")), before)


@test
def without_isolation_descendants_are_hunted(l):
    init = os.path.join(l.support, "init")
    number = l.start(argv=[init, "init"], disk=0)
    event = l.event()
    equal(event[:2], ("started", number))
    guest = Guest(l, number, event[2], l.accept(number))
    assert not guest.is_pid1
    guest.setup()
    program = os.path.join(l.support, "guest")
    result = guest.run([program, "orphan"], cwd="/")
    equal((result.stdout, result.code, children(guest.pid)), (b"bye\n", 0, []))
    result = guest.run(["/bin/sh", "-c", f"{program} orphan; {program} stubborn"], cwd="/", timeout=300)
    equal((result.cause, children(guest.pid)), (1, []))
    # The hard end: init is killed and what it leaves is the launcher's.
    guest.exec(["/bin/sh", "-c", f"{program} orphan; sleep 60"], cwd="/")
    equal([guest.event()[0], guest.event()[0]], ["started", "output"])
    eventually(lambda: len(children(guest.pid)) == 2, "shell and orphan are the children of init")
    pids = children(guest.pid)
    guest.end()
    equal([pid for pid in pids if state_of(pid) is not None], [])
    # The soft end: the connection closes.
    number = l.start(argv=[init, "init"], disk=0)
    event = l.event()
    guest = Guest(l, number, event[2], l.accept(number))
    guest.setup()
    guest.exec(["/bin/sh", "-c", f"{program} orphan; sleep 60"], cwd="/")
    equal([guest.event()[0], guest.event()[0]], ["started", "output"])
    pids = children(guest.pid)
    guest.connection.close()
    equal(l.event()[:3], ("ended", number, 0))
    equal([pid for pid in pids if state_of(pid) is not None], [])


def run_all(user, wanted):
    name = "as root" if user is None and os.geteuid() == 0 else "as an ordinary user"
    print(f"{name}:")
    failed = []
    ran = 0
    for function in TESTS:
        if wanted not in function.__name__:
            continue
        ran += 1
        launcher = None
        start = time.monotonic()
        try:
            launcher = TestLauncher(user)
            function(launcher)
            equal(launcher.close(), 0)
            equal(launcher.errors, "")
            print(f"  {function.__name__} ({time.monotonic() - start:.1f} s)", flush=True)
        except Exception:
            failed.append(function.__name__)
            print(f"  FAILED {function.__name__}", flush=True)
            traceback.print_exc(file=sys.stdout)
            if launcher is not None:
                launcher.process.kill()
                launcher.process.wait()
                shutil.rmtree(launcher.folder, ignore_errors=True)
    return ran - len(failed), len(failed)


class TestLauncher(Launcher):
    """Has the guest beside init, and as root gives each sandbox a user of its own."""

    def __init__(self, user, **options):
        super().__init__(user, **options)
        shutil.copy(os.environ["SANDBOX_GUEST"], os.path.join(self.support, "guest"))
        os.chmod(os.path.join(self.support, "guest"), 0o755)

    def start(self, **options):
        if self.user is None and os.geteuid() == 0:
            options.setdefault("uid", 1900000000 + self.ids)
        return super().start(**options)

    def event(self, timeout=None):
        event = super().event(timeout)
        assert event[0] != "ended" or b"Sanitizer" not in event[6] and b"runtime error" not in event[6], event[6].decode()
        return event


def own(l):
    return TestLauncher(l.user)


def main():
    import adopt  # the tests of both register themselves
    import live

    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    passed, failed = run_all(None, wanted)
    if os.geteuid() == 0:
        more = run_all(NOBODY, wanted)
        passed, failed = passed + more[0], failed + more[1]
    else:
        print("skipped: the tests as root (this is an ordinary user)")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
