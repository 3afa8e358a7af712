"""A quiet progress bar: on a terminal only, gone when it is done."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

WIDTH = 24
PATIENCE = 0.3  # seconds before anything is shown: a build with nothing to do shows nothing


@contextmanager
def progress(
    environment: Mapping[str, str], what: str = "checks"
) -> Iterator[Callable[[int, int], None] | None]:
    """Gives what is to be told ``(done, total)`` of ``what``, or None where nobody watches (no terminal,
    CI)."""
    stream = sys.stderr
    if not stream.isatty() or environment.get("CI") or environment.get("TERM") == "dumb":
        yield None
        return
    began = time.monotonic()
    shown = False

    def show(done: int, total: int) -> None:
        nonlocal shown
        if total and time.monotonic() - began >= PATIENCE:
            filled = WIDTH * done // total
            stream.write(f"\r\x1b[2K{what} {'█' * filled}{'░' * (WIDTH - filled)} {done}/{total}")
            stream.flush()
            shown = True

    try:
        yield show
    finally:
        if shown:
            stream.write("\r\x1b[2K")
            stream.flush()
