"""Tests of what a sandbox that stays needs: paced output, terminals, processes that live on, reading and writing."""

import errno
import os
import resource
import struct
import signal
import time

from checks import *
from driver import *


def paced(guest, *argv, flags=0, **terms):
    terms = {"out": NO_CAP, "err": NO_CAP, **terms}
    return guest.exec(argv, flags=flags | PACED, **terms)


def silence(guest, seconds=0.3):
    try:
        event = guest.event(seconds)
    except TimeoutError:
        return
    raise AssertionError(event)


def output_until_silence(guest, seconds=0.5):
    """What comes of each stream, as frames, with nothing given back."""
    frames = {1: [], 2: []}
    try:
        while True:
            event = guest.event(seconds)
            if event[0] == "output":
                frames[event[2]].append(event[3])
            else:
                equal(event[0], "started")
    except TimeoutError:
        return frames


def size_of(frames):
    return sum(len(frame) for frame in frames)


# --- paced output -----------------------------------------------------------------------------------------------


@test
def a_paced_write_is_a_frame(l):
    guest = l.sandbox()
    result = guest.result(paced(guest, GUEST, "burst", "2000"))
    equal(result.frames, [b"burst %d\n" % i for i in range(2000)])
    equal((result.code, result.out), (0, size_of(result.frames)))
    result = guest.result(paced(guest, GUEST, "flood", "1000000"))
    equal((len(result.stdout), result.out), (1000000, 1000000))
    guest.end()


@test
def a_window_that_is_used_up_holds_its_stream_alone(l):
    guest = l.sandbox()
    execution = paced(guest, "/bin/sh", "-c", f"{GUEST} flood 1000000 & {GUEST} pieces 3 >&2; wait")
    frames = output_until_silence(guest)
    assert WINDOW - 65536 <= size_of(frames[1]) <= WINDOW, size_of(frames[1])
    equal(frames[2], [b"piece 0\n"])
    for piece in (b"piece 1\n", b"piece 2\n"):
        guest.input(execution, b"\n")
        equal((guest.event()[0], guest.event()[2:]), ("credit", (2, piece)))
    guest.input(execution, b"\n")
    equal(guest.event()[0], "credit")
    silence(guest)
    guest.taken(execution, 1, size_of(frames[1]))
    more = output_until_silence(guest)
    assert WINDOW - 65536 <= size_of(more[1]) <= WINDOW, size_of(more[1])
    guest.taken(execution, 1, size_of(more[1]))
    result = guest.result(execution)
    equal(size_of(frames[1]) + size_of(more[1]) + len(result.stdout), 1000000)
    equal((result.out, result.err), (1000000, 24))
    guest.end()


@test
def what_a_window_holds_is_not_lost_at_the_end(l):
    guest = l.sandbox()
    for flags in (KILL_REST, 0):
        execution = paced(guest, GUEST, "flood", str(WINDOW), flags=flags)
        frames = output_until_silence(guest, 2.5)
        equal(guest.sh("echo meanwhile", flags=0).stdout, b"meanwhile\n")
        before = cpu_ticks(guest.pid)
        time.sleep(1)
        assert cpu_ticks(guest.pid) - before < 10, cpu_ticks(guest.pid) - before
        guest.taken(execution, 1, size_of(frames[1]))
        result = guest.result(execution)
        equal((size_of(frames[1]) + len(result.stdout), result.code), (WINDOW, 0))
    guest.end()


@test
def a_held_stream_ends_with_its_execution(l):
    guest = l.sandbox()
    execution = paced(guest, GUEST, "flood", str(1 << 40))
    frames = output_until_silence(guest)
    guest.signal(execution, signal.SIGKILL)
    silence(guest)
    guest.taken(execution, 1, size_of(frames[1]))
    result = guest.result(execution)
    equal((result.cause, result.out), (3, size_of(frames[1]) + len(result.stdout)))
    execution = paced(guest, GUEST, "flood", str(1 << 40), timeout=300)
    frames = output_until_silence(guest, 1.5)
    guest.taken(execution, 1, size_of(frames[1]))
    equal(guest.result(execution).cause, 1)
    guest.end()


