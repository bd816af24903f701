"""What allowed_modules means inside the interpreter. A policy, not the boundary: that is the sandbox around it.

User code gets builtins of its own, in which `__import__` asks here first; modules keep the interpreter's builtins, so
what an allowed module imports itself works. The ways around that which fit into one line, attributes that lead from
any object to the interpreter's insides, are refused where code is compiled, whoever wrote the text.
"""
import builtins
import sys

ALWAYS = {"__future__"}

# From any object to the modules behind it.
WALKS = frozenset(
    "__globals__ __builtins__ __subclasses__ __base__ __bases__ __mro__ mro __loader__ __spec__ __self__ __code__ "
    "__closure__ __import__ __getattribute__ __traceback__ f_globals f_builtins f_locals f_back f_code tb_frame "
    "tb_next gi_frame gi_code cr_frame cr_code ag_frame ag_code _getframe _current_frames exec_module load_module "
    "module_from_spec _bootstrap _bootstrap_external _original_import".split())
WALKED_BY_NAME = WALKS - {"mro"}
NAMES = frozenset(("__builtins__", "__loader__", "__spec__"))

# Modules that many others hold as an attribute.
MODULES = frozenset(
    "os sys builtins subprocess posix importlib ctypes shutil socket pty imp runpy pkgutil _os _sys _imp _ctypes "
    "_posixsubprocess".split())

# The interpreter's own C code imports these on behalf of whoever calls it.
HELPERS = frozenset(
    "_strptime _io io encodings codecs copyreg _compat_pickle warnings collections.abc linecache tokenize traceback "
    "types weakref".split())

ONLY_AST = 0x400


def install(source, path, main, modules):
    policy = Policy(modules)
    code = policy.compiled(source, path)
    main["__builtins__"] = policy.builtins
    main["__loader__"] = None
    sys.addaudithook(policy.audit)
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


class Policy:
    def __init__(self, modules):
        self.modules = tuple(modules)
        self.builtins = dict(vars(builtins))
        self.builtins.update(__import__=self.guarded_import(), getattr=self.guarded_getattr(), vars=self.guarded_vars())
        if self.allows("importlib"):
            self.guard_importlib()

    def allows(self, name):
        return name in ALWAYS or any(name == one or name.startswith(one + ".") for one in self.modules)

    def refused(self, name):
        return ImportError(f"module '{name}' may not be imported: allowed_modules has only "
                           f"{', '.join(self.modules)}", name=name)

    def judge(self, name, names=()):
        """Whether code may import `name`, or `names` from it."""
        if name == "sys" and "modules" in names:
            raise self.refused("sys.modules")
        if self.allows(name):
            return
        if names and all(self.allows(f"{name}.{one}") for one in names):
            return
        raise self.refused(name)

    def guarded_import(self):
        real = builtins.__import__

        def __import__(name, globals=None, locals=None, fromlist=(), level=0):
            if type(name) is not str:
                return real(name, globals, locals, fromlist, level)
            absolute = name
            if level > 0:
                package = (globals or {}).get("__package__")
                if not package:
                    return real(name, globals, locals, fromlist, level)
                base = package.rsplit(".", level - 1)[0]
                absolute = f"{base}.{name}" if name else base
            by_the_interpreter = type(fromlist) is list and not fromlist and name in HELPERS
            if not by_the_interpreter:
                self.judge(absolute, fromlist or ())
            module = real(name, globals, locals, fromlist, level)
            outer = absolute.partition(".")[0]
            if fromlist or level > 0 or self.allows(outer) or by_the_interpreter:
                return module
            return self.only_the_path(absolute)

        return __import__

    @staticmethod
    def only_the_path(name):
        """What `import a.b` binds where a.b is allowed and a is not: an `a` that has nothing but its `b`."""
        parts = name.split(".")
        outer = inner = type(sys)(parts[0])
        for depth in range(2, len(parts) + 1):
            last = depth == len(parts)
            child = sys.modules[name] if last else type(sys)(".".join(parts[:depth]))
            setattr(inner, parts[depth - 1], child)
            inner = child
        return outer

    def guarded_getattr(self):
        real = getattr

        def getattr_(target, name, *default):
            if type(name) is str:
                self.judge_attribute(name)
            value = real(target, name, *default)
            if type(value) is type(sys) and not self.allows(value.__name__):
                raise self.refused(value.__name__)
            return value

        getattr_.__name__ = getattr_.__qualname__ = "getattr"
        return getattr_

    def guarded_vars(self):
        real = vars

        def vars_(*target):
            if not target:
                return sys._getframe(1).f_locals
            if type(target[0]) is type(sys):
                raise self.walk("vars of a module")
            return real(*target)

        vars_.__name__ = vars_.__qualname__ = "vars"
        return vars_

    def guard_importlib(self):
        import importlib
        real = importlib.import_module

        def import_module(name, package=None):
            if sys._getframe(1).f_builtins is self.builtins:
                from importlib.util import resolve_name
                self.judge(resolve_name(name, package))
            return real(name, package)

        importlib.import_module = import_module
        importlib.__import__ = self.builtins["__import__"]

    def walk(self, what, line=None):
        where = f"line {line}: " if line else ""
        return ImportError(f"{where}{what} leads around allowed_modules and is refused while that is set")

    def judge_attribute(self, name, line=None):
        if name in WALKS:
            raise self.walk(f"the attribute {name}", line)
        if name in MODULES and not self.allows(name):
            raise self.walk(f"the attribute {name}", line)

    def audit(self, event, args):
        if event == "compile" and args[0] is not None and self.called_by_user():
            self.check(args[0], args[1])
        elif event == "object.__getattr__" and args[1] in WALKS and self.called_by_user():
            raise self.walk(args[1])

    def called_by_user(self):
        return sys._getframe(2).f_builtins is self.builtins

    def compiled(self, source, path):
        self.check(source, path)
        return compile(source, path, "exec", dont_inherit=True)

    def check(self, source, path):
        if isinstance(source, (str, bytes, bytearray, memoryview)):
            try:
                tree = compile(source, path or "<string>", "exec", ONLY_AST, dont_inherit=True)
            except SyntaxError:
                tree = self.expression(source, path)
        else:
            tree = source
        Check(self).run(tree)

    @staticmethod
    def expression(source, path):
        """An expression may begin with blanks. What is no code at all is the compiler's to report."""
        text = source.lstrip() if hasattr(source, "lstrip") else source
        try:
            return compile(text, path or "<string>", "eval", ONLY_AST, dont_inherit=True)
        except SyntaxError:
            return None


