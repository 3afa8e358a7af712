"""Where the solutions of exercises stand: with them, on pages of their own, or nowhere."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from tallybook.model import Kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from markdown_it.token import Token

    from tallybook.model import Page, Section


class Solutions(StrEnum):
    """What becomes of the solutions of a book's exercises."""

    INLINE = "inline"
    APART = "apart"
    NONE = "none"
    """Hints, checks and ledgers, which give answers away as well, are left out with them."""


_LEFT_OUT = {
    Solutions.INLINE: (),
    Solutions.APART: ("solution",),
    Solutions.NONE: ("hint", "solution"),
}


def left_out(page: Page, solutions: Solutions) -> tuple[Section, ...]:
    """The sections that the page of an exercise does not show; none of any other page."""
    keys = _LEFT_OUT[solutions] if page.kind is Kind.EXERCISE else ()
    return tuple(section for section in page.sections if section.key in keys)


def notes_of(shown: Iterable[Token], notes: Sequence[Token]) -> list[Token]:
    """Of the footnotes of a page those that the tokens ``shown`` refer to, and those that these refer to."""
    inside: dict[int, list[Token]] = {}
    number = -1
    for token in notes:
        number = token.meta["id"] if token.type == "footnote_open" else number
        inside.setdefault(number, []).append(token)
    kept: set[int] = set()
    todo = list(_cited(shown))
    while todo:
        number = todo.pop()
        if number not in kept:
            kept.add(number)
            todo += _cited(inside.get(number, ()))
    if not kept:
        return []
    last = notes[-1]  # closes the list, behind whichever note is its last
    found = [token for number, tokens in inside.items() if number == -1 or number in kept for token in tokens]
    return found if found[-1] is last else [*found, last]


def _cited(tokens: Iterable[Token]) -> Iterator[int]:
    for token in tokens:
        if token.type == "footnote_ref":
            yield token.meta["id"]
        yield from _cited(token.children or ())
