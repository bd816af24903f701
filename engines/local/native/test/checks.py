"""What the tests of the suite share."""

import os
import time

from driver import Closed

GUEST = "/sandbox/guest"
SLOW = os.environ.get("SANITIZED") == "1"
TESTS = []


def test(function):
    TESTS.append(function)
    return function


def equal(actual, expected):
    assert actual == expected, f"{actual!r} is not {expected!r}"


def children(pid):
    """The living children of a process, as the host sees them; zombies count."""
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as file:
            return [int(child) for child in file.read().split()]
    except FileNotFoundError:
        return []


def state_of(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return None


def cpu_ticks(pid):
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def eventually(holds, what, seconds=5):
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, what
        time.sleep(0.005)


def gone(pid):
    eventually(lambda: state_of(pid) in (None, "Z"), f"process {pid} is still there")


def closed(connection):
    """Reads on until the connection ends."""
    try:
        while True:
            connection.frame()
    except Closed:
        return


def status_of(pid, key):
    with open(f"/proc/{pid}/status") as file:
        return next(line.split(":")[1].strip() for line in file if line.startswith(key + ":"))
