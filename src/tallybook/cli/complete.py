"""What a shell offers when the tab key is pressed: quick, and silent where there is no book."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import click

_ID = re.compile(r"^(?:id|chapter)[ \t]*:[ \t]*[\"']?([\w.]+)", re.MULTILINE)
_HEAD = 2000  # characters of a page in which its id stands


def ids(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """The ids of the pages and chapters of a book that begin as what was typed, whatever its case."""
    del parameter  # the same ids for every argument
    root = Path(context.params.get("root") or ".")
    return [id_ for id_ in _ids(root) if id_.lower().startswith(incomplete.lower())]


def ids_and_codes(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """The same, and the codes of findings."""
    from tallybook.diagnostics import catalogue

    codes = [code for code in catalogue() if incomplete and code.startswith(incomplete.upper())]
    return [*ids(context, parameter, incomplete), *codes]


def _ids(root: Path) -> list[str]:
    found = set()
    for pattern in ("chapters/*/chapter.yaml", "chapters/*/*/*.md"):
        for file in root.glob(pattern):
            try:
                with file.open(encoding="utf-8", errors="replace") as stream:
                    match = _ID.search(stream.read(_HEAD))
            except OSError:
                continue
            if match:
                found.add(match[1])
    return sorted(found)
