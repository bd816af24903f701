"""Runs one execution after the other in this interpreter, so that what one leaves is there in the next.

Orders come on descriptor 0 as it was at the start, answers go out on 1 and 2 as they were, between the output of the
code, as frames that begin with the mark of the order (see StateFrames.java). Code has descriptors 0, 1 and 2 of its own,
anew for each execution. What code does to builtins, modules and descriptors may spoil what it is told itself; who reads
the frames checks them.
"""
import resource
import sys
from time import sleep

# Functions below get these builtins, and this os: code that changes the interpreter's does not change ours.
__builtins__ = dict(vars(sys.modules["builtins"]))
os = type(sys)("os")
vars(os).update(vars(sys.modules["os"]))

LONGEST_FRAME = 4096  # PIPE_BUF: written whole or not at all, whoever else writes
MOST_PARTS = 1000
MOST_SOURCES = 256
ONLY_AST = 0x400
FUTURE_FLAGS = 0x1FE0000


def descriptors():
    import fcntl

    def kept(number):
        try:
            return fcntl.fcntl(number, fcntl.F_DUPFD_CLOEXEC, 100)
        except OSError:
            return os.dup(number)

    return kept(0), kept(1), kept(2)


class Channel:
    """The way to who gives the orders."""

    def __init__(self):
        self.orders, self.out, self.err = descriptors()
        self.lock = sys.modules["_thread"].allocate_lock()
        self.mark = None
        self.open = True

    def forget(self):
        """This is a forked child: it has no part in the executions."""
        self.open = False
        for number in (self.orders, self.out, self.err):
            try:
                os.close(number)
            except OSError:
                pass

    def take(self, count):
        parts = []
        while count:
            part = os.read(self.orders, min(count, 1 << 20))
            if not part:
                os._exit(0)
            parts.append(part)
            count -= len(part)
        return b"".join(parts)

    def order(self):
        fields = iter(self.take(int.from_bytes(self.take(4), "big")).split(b"\0"))

        def some():
            return [next(fields) for _ in range(int(next(fields)))]

        if next(fields) != b"s1":
            os.write(2, b"this interpreter's bootstrap is of another version than the library\n")
            os._exit(70)
        order = {"mark": bytes.fromhex(next(fields).decode()), "number": int(next(fields)), "room": int(next(fields)),
                 "folder": next(fields), "stdin": next(fields)}
        next(fields), next(fields), next(fields)
        order["args"], order["env"] = [os.fsdecode(arg) for arg in some()], some()
        order["modules"] = [module.decode() for module in some()]
        order["code"] = next(fields)
        return order

    def send(self, descriptor, kind, payload=b""):
        frame = self.mark + kind + len(payload).to_bytes(2, "big") + payload
        fallback = 1 if descriptor == self.out else 2
        while frame:
            try:
                frame = frame[os.write(descriptor, frame):]
            except BlockingIOError:
                sleep(0.001)
            except OSError:
                # the code closed it; what it has itself leads to the same place
                if descriptor == fallback:
                    os._exit(70)
                descriptor = fallback

    def begin(self, mark):
        with self.lock:
            self.mark = mark
            self.send(self.out, b"B")

    def end(self, code, cpu, memory):
        with self.lock:
            self.send(self.out, b"E", bytes((code,)) + cpu.to_bytes(8, "big") + memory.to_bytes(8, "big"))
            self.send(self.err, b"E")
            self.mark = None


