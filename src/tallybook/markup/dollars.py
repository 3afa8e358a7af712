"""Where a formula ends: ``$…$``, ``$$…$$``, ``\\(…\\)``, ``\\[…\\]`` beside prices that also begin with a
dollar."""

from __future__ import annotations

import re
from dataclasses import dataclass

_CLOSERS = {"\\(": "\\)", "\\[": "\\]"}
_PRICE = re.compile(r"\s*\d[\d,.]*(?:[;,.:]?\s+[A-Za-z]{2,}\b|\s*(?:[-–/]|and|or|to)\s*$)")


@dataclass(frozen=True, slots=True)
class Delimited:
    """A formula in a line of text: from ``start`` to ``end``, its mathematics from ``inner_start`` to
    ``inner_end``."""

    start: int
    end: int
    inner_start: int
    inner_end: int
    display: bool


def formula_at(text: str, start: int, end: int) -> Delimited | None:
    """The formula whose delimiter opens at ``start``, or None: the character is then ordinary text.

    A dollar opens a formula if the next unescaped dollar can close it: the content is not empty, it does not
    end in a
    space that its start lacks, no digit follows the closing dollar, and it does not read as a price followed
    by words.
    """
    if text.startswith("$", start):
        return _dollars(text, start, end)
    opener = text[start : start + 2]
    closer = _CLOSERS.get(opener)
    if closer is None:
        return None
    stop = text.find(closer, start + 2, end)
    if stop < 0 or not text[start + 2 : stop].strip():
        return None
    return Delimited(start, stop + 2, start + 2, stop, opener == "\\[")


def _dollars(text: str, start: int, end: int) -> Delimited | None:
    width = 2 if text.startswith("$$", start) else 1
    stop = _closing(text, start + width, end, "$" * width)
    if stop is None:
        return None
    content = text[start + width : stop]
    if not content.strip():
        return None
    after = text[stop + width : stop + width + 1]
    if width == 1:
        if content[-1].isspace() and not content[0].isspace():
            return None
        if after.isdigit() or _PRICE.match(content):
            return None
    return Delimited(start, stop + width, start + width, stop, width == 2)


def _closing(text: str, position: int, end: int, mark: str) -> int | None:
    while (found := text.find(mark, position, end)) >= 0:
        slashes = 0
        while text[found - slashes - 1] == "\\":
            slashes += 1
        if slashes % 2 == 0:
            return found
        position = found + 1
    return None


def formulas(text: str, start: int, end: int) -> list[Delimited]:
    """All formulas of a stretch of text, in order, code spans passed over."""
    found: list[Delimited] = []
    position = start
    while position < end:
        character = text[position]
        if character == "`":
            ticks = len(text) - len(text[position:].lstrip("`")) - position
            close = text.find("`" * ticks, position + ticks, end)
            position = close + ticks if close >= 0 else position + ticks
            continue
        if character == "$" or (character == "\\" and text[position + 1 : position + 2] in ("(", "[")):
            formula = formula_at(text, position, end)
            if formula:
                found.append(formula)
                position = formula.end
                continue
        position += 2 if character == "\\" else 1
    return found
