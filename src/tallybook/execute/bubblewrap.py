"""Bubblewrap, for kernels without Landlock or without a filter: templates in a file system and a network of
their own.

In it there is nothing but the interpreter, its packages, the system's libraries and the book, all of it read
only, the processes of this one template, and no network.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import TYPE_CHECKING

from tallybook.execute.child.contain import SYSTEM
from tallybook.execute.environment import environment

if TYPE_CHECKING:
    from collections.abc import Sequence

_OWN = ("--unshare-all", "--uid", "65534", "--gid", "65534", "--die-with-parent", "--cap-drop", "ALL")
_ASK = "import json, sys; print(json.dumps([sys.prefix, sys.base_prefix, sys.exec_prefix, *sys.path]))"
_PATIENCE = 20.0
"""Seconds for a trial."""


def command(python: str, read: Sequence[str]) -> list[str]:
    """The words to set before a template's command line; none if there is no bubblewrap or it does not work
    here.

    ``python`` is the interpreter of the template, ``read`` are the files and folders of the book.
    """
    bwrap = shutil.which("bwrap")
    asked = _run([python, "-s", "-P", "-c", _ASK]) if bwrap else None
    if bwrap is None or asked is None:
        return []
    seen = dict.fromkeys((*SYSTEM, *(path for path in json.loads(asked) if path), *read))
    binds = [word for path in seen for word in ("--ro-bind-try", path, path)]
    words = [bwrap, *_OWN, *binds, "--proc", "/proc", "--dev", "/dev", "--remount-ro", "/", "--"]
    return words if _run([*words, python, "-s", "-P", "-c", "pass"]) is not None else []


def _run(words: list[str]) -> str | None:
    """What a command printed; None if it failed."""
    try:
        done = subprocess.run(
            words, capture_output=True, text=True, env=environment(), timeout=_PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None