class Screen:
    """What is shown: representations of values, each a part with its MIME type."""

    METHODS = (("text/html", "_repr_html_"), ("text/markdown", "_repr_markdown_"), ("text/latex", "_repr_latex_"),
               ("image/svg+xml", "_repr_svg_"), ("image/png", "_repr_png_"), ("image/jpeg", "_repr_jpeg_"),
               ("application/json", "_repr_json_"))

    def __init__(self, channel):
        self.channel = channel
        self.room = self.parts = self.values = 0
        self.cut = False

    def begin(self, room):
        self.room, self.parts, self.values, self.cut = room, MOST_PARTS, 0, False

    def show(self, value):
        self.put(self.bundle(value))

    def put(self, bundle):
        parts = [(str(kind), data) for kind, data in self.encoded(bundle)]
        channel = self.channel
        with channel.lock:
            if channel.open and channel.mark is not None:
                for kind, data in parts:
                    self.part(kind.encode("ascii", "replace"), data)
                self.values += 1

    def part(self, kind, data):
        channel, fits = self.channel, self.fitting(kind, data)
        if fits is None or len(fits) < len(data):
            if not self.cut:
                self.cut = True
                channel.send(channel.out, b"T")
            if fits is None:
                return
        self.room -= len(fits)
        self.parts -= 1
        channel.send(channel.out, b"P", self.values.to_bytes(4, "big") + len(fits).to_bytes(4, "big") + kind)
        step = LONGEST_FRAME - len(channel.mark) - 3
        for start in range(0, len(fits), step):
            channel.send(channel.out, b"D", fits[start:start + step])

    def fitting(self, kind, data):
        """As much of a text as there is room for; of anything else all or nothing."""
        if not self.parts or len(kind) > 100:
            return None
        if len(data) <= self.room:
            return data
        if kind != b"text/plain" or not self.room:
            return None
        return data[:self.room].decode("utf-8", "ignore").encode()

    def encoded(self, bundle):
        for kind, data in bundle.items():
            if data is None:
                continue
            if isinstance(data, (bytes, bytearray, memoryview)):
                yield kind, bytes(data)
            elif isinstance(data, str) and kind in ("image/png", "image/jpeg", "image/gif", "application/pdf"):
                import binascii
                yield kind, binascii.a2b_base64(data)
            elif isinstance(data, str) and kind != "application/json":
                yield kind, data.encode("utf-8", "replace")
            else:
                import json
                yield kind, json.dumps(data, allow_nan=False).encode()

    def bundle(self, value):
        found = {}
        if not isinstance(value, type):
            made = self.asked(value, "_repr_mimebundle_")
            made = made[0] if isinstance(made, tuple) else made
            found = {kind: data for kind, data in made.items() if data is not None} if isinstance(made, dict) else {}
            for kind, method in self.METHODS:
                if kind not in found:
                    data = self.asked(value, method)
                    data = data[0] if isinstance(data, tuple) else data
                    if data is not None:
                        found[kind] = data
            picture = FIGURES.picture(value)
            if picture is not None:
                found["image/png"] = picture
            if type(value) in (dict, list) and not found:
                self.add_json(value, found)
        if "text/plain" not in found:
            found = {"text/plain": repr(value), **found}
        return found

    @staticmethod
    def asked(value, method):
        try:
            found = getattr(value, method, None)
            return found() if callable(found) else None
        except Exception as error:
            REPORT.error(error, error.__traceback__.tb_next)
            return None

    @staticmethod
    def add_json(value, found):
        import json
        try:
            found["application/json"] = json.dumps(value, allow_nan=False).encode()
        except (TypeError, ValueError, RecursionError):
            pass

    def display(self, *values, raw=False):
        """Shows values: what they are comes back in the result. With raw, each is a dict of MIME type to content."""
        for value in values:
            if raw:
                self.put(dict(value))
            else:
                self.show(value)

    def hook(self, value):
        """What the interpreter does with the value of the last expression."""
        if value is not None:
            self.show(value)


class Figures:
    """Figures of matplotlib: shown by show(), as values, and at the end of the execution that left them open."""

    def __init__(self):
        self.pyplot = None
        self.shown = []

    def find_spec(self, name, path=None, target=None):
        if name != "matplotlib.pyplot" or self.pyplot is not None:
            return None
        for finder in sys.meta_path:
            spec = None if finder is self else finder.find_spec(name, path, target)
            if spec is not None:
                run = spec.loader.exec_module
                spec.loader.exec_module = lambda module: (run(module), self.attach(module))
                return spec
        return None

    def attach(self, module):
        self.pyplot = module

        def show(*args, **options):
            """Shows all open figures and closes them."""
            self.show()

        module.show = show

    def show(self):
        for number in self.pyplot.get_fignums():
            figure = self.pyplot.figure(number)
            if not any(figure is one for one in self.shown):
                SCREEN.show(figure)
            self.pyplot.close(figure)

    def picture(self, value):
        module = sys.modules.get("matplotlib.figure")
        if module is None or not isinstance(value, module.Figure):
            return None
        import io
        target = io.BytesIO()
        value.savefig(target, format="png", bbox_inches="tight")
        self.shown.append(value)
        return target.getvalue()

    def end(self):
        if self.pyplot is not None:
            self.show()
            self.shown.clear()


class Report:
    """What becomes of exceptions that leave the code."""

    def __init__(self):
        self.hook = sys.excepthook
        self.policy = None
        self.sources = {}

    def keep(self, name, source):
        self.sources[name] = source
        while len(self.sources) > MOST_SOURCES:
            del self.sources[next(iter(self.sources))]
        if "linecache" in sys.modules:
            self.lend(sys.modules["linecache"])

    def lend(self, linecache):
        for name, source in self.sources.items():
            if name not in linecache.cache:
                text = source.decode("utf-8", "replace")
                linecache.cache[name] = (len(source), None, text.splitlines(True), name)

    def error(self, error, frames):
        error = error.with_traceback(frames)
        if self.policy is not None:
            self.policy["without_our_frames"](error)
            frames = error.__traceback__
        sys.last_type, sys.last_value, sys.last_traceback = type(error), error, frames
        if sys.version_info >= (3, 12):
            sys.last_exc = error
        try:
            if sys.excepthook is self.hook:
                import linecache
                import traceback
                self.lend(linecache)
                traceback.print_exception(type(error), error, frames)
            else:
                sys.excepthook(type(error), error, frames)
        except Exception:
            try:
                self.hook(type(error), error, frames)
            except Exception:
                os.write(2, type(error).__name__.encode() + b"\n")


def cpu_and_memory():
    own, children = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    seconds = own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime
    return int(seconds * 1e6), max(own.ru_maxrss, children.ru_maxrss) * 1024