@test
def a_cap_cuts_a_paced_stream(l):
    guest = l.sandbox()
    result = guest.result(paced(guest, GUEST, "burst", "20", out=25))
    equal((result.frames, result.out), ([b"burst 0\n", b"burst 1\n", b"burst 2\n", b"b"], 170))
    execution = paced(guest, GUEST, "flood", "1000000", out=100000)
    time.sleep(0.1)
    result = guest.result(execution)
    equal((len(result.stdout), result.out, result.code), (100000, 1000000, 0))
    guest.end()


@test
def one_that_opens_its_stdout_anew_loses_nothing(l):
    guest = l.sandbox(disk=64 << 20)
    script = "for i in 1 2 3 4 5; do head -c 61441 /dev/zero > /dev/stdout; head -c 4096 /dev/zero; echo $i; done"
    result = guest.result(paced(guest, "/bin/sh", "-c", script))
    equal((len(result.stdout), result.out), (5 * (61441 + 4096 + 2), 5 * (61441 + 4096 + 2)))
    execution = paced(guest, "/bin/sh", "-c", script)
    frames = output_until_silence(guest)
    guest.taken(execution, 1, size_of(frames[1]))
    equal(size_of(frames[1]) + len(guest.result(execution).stdout), 5 * (61441 + 4096 + 2))
    guest.end()


def breaks(l, use):
    guest = l.sandbox()
    use(guest)
    closed(guest.connection)
    event = l.event()
    equal(event[:2], ("ended", guest.number))
    assert b"protocol" in event[6], event
    guest.connection.close()


@test
def more_taken_than_sent_breaks_the_protocol(l):
    def too_much(guest):
        execution = paced(guest, "/bin/sh", "-c", "echo four; sleep 60")
        equal([guest.event()[0], guest.event()[0]], ["started", "output"])
        guest.taken(execution, 1, 5)
        guest.taken(execution, 1, 1)

    breaks(l, too_much)
    breaks(l, lambda guest: guest.taken(guest.exec(["/bin/sleep", "60"]), 1, 1))
    guest = l.sandbox()
    guest.taken(77, 1, 5)
    execution = paced(guest, "/bin/echo", "four")
    guest.result(execution)
    guest.taken(execution, 1, 5)
    equal(guest.sh("echo on").stdout, b"on\n")
    guest.end()


# --- terminals --------------------------------------------------------------------------------------------------


def terminal(guest, script, flags=0, **options):
    options = {"out": NO_CAP, "env": ["PATH=/usr/bin:/bin", "TERM=dumb"], **options}
    return guest.exec(["/bin/sh", "-c", script], flags=flags | PACED | TERMINAL, **options)


def output_with(guest, wanted):
    """Reads on until the output holds it."""
    output = b""
    while wanted not in output:
        event = guest.event()
        assert event[0] in ("output", "credit", "started"), (event, output)
        if event[0] == "output":
            output += event[3]
            if event[1] in guest.paced:
                guest.taken(event[1], event[2], len(event[3]))
    return output


@test
def a_terminal_is_the_controlling_one_of_its_process(l):
    guest = l.sandbox()
    script = "tty; stty size; echo err >&2; echo x > /dev/tty; test -t 0 && test -t 1 && test -t 2 && echo all; exit 3"
    result = guest.result(terminal(guest, script, size=(132, 43)))
    equal(result.stdout, b"/dev/pts/0\r\n43 132\r\nerr\r\nx\r\nall\r\n")
    equal((result.stderr, result.code, result.out, result.err), (b"", 3, len(result.stdout), 0))
    equal(guest.run([GUEST, "descriptors"], flags=TERMINAL).stdout, b"0 1 2 ")
    equal(guest.result(terminal(guest, "tty", flags=KILL_REST)).stdout, b"/dev/pts/0\r\n")
    guest.end()


@test
def a_terminal_takes_input_and_its_end(l):
    guest = l.sandbox()
    execution = terminal(guest, "stty -echo; echo ready; cat; echo over; read line; echo got $line")
    output_with(guest, b"ready\r\n")
    guest.input(execution, b"hello\n")
    output_with(guest, b"hello\r\n")
    guest.input(execution, b"")
    output_with(guest, b"over\r\n")
    guest.input(execution, b"more\n")
    result = guest.result(execution)
    equal((result.stdout, result.code, result.credit), (b"got more\r\n", 0, 5))
    execution = terminal(guest, "stty eof undef; echo ready; read line; echo got $line")
    output_with(guest, b"ready\r\n")
    guest.input(execution, b"")
    guest.input(execution, b"\n")
    equal(guest.result(execution).stdout, b"\r\ngot\r\n")
    guest.end()


