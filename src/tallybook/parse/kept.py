"""What was made of pages and scripts that nothing is wrong with, kept between runs: after an edit only the
files that it concerns are read anew.

A page is kept under the digest of all that it is made of besides the scripts it names; what those define is
kept with it, and compared. What cannot be read, or holds anything but the data of a page, counts as absent.
"""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from tallybook import program
from tallybook.cited import Reference, ReferenceKind
from tallybook.config import Declaration, Limits
from tallybook.model import Correction, Figure, FrontMatter, Kind, Page, Section
from tallybook.packing import Packing
from tallybook.span import Source, Span
from tallybook.store import Store

if TYPE_CHECKING:
    from collections.abc import Set

    from tallybook.config import BookConfig, ChapterConfig
    from tallybook.references import Names
    from tallybook.store import Statement

_LIBRARIES = ("jsonschema", "markdown-it-py", "mdit-py-plugins", "PyYAML")
"""What a page is parsed with; a test compares them with the imports."""
_PACKING = Packing(
    *(Page, Kind, FrontMatter, Section, Span, Figure, Correction, Declaration, Limits),
    *(Reference, ReferenceKind),
)


class KeptFiles(Store):
    """What is kept of a book's files, by path: the latest of each."""

    name = "parsed.sqlite"
    schema = "CREATE TABLE files (path TEXT PRIMARY KEY, digest BLOB, data BLOB, checksum BLOB);"
    format = 1

    def find(self, source: Source, under: bytes) -> Any:
        """What is kept of a file under a digest, None if that is nothing."""
        rows = self.rows("SELECT digest, data, checksum FROM files WHERE path = ?", source.path)
        if not rows or rows[0][0] != under or not isinstance(rows[0][1], bytes):
            return None
        data = rows[0][1]
        if rows[0][2] != _checksum(under, data):
            return None
        try:
            return _PACKING.unpack(data, {source.path: source})
        except ValueError:
            return None

    def keep(self, made: list[tuple[Source, bytes, object]], there: Set[str]) -> None:
        """Keep something of some files, each under its digest; of files that are not ``there`` any more
        nothing is kept."""
        if not made:
            return
        statements: list[Statement] = []
        for source, under, what in made:
            data = _PACKING.pack(what, {source.path: source})
            row = (source.path, under, data, _checksum(under, data))
            statements.append(("INSERT OR REPLACE INTO files VALUES (?,?,?,?)", row))
        gone = {path for (path,) in self.rows("SELECT path FROM files")} - there
        statements += (("DELETE FROM files WHERE path = ?", (path,)) for path in gone)
        self.write(statements)


def digest(source: Source, *parts: object) -> bytes:
    """The digest of a file with whatever else something is made of."""
    text = repr((source.path, source.text, parts))
    return blake2b(_basis() + text.encode("utf-8", "surrogatepass"), digest_size=20).digest()


def context(config: ChapterConfig, book: BookConfig, cited: Names) -> bytes:
    """The digest of what all pages of a chapter are made of."""
    names = (sorted(cited.chapters), cited.places, cited.works, sorted(cited.inventories))
    text = repr((config.id, config.title, book, names))
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=20).digest()


@cache
def _basis() -> bytes:
    """The digest of this program and of all libraries that a page is parsed with."""
    return program.digest() + repr([version(name) for name in _LIBRARIES]).encode()


def _checksum(under: bytes, data: bytes) -> bytes:
    return blake2b(under + data, digest_size=16).digest()
