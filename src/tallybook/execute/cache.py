"""Prints that are known already, in one SQLite file.

Two tables: ``prints`` holds each print under the digest of all it depends on, ``seen`` the signatures of the
files of each check when its digest was last taken, so that a build in which nothing has changed reads no
file. The cache may be slow, never wrong: what cannot be read or does not match its checksum counts as absent,
and a write that fails is let go. Only prints without findings are kept. Use one object from one thread; any
number of processes may share the file.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING

from tallybook.execute.key import FORMAT, Key, grant, is_settled, key_of, signature, surroundings
from tallybook.model import Print, RunRecord
from tallybook.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tallybook.execute.request import CheckRequest

_SCHEMA = """
CREATE TABLE prints (digest TEXT PRIMARY KEY,
    stdout TEXT, made TEXT, seconds REAL, versions TEXT, containment TEXT, confirmed INTEGER,
    rechecked INTEGER, stored REAL, checksum BLOB) WITHOUT ROWID;
CREATE TABLE seen (path TEXT PRIMARY KEY,
    surroundings TEXT, grants TEXT, files TEXT, at REAL, digest TEXT) WITHOUT ROWID;
"""
_COLUMNS = "stdout, made, seconds, versions, containment, confirmed, rechecked, checksum"
_KEEP = 30 * 86400.0
"""Seconds for which a print outlives the text it belongs to (for going back and forth between branches)."""


@dataclass(frozen=True, slots=True)
class CacheStats:
    """How many prints the cache holds, for how many checks, and the bytes they take on disk."""

    prints: int
    checks: int
    bytes: int


class Cache(Store):
    """The prints of a book."""

    name = "cache.sqlite"
    schema = _SCHEMA
    format = FORMAT

    def find(
        self, requests: Iterable[CheckRequest], usable: Callable[[RunRecord, bool, bool], bool]
    ) -> tuple[dict[str, Print], dict[str, Key]]:
        """The prints that still hold, by name, and the keys of the other checks (of those whose files can be
        read).

        ``usable`` says of a print whether it is good enough: its record, whether a cold run printed it,
        whether two runs did.
        """
        prints: dict[str, Print] = {}
        keys: dict[str, Key] = {}
        columns = f"path, surroundings, grants, files, at, digest, {_COLUMNS}"
        query = f"SELECT {columns} FROM seen JOIN prints USING (digest)"
        seen = {row[0]: row[1:] for row in self.rows(query)}
        here = surroundings()
        for request in requests:
            row = seen.get(request.source.path)
            if row is not None and row[:2] == (here, grant(request)) and _unchanged(request, row[2], row[3]):
                found = _print(request, row[4], row[5:], usable)
                if found is not None:
                    prints[request.name] = found
                    continue
            key = key_of(request)
            if key is None:
                continue
            rows = self.rows(f"SELECT {_COLUMNS} FROM prints WHERE digest = ?", key.digest)
            found = _print(request, key.digest, rows[0], usable) if rows else None
            if found is None:
                keys[request.name] = key
            else:
                prints[request.name] = found
                self.write([_seen(request, key)])
        return prints, keys

    def before(self, request: CheckRequest) -> str | None:
        """What the check printed when it was last known, whatever has changed since."""
        query = "SELECT stdout FROM seen JOIN prints USING (digest) WHERE path = ?"
        rows = self.rows(query, request.source.path)
        return str(rows[0][0]) if rows else None

    def store(self, request: CheckRequest, key: Key, made: Print, confirmed: bool, rechecked: bool) -> None:
        """Keep a print without findings, unless a file has changed since its key was taken."""
        record = made.record
        if record is None or made.findings or not key.still_holds(request.root):
            return
        versions = " ".join(f"{name}={number}" for name, number in record.versions)
        row = (
            made.stdout,
            record.when,
            record.seconds,
            versions,
            record.containment,
            int(confirmed),
            int(rechecked),
        )
        values = (key.digest, *row, time.time(), _checksum(key.digest, row))
        self.write(
            [("INSERT OR REPLACE INTO prints VALUES (?,?,?,?,?,?,?,?,?,?)", values), _seen(request, key)]
        )

    def stats(self) -> CacheStats:
        """What the cache holds."""
        counts = self.rows("SELECT (SELECT count(*) FROM prints), (SELECT count(*) FROM seen)")
        prints, checks = counts[0] if counts else (0, 0)
        return CacheStats(prints, checks, self.bytes)

    def close(self) -> None:
        """Let go of the file, and of prints whose texts are long gone."""
        if self.is_open:
            query = "DELETE FROM prints WHERE stored < ? AND digest NOT IN (SELECT digest FROM seen)"
            self.write([(query, (time.time() - _KEEP,))])
        self.let_go()


def _seen(request: CheckRequest, key: Key) -> tuple[str, tuple[object, ...]]:
    files = "\n".join(f"{then} {path}" for path, then in key.files)
    values = (request.source.path, surroundings(), grant(request), files, key.at, key.digest)
    return "INSERT OR REPLACE INTO seen VALUES (?,?,?,?,?,?)", values


def _unchanged(request: CheckRequest, files: object, at: object) -> bool:
    """Whether the signatures of a row of ``seen`` are those of the files now."""
    if not isinstance(files, str) or not isinstance(at, float):
        return False
    for line in files.split("\n"):
        *then, path = line.split(" ", 4)
        now = signature(f"{request.root}/{path}")
        if now != " ".join(then) or not now or not is_settled(now, at):
            return False
    return True


def _print(
    request: CheckRequest,
    digest: object,
    row: tuple[object, ...],
    usable: Callable[[RunRecord, bool, bool], bool],
) -> Print | None:
    """The print of a row, if the row is whole and good enough."""
    *values, checksum = row
    if checksum != _checksum(digest, tuple(values)):
        return None
    stdout, made, seconds, versions, containment, confirmed, rechecked = values
    if not isinstance(seconds, float):
        return None
    pairs = (pair.partition("=") for pair in str(versions).split(" "))
    record = RunRecord(
        str(made), seconds, tuple((name, number) for name, _, number in pairs), str(containment)
    )
    if not usable(record, bool(confirmed), bool(rechecked)):
        return None
    return Print(request.source, str(stdout), record, cached=True)


def _checksum(digest: object, row: tuple[object, ...]) -> bytes:
    return blake2b(repr((digest, row)).encode("utf-8", "surrogatepass"), digest_size=16).digest()