@test
def a_terminal_turns_characters_into_signals(l):
    guest = l.sandbox()
    execution = terminal(guest, "trap 'echo cut; exit 4' INT; echo ready; while :; do sleep 0.02; done")
    output_with(guest, b"ready\r\n")
    guest.input(execution, b"\x03")
    result = guest.result(execution)
    assert b"cut\r\n" in result.stdout, result.stdout
    equal((result.how, result.code, result.cause), (0, 4, 0))
    guest.end()


@test
def a_terminal_changes_its_size(l):
    guest = l.sandbox()
    execution = terminal(guest, "trap 'stty size; exit' WINCH; echo ready; while :; do sleep 0.02; done")
    output_with(guest, b"ready\r\n")
    guest.resize(execution, 65535, 1)
    assert b"1 65535\r\n" in guest.result(execution).stdout
    guest.resize(execution, 1, 1)
    guest.resize(99, 1, 1)
    execution = guest.exec(["/bin/cat"])
    guest.resize(execution, 1, 1)
    guest.input(execution, b"")
    equal(guest.result(execution).code, 0)
    guest.end()


@test
def a_terminal_may_be_closed_and_opened_again(l):
    guest = l.sandbox()
    before = cpu_ticks(guest.pid)
    execution = terminal(guest, "exec < /dev/null > /dev/null 2>&1; sleep 1; echo again > /dev/tty; exit 5")
    result = guest.result(execution)
    equal((result.stdout, result.code), (b"again\r\n", 5))
    assert cpu_ticks(guest.pid) - before < 20
    guest.end()


@test
def who_keeps_a_terminal_open_keeps_no_execution(l):
    guest = l.sandbox()
    for script in (
        "setsid sleep 60 & echo out",
        "(trap '' HUP; exec sleep 60) & echo out",
        "(trap '' HUP TERM; while :; do echo on; sleep 0.001; done) & echo out",
    ):
        start = time.monotonic()
        result = guest.result(terminal(guest, script))
        assert b"out\r\n" in result.stdout and result.code == 0, result.__dict__
        assert time.monotonic() - start < 4, time.monotonic() - start
        equal(children(guest.pid), [])
    guest.end()


@test
def the_last_words_on_a_terminal_are_not_lost(l):
    guest = l.sandbox()
    for _ in range(30):
        result = guest.result(terminal(guest, "stty -opost; head -c 20000 /dev/zero; echo end"))
        equal((len(result.stdout), result.stdout[-4:]), (20004, b"end\n"))
    execution = terminal(guest, f"stty raw; {GUEST} flood 1000000")
    frames = output_until_silence(guest)
    equal(size_of(frames[1]), WINDOW)
    guest.taken(execution, 1, WINDOW)
    result = guest.result(execution)
    equal(WINDOW + len(result.stdout), 1000000)
    guest.end()


@test
def input_that_a_terminal_does_not_take_waits(l):
    guest = l.sandbox()
    execution = terminal(guest, "stty raw -echo; echo ready; sleep 0.5; exec head -c 200000 | wc -c")
    output_with(guest, b"ready")
    guest.input(execution, bytes([120]) * 200000)
    result = guest.result(execution)
    assert b"200000" in result.stdout, result.stdout
    guest.end()


@test
def terminals_end_with_their_sandbox_and_by_signals(l):
    guest = l.sandbox()
    before = len(os.listdir(f"/proc/{guest.pid}/fd"))
    execution = terminal(guest, "echo ready; sleep 60")
    output_with(guest, b"ready")
    guest.signal(execution, signal.SIGKILL)
    result = guest.result(execution)
    equal((result.how, result.code, result.cause), (1, signal.SIGKILL, 3))
    result = guest.result(terminal(guest, "sleep 60", timeout=200))
    equal((result.cause, children(guest.pid)), (1, []))
    equal(guest.run(["/no/such"], flags=TERMINAL | PACED).refused, ("exec", errno.ENOENT))
    equal(len(os.listdir(f"/proc/{guest.pid}/fd")), before)
    guest.end()


# --- programs by name, ends, and what lives on --------------------------------------------------------------------


