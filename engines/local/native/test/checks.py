"""What the tests of the suite share."""

import os
import time

from driver import Closed, Result

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


def feed(guest, execution, data):
    """Sends stdin within its credit, reading on meanwhile."""
    result, sent, credit = Result(), 0, 262144
    if not data:
        guest.input(execution, b"")
    while True:
        while sent < len(data) and credit > 0:
            piece = data[sent : sent + min(credit, 50000)]
            guest.input(execution, piece)
            sent, credit = sent + len(piece), credit - len(piece)
            if sent == len(data):
                guest.input(execution, b"")
        event = guest.event()
        if event[0] == "credit":
            credit += event[2]
            result.credit += event[2]
        elif event[0] == "output":
            result.stdout += event[3] if event[2] == 1 else b""
            result.stderr += event[3] if event[2] == 2 else b""
            if execution in guest.paced:
                guest.taken(execution, event[2], len(event[3]))
        elif event[0] == "exit":
            result.__dict__.update(event[1])
            return result
