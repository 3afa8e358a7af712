"""New files onto the disk: all of them or none, and never over one that is there."""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Draft:
    """A file to be written: its path from the root of the book, with forward slashes, and its text.

    ``shared`` files, such as the schemas, belong to the book and not to the draft: they are left alone where
    they exist.
    """

    path: str
    text: str
    shared: bool = False


class TakenError(Exception):
    """A file that would be written is there already; nothing was written. The argument is its path."""


def write(root: Path, drafts: Sequence[Draft]) -> tuple[str, ...]:
    """Write drafts below ``root`` and return the paths written.

    Raises ``TakenError`` before anything is written, and ``OSError`` with everything taken back.
    """
    for draft in drafts:
        if not draft.shared and os.path.lexists(root / draft.path):
            raise TakenError(draft.path)
    made: list[Path] = []
    try:
        for draft in drafts:
            file = root / draft.path
            if draft.shared and os.path.lexists(file):
                continue
            made += _folders(file.parent)
            with file.open("x", encoding="utf-8", newline="\n") as stream:
                made.append(file)
                stream.write(draft.text)
    except BaseException as error:
        for path in reversed(made):
            with contextlib.suppress(OSError):
                path.rmdir() if path.is_dir() else path.unlink()
        if isinstance(error, FileExistsError):
            raise TakenError(os.fspath(error.filename)) from error
        raise
    return tuple(path.relative_to(root).as_posix() for path in made if path.is_file())


def _folders(folder: Path) -> list[Path]:
    """Make a folder with its parents; those that were missing are returned, outermost first."""
    missing = [path for path in (folder, *folder.parents) if not os.path.lexists(path)]
    for path in reversed(missing):
        path.mkdir()
    return missing[::-1]
