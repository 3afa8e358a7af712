"""What may be written at a place: printed names, ids, checks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lsprotocol import types

from tallybook.editor.positions import area
from tallybook.ledger.printing import read_print
from tallybook.ledger.script import read_script
from tallybook.span import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tallybook.live import Workshop
    from tallybook.model import Page

TRIGGERS = ("=", "{", ".", "~", "-", ":")
"""Characters behind which an editor asks."""
_NAME = re.compile(r"(?:\{[=~]|\{!=|\\val\{[^{}]*\}\{)([^{}\n]*)\Z")
_CHECK = re.compile(r"^check[ \t]*:[ \t]*(\S*)\Z", re.MULTILINE)
_DRAWS_ON = re.compile(r"^draws_on[ \t]*:[ \t]*\[?(?:[^\]\n]*[,\s])?([\w.]*)\Z", re.MULTILINE)
_ID = re.compile(r"(?<![\w.])([A-Z0-9]+\.[\w.]*)\Z")
_FAR = 400
"""Characters before the place that are looked at."""


def completions(shop: Workshop, page: Page, offset: int) -> list[types.CompletionItem]:
    """What may be written at an offset of a page, each as what takes the place of the word begun."""
    before = page.source.text[max(0, offset - _FAR) : offset]
    if offset < page.body.start:
        if found := _CHECK.search(before):
            return list(_items(page, offset, found[1], shop.text.book.checks, "check"))
        found = _DRAWS_ON.search(before)
        return list(_ids(shop, page, offset, found[1])) if found else []
    if found := _NAME.search(before):
        names = printed(shop, page)
        return list(_items(page, offset, found[1], names, "printed", names))
    found = _ID.search(before)
    return list(_ids(shop, page, offset, found[1])) if found else []


def printed(shop: Workshop, page: Page) -> dict[str, str]:
    """The names that the check of a page prints, each with its line."""
    made = shop.prints.get(page.front.check)
    if made is None or not made.ok:
        return {}
    facts, _ = read_print(made.stdout, read_script(made.check.text))
    return {fact.label: fact.text for fact in reversed(facts) if fact.label and not fact.in_label}


def _ids(shop: Workshop, page: Page, offset: int, begun: str) -> Iterator[types.CompletionItem]:
    titles = {id_: target.title for id_, target in shop.text.targets.items() if target.kind != "work"}
    yield from _items(page, offset, begun, titles, "id", titles)


def _items(
    page: Page,
    offset: int,
    begun: str,
    words: Iterable[str],
    kind: str,
    details: dict[str, str] | None = None,
) -> Iterator[types.CompletionItem]:
    where = area(page.source, Span(offset - len(begun), offset))
    kinds = {"printed": types.CompletionItemKind.Variable, "check": types.CompletionItemKind.File}
    for word in sorted(words):
        yield types.CompletionItem(
            label=word,
            kind=kinds.get(kind, types.CompletionItemKind.Reference),
            detail=(details or {}).get(word),
            text_edit=types.TextEdit(where, word),
        )
