"""What allowed_modules means inside the interpreter. A policy, not the boundary: that is the sandbox around it.

User code gets builtins of its own, in which `__import__` asks here first; modules keep the interpreter's builtins, so
what an allowed module imports itself works. What user code imports it sees through a view, which shows no module that
is not on the list. Attributes that lead from any object to the interpreter's insides are refused: where their names are
written, before anything runs, and where they are computed, when they are asked for.

A name allows itself and what is below it (`os.path` allows neither `os` nor `os.sep`); `importlib` allows what it has
to import with, and not what is below it. A list that names a module whose purpose is to reach into others (ctypes, gc,
inspect, os, pickle, runpy, subprocess, types ...) allows what that module can do.
"""
import _ast
import _string
import builtins
import sys

# From any object to what is behind it.
WALKS = frozenset(
    "__globals__ __builtins__ __subclasses__ __base__ __bases__ __mro__ __loader__ __spec__ __self__ __code__ "
    "__closure__ cell_contents f_globals f_builtins f_locals f_back f_code tb_frame gi_frame gi_code cr_frame cr_code "
    "ag_frame ag_code _bootstrap _bootstrap_external".split())
WALKING_ATTRIBUTES = WALKS | {"mro", "_evaluate"}
NAMES = frozenset(("__builtins__", "__loader__", "__spec__"))

# What takes the name of an attribute as a value, or has values that may be a module of another: judged when it is used.
BY_VALUE = frozenset("format format_map __dict__ __getattribute__ __setattr__ __delattr__".split())
MODULES = getattr(sys, "stdlib_module_names", frozenset(sys.builtin_module_names) | {"os", "subprocess", "importlib"})
JUDGED = BY_VALUE | MODULES | {"_" + name for name in MODULES} | {"obj", "_module"}

GUARD = ".attribute"  # no identifier: only compiled code of ours can say it
ONLY_AST = 0x400
FUTURE_FLAGS = 0x1FE0000
FUTURE_ANNOTATIONS = 0x1000000

Module = type(sys)
Function = type(lambda: None)
Proxy = type(type.__dict__)
REAL_BUILTINS = vars(builtins)


def install(source, path, main, modules):
    policy = Policy(modules)
    code = policy.compiled(source, path, "exec", 0, -1)
    main["__builtins__"] = policy.builtins
    main["__loader__"] = None
    sys.addaudithook(audit)
    return code


def without_our_frames(error, seen=None):
    """Takes this file out of the tracebacks of an exception and of those it came from."""
    seen = set() if seen is None else seen
    if error is None or id(error) in seen:
        return
    seen.add(id(error))
    while (trace := error.__traceback__) is not None and trace.tb_frame.f_globals is globals():
        error.__traceback__ = trace.tb_next
    while trace is not None and trace.tb_next is not None:
        if trace.tb_next.tb_frame.f_globals is globals():
            trace.tb_next = trace.tb_next.tb_next
        else:
            trace = trace.tb_next
    without_our_frames(error.__cause__, seen)
    without_our_frames(error.__context__, seen)


def walk(what, line=None):
    where = f"line {line}: " if line else ""
    return ImportError(f"{where}{what} leads around allowed_modules and is refused while that is set")


def plain(text):
    """A string that is what it seems: a subclass could be one name when it is judged and another when it is used."""
    return str.__str__(text) if isinstance(text, str) else text


def judge_attribute(name, line=None):
    if name in WALKING_ATTRIBUTES:
        raise walk(f"the attribute {name}", line)


def audit(event, args):
    """Descriptors and code objects can be had without a name: the interpreter tells of their use."""
    if event in ("object.__getattr__", "object.__setattr__"):
        if args[1] in WALKS and by_user(sys._getframe(1)):
            raise walk(f"the attribute {args[1]}")
    elif event == "code.__new__" and by_user(sys._getframe(1)):
        raise walk("making code by hand")


def by_user(frame):
    return frame.f_builtins is not REAL_BUILTINS and frame.f_globals is not globals()


def check_format(text):
    """Refuses the fields of a format that walk. What is no format is the formatter's to report."""
    try:
        fields = [(field, spec) for _, field, spec, _ in _string.formatter_parser(text) if field is not None]
        parts = [name for field, _ in fields for is_attribute, name in _string.formatter_field_name_split(field)[1]
                 if is_attribute]
    except ValueError:
        return
    for name in parts:
        judge_attribute(name)
    for _, spec in fields:
        if spec:
            check_format(spec)


