"""A planned renaming onto the disk: the whole of it, or nothing."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tallybook.disk import write
from tallybook.rename.plan import RenameError
from tallybook.span import Source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tallybook.rename.plan import Plan


@contextmanager
def applied(root: Path, plan: Plan) -> Iterator[None]:
    """Move and change the files of a book; if what follows raises, all is as it was.

    Raises ``RenameError`` if a file is in the way, ``ChangedError`` if one is not as it was read, and
    ``OSError``.
    """
    for _, there in plan.moves:
        if os.path.lexists(root / there):
            raise RenameError(f"{there} is there already; move it first")
    undo: list[Callable[[], object]] = []
    try:
        for here, there in plan.moves:
            _move(root / here, root / there, undo)
        for path, source, text in plan.changes:
            before, after = Source(path, source.text), Source(path, text)
            write(root, before, after)
            undo.append(lambda before=before, after=after: write(root, after, before))  # type: ignore[misc]
        yield
    except BaseException:
        for step in reversed(undo):
            step()
        raise


def _move(here: Path, there: Path, undo: list[Callable[[], object]]) -> None:
    if not there.parent.is_dir():
        there.parent.mkdir()
        undo.append(there.parent.rmdir)
    here.rename(there)
    undo.append(lambda: there.rename(here))
