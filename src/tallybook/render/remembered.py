"""Pages that were made for an earlier site: while what a page shows is the same, it is taken from there."""

from __future__ import annotations

import json
from hashlib import blake2b
from typing import TYPE_CHECKING, Self

from tallybook.store import Store

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping
    from pathlib import Path

    from tallybook.store import Statement


class Remembered(Store):
    """The digest of each page of the site in ``published``, and those of the files that were made with it.

    The files themselves are taken from the site; one that is not what was made there is made again.
    """

    name = "pages.sqlite"
    schema = "CREATE TABLE pages (url TEXT PRIMARY KEY, digest BLOB, files TEXT);"
    format = 1

    def __init__(self, file: Path, published: Path, ledgers: Mapping[str, bytes]) -> None:
        super().__init__(file)
        self.published = published
        self.ledgers = ledgers
        self._rows: dict[str, tuple[bytes, str]] | None = None

    @classmethod
    def of_site(cls, root: Path, published: Path, ledgers: Mapping[str, bytes]) -> Self:
        """The pages of the book in ``root``, published in a folder; with the digest of each page's ledger."""
        return cls(root / ".tallybook" / cls.name, published, ledgers)

    def take(self, url: str, digest: bytes) -> dict[str, bytes] | None:
        """The files that were made with a page, if it showed the same then and they are still there."""
        if self._rows is None:
            rows = self.rows("SELECT url, digest, files FROM pages")
            self._rows = {url: (digest, files) for url, digest, files in rows}
        known = self._rows.get(url)
        if known is None or known[0] != digest:
            return None
        try:
            found: dict[str, bytes] = {}
            for name, checksum in json.loads(known[1]).items():
                data = (self.published / name).read_bytes()
                if _checksum(data) != checksum:
                    return None
                found[name] = data
        except (OSError, ValueError, AttributeError, TypeError):
            return None
        return found

    def keep(self, made: Iterable[tuple[str, bytes, Mapping[str, bytes]]], there: Collection[str]) -> None:
        """Remember some pages, each with its digest and its files; what is not ``there`` any more goes."""
        statements: list[Statement] = []
        for url, digest, files in made:
            sums = json.dumps({name: _checksum(data) for name, data in files.items()})
            statements.append(("INSERT OR REPLACE INTO pages VALUES (?,?,?)", (url, digest, sums)))
        gone = (self._rows or {}).keys() - set(there)
        statements += (("DELETE FROM pages WHERE url = ?", (url,)) for url in gone)
        if statements:
            self.write(statements)
        self.let_go()


def _checksum(data: bytes) -> str:
    return blake2b(data, digest_size=16).hexdigest()
