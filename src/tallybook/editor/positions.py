"""Offsets to positions of an editor and back. An editor counts lines from 0, and columns in UTF-16 units."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from tallybook.span import Source, Span

_BEYOND = 0xFFFF
"""From the next character on, UTF-16 takes two units."""


def position(source: Source, offset: int) -> types.Position:
    """The position of an offset."""
    line, column = source.line_column(offset)
    return types.Position(line - 1, _units(source.text[offset - column + 1 : offset]))


def offset(source: Source, at: types.Position) -> int:
    """The offset of a position; past the end of a line, its end."""
    start = source.offset(at.line + 1)
    left, found = at.character, start
    for character in source.line(at.line + 1):
        left -= _units(character)
        if left < 0:
            break
        found += 1
    return found


def area(source: Source, span: Span) -> types.Range:
    """The range of a span."""
    return types.Range(position(source, span.start), position(source, span.end))


def _units(text: str) -> int:
    return len(text) + sum(ord(character) > _BEYOND for character in text)
