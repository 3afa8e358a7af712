"""From the text of a formula to its tree. The entry point of the parser; see ``tree`` for what comes out."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from tallybook.latex.commands import TABLE
from tallybook.latex.lexer import digits_in, tokenize
from tallybook.latex.macros import Macros, expanded, table_with
from tallybook.latex.parts import Parts
from tallybook.latex.tree import Formula, Opaque
from tallybook.numerals.numeral import Conventions
from tallybook.span import Span

if TYPE_CHECKING:
    from collections.abc import Mapping

_NONE: Mapping[str, str] = MappingProxyType({})
_USUAL = Conventions()
_LONGEST = 25_000
"""Characters of the longest formula that is read: one numeral of the most digits, and some more."""

_MOST_KEPT, _LONGEST_KEPT = 4096, 500
_SEEN_BEFORE = 5
"""How far the patterns of numerals look back."""
_PARSED: dict[tuple[str, int, str, Macros], Formula] = {}
"""Formulas read before, by their text (and the characters before it that may decide), place, decimal mark
and macros."""


def parse_formula(
    text: str, start: int, end: int, *, conventions: Conventions = _USUAL, macros: Mapping[str, str] = _NONE
) -> Formula:
    """The formula ``text[start:end]`` (without its dollar signs); all spans are offsets into ``text``.

    ``conventions`` tell the decimal mark; ``macros`` are the chapter's, name without backslash to definition
    with ``#1``. Never raises: what is not understood becomes ``Opaque`` and keeps its numerals. Every digit
    lies in exactly one claim (``Formula.claims()``) or in ``Formula.ignored``; the time is about linear in
    the length.
    """
    if end - start > _LONGEST:
        span = Span(start, end)
        passed = ((span, "unreadable: too long a formula"),) if digits_in(text, start, end) else ()
        return Formula(span, (Opaque(span, (), "too long"),), passed)
    definitions = tuple(macros.items())
    # the mutants of a page differ in one formula: the others are not read again
    key = (text[max(0, start - _SEEN_BEFORE) : end], start, conventions.decimal_mark, definitions)
    known = _PARSED.get(key)
    if known is not None:
        return known
    table = table_with(definitions) if definitions else TABLE
    lexed = tokenize(text, start, end, table, conventions.decimal_mark)
    if lexed.macros:
        lexed = expanded(lexed, text, definitions, table, conventions.decimal_mark)
    parser = Parts(text, lexed, table, conventions)
    parts = parser.formula()
    formula = Formula(Span(start, end), tuple(parts), _apart(parser.ignored), tuple(parser.unknown))
    if end - start <= _LONGEST_KEPT:
        if len(_PARSED) >= _MOST_KEPT:
            _PARSED.clear()
        _PARSED[key] = formula
    return formula


def _apart(ignored: list[tuple[Span, str]]) -> tuple[tuple[Span, str], ...]:
    """The ignored spans in order, those that lie within another left out."""
    if len(ignored) < 2:
        return tuple(ignored)
    found: list[tuple[Span, str]] = []
    reached = -1
    for span, reason in sorted(ignored, key=lambda pair: (pair[0].start, -pair[0].end)):
        if span.end > reached:
            found.append((span, reason))
            reached = span.end
    return tuple(found)
