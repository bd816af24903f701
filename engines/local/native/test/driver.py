"""Speaks the protocol of PROTOCOL.md: the launcher, its sandboxes and their init, as Java would."""

import contextlib
import os
import resource
import select
import shutil
import socket
import struct
import subprocess
import tempfile
import time

NATIVE = os.environ.get("SANDBOX_NATIVE", "")
KEEP_ID = 0xFFFFFFFF
HOLD, ADOPTABLE = 1, 2
BOOT, KILL_REST, EARLY, PACED, KEEP, TERMINAL, NO_PEAK = 1, 2, 4, 8, 16, 32, 64
SILENT = 0
WINDOW = 262144
NO_CAP = (1 << 64) - 1
KILL_AT_CAP = 1
NO_SYMLINKS = 1
PATIENCE = float(os.environ.get("PATIENCE", "20"))


def u8(value):
    return struct.pack(">B", value)


def u32(value):
    return struct.pack(">I", value)


def u64(value):
    return struct.pack(">Q", value)


def raw(text):
    return text if isinstance(text, bytes) else os.fsencode(text)


def string(text):
    return u32(len(raw(text))) + raw(text)


def strings(texts):
    return u32(len(texts)) + b"".join(string(text) for text in texts)


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, size):
        assert self.at + size <= len(self.data), "a frame that is too short"
        self.at += size
        return self.data[self.at - size : self.at]

    def number(self, form):
        return struct.unpack(form, self.take(struct.calcsize(form)))[0]

    def u8(self):
        return self.number(">B")

    def u32(self):
        return self.number(">I")

    def i32(self):
        return self.number(">i")

    def u64(self):
        return self.number(">Q")

    def string(self):
        return self.take(self.u32())

    def rest(self):
        return self.take(len(self.data) - self.at)

    def done(self):
        assert self.at == len(self.data), "a frame with bytes left over"


class Closed(Exception):
    pass


class Connection:
    """One connection, with a buffer of what has arrived."""

    def __init__(self, sock):
        self.sock, self.buffer = sock, b""

    def send(self, kind, payload=b""):
        self.sendall(u32(len(payload) + 1) + u8(kind) + payload)

    def sendall(self, data):
        """Reads meanwhile, as Java does: a peer that waits for us to read does not read itself."""
        data = memoryview(data)
        deadline = time.monotonic() + PATIENCE
        while data:
            assert time.monotonic() < deadline, "the peer does not read"
            readable, writable, _ = select.select([self.sock], [self.sock], [], 1)
            if readable:
                self.receive()
            if writable:
                data = data[self.sock.send(data, socket.MSG_DONTWAIT) :]

    def receive(self):
        try:
            data = self.sock.recv(262144)
        except ConnectionResetError:
            data = b""
        if not data:
            raise Closed
        self.buffer += data

    def frame(self, timeout=None):
        """The next frame as (type, Reader). TimeoutError, or Closed at the end."""
        deadline = time.monotonic() + (PATIENCE if timeout is None else timeout)
        while True:
            if len(self.buffer) >= 4:
                size = struct.unpack(">I", self.buffer[:4])[0]
                assert 1 <= size <= 2097152, "a length out of bounds"
                if len(self.buffer) >= 4 + size:
                    frame, self.buffer = self.buffer[4 : 4 + size], self.buffer[4 + size :]
                    return frame[0], Reader(frame[1:])
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.sock], [], [], left)[0]:
                raise TimeoutError
            self.receive()

    def close(self):
        self.sock.close()