@test
def a_program_without_a_folder_is_looked_for(l):
    guest = l.sandbox()
    for flags in (KILL_REST, 0):
        equal(guest.run(["echo", "found"], flags=flags).stdout, b"found\n")
        equal(guest.run(["echo", "found"], env=[], flags=flags).stdout, b"found\n")
        equal(guest.run(["echo"], env=["PATH=/nowhere:/etc/passwd"], flags=flags).refused, ("exec", errno.ENOENT))
    guest.sh("mkdir a b; echo no > a/tool; printf '#!/bin/sh\\necho tool' > b/tool; chmod +x b/tool; mkdir b/sh")
    equal(guest.run(["tool"], env=["PATH=/none:/workspace/a:/workspace/b"]).stdout, b"tool\n")
    equal(guest.run(["tool"], env=["A=b", "PATH=/workspace/a"]).refused, ("exec", errno.EACCES))
    equal(guest.run(["tool"], env=["PATH=:/none"], cwd="/workspace/b").stdout, b"tool\n")
    equal(guest.run(["tool"], env=["PATH=/none"], cwd="/workspace/b").refused, ("exec", errno.ENOENT))
    equal(guest.run(["b/tool"]).stdout, b"tool\n")
    equal(guest.run(["sh", "-c", "echo $0 shell"], env=["PATH=/workspace/b:/bin"]).stdout, b"sh shell\n")
    equal(guest.run(["n" * 300]).refused, ("exec", errno.ENOENT))
    equal(guest.run(["n" * 5000]).refused, ("exec", errno.ENOENT))
    guest.end()


@test
def a_kill_reaches_all_of_an_execution(l):
    guest = l.sandbox()
    for flags in (0, KEEP, KEEP | TERMINAL, KEEP | PACED):
        script = f"{GUEST} orphan; setsid {GUEST} stubborn & sleep 60"
        execution = guest.exec(["/bin/sh", "-c", script], flags=flags)
        output_with(guest, b"ready")
        guest.signal(execution, signal.SIGKILL)
        result = guest.result(execution)
        equal((result.how, result.code, result.cause, children(guest.pid)), (1, signal.SIGKILL, 3, []))
        execution = guest.exec(["/bin/sh", "-c", script], flags=flags, timeout=300)
        result = guest.result(execution)
        equal((result.cause, children(guest.pid)), (1, []))
    guest.end()



@test
def what_may_live_on_does_until_the_sandbox_ends(l):
    guest = l.sandbox()
    start = time.monotonic()
    result = guest.sh("(while :; do echo >> beat; sleep 0.02; done) & echo done", flags=KEEP, timeout=500)
    equal((result.stdout, result.code, result.cause), (b"done\n", 0, 0))
    assert time.monotonic() - start < 0.9, "the streams end with the main process"
    assert 0 < result.rss < 100000 and result.user + result.system > 0, result.__dict__
    supervisors = children(guest.pid)
    equal(len(supervisors), 1)
    time.sleep(1)
    # Other ends, also hard ones, are not its own.
    guest.run([GUEST, "orphan"], flags=0)
    guest.run([GUEST, "stubborn"], flags=0, timeout=100)
    guest.sh("kill -9 $PPID; sleep 0.1; exec sleep 60", flags=0, timeout=300)
    eventually(lambda: children(guest.pid) == supervisors, "only what may live on does")
    beats = guest.sh("wc -c < beat; sleep 0.2; wc -c < beat", flags=0).stdout
    assert len(set(beats.split())) == 2, beats
    equal(guest.sh("echo last").stdout, b"last\n")
    equal(children(guest.pid), [])
    guest.end()


@test
def a_supervisor_stays_no_longer_than_its_last_process(l):
    guest = l.sandbox()
    equal(guest.sh("sleep 0.4 & (sleep 0.5 &) ; exit 3", flags=KEEP).code, 3)
    equal(len(children(guest.pid)), 1)
    eventually(lambda: children(guest.pid) == [], "the supervisor has ended")
    equal(guest.sh("exit 4", flags=KEEP).code, 4)
    eventually(lambda: children(guest.pid) == [], "the supervisor has ended")
    equal(guest.run(["/no/such"], flags=KEEP).refused, ("exec", errno.ENOENT))
    for _ in range(100):
        equal(guest.sh("sleep 60 & exit 5", flags=KEEP).code, 5)
    equal(len(children(guest.pid)), 100)
    guest.sh("kill -9 -1", flags=0)
    eventually(lambda: children(guest.pid) == [], "all are gone")
    guest.end()


