"""The index for searching a site, made by Pagefind where the extra ``search`` is installed.

It is one for the whole site. Of an index in parts, which a browser could merge, an edit would have one part
made anew; but a part that does not hold a word offers words that are like it, and these come before the right
ones.
"""

from __future__ import annotations

import json
from importlib.util import find_spec
from typing import TYPE_CHECKING

from tallybook.search.earlier import FOLDER, UNUSED, Earlier, digest_of
from tallybook.search.service import SearchError, made
from tallybook.search.words import words

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["FOLDER", "Earlier", "SearchError", "available", "index"]

_ENTRY = "pagefind-entry.json"
_BODY = b"data-pagefind-body"


def available() -> bool:
    """Whether the program that makes the index is installed."""
    return find_spec("pagefind") is not None


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
    texts = earlier.words(pages) if earlier else {name: words(page) for name, page in pages.items()}
    digest = digest_of(texts)
    files = earlier.take(digest) if earlier else None
    if files is None:
        files = _made(str(program), texts)
        if earlier:
            earlier.keep(digest, files)
    if earlier:
        earlier.let_go()
    return {f"{FOLDER}/{name}": files[name] for name in sorted(files)}


def _made(program: str, texts: Mapping[str, bytes]) -> dict[str, bytes]:
    files = {name: data for name, data in made(program, texts).items() if not name.startswith(UNUSED)}
    if _ENTRY in files:  # languages come in any order
        files[_ENTRY] = json.dumps(json.loads(files[_ENTRY]), sort_keys=True).encode()
    return files
