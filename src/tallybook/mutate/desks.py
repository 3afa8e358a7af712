"""Desks beside the page's own: everything it was laid out with, and nothing that the rules have noted on
it."""

from __future__ import annotations

from dataclasses import fields, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from tallybook.ledger.account import Given, lay_out
from tallybook.ledger.reading import Reading
from tallybook.numerals.numeral import Conventions

if TYPE_CHECKING:
    from tallybook.ledger.desk import Desk

_LAID_OUT = ("focus", "headings")


@cache
def _notes() -> tuple[tuple[str, type], ...]:
    """The fields that rules write to: those that are empty before the first rule has spoken."""
    blank = lay_out(Reading("", []), Given(), Conventions())
    values = ((field.name, getattr(blank, field.name)) for field in fields(blank))
    return tuple(
        (name, type(value))
        for name, value in values
        if isinstance(value, dict | list | set) and not value and name not in _LAID_OUT
    )


def fresh(desk: Desk, **changes: Any) -> Desk:
    """A desk without notes, and with some fields changed."""
    return replace(desk, **{name: kind() for name, kind in _notes()} | changes)