class Launcher:
    """A launcher process with its folder, and Java's side of its socket."""

    def __init__(self, user=None, open_files=None):
        self.folder = tempfile.mkdtemp(prefix="sandbox-native-test-")
        self.user = user
        self.stage = os.path.join(self.folder, "stage")
        self.sockets = os.path.join(self.folder, "sockets")
        self.support = os.path.join(self.folder, "support")
        os.mkdir(self.stage)
        os.mkdir(self.support)
        os.mkdir(self.sockets, 0o700)
        os.chmod(self.folder, 0o755)
        shutil.copy(NATIVE, os.path.join(self.support, "init"))
        os.chmod(os.path.join(self.support, "init"), 0o755)
        self.path = os.path.join(self.folder, "s")
        self.server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.server.bind(self.path)
        os.chmod(self.path, 0o777)
        self.server.listen(128)
        self.server.settimeout(PATIENCE)
        prefix = []
        if user is not None:
            prefix = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"]
            os.chown(self.stage, user, user)
            os.chown(self.sockets, user, user)
        self.process = subprocess.Popen(
            prefix + [NATIVE, "launch", self.path, self.stage], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE,
            preexec_fn=open_files and (lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (open_files, open_files))),
        )
        self.control = Connection(self.server.accept()[0])
        kind, reader = self.control.frame()
        assert kind == 0x01 and reader.u32() == 1
        self.pid = reader.u32()
        assert self.pid == self.process.pid
        self.ids = 0
        self.waiting = {}

    def argv(self, *extra, command=("/sandbox/init", "init")):
        stage = self.stage
        argv = (
            "/usr/bin/bwrap --unshare-user --unshare-ipc --unshare-pid --unshare-net --unshare-uts"
            " --unshare-cgroup-try --disable-userns --uid 1000 --gid 1000 --hostname sandbox --new-session"
            " --die-with-parent --as-pid-1 --cap-drop ALL --ro-bind /usr /usr --symlink usr/bin /bin"
            f" --symlink usr/lib /lib --symlink usr/lib64 /lib64 --symlink usr/sbin /sbin"
            f" --ro-bind {self.support} /sandbox --proc /proc --dev /dev --bind {stage}/shm /dev/shm"
            f" --bind {stage}/tmp /tmp --bind {stage}/workspace /workspace --bind {stage}/code /code"
            f" --bind {stage}/home /home/sandbox --remount-ro /proc --remount-ro /dev --remount-ro /"
            " --chdir /workspace --info-fd 3"
        ).split()
        return argv + list(extra) + ["--"] + list(command)

    def start(self, argv=None, hold=False, uid=KEEP_ID, disk=16 << 20, files=1000, oom=0, groups=(), folders=None,
              listen=None):
        """Sends START; returns the sandbox's number."""
        self.ids += 1
        if folders is None:
            folders = [("shm", 0o1777), ("tmp", 0o1777), ("workspace", 0o755), ("code", 0o755), ("home", 0o755)]
            if disk == 0:
                folders = []
        flags = (HOLD if hold else 0) | (ADOPTABLE if listen is not None else 0)
        payload = u64(self.ids) + u8(flags) + u32(uid) + u32(uid) + struct.pack(">i", oom)
        payload += u64(disk) + u64(files) + strings(groups)
        payload += u32(len(folders)) + b"".join(string(name) + u32(mode) for name, mode in folders)
        payload += strings(argv if argv is not None else self.argv())
        payload += string(listen) if listen is not None else b""
        self.control.send(0x10, payload)
        return self.ids

    def release(self, sandbox):
        self.control.send(0x11, u64(sandbox))

    def kill(self, sandbox):
        self.control.send(0x12, u64(sandbox))

    def accept(self, sandbox):
        """The connection of that sandbox, after its JOIN."""
        while sandbox not in self.waiting:
            connection = Connection(self.server.accept()[0])
            kind, reader = connection.frame()
            assert kind == 0x02
            joined = reader.u64()
            assert reader.u32() == 1
            reader.done()
            self.waiting[joined] = connection
        return self.waiting.pop(sandbox)

    def event(self, timeout=None):
        """The next word of the launcher as a tuple."""
        kind, reader = self.control.frame(timeout)
        sandbox = reader.u64()
        if kind == 0x20:
            event = ("parked", sandbox)
        elif kind == 0x21:
            event = ("started", sandbox, reader.u32(), reader.u64())
        elif kind == 0x22:
            event = ("refused", sandbox, reader.string().decode(), reader.u32())
        else:
            assert kind == 0x23, hex(kind)
            event = ("ended", sandbox, reader.i32(), reader.u64(), reader.u64(), reader.u64(), reader.string())
        reader.done()
        return event

    def sandbox(self, setup=True, **options):
        """A sandbox that runs, as a Guest."""
        number = self.start(**options)
        event = self.event()
        assert event[0] == "started" and event[1] == number, event
        guest = Guest(self, number, event[2], self.accept(number))
        if setup:
            guest.setup()
        return guest

    def adoptable(self, **options):
        """A sandbox that runs and was connected to, as a Guest."""
        path = os.path.join(self.sockets, str(self.ids + 1))
        number = self.start(listen=path, **options)
        event = self.event()
        assert event[0] == "started" and event[1] == number, event
        guest = Guest(self, number, event[2], connected(path))
        guest.setup()
        return guest

    def close(self):
        self.control.close()
        for connection in self.waiting.values():
            connection.close()
        self.server.close()
        code = self.process.wait(PATIENCE)
        self.errors = self.process.stderr.read().decode(errors="replace")
        self.process.stderr.close()
        shutil.rmtree(self.folder, ignore_errors=True)
        return code


