"""The child between the fork and the first line of its script."""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # without the enumerations of ``signal``, which cost pages
import atexit
import ctypes
import os
import sys
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any, NoReturn

from tallybook.execute.child.reap import libc
from tallybook.execute.child.stash import attributes

if TYPE_CHECKING:
    from tallybook.execute.child.contain import Containment

REFUSED = 126
MARK = "\0tallybook: "
"""Exit status and first characters on standard error when the child could not even start its script."""


class Job:
    """A script to be run warm."""

    def __init__(self, code: CodeType, scope: dict[str, Any]) -> None:
        self.code = code
        self.scope = scope
        self.behind: object = None
        """The server that goes on in the template; letting go of it here would cost more than keeping it."""

    def fail(self, error: BaseException) -> None:
        """The script has raised: end, unless it was ``sys.exit(0)``. What fails warm is run again cold and
        shown so.
        """
        if not (isinstance(error, SystemExit) and error.code in (None, 0)):
            os._exit(1)

    def finish(self) -> NoReturn:
        """End as an interpreter does but without tidying memory: threads, exit functions, globals, output."""
        try:
            threading = sys.modules.get("threading")
            if threading is not None:
                threading._shutdown()
            atexit._run_exitfuncs()
            _clear(self.scope)
            sys.stdout.flush()
            sys.stderr.flush()
        except BaseException:  # whatever it was, the cold run will show it
            os._exit(1)
        os._exit(0)


def start(
    request: dict[str, Any],
    containment: Containment,
    scope: dict[str, Any],
    slot: int,
) -> Job:
    """Contain this process and make it the check of ``request``.

    A cold check becomes a new interpreter here; for a warm one returns the job. If the child cannot be
    contained or the script cannot be read, it says so on standard error after ``MARK`` and exits with
    ``REFUSED``.
    """
    try:
        cold = request["mode"] == "cold"
        _signal.set_wakeup_fd(-1)
        _signal.signal(_signal.SIGCHLD, _signal.SIG_DFL)
        _signal.signal(_signal.SIGTERM, _signal.SIG_DFL)
        os.chdir(request["folder"])
        containment.enter(request, slot, cold)
        text = _content(request["script"])  # what cannot be read is told apart from what fails
        if cold:
            _become(containment, request)
        return _warm(request["script"], text, containment.python.value, scope)
    except Exception as error:  # the boundary of the process: nothing above could report it
        os.write(2, f"{MARK}{error}".encode())
        os._exit(REFUSED)


def _become(containment: Containment, request: dict[str, Any]) -> NoReturn:
    """Become ``python -s -P script`` in the environment of the request."""
    python = containment.python.value
    arguments = [python, b"-s", b"-P", os.fsencode(request["script"])]
    environment = [os.fsencode(f"{name}={value}") for name, value in request["environment"].items()]
    libc.execve(
        containment.python,  # the very buffer whose address the filter knows
        (ctypes.c_char_p * (len(arguments) + 1))(*arguments, None),
        (ctypes.c_char_p * (len(environment) + 1))(*environment, None),
    )
    raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()), os.fsdecode(python))


def _warm(script: str, text: bytes, python: bytes, scope: dict[str, Any]) -> Job:
    main = ModuleType("__main__")
    main.__dict__.clear()
    main.__dict__.update(attributes(scope, script))
    sys.modules["__main__"] = main
    sys.argv = [script]
    sys.orig_argv = [os.fsdecode(python), "-s", "-P", script]
    try:
        code = compile(text, script, "exec", dont_inherit=True)
    except Exception:  # no valid Python: the cold run shows how
        os._exit(1)
    return Job(code, main.__dict__)


def _content(path: str) -> bytes:
    """The bytes of a file, without the layers of ``open``."""
    fd = os.open(path, os.O_RDONLY)
    pieces = []
    while piece := os.read(fd, 1 << 20):
        pieces.append(piece)
    os.close(fd)
    return b"".join(pieces)


def _clear(scope: dict[str, Any]) -> None:
    """Let go of a script's globals in the order of the interpreter, so that ``__del__`` may still print."""
    names = [name for name in scope if name != "__builtins__"]
    for name in [n for n in names if n[:1] == "_" and n[1:2] != "_"] + names:
        scope[name] = None
