"""Environments of the book's own, for checks that declare packages which are not installed.

One a set of packages, in ``.tallybook/environments``; made once, by uv or pip, from wheels only, so that
nothing of a package is executed outside of containment.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from hashlib import blake2b
from importlib.metadata import distributions
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_FOLDER = Path(".tallybook") / "environments"
_LIST = "packages.txt"
_PATIENCE = 1800
"""Seconds for an installation."""


class InstallError(Exception):
    """Packages could not be installed; the text is what the installer said last."""


@dataclass(frozen=True, slots=True)
class Own:
    """An environment: its interpreter, and what is installed in it, as ``name==version``."""

    python: str
    packages: tuple[str, ...]


def existing(root: Path, packages: Sequence[str]) -> Own | None:
    """The environment for a set of packages, if it has been made."""
    folder = _folder(root, packages)
    try:
        lines = (folder / _LIST).read_text(encoding="utf-8").split()
    except OSError:
        return None
    return Own(str(_python(folder)), tuple(lines))


def install(root: Path, packages: Sequence[str]) -> Own:
    """Make the environment for a set of packages. Raises ``InstallError``."""
    folder = _folder(root, packages)
    fresh = folder.with_name(f"{folder.name}.{os.getpid()}.new")
    try:
        fresh.parent.mkdir(parents=True, exist_ok=True)
        for words in _commands(fresh, packages):
            _run(words)
        found = distributions(path=[str(path) for path in fresh.glob("[Ll]ib*/**/site-packages")])
        names = sorted({f"{each.name.lower().replace('_', '-')}=={each.version}" for each in found})
        (fresh / _LIST).write_text("\n".join(names), encoding="utf-8")
        if not folder.exists():
            fresh.rename(folder)
    except OSError as error:
        raise InstallError(str(error)) from error
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    own = existing(root, packages)
    if own is None:
        raise InstallError(f"{folder} is in the way")
    return own


def _folder(root: Path, packages: Sequence[str]) -> Path:
    what = "\0".join((sys.version, os.path.realpath(sys.executable), *packages))
    return root.absolute() / _FOLDER / blake2b(what.encode(), digest_size=10).hexdigest()


def _python(folder: Path) -> Path:
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def _commands(folder: Path, packages: Sequence[str]) -> list[list[str]]:
    python, uv = str(_python(folder)), shutil.which("uv")
    if uv:
        quiet = ["--quiet", "--no-config"]
        return [
            [uv, "venv", *quiet, "--python", sys.executable, str(folder)],
            [uv, "pip", "install", *quiet, "--no-build", "--python", python, "--", *packages],
        ]
    pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:"]
    return [[sys.executable, "-m", "venv", str(folder)], [python, *pip, "--", *packages]]


def _run(words: list[str]) -> None:
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=_PATIENCE, check=False)
    except subprocess.TimeoutExpired as error:
        raise InstallError(f"{Path(words[0]).name} took longer than {_PATIENCE} s") from error
    if done.returncode != 0:
        lines = [line.strip() for line in (done.stderr or done.stdout).splitlines() if line.strip()]
        raise InstallError("\n".join(lines[-6:]) or f"{Path(words[0]).name} failed")
