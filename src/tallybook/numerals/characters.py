"""Characters of numbers, and prose as it is shown: entities and backslash escapes read as what they
display."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from fractions import Fraction
from html import unescape

THIN = "\u2009\u202f\u00a0"
"""Spaces that stand inside a number: thin, narrow no-break, no-break."""

MINUS = "-\u2212\u2013\u2010\u2011"
"""Hyphen-minus, minus sign, en dash, hyphen, no-break hyphen: what a negative number may begin with."""

VULGAR: dict[str, Fraction] = {
    c: Fraction(*(int(part) for part in unicodedata.normalize("NFKC", c).split("\u2044")))
    for c in "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒"
}
"""Vulgar fractions and their values."""

CURRENCY = "$€£¥₹₩₽"

_SUPERSCRIPT = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_SUBSCRIPT = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")

_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~ ])|&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});")


def superscript(text: str) -> str:
    """Superscript digits and signs as plain ones."""
    return text.translate(_SUPERSCRIPT)


def subscript(text: str) -> str:
    """Subscript digits as plain ones."""
    return text.translate(_SUBSCRIPT)


def ascii_digits(text: str) -> str:
    """The decimal digits of a text, of whatever script, as 0 to 9; everything else is left out."""
    if text.isascii():
        return text if text.isdigit() else "".join(c for c in text if "0" <= c <= "9")
    return "".join(str(unicodedata.decimal(c)) for c in text if c.isdecimal())


class Shown:
    """A run of raw Markdown prose as a reader sees it, and the way back to the source.

    ``text`` holds the shown characters; ``source(offset)`` is the place in the source of a place in ``text``.
    ``escapes`` are the source ranges that were replaced.
    """

    __slots__ = ("_at", "_shown", "escapes", "text")

    def __init__(self, text: str, start: int, end: int) -> None:
        pieces: list[str] = []
        self._shown = [0]
        self._at = [start]
        self.escapes: list[tuple[int, int]] = []
        length, position = 0, start
        for match in _ESCAPE.finditer(text, start, end):
            what = match[0]
            if what[0] == "\\":
                # a LaTeX thin space is written in prose as well; `\ ` is a no-break space in many dialects
                shown = {",": "\u2009", " ": "\u00a0"}.get(what[1], what[1])
            else:
                shown = unescape(what)
                if shown == what:
                    continue
            pieces += (text[position : match.start()], shown)
            length += match.start() - position
            self._mark(length, match.start())
            length += len(shown)
            position = match.end()
            self._mark(length, position)
            self.escapes.append((match.start(), position))
        pieces.append(text[position:end])
        self.text = "".join(pieces)

    def _mark(self, shown: int, at: int) -> None:
        self._shown.append(shown)
        self._at.append(at)

    def source(self, offset: int) -> int:
        """The place in the source; a place inside a replaced piece is the piece's start."""
        piece = bisect_right(self._shown, offset) - 1
        beyond = offset - self._shown[piece]
        if beyond and piece % 2:  # odd pieces are replacements
            return self._at[piece]
        return self._at[piece] + beyond


def has_escapes(text: str, start: int, end: int) -> bool:
    """Whether a run may hold an entity or a backslash escape."""
    return text.find("\\", start, end) >= 0 or text.find("&", start, end) >= 0
