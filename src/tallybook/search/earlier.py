"""What is remembered of the index for searching a site."""

from __future__ import annotations

from hashlib import blake2b
from importlib.metadata import version
from typing import TYPE_CHECKING, Self

from tallybook import program
from tallybook.search.words import words
from tallybook.store import Store

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tallybook.store import Statement

FOLDER = "pagefind"
"""Where the index lies in the site."""
UNUSED = ("pagefind-ui.", "pagefind-modular-ui.", "pagefind-component-ui.", "pagefind-highlight.")
"""What Pagefind adds for sites that have no search of their own."""


class Earlier(Store):
    """The words of the pages of the site in ``published``; of what its index was made, and what came of it,
    each as a digest."""

    name = "search.sqlite"
    schema = """
CREATE TABLE made (digest TEXT PRIMARY KEY, came TEXT);
CREATE TABLE pages (name TEXT PRIMARY KEY, digest BLOB, words BLOB, checksum BLOB);
"""
    format = 2

    def __init__(self, file: Path, published: Path) -> None:
        super().__init__(file)
        self.published = published

    @classmethod
    def of_site(cls, root: Path, published: Path) -> Self:
        """The index of the book in ``root``, published in a folder."""
        return cls(root / ".tallybook" / cls.name, published)

    def words(self, pages: Mapping[str, bytes]) -> dict[str, bytes]:
        """The words of some pages, and of no others any more; they are looked for where a page is not what it
        was."""
        known = {name: row for name, *row in self.rows("SELECT name, digest, words, checksum FROM pages")}
        found: dict[str, bytes] = {}
        statements: list[Statement] = [
            ("DELETE FROM pages WHERE name = ?", (name,)) for name in known.keys() - pages.keys()
        ]
        for name, page in pages.items():
            digest, old = _digest(page), known.get(name)
            if old and old[0] == digest and isinstance(old[1], bytes) and old[2] == _checksum(digest, old[1]):
                found[name] = old[1]
                continue
            text = found[name] = words(page)
            row = (name, digest, text, _checksum(digest, text))
            statements.append(("INSERT OR REPLACE INTO pages VALUES (?,?,?,?)", row))
        if statements:
            self.write(statements)
        return found

    def take(self, digest: str) -> dict[str, bytes] | None:
        """The index that is published, if it was made of what has this digest and is whole."""
        rows = self.rows("SELECT came FROM made WHERE digest = ?", digest)
        try:
            files = _read(self.published / FOLDER) if rows else {}
        except OSError:
            return None
        return files if files and _sum(files) == rows[0][0] else None

    def keep(self, digest: str, files: Mapping[str, bytes]) -> None:
        """Remember an index that is to be published."""
        self.write([("DELETE FROM made", ()), ("INSERT INTO made VALUES (?,?)", (digest, _sum(files)))])


def digest_of(pages: Mapping[str, bytes]) -> str:
    """The digest of some pages, as they go into an index, and of what makes it."""
    found = blake2b(version("pagefind").encode(), digest_size=16)
    for name in sorted(pages):
        found.update(repr((name, len(pages[name]))).encode() + pages[name])
    return found.hexdigest()


def _digest(page: bytes) -> bytes:
    return blake2b(program.digest() + page, digest_size=16).digest()


def _checksum(digest: bytes, text: bytes) -> bytes:
    return blake2b(digest + text, digest_size=16).digest()


def _sum(files: Mapping[str, bytes]) -> str:
    return blake2b(repr(sorted(files.items())).encode(), digest_size=16).hexdigest()


def _read(folder: Path) -> dict[str, bytes]:
    files = (
        (path.relative_to(folder).as_posix(), path) for path in sorted(folder.rglob("*")) if path.is_file()
    )
    return {name: path.read_bytes() for name, path in files if not name.startswith(UNUSED)}
