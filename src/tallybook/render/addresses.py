"""Addresses in what is being made: the site's own, so that a piece can stand on any page of it; there they
become relative to that page."""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache

from tallybook import urls

_START, _END = "\x02", "\x03"
_LINK = re.compile("\x02([^\x02\x03]*)\x03")
_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:")


def link(url: str) -> str:
    """An address of the site, as pieces of pages carry it; one with a scheme and "" stay as they are."""
    return f"{_START}{url}{_END}" if url and not _SCHEME.match(url) else url


def settled(html: str, base: str) -> str:
    """A piece as it stands on the page ``base``."""
    folder = posixpath.dirname(base)

    def relative(match: re.Match[str]) -> str:
        path, mark, fragment = match[1].partition("#")
        if path == base and mark:
            return f"#{fragment}"
        return f"{_relative(path, folder)}{mark}{fragment}"

    return _LINK.sub(relative, html)


@lru_cache(maxsize=20_000)
def _relative(path: str, folder: str) -> str:
    return urls.relative(path, f"{folder}/" if folder else "")
