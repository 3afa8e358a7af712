"""The ledgers of a book: those that are known, and those that are made, side by side.

The ledger of a page is kept under the digest of all that it depends on: its text, what it is held against,
the conventions of the book, the program and the libraries it reads with. After an edit only the pages that
it concerns are accounted for anew.
"""

from __future__ import annotations

import time
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from typing import TYPE_CHECKING

from tallybook import program, stages
from tallybook.execute.needs import lineage
from tallybook.ledger.account import account
from tallybook.ledger.packed import Packer, digest
from tallybook.store import Store
from tallybook.workers import spread

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping, Sequence

    from tallybook.model import Book, Ledger, Page, Print
    from tallybook.store import Statement

_LIBRARIES = ("markdown_it", "mdit_py_plugins", "math_core", "mpmath", "sympy")
"""What the ledger is made with; a test compares them with its imports."""
_VERSIONS = 4
"""Ledgers that are kept of a page, the latest first: for going back and forth."""
_BATCH = 50
"""Ledgers that are stored at once: no more is lost when a build is interrupted."""


@dataclass(frozen=True, slots=True)
class Accounts:
    """The ledgers of some pages by id, and for each the digest of all that it depends on; no digests where
    none are kept."""

    ledgers: dict[str, Ledger]
    digests: dict[str, bytes]


class Kept(Store):
    """The ledgers that are kept of a book, each with a checksum."""

    name = "ledgers.sqlite"
    schema = """
CREATE TABLE ledgers (digest BLOB PRIMARY KEY,
    page TEXT, data BLOB, checksum BLOB, stored REAL);
CREATE INDEX of_page ON ledgers (page, stored);
"""
    format = 1

    def count(self) -> int:
        """How many ledgers are kept."""
        counts = self.rows("SELECT count(*) FROM ledgers")
        return int(counts[0][0]) if counts else 0

    def find(self, wanted: bytes) -> bytes | None:
        """What is kept under a digest, if it is whole."""
        rows = self.rows("SELECT data, checksum FROM ledgers WHERE digest = ?", wanted)
        if not rows or not isinstance(rows[0][0], bytes):
            return None
        return rows[0][0] if rows[0][1] == _checksum(wanted, rows[0][0]) else None

    def store(self, made: Iterable[tuple[str, bytes, bytes]]) -> None:
        """Keep some ledgers: the id of each page, its digest and the ledger as bytes."""
        statements: list[Statement] = []
        for page, under, data in made:
            row = (under, page, data, _checksum(under, data), time.time())
            statements.append(("INSERT OR REPLACE INTO ledgers VALUES (?,?,?,?,?)", row))
            older = "SELECT digest FROM ledgers WHERE page = ? ORDER BY stored DESC LIMIT -1 OFFSET ?"
            statements.append((f"DELETE FROM ledgers WHERE digest IN ({older})", (page, _VERSIONS)))
        self.write(statements)


def ledgers(
    book: Book,
    pages: Sequence[Page],
    prints: Mapping[str, Print],
    cited: stages.Links,
    unknown: Container[str],
    *,
    kept: Kept | None = None,
    jobs: int | None = None,
) -> Accounts:
    """The ledgers of some pages, in the order of the book; see ``stages.ledgers``.

    ``kept`` answers for pages of which nothing has changed, and takes in the others; up to ``jobs`` workers
    make those.
    """
    held = stages.held_against(book, pages, prints, cited)
    conventions = book.config.conventions
    sources = (*(page.source for page, _ in held), *book.checks.values())
    packer = Packer({source.path: source for source in sources})
    digests = [_program() + digest(page, given, conventions) for page, given in held] if kept else []
    found = {place: ledger for place, under in enumerate(digests) if (ledger := _known(kept, under, packer))}

    def made(place: int) -> bytes:
        page, against = held[place]
        return packer.pack(account(page.source, page.body, against, conventions))

    left = [place for place in range(len(held)) if place not in found]
    waiting: list[tuple[str, bytes, bytes]] = []
    with closing(spread(made, left, [len(held[place][0].body) for place in left], jobs)) as results:
        for which, data in results:
            place = left[which]
            found[place] = packer.unpack(data)
            if kept:
                waiting.append((held[place][0].id, digests[place], data))
                if len(waiting) == _BATCH:
                    kept.store(waiting)
                    waiting.clear()
    if kept and waiting:
        kept.store(waiting)
    ids = [page.id for page, _ in held]
    return Accounts(
        {id_: stages.left_open(found[place], unknown) for place, id_ in enumerate(ids)},
        {id_: under + bytes([id_ in unknown]) for id_, under in zip(ids, digests, strict=False)},
    )


def _known(kept: Kept | None, under: bytes, packer: Packer) -> Ledger | None:
    data = kept.find(under) if kept else None
    try:
        return packer.unpack(data) if data else None
    except ValueError:
        return None


@cache
def _program() -> bytes:
    """The digest of this program and of all libraries that a ledger is made with."""
    libraries = repr(tuple(map(lineage, _LIBRARIES))).encode()
    return blake2b(program.digest() + libraries, digest_size=12).digest()


def _checksum(under: bytes, data: bytes) -> bytes:
    return blake2b(under + data, digest_size=16).digest()
