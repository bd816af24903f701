"""Runs the code of one request as the main script of this interpreter, as `python3 -I -B /code/main.py` would.

The request comes on descriptor 3 (see HarnessRequest.java). Descriptor 3 that ends without a whole request is the end:
nothing is run. The user's code is run by the last lines of this file, so that one frame, and no more, is beneath it.
"""
import os
import sys

WAITING = 0x7FFFFE00


def what_is_there():
    """The first part of the request, or None where it has not come yet: then there is time to warm up."""
    os.set_blocking(3, False)
    try:
        return os.read(3, 1 << 16)
    except BlockingIOError:
        return None
    finally:
        os.set_blocking(3, True)


def receive(first):
    parts = [first or b""]
    while part := os.read(3, 1 << 16):
        parts.append(part)
    os.close(3)
    request = b"".join(parts)
    if len(request) < 4 or int.from_bytes(request[:4], "big") != len(request) - 4:
        os._exit(0)
    fields = iter(request[4:].split(b"\0"))
    if next(fields) != b"1":
        sys.stderr.write("this interpreter's bootstrap is of another version than the library\n")
        os._exit(70)

    def some():
        return [next(fields) for _ in range(int(next(fields)))]

    path, folder = os.fsdecode(next(fields)), next(fields)
    return path, folder, [os.fsdecode(a) for a in some()], some(), [m.decode() for m in some()]


def rehearse(ending):
    """Pays for what only the first compilation, call, exception and output cost, and leaves nothing behind."""
    out, null = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    exec(compile(b"def f(a, *b):\n    return f'{a:>4}'\ntry:\n    print(f(1), {'a': [2]})\n    raise ValueError(1)\n"
                 b"except ValueError as e:\n    print(e, flush=True)\n", "", "exec", dont_inherit=True), {})
    os.dup2(out, 1)
    os.close(out)
    os.close(null)
    ending.is_unobserved()
    try:
        # To init: this interpreter is as warm as it gets.
        os.close(WAITING)
    except OSError:
        pass


def prepare(path, folder, args, env):
    for entry in env:
        name, _, value = entry.partition(b"=")
        os.environb[name] = value
    try:
        os.chdir(folder)
    except OSError as e:
        sys.stderr.write(f"the working directory cannot be entered: {e.strerror}\n")
        os._exit(126)
    sys.argv[:] = [path, *args]
    if hasattr(sys, "orig_argv"):
        sys.orig_argv[:] = [*sys.orig_argv[: sys.orig_argv.index(__file__)], path, *args]
    sys.path_importer_cache.pop(__file__, None)
    main = type(sys)("__main__")
    loader = sys.modules["_frozen_importlib_external"].SourceFileLoader("__main__", path)
    main.__dict__.update(__file__=path, __cached__=None, __loader__=loader, __builtins__=sys.modules["builtins"])
    if sys.version_info < (3, 14):
        main.__dict__["__annotations__"] = {}
    sys.modules["__main__"] = main
    return main.__dict__


def compiled(path, main, policy, modules, ending):
    with open(path, "rb", 0) as file:
        source = file.read()
    ending.begin(source)
    if policy is None:
        return compile(source, path, "exec", dont_inherit=True)
    return policy["install"](source, path, main, modules)


def load(*names):
    """Files of ours that are one module."""
    module = {"__name__": names[0].partition(".")[0]}
    for name in names:
        path = os.path.join(os.path.dirname(__file__), name)
        with open(path, "rb", 0) as file:
            exec(compile(file.read(), path, "exec", dont_inherit=True), module)
    return module


def unseen(name):
    """A module that the code finds as if nobody had asked for it."""
    loaded = name in sys.modules
    module = __import__(name)
    if not loaded:
        del sys.modules[name]
    return module


def report(error, frames, policy, ending):
    """What the interpreter does with an exception that leaves the main script."""
    error = error.with_traceback(frames)
    if policy is not None:
        policy["without_our_frames"](error)
        frames = error.__traceback__
    sys.last_type, sys.last_value, sys.last_traceback = type(error), error, frames
    if sys.version_info >= (3, 12):
        sys.last_exc = error
    hook = getattr(sys, "excepthook", None)
    try:
        if hook is None:
            sys.stderr.write("sys.excepthook is missing\n")
            hook = sys.__excepthook__
        hook(type(error), error, frames)
    except SystemExit:
        raise
    except BaseException as second:
        sys.stderr.write("Error in sys.excepthook:\n")
        inner = second.__traceback__.tb_next
        sys.__excepthook__(type(second), second.with_traceback(inner), inner)
        sys.stderr.write("\nOriginal exception was:\n")
        sys.__excepthook__(type(error), error, frames)
    if isinstance(error, KeyboardInterrupt):
        # The interpreter ends itself by SIGINT, and must not print the traceback a second time.
        sys.excepthook = lambda *_: None
        raise error
    ending.code = 1
    raise SystemExit(1)


end_rules = load("python_end.py")
ending = end_rules["Ending"](*map(unseen, ("atexit", "gc", "_warnings")))
early = b""
if "--rehearse" in sys.argv and (early := what_is_there()) is None:
    rehearse(ending)
path, folder, args, env, modules = receive(early)
main = prepare(path, folder, args, env)
policy = load("python_policy.py", "python_views.py") if modules else None
try:
    code = compiled(path, main, policy, modules, ending)
except Exception as e:
    failure, e.__context__ = e, None
    code = None
if code is None:
    report(failure, None, policy, ending)
try:
    exec(code, main)
except SystemExit as e:
    ending.code = end_rules["code_of"](e)
    raise
except BaseException as e:
    failure = e
else:
    failure, ending.code = None, 0
if failure is not None:
    report(failure, failure.__traceback__.tb_next, policy, ending)