@test
def a_signal_may_be_for_the_main_process_alone(l):
    guest = l.sandbox()
    child = "sh -c 'trap \"echo child\" TERM; echo up; while :; do sleep 0.05; done'"
    execution = paced(guest, "/bin/sh", "-c", f"trap 'echo main; exit 7' TERM; {child} & wait")
    output_with(guest, b"up\n")
    guest.signal(execution, 0x100 | signal.SIGTERM)
    result = guest.result(execution)
    equal((result.how, result.code, result.stdout), (0, 7, b"main\n"))
    guest.end()


@test
def a_signal_that_is_no_kill_lets_live_on(l):
    guest = l.sandbox()
    execution = guest.exec(["/bin/sh", "-c", "setsid sleep 60 & sleep 0.1; echo ready; wait"], flags=KEEP)
    output_with(guest, b"ready\n")
    guest.signal(execution, signal.SIGTERM)
    result = guest.result(execution)
    equal((result.how, result.code, result.cause), (1, signal.SIGTERM, 0))
    equal(len(children(guest.pid)), 1)
    guest.end()


@test
def what_lives_on_has_lost_its_streams(l):
    guest = l.sandbox()
    script = "(trap '' PIPE; sleep 0.3; echo late || echo lost > lost) & echo early"
    result = guest.sh(script, flags=KEEP | PACED)
    equal(result.stdout, b"early\n")
    eventually(lambda: guest.sh("cat lost", flags=0).stdout == b"lost\n", "it was told")
    result = guest.sh(f"({GUEST} flood 10000000000) & sleep 0.1", flags=KEEP, out=1000)
    equal((result.code, len(result.stdout)), (0, 1000))
    script = "(trap '' HUP; sleep 0.4; echo late || echo gone > gone) & sleep 0.1; echo early"
    result = guest.result(terminal(guest, script, flags=KEEP))
    equal(result.stdout, b"early\r\n")
    eventually(lambda: guest.sh("cat gone", flags=0).stdout == b"gone\n", "it was told")
    guest.end()


# --- reading and writing files ------------------------------------------------------------------------------------

INIT = "/sandbox/init"


def write(guest, path, data, mode="644", size=None):
    argv = [INIT, "write", path, mode] + ([str(size)] if size is not None else [])
    return feed(guest, paced(guest, *argv), data)


def read(guest, path, limit=1 << 40):
    return guest.result(paced(guest, INIT, "read", path, str(limit)))


def content(result):
    equal((result.code, result.stderr), (0, b""))
    size = int.from_bytes(result.stdout[:8], "big")
    equal(size, len(result.stdout) - 8)
    return result.stdout[8:]


def written(result):
    equal((result.code, result.stdout, result.stderr), (0, b"", b""))


def failed(result, step, error, stdout=b""):
    equal((result.how, result.code, result.stdout, result.stderr), (0, 1, stdout, f"{step} {int(error)}\n".encode()))


@test
def what_is_written_is_read(l):
    guest = l.sandbox()
    for number, data in enumerate([b"", b"x", os.urandom(3 << 20), bytes(65536), bytes(65537)]):
        path = f"/workspace/a/b {number}/c"
        written(write(guest, path, data, size=None if number % 2 else len(data)))
        equal(content(read(guest, path)) == data, True)
    equal(guest.sh("umask 0; stat -c %a a 'a/b 1' 'a/b 1/c'; ls -A a | wc -l").stdout, b"755\n755\n644\n5\n")
    written(write(guest, "/tmp/tool", b"#!/bin/sh\necho ran", mode="4750"))
    equal(guest.sh("/tmp/tool; stat -c %a /tmp/tool").stdout, b"ran\n4750\n")
    written(write(guest, "//workspace//twice///slashed", b"ok"))
    written(write(guest, "/workspace/../workspace/./up/../dots", b"ok"))
    equal(content(read(guest, "/workspace/dots")), b"ok")
    equal(content(read(guest, "/workspace/../../../workspace/dots")), b"ok")
    guest.end()


