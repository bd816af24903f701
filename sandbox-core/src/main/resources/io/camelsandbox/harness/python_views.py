"""What user code sees under a policy: modules through views, and builtins that ask. Shares python_policy.py's names."""
HIDDEN = {
    "sys": frozenset("_getframe _getframemodulename _current_frames _current_exceptions settrace setprofile "
                     "addaudithook meta_path path_hooks path_importer_cache call_tracing monitoring breakpointhook "
                     "__breakpointhook__".split()),
    "importlib": frozenset(("reload", "find_loader")),
}


def views_of(policy):
    real = {}

    class module(Module):
        """A module as user code sees it. Functions and classes are at hand; all else is looked up as it is asked for."""

        def __getattr__(self, key):
            target, name, changed, hidden = real[id(self)]
            judge_attribute(key)
            if key in hidden:
                raise walk(f"{name}.{key}")
            if key == "__all__" and not hasattr(target, key):
                return [one for one in vars(target) if not one.startswith("_") and shown(vars(target)[one], one)]
            value = getattr(target, key)
            if key == "__all__":
                return [one for one in value if shown(getattr(target, one, None), one)]
            return policy.seen_from(name, key, value) if isinstance(value, Module) else value

        def __setattr__(self, key, value):
            target, _, changed, hidden = real[id(self)]
            judge_attribute(key)
            if key in hidden or key in changed:
                raise walk(f"a change of {key}")
            setattr(target, key, value)
            if key in vars(self):
                vars(self)[key] = value

        def __delattr__(self, key):
            delattr(real[id(self)][0], key)
            vars(self).pop(key, None)

        def __dir__(self):
            return dir(real[id(self)][0])

        def __repr__(self):
            return repr(real[id(self)][0])

    def shown(value, name):
        return not isinstance(value, Module) or policy.allows(value.__name__)

    def view(target, name):
        self = Module.__new__(module)
        Module.__init__(self, name, target.__doc__)
        changed = replacements(policy, target)
        hidden = HIDDEN.get(target.__name__, ())
        real[id(self)] = target, name, changed, hidden
        vars(self).update((key, value) for key, value in vars(target).items()
                          if callable(value) and not key.startswith("__") and key not in hidden)
        vars(self).update(changed)
        return self

    module.__module__ = "builtins"
    module.__qualname__ = "module"
    return module, view


def replacements(policy, module):
    """What some modules have that takes names of attributes or modules, or text of code, as values."""
    make = {
        "builtins": lambda: {name: policy.builtins[name] for name in policy.builtins if name != GUARD},
        "dataclasses": lambda: {"dataclass": checked_dataclass(module)},
        "importlib": lambda: {"import_module": import_module(policy), "__import__": policy.builtins["__import__"]},
        "operator": lambda: operators(policy),
        "string": lambda: {"Formatter": formatter(module)},
        "sys": lambda: {"modules": shown_modules(policy)},
        "timeit": lambda: timers(policy, module),
        "typing": lambda: {"get_type_hints": type_hints(policy, module)},
    }.get(module.__name__)
    return make() if make else {}


def import_module(policy):
    def import_module(name, package=None):
        name, level = plain(name), len(name) - len(name.lstrip("."))
        policy.imported(name[level:], {"__package__": package}, ("__name__",), level)
        absolute = f"{plain(package).rsplit('.', level - 1)[0]}.{name[level:]}" if level else name
        return policy.view(sys.modules[absolute], absolute)

    return import_module


def checked_dataclass(dataclasses):
    def dataclass(cls=None, **options):
        def made(cls):
            # It makes text of code from them and runs that in the name of the class's module.
            names = getattr(cls, "__annotations__", {})
            if type(names) is not dict or not all(type(name) is str and name.isidentifier() for name in names):
                raise walk("a field that is no name")
            return dataclasses.dataclass(cls, **options)

        return made if cls is None else made(cls)

    return dataclass


def operators(policy):
    def attrgetter(*names):
        def walked(target, name):
            for part in plain(name).split("."):
                target = policy.attribute(target, part)
            return target

        return lambda target: (walked(target, names[0]) if len(names) == 1
                               else tuple(walked(target, name) for name in names))

    def methodcaller(name, *args, **values):
        return lambda target: policy.attribute(target, plain(name))(*args, **values)

    return {"attrgetter": attrgetter, "methodcaller": methodcaller}


