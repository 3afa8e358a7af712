"""What changes on the disk, in batches."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from watchfiles import awatch

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from watchfiles import Change

STEP = 10
"""Milliseconds of quiet that end a batch."""
LONGEST = 150
"""Milliseconds after which a batch ends without quiet."""
_PATIENCE = 1000
"""Milliseconds between two looks for folders that have come or gone."""
_GENERATED = ("build", "dist", "node_modules", "venv")
_LEFT_BEHIND = ("~", ".swp", ".swx", ".pyc", ".tmp")


def watched(root: Path) -> frozenset[Path]:
    """The folders of a book that are watched: all but what is hidden or generated."""
    if not root.is_dir():
        return frozenset()
    entries = (entry for entry in root.iterdir() if not entry.name.startswith("."))
    return frozenset(entry for entry in entries if entry.is_dir() and entry.name not in _GENERATED)


async def changes(root: Path, stop: asyncio.Event) -> AsyncIterator[frozenset[Path]]:
    """The paths that have changed below ``root`` (absolute), batch by batch, until ``stop`` is set.

    After folders have come or gone at the top, all of them count as changed.
    """
    again = False
    while not stop.is_set():
        folders = watched(root)
        if not folders:
            await asyncio.sleep(_PATIENCE / 1000)
            again = True
            continue
        stream = awatch(
            *folders,
            watch_filter=_concerns,
            step=STEP,
            debounce=LONGEST,
            rust_timeout=_PATIENCE,
            yield_on_timeout=True,
            stop_event=stop,
            ignore_permission_denied=True,
        )
        async for batch in stream:
            paths = frozenset(Path(path) for _, path in batch)
            now = watched(root)
            if again or now != folders:
                paths |= folders | now
            again = now != folders
            if paths:
                yield paths
            if again:
                break


def _concerns(change: Change, path: str) -> bool:
    """Whether a path may concern the book: what editors leave behind does not."""
    del change
    parts = Path(path).parts
    return (
        not parts[-1].startswith((".", "#"))
        and not parts[-1].endswith(_LEFT_BEHIND)
        and ("__pycache__" not in parts)
    )