@test
def a_file_is_replaced_at_once_and_keeps_its_mode(l):
    guest = l.sandbox()
    guest.sh("echo old > f; chmod 751 f; ln f hard; echo target > t; ln -s t link; ln -s /nowhere dangling; ln -s . here")
    execution = paced(guest, INIT, "write", "/workspace/f", "600")
    guest.input(execution, b"new")
    equal({guest.event()[0], guest.event()[0]}, {"started", "credit"})
    equal(guest.sh("cat f; ls -A | wc -l", flags=0).stdout, b"old\n6\n")
    guest.input(execution, b"")
    written(guest.result(execution))
    equal(guest.sh("cat f hard; stat -c %a f; ls -A | wc -l").stdout, b"newold\n751\n6\n")
    written(write(guest, "/workspace/link", b"1", mode="640"))
    written(write(guest, "/workspace/dangling", b"2"))
    written(write(guest, "/workspace/here/through", b"3"))
    equal(guest.sh("cat t link dangling through; stat -c '%F %a' link; ls -A | wc -l").stdout, b"target\n123regular file 640\n7\n")
    guest.end()


@test
def what_cannot_be_written_changes_nothing(l):
    guest = l.sandbox(disk=4 << 20)
    guest.sh("mkfifo fifo; mkdir folder; echo old > file; mkdir shut; chmod 555 shut; ln -s file link")
    before = guest.sh("ls -lAR --full-time").stdout
    for path, step, error in (
        ("/usr/x", "open", errno.EROFS),
        ("/x/y", "open", errno.EROFS),
        ("/workspace/fifo", "open", errno.EINVAL),
        ("/dev/null", "open", errno.EINVAL),
        ("/workspace/folder", "open", errno.EISDIR),
        ("/workspace/folder/", "open", errno.EISDIR),
        ("/workspace/new/..", "open", errno.EISDIR),
        ("/", "open", errno.EISDIR),
        ("/workspace/file/x", "open", errno.ENOTDIR),
        ("/workspace/link/x/y", "open", errno.ENOTDIR),
        ("/workspace/shut/x", "open", errno.EACCES),
        ("/workspace/shut/x/y", "open", errno.EACCES),
        ("relative", "open", errno.EINVAL),
        ("", "open", errno.EINVAL),
        ("/workspace/" + "n" * 256, "open", errno.ENAMETOOLONG),
        ("/" + "n/" * 2048, "open", errno.ENAMETOOLONG),
    ):
        failed(write(guest, path, b"data"), step, error)
    for mode, size in (("999", None), ("10000", None), ("", None), ("-1", None), ("644", "x"), ("644", "-1"), ("644", "")):
        failed(write(guest, "/workspace/file", b"data", mode=mode, size=size), "open", errno.EINVAL)
    failed(write(guest, "/workspace/file", b"data", size=5), "read", errno.EIO)
    failed(write(guest, "/workspace/file", b"data", size=3), "read", errno.EIO)
    failed(write(guest, "/workspace/new/folders/file", b"data", size=0), "read", errno.EIO)
    failed(write(guest, "/workspace/file", bytes(6 << 20)), "write", errno.ENOSPC)
    equal(guest.sh("ls -lAR --full-time").stdout, before)
    equal(guest.run([INIT, "write", "/workspace/file"]).code, 2)
    guest.end()


@test
def a_limit_on_the_size_of_files_is_told(l):
    guest = l.sandbox(setup=False)
    guest.setup(rlimits=[(resource.RLIMIT_FSIZE, 100000, 100000)])
    failed(write(guest, "/workspace/file", bytes(200000)), "write", errno.EFBIG)
    guest.end()


@test
def a_write_that_is_killed_leaves_nothing(l):
    guest = l.sandbox()
    for kill in (True, False):
        execution = paced(guest, INIT, "write", "/workspace/new/folders/file", "644", timeout=0 if kill else 300)
        guest.input(execution, bytes(200000))
        if kill:
            time.sleep(0.2)
            guest.signal(execution, signal.SIGKILL)
        equal(guest.result(execution).cause, 3 if kill else 1)
        equal(guest.sh("ls -A").stdout, b"")
    guest.end()