class Policy:
    def __init__(self, modules):
        self.modules = tuple(modules)
        self.views = {}
        self.issued = set()
        self.builtins = {name: value for name, value in REAL_BUILTINS.items() if name not in NAMES}
        self.builtins.update(guarded_builtins(self))
        self.View, self.look_at = views_of(self)

    def allows(self, name):
        if name.startswith("importlib."):
            return name in self.modules
        return name == "__future__" or any(name == one or name.startswith(one + ".") for one in self.modules)

    def refused(self, name):
        return ImportError(f"module '{name}' may not be imported: allowed_modules has only "
                           f"{', '.join(self.modules)}", name=name)

    def imported(self, name, globals_, fromlist, level):
        name = plain(name)
        if level > 0:
            package = plain((globals_ or {}).get("__package__"))
            if not package:
                return builtins.__import__(name, {"__package__": package, "__name__": "__main__"}, None, fromlist, level)
            base = package.rsplit(".", level - 1)[0]
            name = f"{base}.{name}" if name else base
        if type(fromlist) is list and not fromlist:
            # The interpreter imports so on behalf of its caller, and takes the result from elsewhere.
            builtins.__import__(name, None, None, [], 0)
            return None
        names = tuple(plain(one) for one in fromlist or ())
        whole = self.allows(name)
        if not whole and not (names and all(self.allows(f"{name}.{one}") for one in names)):
            raise self.refused(name)
        module = builtins.__import__(name, None, None, names, 0)
        if names:
            return self.view(module, name)
        outer = name.partition(".")[0]
        return self.view(module, outer) if self.allows(outer) else self.only_the_path(name)

    def only_the_path(self, name):
        """What `import a.b` binds where a.b is allowed and a is not: an `a` that has nothing but its `b`."""
        parts = name.split(".")
        outer = inner = Module(parts[0])
        for depth in range(2, len(parts) + 1):
            below = ".".join(parts[:depth])
            child = self.view(sys.modules[below], below) if self.allows(below) else Module(below)
            setattr(inner, parts[depth - 1], child)
            inner = child
        return outer

    def view(self, module, name):
        if not isinstance(module, Module) or isinstance(module, self.View):
            return module
        if name not in self.views:
            self.views[name] = self.look_at(module, name)
        return self.views[name]

    def seen_from(self, owner, attribute, module):
        """The module that is an attribute of another, as user code may see it."""
        path = f"{owner}.{attribute}"
        registered = path if sys.modules.get(path) is module else module.__name__
        if path in self.modules or self.allows(registered):
            return self.view(module, registered)
        raise self.refused(registered)

    def attribute(self, target, name):
        judge_attribute(name)
        return self.judged(target, name, getattr(target, name))

    def judged(self, target, name, value):
        """What user code gets for an attribute that it asked for by a name in JUDGED, or by a computed one."""
        if isinstance(value, Module) and sys.modules.get(value.__name__) is value:
            return self.seen_from("", "", value)
        if name == "obj" and isinstance(value, dict) and "__builtins__" in value:
            raise walk("the names of a module")
        if name == "__dict__":
            if isinstance(target, Module) and target is not sys.modules["__main__"]:
                raise walk("the __dict__ of a module")
            return self.shown(target, value)
        if name in ("format", "format_map") and type(value) in (type("".format), type(str.format)):
            return self.checked_format(target, value)
        if name in ("__getattribute__", "__setattr__", "__delattr__"):
            return self.checked_access(target, value)
        return value

    @staticmethod
    def shown(target, members):
        if not isinstance(target, type):
            return members
        return Proxy({name: value for name, value in members.items()
                      if name not in WALKS and (name not in BY_VALUE or isinstance(value, Function))})

    @staticmethod
    def checked_format(target, real):
        bound = not isinstance(target, type)

        def format(*args, **values):
            text = real.__self__ if bound else args[0] if args else ""
            if isinstance(text, str):
                check_format(plain(text))
            return real(*args, **values)

        return format

    def checked_access(self, target, real):
        bound = getattr(real, "__self__", None) is not None

        def access(*args):
            args = tuple(plain(arg) for arg in args)
            for arg in args[:1] if bound else args[1:2]:
                if isinstance(arg, str):
                    judge_attribute(arg)
            value = real(*args)
            owner = target if bound else args[0]
            name = args[0] if bound else args[1]
            return value if value is None else self.judged(owner, name, value)

        return access

    def inherited(self, flags, dont_inherit, frame):
        return flags if dont_inherit else flags | frame.f_code.co_flags & FUTURE_FLAGS

    def compiled(self, source, path, mode, flags, optimize):
        tree = source
        if not isinstance(source, _ast.AST):
            tree = compile(source, path, mode, flags | ONLY_AST, True)
        Rewrite(tree, flags).run()
        code = compile(tree, path, mode, flags, True, optimize)
        self.issued.add(code)
        return code

    def runnable(self, source, mode, frame):
        """The code of what user code gives to exec or eval."""
        if isinstance(source, type(frame.f_code)):
            if source not in self.issued:
                raise walk("code that was not compiled here")
            return source
        if mode == "eval" and isinstance(source, str):
            source = source.lstrip(" \t")
        return self.compiled(source, "<string>", mode, self.inherited(0, False, frame), -1)

    def namespaces(self, globals_, locals_, frame):
        if globals_ is None:
            if not by_user(frame):
                raise walk("code run in the name of a module")
            globals_, locals_ = frame.f_globals, frame.f_locals if locals_ is None else locals_
        if isinstance(globals_, dict):
            dict.__setitem__(globals_, "__builtins__", self.builtins)
        return globals_, globals_ if locals_ is None else locals_