class Check:
    """One look at the text of user code, before it is compiled."""

    def __init__(self, policy):
        self.policy = policy
        self.imported = {}

    def run(self, tree):
        nodes, index = [tree], 0
        while index < len(nodes):
            node = nodes[index]
            index += 1
            for field in getattr(node, "_fields", ()):
                child = getattr(node, field, None)
                nodes.extend(child if isinstance(child, list) else (child,))
        for node in nodes:
            if type(node).__name__ in ("Import", "ImportFrom"):
                self.note(node)
        for node in nodes:
            judge = getattr(self, "on_" + type(node).__name__, None)
            if judge is not None:
                judge(node)

    def note(self, node):
        for alias in node.names:
            module = alias.name if type(node).__name__ == "Import" else f"{node.module}.{alias.name}"
            self.imported[alias.asname or alias.name.partition(".")[0]] = module

    def on_Attribute(self, node):
        self.policy.judge_attribute(node.attr, node.lineno)
        root, direct = node.value, True
        while type(root).__name__ == "Attribute":
            root, direct = root.value, False
        module = self.imported.get(root.id) if type(root).__name__ == "Name" else None
        if module is None:
            return
        if node.attr == "__dict__" or (node.attr == "modules" and direct and module == "sys"):
            raise self.policy.walk(f"{module}.{node.attr}", node.lineno)

    def on_Name(self, node):
        if node.id in NAMES:
            raise self.policy.walk(node.id, node.lineno)

    def on_MatchClass(self, node):
        for name in node.kwd_attrs:
            self.policy.judge_attribute(name, node.lineno)

    def on_Constant(self, node):
        text = node.value
        if type(text) is not str:
            return
        if text in WALKED_BY_NAME:
            raise self.policy.walk(f"the name {text}", node.lineno)
        if "{" in text:
            for name in WALKED_BY_NAME:
                if "." + name in text or f"[{name}]" in text:
                    raise self.policy.walk(f"{name} in a format", node.lineno)