@test
def what_cannot_be_read_says_why(l):
    guest = l.sandbox()
    guest.sh(
        "mkfifo fifo; mkdir folder shut; echo secret > file; echo x > closed; chmod 0 closed shut; ln -s file link;"
        "ln -s loop loop; truncate -s 1T sparse; ln -s fifo tofifo; ln -s /proc/self/fd/0 magic"
    )
    for path, error in (
        ("/workspace/none", errno.ENOENT),
        ("/workspace/none/x", errno.ENOENT),
        ("/workspace/folder", errno.EISDIR),
        ("/", errno.EISDIR),
        ("/workspace/closed", errno.EACCES),
        ("/workspace/shut/x", errno.EACCES),
        ("/workspace/fifo", errno.EINVAL),
        ("/workspace/tofifo", errno.EINVAL),
        ("/dev/zero", errno.EINVAL),
        ("/workspace/loop", errno.ELOOP),
        ("/workspace/magic", errno.ELOOP),
        ("/workspace/file/x", errno.ENOTDIR),
        ("/workspace/file/", errno.ENOTDIR),
        ("file", errno.EINVAL),
    ):
        failed(read(guest, path, 1 << 30), "open", error)
    equal(content(read(guest, "/workspace/link")), b"secret\n")
    equal(content(read(guest, "/workspace/file", 7)), b"secret\n")
    failed(read(guest, "/workspace/file", 6), "open", errno.EFBIG, struct.pack(">Q", 7))
    result = read(guest, "/workspace/sparse", 1 << 30)
    equal((result.code, len(result.stdout), result.stderr), (1, 8, f"open {errno.EFBIG}\n".encode()))
    failed(read(guest, "/workspace/file", "x"), "open", errno.EINVAL)
    result = read(guest, "/proc/self/status")
    equal((result.code, result.stdout, result.stderr), (1, bytes(8), f"read {errno.EIO}\n".encode()))
    guest.end()


@test
def a_read_wakes_nobody_at_a_fifo(l):
    guest = l.sandbox()
    execution = guest.exec(["/bin/sh", "-c", "mkfifo fifo; echo ready; echo x > fifo; echo woken"], flags=0)
    output_with(guest, b"ready\n")
    for _ in range(20):
        failed(guest.result(paced(guest, INIT, "read", "/workspace/fifo", "10")), "open", errno.EINVAL)
    silence(guest)
    guest.signal(execution, signal.SIGKILL)
    equal(guest.result(execution).cause, 3)
    guest.end()


@test
def a_file_that_changes_while_it_is_read_is_no_lie(l):
    guest = l.sandbox(disk=32 << 20)
    guest.exec([GUEST, "grow", "/workspace/f"], flags=0)
    equal([guest.event()[0], guest.event()[0]], ["started", "output"])
    for _ in range(40):
        result = read(guest, "/workspace/f")
        size = int.from_bytes(result.stdout[:8], "big")
        if result.code == 0:
            equal(len(result.stdout) - 8, size)
        else:
            equal(result.stderr, f"read {errno.EIO}\n".encode())
            assert len(result.stdout) - 8 <= size, (len(result.stdout), size)
    guest.end()


@test
def paths_that_are_swapped_lead_nowhere_else(l):
    guest = l.sandbox()
    guest.exec([GUEST, "swap", "/workspace/p"], flags=0)
    equal([guest.event()[0], guest.event()[0]], ["started", "output"])
    for turn in range(150):
        result = read(guest, "/workspace/p")
        # /etc is not in the sandbox: what the links lead to is never there.
        assert result.code == 1 or content(result) in (b"", b"data"), result.stdout
        for path in ("/workspace/p", "/workspace/p/q"):
            result = write(guest, path, b"data")
            assert result.code in (0, 1) and result.how == 0, result.__dict__
    equal(guest.sh("ls -A | grep -c sandbox-write").stdout, b"0\n")
    guest.end()


@test
def who_reads_and_writes_is_out_of_reach_of_the_guest(l):
    guest = l.sandbox()
    execution = paced(guest, INIT, "write", "/workspace/f", "644")
    equal(guest.event()[0], "started")
    time.sleep(0.1)
    script = "for p in /proc/[0-9]*; do grep -qs wri[t]e $p/cmdline && ls $p/fd; done"
    result = guest.sh(script, flags=0)
    assert b"Permission denied" in result.stderr and result.stdout == b"", result.__dict__
    guest.input(execution, b"")
    written(guest.result(execution))
    guest.end()


