"""Something remembered in one SQLite file, which may be lost at any time without harm.

What cannot be read counts as absent, and a write that fails is let go: nothing here ever raises. Use one
object from one thread; any number of processes may share the file.
"""

from __future__ import annotations

import contextlib
import sqlite3
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from pathlib import Path

_PATIENCE = 10.0
"""Seconds to wait for another process that is writing."""
_PASSING = (
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_NOMEM,
)

Statement = tuple[str, tuple[object, ...]]
"""SQL, and the values of its question marks."""


class Store:
    """The tables in ``file``; its folder is made with the first write."""

    name = ""
    """The name of the file in a book."""
    schema = ""
    """The statements that make the tables."""
    format = 0
    """The version of the tables: those of another are thrown away."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._db: sqlite3.Connection | None = None

    @classmethod
    def of_book(cls, root: Path) -> Self:
        """The store of the book in ``root``."""
        return cls(root / ".tallybook" / cls.name)

    @property
    def bytes(self) -> int:
        """What it takes on the disk."""
        size = 0
        for file in self._files():
            with contextlib.suppress(OSError):
                size += file.stat().st_size
        return size

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows of a query, none if it fails."""
        try:
            db = self._open(create=False)
            return db.execute(query, values).fetchall() if db else []
        except (sqlite3.Error, UnicodeDecodeError) as error:
            self._give_up(error)
            return []

    def write(self, statements: list[Statement]) -> None:
        """Do all of some statements, or nothing."""
        try:
            db = self._open(create=True)
            if db:
                with db:
                    for statement, values in statements:
                        db.execute(statement, values)
        except sqlite3.Error as error:
            self._give_up(error)

    def clear(self) -> None:
        """Forget everything."""
        self.let_go()
        for file in self._files():
            with contextlib.suppress(OSError):
                file.unlink()

    @property
    def is_open(self) -> bool:
        """Whether the file is held."""
        return self._db is not None

    def let_go(self) -> None:
        """Let go of the file."""
        if self._db is not None:
            with contextlib.suppress(sqlite3.Error):
                self._db.close()
            self._db = None

    def _files(self) -> tuple[Path, ...]:
        return tuple(self.file.with_name(self.file.name + end) for end in ("", "-wal", "-shm"))

    def _give_up(self, error: Exception) -> None:
        """Locked for long, no space, not allowed: let it go, the next build does the work again. Garbage:
        start anew.
        """
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
        if code & 0xFF not in _PASSING:
            self.clear()

    def _open(self, create: bool) -> sqlite3.Connection | None:
        if self._db is None and (create or self.file.exists()):
            try:
                self.file.parent.mkdir(parents=True, exist_ok=True)
            except OSError:
                return None
            db = sqlite3.connect(self.file, timeout=_PATIENCE, isolation_level="IMMEDIATE")
            try:
                db.execute("PRAGMA journal_mode = WAL")
                db.execute("PRAGMA synchronous = NORMAL")
                self._set_up(db)
            except BaseException:
                db.close()
                raise
            self._db = db
        return self._db

    def _set_up(self, db: sqlite3.Connection) -> None:
        """Make the tables, in place of those of another format."""
        if db.execute("PRAGMA user_version").fetchone()[0] == self.format:
            return
        db.execute("BEGIN IMMEDIATE")
        if db.execute("PRAGMA user_version").fetchone()[0] != self.format:  # no other process was faster
            tables = db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            for (name,) in tables:
                db.execute(f'DROP TABLE "{name}"')
            for statement in self.schema.split(";")[:-1]:
                db.execute(statement)
            db.execute(f"PRAGMA user_version = {self.format}")
        db.execute("COMMIT")
