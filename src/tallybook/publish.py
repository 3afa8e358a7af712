"""A site onto the disk, whole or not at all.

The new site is written beside the old one and takes its place in one step. Whoever reads, and whenever this
is killed,
finds the old site or the new one; what was left behind is cleared away the next time.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import sys
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from secrets import token_hex
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2  # Linux, renameat2
_RENAME_SWAP = 2  # macOS, renamex_np


class PublishError(Exception):
    """The site could not be written; the message says where and why. The last site stands as it was."""


def publish(files: Mapping[str, bytes | str], target: Path) -> None:
    """Make ``target`` a folder that holds exactly ``files`` (by path relative to it, with forward slashes).

    Files whose content is what stands there already keep their time of change. Text is written as
    UTF-8. Raises
    ``PublishError`` when the disk refuses, ``ValueError`` for a path that leads out of the folder.
    """
    for name in files:
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts or not path.parts:
            raise ValueError(f"no path within a site: {name!r}")
    target = target.resolve()
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.exists() and not target.is_dir():
            raise PublishError(f"{target} is a file, the site needs a folder there")
        with _alone(target.parent):
            _recover(target)
            _replace(files, target)
    except OSError as error:
        where = error.filename or target
        raise PublishError(f"the site cannot be written: {where}: {error.strerror or error}") from error


def published(target: Path) -> dict[str, bytes]:
    """The files of the site that stands at ``target``, by path relative to it; none if there is none.

    Raises ``PublishError`` when one cannot be read.
    """
    try:
        files = sorted(path for path in target.rglob("*") if path.is_file()) if target.is_dir() else []
        return {path.relative_to(target).as_posix(): path.read_bytes() for path in files}
    except OSError as error:
        where = error.filename or target
        raise PublishError(f"the site cannot be read: {where}: {error.strerror or error}") from error


def _replace(files: Mapping[str, bytes | str], target: Path) -> None:
    fresh = target.parent / f".{target.name}.{token_hex(4)}.new"
    try:
        fresh.mkdir()
        for name, content in files.items():
            data = content.encode() if isinstance(content, str) else content
            _write(fresh / name, data, target / name)
        _swap(fresh, target)
    finally:
        # after the swap this is the old site; if it cannot be deleted now, the next run will do it
        shutil.rmtree(fresh, ignore_errors=True)


def _write(path: Path, data: bytes, old: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if _holds(old, data):
        try:
            os.link(old, path)
        except OSError:
            shutil.copy2(old, path)
        return
    path.write_bytes(data)


def _holds(path: Path, data: bytes) -> bool:
    try:
        return not path.is_symlink() and path.stat().st_size == len(data) and path.read_bytes() == data
    except OSError:
        return False


def _swap(fresh: Path, target: Path) -> None:
    """Put ``fresh`` in the place of ``target``; ``fresh`` is then the old one, or gone."""
    if not target.exists():
        fresh.rename(target)
    elif not _exchange(fresh, target):
        # no exchange on this system: for a moment there is no site, which the next run would mend
        old = fresh.with_suffix(".old")
        target.rename(old)
        fresh.rename(target)
        shutil.rmtree(old, ignore_errors=True)


def _exchange(one: Path, other: Path) -> bool:
    """Exchange two folders in one step, where the system can; False where it cannot."""
    if sys.platform == "win32":
        return False
    names = os.fsencode(one), os.fsencode(other)
    libc = ctypes.CDLL(None, use_errno=True)
    if sys.platform == "darwin":
        return bool(libc.renamex_np(*names, _RENAME_SWAP) == 0)
    if not hasattr(libc, "renameat2"):
        return False
    return bool(libc.renameat2(_AT_FDCWD, names[0], _AT_FDCWD, names[1], _RENAME_EXCHANGE) == 0)


def _recover(target: Path) -> None:
    """Undo what a run that was killed left behind."""
    for old in sorted(target.parent.glob(f".{target.name}.*.old")):
        if not target.exists():
            old.rename(target)
        else:
            shutil.rmtree(old)
    for fresh in target.parent.glob(f".{target.name}.*.new"):
        shutil.rmtree(fresh)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Wait until no other run publishes into the folder, and keep others waiting."""
    if sys.platform == "win32":
        yield
        return
    import fcntl  # not everywhere

    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