def formatter(string):
    class Formatter(string.Formatter):
        def get_field(self, field_name, args, kwargs):
            for is_attribute, name in _string.formatter_field_name_split(plain(field_name))[1]:
                if is_attribute:
                    judge_attribute(name)
            return super().get_field(plain(field_name), args, kwargs)

    return Formatter


def shown_modules(policy):
    class modules(dict):
        def __missing__(self, name):
            raise policy.refused(name)

    shown = modules((name, policy.view(module, name)) for name, module in list(sys.modules.items())
                    if policy.allows(name) and name != "sys")
    shown["__main__"] = sys.modules["__main__"]
    return shown


def timers(policy, timeit):
    def guarded(globals):
        return {**(globals or {}), "__builtins__": policy.builtins}

    class Timer(timeit.Timer):
        def __init__(self, stmt="pass", setup="pass", timer=timeit.default_timer, globals=None):
            super().__init__(self.checked(stmt), self.checked(setup), timer, guarded(globals))

        @staticmethod
        def checked(text):
            if isinstance(text, str):
                Rewrite(compile(plain(text), "<timeit>", "exec", ONLY_AST, True), 0).run()
            return plain(text)

    def run(stmt="pass", setup="pass", timer=timeit.default_timer, number=1000000, globals=None):
        return Timer(stmt, setup, timer, globals).timeit(number)

    def repeat(stmt="pass", setup="pass", timer=timeit.default_timer, repeat=5, number=1000000, globals=None):
        return Timer(stmt, setup, timer, globals).repeat(repeat, number)

    return {"Timer": Timer, "timeit": run, "repeat": repeat}


def type_hints(policy, typing):
    def get_type_hints(target, globalns=None, localns=None, **more):
        names = sys._getframe(1).f_globals if globalns is None else globalns
        return typing.get_type_hints(target, {**names, "__builtins__": policy.builtins}, localns, **more)

    return get_type_hints


def guarded_builtins(policy):
    """The builtins of user code that differ from the interpreter's."""
    real_getattr = getattr

    def __import__(name, globals=None, locals=None, fromlist=(), level=0):
        return policy.imported(name, globals, fromlist, level)

    def getattr_(target, name, *default):
        name = plain(name)
        if isinstance(name, str):
            judge_attribute(name)
        return policy.judged(target, name, real_getattr(target, name, *default))

    def setattr_(target, name, value):
        name = plain(name)
        if isinstance(name, str):
            judge_attribute(name)
        setattr(target, name, value)

    def delattr_(target, name):
        name = plain(name)
        if isinstance(name, str):
            judge_attribute(name)
        delattr(target, name)

    def vars_(*target):
        if not target:
            return sys._getframe(1).f_locals
        return policy.judged(target[0], "__dict__", vars(*target))

    def compile_(source, filename, mode, flags=0, dont_inherit=False, optimize=-1, **more):
        flags = policy.inherited(flags, dont_inherit, sys._getframe(1))
        if flags & ONLY_AST:
            return compile(source, filename, mode, flags, True, optimize, **more)
        return policy.compiled(source, filename, mode, flags, optimize)

    def exec_(source, globals=None, locals=None, **more):
        frame = sys._getframe(1)
        globals, locals = policy.namespaces(globals, locals, frame)
        exec(policy.runnable(source, "exec", frame), globals, locals, **more)

    def eval_(source, globals=None, locals=None):
        frame = sys._getframe(1)
        globals, locals = policy.namespaces(globals, locals, frame)
        return eval(policy.runnable(source, "eval", frame), globals, locals)

    def breakpoint(*args, **values):
        raise walk("breakpoint")

    guarded = {
        "__import__": __import__,
        "getattr": getattr_,
        "setattr": setattr_,
        "delattr": delattr_,
        "vars": vars_,
        "compile": compile_,
        "exec": exec_,
        "eval": eval_,
        "breakpoint": breakpoint,
    }
    for name, function in guarded.items():
        function.__name__ = function.__qualname__ = name
    guarded[GUARD] = lambda target, name: policy.attribute(target, name)
    return guarded
