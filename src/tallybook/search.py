"""The index for searching a site, made by Pagefind where the extra ``search`` is installed.

It is one for the whole site. Of an index in parts, which a browser could merge, an edit would have one part
made anew; but a part that does not hold a word offers words that are like it, and these come before the right
ones.
"""

from __future__ import annotations

import json
import re
import subprocess
from hashlib import blake2b
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Self

from tallybook.store import Store

if TYPE_CHECKING:
    from collections.abc import Mapping

FOLDER = "pagefind"
"""Where the index lies in the site."""
_UNUSED = ("pagefind-ui.", "pagefind-modular-ui.", "pagefind-component-ui.", "pagefind-highlight.")
"""What Pagefind adds for sites that have no search of their own."""
_CHROME = ".hook,.crumbs,.around,.ledger,.downloads,.verdict,.facts,.about,.chart"
"""What stands within the text and is not of it."""
_ENTRY = "pagefind-entry.json"
_BODY = b"data-pagefind-body"
_INDEXED = re.compile(rb"<html[^>]*>|<title>.*?</title>|<main\b.*</main>", re.DOTALL)


class SearchError(Exception):
    """The index could not be made; the message says why."""


def available() -> bool:
    """Whether the program that makes the index is installed."""
    return find_spec("pagefind") is not None


class Earlier(Store):
    """Of what the index of the site in ``published`` was made, and what came of it, each as a digest."""

    name = "search.sqlite"
    schema = "CREATE TABLE made (digest TEXT PRIMARY KEY, came TEXT);"
    format = 1

    def __init__(self, file: Path, published: Path) -> None:
        super().__init__(file)
        self.published = published

    @classmethod
    def of_site(cls, root: Path, published: Path) -> Self:
        """The index of the book in ``root``, published in a folder."""
        return cls(root / ".tallybook" / cls.name, published)

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


def index(site: Mapping[str, bytes], earlier: Earlier | None = None) -> dict[str, bytes]:
    """The files to be published beside a site so that it can be searched, by path; none without Pagefind.

    Only what stands in ``data-pagefind-body`` is indexed. If that reads the same as ``earlier``, its index is
    taken. Raises ``SearchError`` if the program fails.
    """
    if not available():
        return {}
    from pagefind.service import get_executable

    program = get_executable()
    if program is None:
        raise SearchError("pagefind is installed without its program; install tallybook[search]")
    pages = {name: data for name, data in site.items() if name.endswith(".html") and _BODY in data}
    digest = _digest(pages)
    files = earlier.take(digest) if earlier else None
    if files is None:
        files = _made(str(program), pages)
        if earlier:
            earlier.keep(digest, files)
    if earlier:
        earlier.let_go()
    return {f"{FOLDER}/{name}": files[name] for name in sorted(files)}


def _digest(pages: Mapping[str, bytes]) -> str:
    """What of some pages goes into an index, and what makes it."""
    found = blake2b(repr((version("pagefind"), _CHROME)).encode(), digest_size=16)
    for name in sorted(pages):
        found.update(repr((name, _INDEXED.findall(pages[name]))).encode())
    return found.hexdigest()


def _sum(files: Mapping[str, bytes]) -> str:
    return blake2b(repr(sorted(files.items())).encode(), digest_size=16).hexdigest()


def _read(folder: Path) -> dict[str, bytes]:
    files = (
        (path.relative_to(folder).as_posix(), path) for path in sorted(folder.rglob("*")) if path.is_file()
    )
    return {name: path.read_bytes() for name, path in files if not name.startswith(_UNUSED)}


def _made(program: str, pages: Mapping[str, bytes]) -> dict[str, bytes]:
    with TemporaryDirectory(prefix="tallybook-") as folder:
        site, output = Path(folder, "site"), Path(folder, FOLDER)
        site.mkdir()
        for name, content in pages.items():
            path = site / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        command = [program, "--site", str(site), "--output-path", str(output)]
        command += ["--keep-index-url", "--silent", "--exclude-selectors", _CHROME]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
        if done.returncode:
            why = (done.stderr or done.stdout).strip()
            raise SearchError(f"the index for searching cannot be made: {why}")
        files = _read(output)
        if _ENTRY in files:  # languages come in any order
            files[_ENTRY] = json.dumps(json.loads(files[_ENTRY]), sort_keys=True).encode()
        return files
