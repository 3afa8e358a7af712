"""Preloaded modules out of sight: a script finds in ``sys.modules`` what a bare interpreter has, and no more.

A preloaded package shows more than ``import`` would give: ``sympy.physics.units`` is there without having
been imported, and a script that forgets the import passes warm and fails cold. So the template takes every
preloaded module out of ``sys.modules`` and off its package, and a finder puts it back when it is imported,
with all that its own import loads.

What modules ask to be done after a fork (``threading`` renews its locks, ``random`` its seed) is put off in
the same way until they are imported: done at each fork it would cost a check more than the fork itself.
"""

from __future__ import annotations

import builtins
import os
import sys

TYPE_CHECKING = False  # ``typing`` is one of the modules to be recorded
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType
    from typing import Any

_OWN = "tallybook"


class Recorder:
    """Notes during the preload which modules the import of each module loads, and what they want after a
    fork.
    """

    def __init__(self, native: frozenset[str]) -> None:
        self.native = native
        self.loads: dict[str, set[str]] = {}
        self.running: list[str] = []
        self.hooks: dict[str, list[dict[str, Callable[[], object]]]] = {}

    def start(self) -> None:
        """Record from here on."""
        self._original = builtins.__import__
        builtins.__import__ = self._import
        self._register = os.register_at_fork
        os.register_at_fork = self._hook  # type: ignore[assignment]  # called with names only, as here

    def stop(self) -> None:
        """Record no more."""
        builtins.__import__ = self._original
        os.register_at_fork = self._register

    def after_fork(self, module: str, call: Callable[[], object]) -> None:
        """Have ``call`` made in each child that imports ``module``."""
        self.hooks.setdefault(module, []).append({"after_in_child": call})

    def _hook(self, **hooks: Callable[[], object]) -> None:
        module = sys._getframe(1).f_globals["__name__"]
        self.hooks.setdefault(module, []).append(hooks)

    def _import(
        self,
        name: str,
        globals: Mapping[str, object] | None = None,  # noqa: A002  # the names that ``__import__`` has
        locals: Mapping[str, object] | None = None,  # noqa: A002
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> ModuleType:
        scope = globals or {}
        full = name
        if level:
            package = str(scope.get("__package__") or "")
            full = ".".join(filter(None, [*package.split(".")[: package.count(".") + 2 - level], name]))
        before = len(sys.modules)
        self._note(scope, full)
        self.running.append(full)
        try:
            module = self._original(name, globals, locals, fromlist or (), level)
        finally:
            self.running.pop()
        if len(sys.modules) > before:
            self.loads.setdefault(full, set()).update(list(sys.modules)[before:])
        for each in fromlist or ():
            if f"{full}.{each}" in sys.modules:
                self._note(scope, f"{full}.{each}")
        return module

    def _note(self, scope: Mapping[str, object], full: str) -> None:
        """``full`` is being imported: by a module whose body is running, or by compiled code that is being
        loaded.
        """
        if getattr(scope.get("__spec__"), "_initializing", False):
            self.loads.setdefault(str(scope["__name__"]), set()).add(full)
        if self.running:
            self.loads.setdefault(self.running[-1], set()).add(full)


class Stash:
    """The modules taken out of sight; a finder for ``sys.meta_path`` and a loader at once."""

    def __init__(self, recorder: Recorder) -> None:
        """Take away every module that ``recorder.native`` does not name."""
        self._loads = recorder.loads
        self._hooks = recorder.hooks
        self._modules: dict[str, ModuleType] = {}
        self._bound: set[str] = set()
        for name in [name for name in sys.modules if name not in recorder.native]:
            module = sys.modules[name]
            parent, _, last = name.rpartition(".")
            above = sys.modules.get(parent) or self._modules.get(parent)
            if above is not None and above.__dict__.get(last) is module and parent.partition(".")[0] != _OWN:
                self._bound.add(name)
                delattr(above, last)
            del sys.modules[name]
            if name.partition(".")[0] != _OWN:
                self._modules[name] = module
        sys.meta_path.insert(0, self)

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """importlib asks for a module: put it back, with what its import loads."""
        if name not in self._modules:
            return None
        back = list(self._closure(name))
        for each in back:
            self._put_back(each)
        for each in back:
            self._catch_up(each)
        # importlib takes a module that is there already for one that its parent has loaded, and runs it again
        self._found = sys.modules.pop(name)
        self._spec = self._found.__spec__
        return type(sys.__spec__)(name, self)  # type: ignore[arg-type]  # a loader by what it does

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """The module itself, as it was loaded."""
        return self._found

    def exec_module(self, module: ModuleType) -> None:
        """It has run already; only what importlib has just overwritten is set right."""
        module.__spec__ = self._spec

    def _put_back(self, name: str) -> None:
        module = self._modules.pop(name)
        sys.modules[name] = module
        parent, _, last = name.rpartition(".")
        if name in self._bound:
            setattr(sys.modules[parent], last, module)

    def _catch_up(self, name: str) -> None:
        """Do what a module wanted to be done after the fork, and register it for forks of the script."""
        for hooks in self._hooks.pop(name, ()):
            hooks.get("after_in_child", bool)()
            os.register_at_fork(**hooks)  # the very arguments it was called with

    def _closure(self, name: str) -> Iterator[str]:
        """The stashed modules that the import of ``name`` loads, packages before what stands in them."""
        waiting, seen = [name], set()
        while waiting:
            each = waiting.pop()
            parent = each.rpartition(".")[0]
            if parent in self._modules and parent not in seen:
                waiting += [each, parent]
                continue
            if each in seen:
                continue
            seen.add(each)
            if each in self._modules:
                yield each
            waiting += self._loads.get(each, ())


def attributes(scope: dict[str, Any], path: str) -> dict[str, Any]:
    """A script's globals at its start, after those that this interpreter gave to its own."""
    own = {"__file__": path, "__doc__": None, "__loader__": type(scope["__loader__"])("__main__", path)}
    return {name: own.get(name, {} if name == "__annotations__" else value) for name, value in scope.items()}
