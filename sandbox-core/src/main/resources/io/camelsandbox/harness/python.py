"""Runs the code of one request as the main script of this interpreter, as `python3 -I -B /code/main.py` would.

The request comes on descriptor 3 (see HarnessRequest.java). Descriptor 3 that ends without a whole request is the end:
nothing is run. The user's code is run by the last lines of this file, so that one frame, and no more, is beneath it.
"""
import os
import sys


def receive():
    parts = []
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


def rehearse():
    """Pays for what only the first compilation, call, exception and output cost, and leaves nothing behind."""
    out, null = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    exec(compile(b"def f(a, *b):\n    return f'{a:>4}'\ntry:\n    print(f(1), {'a': [2]})\n    raise ValueError(1)\n"
                 b"except ValueError as e:\n    print(e, flush=True)\n", "", "exec", dont_inherit=True), {})
    os.dup2(out, 1)
    os.close(out)
    os.close(null)


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


def compiled(path, main, policy, modules):
    with open(path, "rb", 0) as file:
        source = file.read()
    if policy is None:
        return compile(source, path, "exec", dont_inherit=True)
    return policy["install"](source, path, main, modules)


def rules():
    """The policy: its two files are one module."""
    policy = {"__name__": "policy"}
    for name in ("python_policy.py", "python_views.py"):
        path = os.path.join(os.path.dirname(__file__), name)
        with open(path, "rb", 0) as file:
            exec(compile(file.read(), path, "exec", dont_inherit=True), policy)
    return policy


def report(error, frames, policy):
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
    raise SystemExit(1)


if "--rehearse" in sys.argv:
    rehearse()
path, folder, args, env, modules = receive()
main = prepare(path, folder, args, env)
policy = rules() if modules else None
try:
    code = compiled(path, main, policy, modules)
except Exception as e:
    failure, e.__context__ = e, None
    code = None
if code is None:
    report(failure, None, policy)
try:
    exec(code, main)
except SystemExit:
    raise
except BaseException as e:
    failure = e
else:
    failure = None
if failure is not None:
    report(failure, failure.__traceback__.tb_next, policy)
