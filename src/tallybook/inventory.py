"""Inventories: what a book can be cited by, published with its site; and those of other books, read.

Other books read ``objects.json``; Sphinx's intersphinx reads ``objects.inv`` (its format, version 2), where
each id is a ``std:label``.
"""

from __future__ import annotations

import json
import re
import zlib
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from tallybook.diagnostics import Diagnostic, Noted
from tallybook.model import Inventory, InventoryEntry
from tallybook.references import index
from tallybook.span import Span

if TYPE_CHECKING:
    from pathlib import Path

    from tallybook.config import Neighbour
    from tallybook.model import Book
    from tallybook.references import Target

JSON, SPHINX = "objects.json", "objects.inv"
VERSION = 1
_FIELDS = ("id", "kind", "title", "url")


def published(book: Book) -> dict[str, bytes]:
    """Both files of a book's site, by name: all that stands in the book itself, with its address."""
    own = [target for target in index(book).values() if _is_own(target)]
    objects = [{field: getattr(target, field) for field in _FIELDS} for target in own]
    document = {"version": VERSION, "title": book.config.title, "url": book.config.url, "objects": objects}
    text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    return {JSON: text.encode(), SPHINX: _sphinx(book.config.title, own)}


def load(root: Path, book: Book) -> Noted[tuple[Inventory, ...]]:
    """The inventories that ``book.yaml`` names, read from their paths relative to ``root``.

    One that cannot be read, or is no ``objects.json``, is a finding and is left out.
    """
    inventories, findings = [], []
    for neighbour in book.config.neighbours:
        try:
            document = json.loads((root / neighbour.path).read_text(encoding="utf-8"))
            inventories.append(_inventory(neighbour, document))
        except OSError as error:
            why = error.strerror or "it cannot be read"
            findings.append(_finding(book, neighbour, f"the inventory cannot be read: {why}"))
        except (ValueError, RecursionError, KeyError, TypeError, AttributeError):
            findings.append(_finding(book, neighbour, f"this is no inventory of version {VERSION}"))
    return Noted(tuple(inventories), tuple(findings))


def _is_own(target: Target) -> bool:
    return target.kind not in ("place", "work") and not target.status


def _sphinx(title: str, targets: list[Target]) -> bytes:
    head = f"# Sphinx inventory version 2\n# Project: {_line(title)}\n# Version: \n"
    head += "# The remainder of this file is compressed using zlib.\n"
    lines = (f"{one.id} std:label -1 {one.url} {_line(one.title) or '-'}\n" for one in targets)
    return head.encode() + zlib.compress("".join(lines).encode(), 9)


def _line(text: str) -> str:
    return " ".join(text.split())


def _inventory(neighbour: Neighbour, document: object) -> Inventory:
    """A document as an inventory; raises where it has another shape."""
    if not isinstance(document, dict) or document["version"] != VERSION:
        raise ValueError(document)
    base = neighbour.url or document["url"]
    entries = []
    for item in document["objects"]:
        id_, kind, title, url = (item[field] for field in _FIELDS)
        if not all(isinstance(text, str) for text in (id_, kind, title, url)):
            raise TypeError(item)
        entries.append(InventoryEntry(id_, kind, title, urljoin(base.rstrip("/") + "/", url) if base else ""))
    return Inventory(neighbour.name, str(document["title"]), tuple(entries))


def _finding(book: Book, neighbour: Neighbour, message: str) -> Diagnostic:
    match = re.search(rf"path:\s*[\"']?({re.escape(neighbour.path)})", book.source.text)
    span = Span(match.start(1), match.end(1)) if match else Span(0, 0)
    help_ = (f"name the {JSON} that the other book's site holds, by its path from this book's folder",)
    return Diagnostic("F162", message, book.source, span, help=help_)