class Interpreter:
    """The names that stay, and how code is run in them."""

    def __init__(self, channel):
        self.channel = channel
        self.flags = 0
        self.policy = None
        self.stdin = sys.stdin
        module = type(sys)("__main__")
        self.main = module.__dict__
        self.main["__builtins__"] = sys.modules["builtins"]
        self.main["__annotations__"] = {}
        sys.modules["__main__"] = module
        self.begun = False

    def restrict(self, modules):
        """The policy of allowed modules, which is the same for all executions."""
        rules = {"__name__": "policy"}
        for name in ("python_policy.py", "python_views.py"):
            path = os.path.join(os.path.dirname(__file__), name)
            with open(path, "rb", 0) as file:
                exec(compile(file.read(), path, "exec", dont_inherit=True), rules)
        self.policy = rules["Policy"](modules)
        self.main["__builtins__"] = self.policy.builtins
        self.main["__loader__"] = None
        REPORT.policy = rules
        sys.addaudithook(rules["audit"])

    def prepare(self, order):
        if not self.begun:
            self.begun = True
            if order["modules"]:
                self.restrict(order["modules"])
        os.dup2(self.channel.out, 1)
        os.dup2(self.channel.err, 2)
        source = os.open(order["stdin"] or os.devnull, os.O_RDONLY)
        if source == 0:
            os.set_inheritable(0, True)
        else:
            os.dup2(source, 0)
            os.close(source)
        self.streams()
        for entry in order["env"]:
            name, _, value = entry.partition(b"=")
            os.environb[name] = value
        sys.argv[:] = ["", *order["args"]]
        if order["folder"]:
            os.chdir(order["folder"])

    def streams(self):
        if sys.stdin is self.stdin:
            sys.stdin = self.stdin = open(0, encoding="utf-8", closefd=False)
        if sys.stdout is None or sys.stdout.closed:
            sys.stdout = open(1, "w", encoding="utf-8", buffering=1, closefd=False)
        if sys.stderr is None or sys.stderr.closed:
            sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False)

    def compiled(self, source, name):
        tree = compile(source, name, "exec", ONLY_AST | self.flags, True)
        last = tree.body.pop() if tree.body and type(tree.body[-1]).__name__ == "Expr" else None
        if self.policy is None:
            def code(part, mode):
                return compile(part, name, mode, self.flags, True)
        else:
            def code(part, mode):
                return self.policy.compiled(part, name, mode, self.flags, -1)
        steps = [code(tree, "exec")]
        self.flags |= steps[0].co_flags & FUTURE_FLAGS
        if last is not None:
            import _ast
            steps.append(code(_ast.Interactive(body=[last]), "single"))
        return steps

    def run(self, order):
        """Runs code; true when it ended without an exception."""
        name = f"<execution {order['number']}>"
        try:
            self.prepare(order)
        except Exception as error:
            os.write(self.channel.err, f"the execution cannot be prepared: {error}\n".encode("utf-8", "replace"))
            return False
        REPORT.keep(name, order["code"])
        steps, failure = (), None
        try:
            steps = self.compiled(order["code"], name)
        except BaseException as error:
            failure, error.__context__ = error, None
        if failure is not None:
            REPORT.error(failure, None)
            return False
        for step in steps:
            try:
                exec(step, self.main)
            except SystemExit:
                self.shut()
                raise
            except BaseException as error:
                failure = error
            if failure is not None:
                REPORT.error(failure, failure.__traceback__.tb_next)
                return False
        return True

    def shut(self):
        """Shows what is left to show; true when nothing went wrong."""
        well = True
        try:
            if self.channel.open:
                FIGURES.end()
        except Exception as error:
            REPORT.error(error, error.__traceback__)
            well = False
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except Exception:
                pass
        return well

    def serve(self):
        while True:
            try:
                order = self.channel.order()
            except Exception as error:
                if isinstance(error, OSError) and error.errno is not None:
                    os._exit(70)
                # a handler of a signal raised it, when nothing ran: its frames are above ours
                REPORT.error(error, error.__traceback__.tb_next.tb_next.tb_next)
                continue
            cpu = cpu_and_memory()[0]
            SCREEN.begin(order["room"])
            self.channel.begin(order["mark"])
            well = self.run(order)
            well = self.shut() and well
            if not self.channel.open:
                raise SystemExit(0 if well else 1)
            now, memory = cpu_and_memory()
            self.channel.end(0 if well else 1, max(0, now - cpu), memory)


CHANNEL = Channel()
SCREEN = Screen(CHANNEL)
FIGURES = Figures()
REPORT = Report()
INTERPRETER = Interpreter(CHANNEL)
os.register_at_fork(after_in_child=CHANNEL.forget)
os.environ.setdefault("MPLBACKEND", "Agg")
sys.meta_path.insert(0, FIGURES)
sys.displayhook = SCREEN.hook
sys.modules["builtins"].display = SCREEN.display
sys.stdout.reconfigure(line_buffering=True)
INTERPRETER.serve()
