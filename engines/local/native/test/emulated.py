"""init itself under user emulation, without a sandbox around it. usage: emulated.py EMULATOR PROGRAM"""

import errno
import signal
import socket
import subprocess
import sys
import tempfile

from driver import *


class Emulated(Guest):
    def __init__(self, command):
        ours, theirs = socket.socketpair()
        self.process = subprocess.Popen(command, stdin=theirs, stdout=subprocess.DEVNULL)
        theirs.close()
        super().__init__(None, 1, self.process.pid, Connection(ours))
        self.setup()


def runs(guest, folder):
    result = guest.sh("echo out; echo err >&2; exit 7", cwd="/")
    assert (result.stdout, result.stderr, result.code) == (b"out\n", b"err\n", 7), result.__dict__


def ends_at_the_timeout(guest, folder):
    result = guest.sh("echo part; exec sleep 60", cwd="/", timeout=300)
    assert (result.stdout, result.how, result.code, result.cause) == (b"part\n", 1, signal.SIGTERM, 1), result.__dict__


def counts_what_it_drops(guest, folder):
    result = guest.sh("head -c 3000000 /dev/zero", cwd="/", out=1000)
    assert (len(result.stdout), result.out) == (1000, 3000000), result.__dict__


def refuses_what_is_not_there(guest, folder):
    result = guest.run(["/no/such"], cwd="/")
    assert result.refused == ("exec", errno.ENOENT), result.refused


def relays_input(guest, folder):
    execution = guest.exec(["/bin/cat"], cwd="/")
    guest.input(execution, b"hello")
    guest.input(execution, b"")
    assert guest.result(execution).stdout == b"hello"


def boots(guest, folder):
    execution = guest.exec(["/bin/sh", "-c", "cat <&3"], cwd="/", flags=BOOT | KILL_REST)
    guest.input(execution, b"request", stream=3)
    guest.input(execution, b"", stream=3)
    result = guest.result(execution)
    assert result.stdout == b"request", result.__dict__


def files(guest, folder):
    guest.put(1, folder + "/a/b", b"content")
    answer = guest.answer(1)
    if answer[0][0] == "failed" and answer[0][3] == errno.ENOSYS:
        print("  skipped: files (this emulator has no openat2)")
        return False
    assert answer == [("done", 1)], answer
    guest.list(2, folder)
    assert [event[4] for event in guest.answer(2)[:-1]] == [b"a", b"a/b"]
    guest.get(3, folder + "/a/b")
    assert guest.answer(3)[1] == ("chunk", 3, b"content")
    return True


def main():
    passed = failed = 0
    for test in (runs, ends_at_the_timeout, counts_what_it_drops, refuses_what_is_not_there, relays_input, boots, files):
        with tempfile.TemporaryDirectory() as folder:
            guest = Emulated(sys.argv[1:] + ["init"])
            try:
                passed += test(guest, folder) is not False
            except Exception as error:
                failed += 1
                print(f"  FAILED {test.__name__}: {error!r}")
            guest.connection.close()
            try:
                assert guest.process.wait(PATIENCE) == 0
            except Exception as error:
                failed += 1
                print(f"  FAILED the end of {test.__name__}: {error!r}")
                guest.process.kill()
    print(f"{passed} passed, {failed} failed")


main()