class Rewrite:
    """One look at user code before it is compiled: refuses what walks, and asks us for what is judged by its value."""

    def __init__(self, tree, flags):
        self.tree = tree
        self.text_annotations = bool(flags & FUTURE_ANNOTATIONS)
        self.faults = []

    def run(self):
        for node in getattr(self.tree, "body", ()) if isinstance(self.tree, _ast.Module) else ():
            if isinstance(node, _ast.ImportFrom) and node.module == "__future__":
                self.text_annotations |= any(alias.name == "annotations" for alias in node.names)
        pending = [(self.tree, True)]
        while pending:
            node, rewrites = pending.pop()
            self.judge(node)
            rewrites = rewrites and type(node).__name__ != "MatchValue"
            for field in node._fields:
                child = getattr(node, field, None)
                below = rewrites and not (self.text_annotations and field in ("annotation", "returns"))
                if isinstance(child, list):
                    child[:] = [self.replaced(one, below) for one in child]
                    pending.extend((one, below) for one in child if isinstance(one, _ast.AST))
                elif isinstance(child, _ast.AST):
                    child = self.replaced(child, below)
                    setattr(node, field, child)
                    pending.append((child, below))
        if self.faults:
            line, what = min(self.faults)
            raise walk(what, line)

    @staticmethod
    def replaced(node, rewrites):
        judged = rewrites and isinstance(node, _ast.Attribute) and isinstance(node.ctx, _ast.Load)
        if not judged or node.attr not in JUDGED:
            return node
        place = {name: getattr(node, name, None) for name in ("lineno", "col_offset", "end_lineno", "end_col_offset")}
        return _ast.Call(
            func=_ast.Name(id=GUARD, ctx=_ast.Load(), **place),
            args=[node.value, _ast.Constant(value=node.attr, kind=None, **place)],
            keywords=[],
            **place)

    def judge(self, node):
        if isinstance(node, _ast.Attribute):
            if node.attr in WALKING_ATTRIBUTES:
                self.fault(node, f"the attribute {node.attr}")
        elif isinstance(node, _ast.Name):
            if node.id in NAMES:
                self.fault(node, node.id)
        elif isinstance(node, _ast.Constant):
            self.judge_text(node)
        elif isinstance(node, _ast.ImportFrom):
            for alias in node.names:
                if alias.name in WALKS:
                    self.fault(node, f"the attribute {alias.name}")
        elif type(node).__name__ == "MatchClass":
            for name in node.kwd_attrs:
                if name in WALKING_ATTRIBUTES or name in BY_VALUE:
                    self.fault(node, f"the attribute {name}")

    def judge_text(self, node):
        text = node.value
        if type(text) is not str or node.lineno < 1:
            return
        if text in WALKS:
            self.fault(node, f"the name {text}")
        elif "{" in text:
            for name in WALKS:
                if "." + name in text or f"[{name}]" in text:
                    self.fault(node, f"{name} in a format")

    def fault(self, node, what):
        self.faults.append((node.lineno, what))