def connected(path):
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    sock.connect(path)
    return Connection(sock)


class Result:
    def __init__(self):
        self.started = None
        self.refused = None
        self.frames = []
        self.stdout = b""
        self.stderr = b""
        self.credit = 0


class Guest:
    """One sandbox and its init."""

    def __init__(self, launcher, number, pid, connection):
        self.launcher, self.number, self.pid, self.connection = launcher, number, pid, connection
        kind, reader = connection.frame()
        assert kind == 0x50 and reader.u32() == 1, kind
        self.is_pid1 = reader.u8() == 1
        self.execs = 0
        self.paced = set()

    def setup(self, rlimits=(), seccomp=b""):
        payload = u32(len(rlimits)) + b"".join(u32(r) + u64(s) + u64(h) for r, s, h in rlimits)
        self.connection.send(0x40, payload + string(seccomp))

    def terms(self, timeout=0, grace=100, out=1 << 20, err=1 << 20, at_cap=0, cwd="/workspace"):
        return u32(timeout) + u32(grace) + u64(out) + u64(err) + u8(at_cap) + string(cwd)

    def exec(self, argv, env=("PATH=/usr/bin:/bin",), flags=KILL_REST, size=(80, 24), **terms):
        self.execs += 1
        payload = u32(self.execs) + u8(flags) + strings(argv) + strings(env) + self.terms(**terms)
        if flags & TERMINAL:
            payload += u32(size[0]) + u32(size[1])
        if flags & PACED:
            self.paced.add(self.execs)
        self.connection.send(0x41, payload)
        return self.execs

    def go(self, execution, **terms):
        self.connection.send(0x42, u32(execution) + self.terms(**terms))

    def input(self, execution, data, stream=0):
        self.connection.send(0x43, u32(execution) + u8(stream) + data)

    def signal(self, execution, number):
        self.connection.send(0x44, u32(execution) + u32(number))

    def taken(self, execution, stream, size):
        self.connection.send(0x49, u32(execution) + u8(stream) + u32(size))

    def resize(self, execution, columns, rows):
        self.connection.send(0x4A, u32(execution) + u32(columns) + u32(rows))

    def put(self, ref, path, data, mode=0o644, size=None, chunk=1 << 20):
        self.connection.send(0x45, u32(ref) + string(path) + u32(mode) + u64(len(data) if size is None else size))
        for at in range(0, len(data), chunk):
            self.connection.send(0x46, u32(ref) + data[at : at + chunk])

    def lease(self, patience=60000, lifetime=0, grace=100):
        self.connection.send(0x4C, u32(patience) + u64(lifetime) + u32(grace))

    def leave(self):
        """The end of Java, as the sandbox sees it."""
        self.connection.close()

    def adopted(self):
        """The same sandbox with the connection of another Java."""
        path = os.path.join(self.launcher.sockets, str(self.number))
        return Guest(self.launcher, self.number, self.pid, connected(path))

    def list(self, ref, path, entries=10000, depth=64):
        self.connection.send(0x47, u32(ref) + string(path) + u32(entries) + u32(depth))

    def get(self, ref, path, flags=NO_SYMLINKS, limit=1 << 30):
        self.connection.send(0x48, u32(ref) + string(path) + u8(flags) + u64(limit))

    def event(self, timeout=None):
        kind, r = self.connection.frame(timeout)
        if kind == 0x51:
            event = ("started", r.u32(), r.u32())
        elif kind == 0x52:
            event = ("refused", r.u32(), r.string().decode(), r.u32())
        elif kind == 0x53:
            event = ("output", r.u32(), r.u8(), r.rest())
        elif kind == 0x54:
            event = ("done", r.u32())
        elif kind == 0x55:
            event = ("failed", r.u32(), r.string().decode(), r.u32())
        elif kind == 0x56:
            event = ("entry", r.u32(), chr(r.u8()), r.u64(), r.string())
        elif kind == 0x57:
            event = ("file", r.u32(), r.u64(), r.u32())
        elif kind == 0x58:
            event = ("chunk", r.u32(), r.rest())
        elif kind == 0x59:
            event = ("credit", r.u32(), r.u32())
        elif kind == 0x5B:
            event = ("waiting", r.u32())
        else:
            assert kind == 0x5A, hex(kind)
            names = "exec how code cause out err wall user system rss full".split()
            forms = [r.u32, r.u8, r.u32, r.u8, r.u64, r.u64, r.u64, r.u64, r.u64, r.u64, r.u8]
            event = ("exit", {name: form() for name, form in zip(names, forms)})
        r.done()
        return event

    def result(self, execution, timeout=None):
        """Everything of an execution until its EXIT or REFUSED."""
        result = Result()
        while True:
            event = self.event(timeout)
            if event[0] == "exit" and event[1]["exec"] == execution:
                result.__dict__.update(event[1])
                return result
            if event[1] != execution:
                continue
            if event[0] == "refused":
                result.refused = event[2:]
                return result
            if event[0] == "output":
                result.frames.append(event[3])
                if execution in self.paced:
                    self.taken(execution, event[2], len(event[3]))
                if event[2] == 1:
                    result.stdout += event[3]
                else:
                    result.stderr += event[3]
            elif event[0] == "started":
                result.started = event[2]
            elif event[0] == "credit":
                result.credit += event[2]

    def run(self, argv, **options):
        return self.result(self.exec(argv, **options))

    def sh(self, script, *args, **options):
        return self.run(["/bin/sh", "-c", script, "sh", *args], **options)

    def answer(self, ref):
        """Everything of a file request until its DONE or FAILED."""
        events = []
        while True:
            event = self.event()
            if event[0] in ("done", "failed", "entry", "file", "chunk") and event[1] == ref:
                events.append(event)
                if event[0] in ("done", "failed"):
                    return events

    def end(self):
        """Kills the sandbox and returns the launcher's ENDED."""
        self.launcher.kill(self.number)
        while True:
            event = self.launcher.event()
            if event[0] == "ended" and event[1] == self.number:
                self.connection.close()
                return event


@contextlib.contextmanager
def launched(user=None):
    launcher = Launcher(user)
    try:
        yield launcher
    finally:
        code = launcher.close()
        assert code == 0, f"the launcher exited with {code}: {launcher.errors}"
