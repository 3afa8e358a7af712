"""Where a thing stands: a source text and half-open character offsets into it.

Offsets are the truth everywhere in the package. Line and column are computed only when somebody asks.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property

_LINE_END = re.compile(r"\r\n|\n|\r")


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """The characters ``start`` (inclusive) to ``end`` (exclusive) of a source."""

    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise ValueError(f"no span: {self.start} to {self.end}")

    def __len__(self) -> int:
        return self.end - self.start

    def __contains__(self, other: object) -> bool:
        return isinstance(other, Span) and self.start <= other.start and other.end <= self.end

    def overlaps(self, other: Span) -> bool:
        """Whether the two share at least one character."""
        return self.start < other.end and other.start < self.end

    def shift(self, by: int) -> Span:
        """The same length of text, ``by`` characters further on."""
        return Span(self.start + by, self.end + by)

    def cover(self, other: Span) -> Span:
        """The smallest span that holds both."""
        return Span(min(self.start, other.start), max(self.end, other.end))


@dataclass(frozen=True)
class Source:
    """A text and the name it is reported under (a path relative to the book, with forward slashes).

    Line ends are kept as they are in the file: offsets, lines and columns are those of an editor.
    """

    path: str
    text: str = field(repr=False)

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(match.end() for match in _LINE_END.finditer(self.text))]

    def line_column(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both counted from 1."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line counted from 1, without its end."""
        if not 1 <= number <= len(self._starts):
            return ""
        end = self._starts[number] if number < len(self._starts) else len(self.text)
        return self.text[self._starts[number - 1] : end].rstrip("\r\n")

    def line_span(self, number: int) -> Span:
        """The offsets of a line counted from 1, its end not included."""
        start = self._starts[number - 1]
        return Span(start, start + len(self.line(number)))

    def offset(self, line: int, column: int = 1) -> int:
        """The offset of a line and column, both counted from 1; past the end, the end."""
        if line > len(self._starts):
            return len(self.text)
        return min(self._starts[line - 1] + column - 1, len(self.text))

    def __getitem__(self, span: Span) -> str:
        return self.text[span.start : span.end]
