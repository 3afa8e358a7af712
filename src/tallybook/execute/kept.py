"""Interpreters that outlive one call of ``run_checks``, for tools that execute checks again and again."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tallybook.execute.pool import Pool


class Kept:
    """A pool for each interpreter that is asked for, kept as long as it fits. Use it from one thread, and
    close it."""

    def __init__(self) -> None:
        self._pools: dict[str, Pool] = {}
        self._asked: dict[str, tuple[tuple[str, ...], int, str]] = {}

    @contextmanager
    def pool(self, python: str, read: Sequence[str], jobs: int, sandbox: str) -> Iterator[Pool]:
        """The pool, made anew where it is asked for other things; given up when anything is raised in it."""
        from tallybook.execute.pool import Pool  # most builds execute nothing

        kept, asked = self._pools.get(python), (tuple(read), jobs, sandbox)
        if kept is None or self._asked[python] != asked:
            self._end(python)
            kept = self._pools[python] = Pool(python, read, jobs, sandbox)
            self._asked[python] = asked
        try:
            yield kept
        except BaseException:
            self._end(python)
            raise

    def close(self) -> None:
        """End every interpreter."""
        for python in tuple(self._pools):
            self._end(python)

    def _end(self, python: str) -> None:
        pool = self._pools.pop(python, None)
        if pool is not None:
            pool.__exit__()
