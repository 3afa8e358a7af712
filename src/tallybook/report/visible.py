"""Text as a terminal shows it: how wide each character is, and nothing that could move the cursor."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

TAB = "    "
_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Marks that would show the rest of a line in another order than it is read."""


def glyph(character: str) -> tuple[str, int]:
    """What to show for one character, and the columns it takes. Control characters become pictures."""
    if character == "\t":
        return TAB, len(TAB)
    code = ord(character)
    if 0x20 <= code < 0x7F:
        return character, 1
    if code < 0x20:
        return chr(0x2400 + code), 1
    if code == 0x7F:
        return "\u2421", 1
    category = unicodedata.category(character)
    if character in _BIDI or category in ("Cc", "Cs", "Cn", "Zl", "Zp"):
        return "\ufffd", 1
    if category in ("Mn", "Me", "Cf"):
        return character, 0
    return character, 2 if unicodedata.east_asian_width(character) in "WF" else 1


def visible(text: str) -> str:
    """A text that is safe to show on one line."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(glyph(character)[0] for character in text)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of source with the column each of its characters is shown at, and then the whole width."""

    glyphs: tuple[str, ...]
    columns: tuple[int, ...]

    @classmethod
    def of(cls, text: str) -> Line:
        """Lay out a line without its end."""
        glyphs: list[str] = []
        columns = [0]
        for character in text:
            shown, width = glyph(character)
            glyphs.append(shown)
            columns.append(columns[-1] + width)
        return cls(tuple(glyphs), tuple(columns))

    def cut(self, first: int, last: int, width: int, behind: int = 0) -> Cut:
        """As much of the line as fits ``width`` columns, the characters ``first`` to ``last`` among it.

        Where there is a choice, ``behind`` columns are left between the last of them and the edge.
        """
        total = self.columns[-1]
        start, end = self.columns[first], self.columns[last]
        if max(total, end + 1 if first == last else end) <= width or width < 4:
            return Cut("".join(self.glyphs), start, end)
        free = width - (end - start)
        lead = max(2, min(free // 3, free - behind if behind <= free // 2 else free))
        left = max(0, min(start - lead, total - width + 1))
        right = left + width
        before, after = "…" if left else "", "…" if right < total else ""
        inside = range(len(self.glyphs))
        kept = [
            index
            for index in inside
            if self.columns[index] >= left + len(before) and self.columns[index + 1] <= right - len(after)
        ]
        if not kept:
            return Cut(before + after, 0, 1)
        origin = self.columns[kept[0]] - len(before)
        shown = "".join(self.glyphs[index] for index in kept)
        limit = self.columns[kept[-1] + 1] - origin
        return Cut(before + shown + after, max(start - origin, len(before)), min(end - origin, limit))


@dataclass(frozen=True, slots=True)
class Cut:
    """What is shown of a line, and the columns of the marked stretch within it."""

    text: str
    start: int
    end: int
