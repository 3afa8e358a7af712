"""Whether a cached print still holds: first by the signatures of the files, then by what is in them."""

from __future__ import annotations

import os
import platform
import sys
import sysconfig
import time
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from typing import TYPE_CHECKING

from tallybook import __version__
from tallybook.execute.child.version import SANDBOX_VERSION
from tallybook.execute.environment import fixed_part

if TYPE_CHECKING:
    from pathlib import Path

    from tallybook.execute.request import CheckRequest

FORMAT = 2
"""The version of the cache's tables."""
_TICK = 2.0
"""Seconds within which a file system may give two changes the same time."""


def signature(path: str) -> str:
    """The signature of a file: what changes when it is written, replaced or moved in place; "" if it is not
    there.
    """
    try:
        s = os.stat(path)  # noqa: PTH116  # a Path a file takes a third of the time of a build with nothing to do
    except OSError:
        return ""
    return f"{s.st_mtime_ns} {s.st_ctime_ns} {s.st_size} {s.st_ino}"


def is_settled(signature: str, at: float) -> bool:
    """Whether a file with this signature could not have changed unnoticed since the time ``at``."""
    modified, changed, *_ = signature.split()
    return max(int(modified), int(changed)) / 1e9 + _TICK < at


@cache
def surroundings() -> str:
    """All that a cached print depends on beside its files and its limits, as far as a glance shows.

    If it is unchanged, so are the versions of all packages.
    """
    folders = {sysconfig.get_path(name) for name in ("purelib", "platlib")}
    folders |= {path for path in sys.path if path.endswith(("site-packages", "dist-packages"))}
    parts = [_constant(), sys.executable, signature(sys.executable)]
    parts += [f"{path} {signature(path)}" for path in sorted(folders)]
    return blake2b("\0".join(parts).encode(), digest_size=16).hexdigest()


@cache
def _constant() -> str:
    machine = (sys.implementation.name, sys.version, sys.platform, platform.machine())
    return repr((__version__, FORMAT, SANDBOX_VERSION, machine, fixed_part()))


def grant(request: CheckRequest) -> str:
    """What a check is given, as text: limits, and packages of its own."""
    limits, own = request.limits, request.own
    parts = (repr(limits.seconds), limits.memory, limits.output, limits.processes, limits.files)
    return " ".join(map(str, (*parts, *(own.packages if own else ()))))


@dataclass(frozen=True, slots=True)
class Key:
    """What a print depends on: the digest of all of it, and the files with their signatures before they were
    read.
    """

    digest: str
    files: tuple[tuple[str, str], ...]
    """Paths relative to the book, each with its signature; the script first."""
    at: float
    """When the signatures were taken, in seconds of the epoch."""

    def still_holds(self, root: Path) -> bool:
        """Whether no file has changed since."""
        return all(signature(f"{root}/{path}") == then for path, then in self.files)


def key_of(request: CheckRequest) -> Key | None:
    """The key of a check as its files stand now; None if one of them cannot be read."""
    from tallybook.execute.needs import files, lineage, packages

    root, script = request.root.absolute(), request.script
    at = time.time()
    digest = blake2b(digest_size=20)
    digest.update(f"{_constant()}\0{grant(request)}\0".encode())
    signatures: list[tuple[str, str]] = []
    imported: set[str] = set()
    try:
        for path in files(script, root):
            relative = os.path.relpath(path, root)
            signatures.append((relative, signature(str(path))))
            data = path.read_bytes()
            digest.update(f"{relative}\0{len(data)}\0".encode() + data)
            if path.suffix == ".py":
                imported |= packages(data.decode("utf-8", "replace"))
    except OSError:
        return None
    for name in sorted(imported):
        digest.update(f"{name} {() if request.own else lineage(name)}\0".encode())
    return Key(digest.hexdigest(), tuple(signatures), at)