# --- all at once --------------------------------------------------------------------------------------------------


@test
def floods_without_a_reader_cost_nothing_and_hold_nobody_up(l):
    guest = l.sandbox()
    script = f"{GUEST} flood 1000000000 & {GUEST} flood2 1000000000; wait"
    floods = [paced(guest, "/bin/sh", "-c", script, flags=KEEP | TERMINAL * (i % 2)) for i in range(60)]
    owed = {}
    try:
        while True:
            event = guest.event(1)
            if event[0] == "output":
                owed[event[1:3]] = owed.get(event[1:3], 0) + len(event[3])
    except TimeoutError:
        pass
    assert max(owed.values()) <= WINDOW and len(owed) >= 60, owed
    before = cpu_ticks(guest.pid)
    time.sleep(1)
    assert cpu_ticks(guest.pid) - before < 10, cpu_ticks(guest.pid) - before
    assert int(status_of(guest.pid, "VmRSS").split()[0]) < 6000 or SLOW
    equal(guest.sh("echo quick", flags=0).stdout, b"quick\n")
    for execution in floods:
        guest.signal(execution, signal.SIGKILL)
    ended = set()
    while len(ended) < len(floods):
        for (execution, stream), size in owed.items():
            guest.taken(execution, stream, size)
        owed.clear()
        event = guest.event()
        if event[0] == "output":
            owed[event[1:3]] = len(event[3])
        elif event[0] == "exit":
            equal(event[1]["cause"], 3)
            ended.add(event[1]["exec"])
    equal(children(guest.pid), [])
    guest.end()


@test
def a_cancel_at_any_moment_leaves_nothing(l):
    guest = l.sandbox()
    before = len(os.listdir(f"/proc/{guest.pid}/fd"))
    programs = [[GUEST, "stubborn"], [GUEST, "flood", "1000000000"], ["/bin/sh", "-c", "setsid sleep 60 & sleep 60"]]
    programs += [[INIT, "write", "/workspace/x/y", "644"], ["nope"]]
    ends = time.monotonic() + 3
    turn = 0
    while time.monotonic() < ends:
        turn += 1
        flags = [0, KEEP, KILL_REST][turn % 3] | [0, PACED][turn // 3 % 2] | [0, TERMINAL][turn // 6 % 2]
        execution = guest.exec(programs[turn % 5], flags=flags, out=NO_CAP)
        time.sleep(turn % 40 * 0.0001)
        guest.signal(execution, signal.SIGKILL)
        result = guest.result(execution)
        equal(result.refused or result.cause, result.refused and ("exec", errno.ENOENT) or 3)
        eventually(lambda: children(guest.pid) == [], "nothing is left")
    assert turn > 50, turn
    equal(len(os.listdir(f"/proc/{guest.pid}/fd")), before)
    equal(guest.sh("ls -A").stdout, b"")
    guest.end()


@test
def too_many_ends_of_a_terminal_break_the_protocol(l):
    def ends(guest):
        execution = guest.exec(["/bin/sh", "-c", "stty raw; echo ready; sleep 60"], flags=TERMINAL)
        output_with(guest, b"ready")
        try:
            guest.connection.sendall((u32(6) + u8(0x43) + u32(execution) + u8(0)) * 100000)
        except Closed:
            pass

    breaks(l, ends)


@test
def without_isolation_what_lives_on_ends_with_init(l):
    init = os.path.join(l.support, "init")
    number = l.start(argv=[init, "init"], disk=0)
    guest = Guest(l, number, l.event()[2], l.accept(number))
    guest.setup()
    equal(guest.sh("setsid sleep 60 & sleep 60 & echo on", flags=KEEP, cwd="/").stdout, b"on\n")
    equal(guest.sh("setsid sleep 60 & echo over", flags=0, cwd="/").stdout, b"over\n")
    supervisors = children(guest.pid)
    equal(len(supervisors), 1)
    kept = children(supervisors[0])
    equal(len(kept), 2)
    result = guest.result(guest.exec(["/bin/sh", "-c", "tty < /dev/tty"], flags=TERMINAL, cwd="/"))
    equal((result.stdout[:5], result.code), (b"/dev/", 0))
    guest.connection.close()
    equal(l.event()[:3], ("ended", number, 0))
    equal([pid for pid in supervisors + kept if state_of(pid) is not None], [])
