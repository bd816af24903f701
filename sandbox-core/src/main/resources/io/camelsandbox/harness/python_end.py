"""The end of a process, told before its interpreter shuts down, which takes longer than most scripts.

After a script, its threads and its exit handlers an interpreter flushes the standard streams and lets go of all objects
and modules. Nobody can tell that the latter was left out when no object of the script's has a finalizer, nobody waits
for the end of one, and no module could do either in C. Then the process says its end, which init takes (see early.h):
it closes a descriptor that cannot exist. Where nobody takes it the process ends as it always could.
"""
import os
import sys
from _weakref import ReferenceType

END = 0x7FFFFF00
MOST_OBJECTS = 50_000
LISTED_BY_THE_COLLECTOR = 1 << 14
# Modules in C whose objects keep nothing back and wait for nothing.
PLAIN_MODULES = frozenset(
    "_bisect _blake2 _bz2 _codecs_cn _codecs_hk _codecs_iso2022 _codecs_jp _codecs_kr _codecs_tw _contextvars _csv"
    " _datetime _decimal _elementtree _hashlib _heapq _json _lzma _md5 _multibytecodec _opcode _pickle _posixsubprocess"
    " _queue _random _sha1 _sha2 _sha256 _sha3 _sha512 _socket _statistics _struct _typing _uuid _zoneinfo array"
    " audioop binascii cmath fcntl grp math mmap pyexpat resource select spwd termios unicodedata zlib".split())
bases_of, names_of = type.__dict__["__mro__"].__get__, type.__dict__["__dict__"].__get__
flags_of = type.__dict__["__flags__"].__get__
FUNCTION, BUILTIN, MODULE = type(lambda: None), type(len), type(sys)


def never(item):
    return False


def is_plain_reference(reference):
    """Nobody but Python's own modules is told of the end of what it refers to."""
    call = reference.__callback__
    if type(call) is FUNCTION:
        return call.__code__.co_filename.startswith((os.path.dirname(os.__file__), "<frozen"))
    return call is None or type(call) is BUILTIN


def is_plain_type(kind):
    """Finalizers of objects that cannot be part of a cycle would not be found: the collector does not list these."""
    return bool(flags_of(kind) & LISTED_BY_THE_COLLECTOR) or question_of(kind) is not never


def question_of(kind):
    """What decides whether an object of this type is plain; None: it is."""
    bases = bases_of(kind)
    if any("__del__" in names_of(base) for base in bases):
        return never
    if type in bases:
        return is_plain_type
    return is_plain_reference if ReferenceType in bases else None


def no_finalizers(objects, known):
    questions = {}
    if len(objects) > MOST_OBJECTS:
        return False
    for item in objects:
        kind = type(item)
        if kind not in questions:
            questions[kind] = question_of(kind)
        if questions[kind] is not None and not questions[kind](item) and id(item) not in known:
            return False
    return True


def parts_of(stream):
    return (stream, stream.buffer, stream.buffer.raw) if stream is not None else ()


def is_plain_module(module, name):
    spec = module.__dict__.get("__spec__") if type(module) is MODULE else None
    origin = getattr(spec, "origin", None)
    return type(origin) is not str or not origin.endswith(".so") or name in PLAIN_MODULES


class Ending:
    """Is the last of the exit handlers, as it is the first that was registered."""

    def __init__(self, atexit, gc, warnings):
        self.gc, self.warnings = gc, warnings
        self.register, self.registered = atexit.register, atexit._ncallbacks
        self.filters = list(warnings.filters)
        self.streams = sys.stdout, sys.stderr
        self.known = {id(part) for stream in (sys.stdin, *self.streams) for part in parts_of(stream)}
        self.collections = None
        self.observers = sys.gettrace, sys.getprofile, gc.get_debug
        self.modules = sys.modules
        self.loaded = set(sys.modules)
        self.close, self.exit = os.close, os._exit
        self.code = None

    def begin(self, source):
        """The script is about to run. Audit hooks of its own would see us look, handlers of the site's would not run."""
        if b"audithook" not in source and self.registered() == 0:
            self.register(self.end)
        self.gc.freeze()
        self.gc.unfreeze()
        if sys.version_info < (3, 14):
            self.collections = self.gc.get_stats()[2]["collections"]

    def objects(self):
        """What is there at the beginning is of the oldest generation, as long as that is not collected again."""
        if self.collections != self.gc.get_stats()[2]["collections"]:
            return self.gc.get_objects()
        return self.gc.get_objects(generation=0) + self.gc.get_objects(generation=1)

    def is_unobserved(self):
        return (
            (sys.stdout, sys.stderr) == self.streams
            and not any(observer() for observer in self.observers)
            and self.warnings.filters == self.filters
            and all(is_plain_module(self.modules[name], name) for name in self.modules.keys() - self.loaded)
            and no_finalizers(self.objects(), self.known))

    def end(self):
        try:
            if self.code is None or not self.is_unobserved():
                return
            for stream in self.streams:
                if not stream.closed:
                    stream.flush()
        except Exception:
            return
        try:
            self.close(END | self.code)
        except OSError:
            self.exit(self.code)


def code_of(error):
    """The exit code that this SystemExit will end the process with, or None where that is not plain."""
    if type(error) is not SystemExit:
        return None
    code = error.code
    if code is None:
        return 0
    if type(code) is str:
        return 1
    if type(code) in (int, bool) and -1 << 31 <= code < 1 << 31:
        return code & 0xFF
    return None
