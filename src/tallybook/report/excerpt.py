"""A place in a source, shown: its line or lines behind a gutter, with a caret under the span."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tallybook.report.style import GUTTER, paint
from tallybook.report.visible import Line, visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tallybook.report.summary import Look
    from tallybook.span import Source, Span

HEAD = 3  # lines shown between the first and the last of a long span


@dataclass(frozen=True, slots=True)
class Frame:
    """What all excerpts of a finding share: columns for line numbers, how it may look."""

    gutter: int
    look: Look

    @property
    def bar(self) -> str:
        """The gutter of a line that is not of the source."""
        return self.numbered("")

    @property
    def room(self) -> int:
        """Columns right of the gutter."""
        return max(self.look.width - self.gutter - 3, 16)

    def numbered(self, number: int | str) -> str:
        """The gutter of a line of the source."""
        return paint(f"{number:>{self.gutter}} |", GUTTER, self.look.color)

    def excerpt(self, source: Source, span: Span, label: str, mark: str, color: str) -> Iterator[str]:
        """The lines of an excerpt; ``mark`` underlines the span, in ``color``; ``label`` stands behind."""
        start = source.line_column(span.start)
        end = _behind(source, span)
        yield self.bar
        if start[0] == end[0]:
            yield from self._one_line(source.line(start[0]), (start, end), visible(label), mark, color)
        else:
            yield from self._several(source, (start, end), visible(label), color)

    def _one_line(
        self, text: str, ends: tuple[tuple[int, int], tuple[int, int]], label: str, mark: str, color: str
    ) -> Iterator[str]:
        (number, column), (_, end) = ends
        last = min(end - 1, len(text))
        cut = Line.of(text).cut(min(column - 1, last), last, self.room, len(label) + 1)
        yield f"{self.numbered(number)} {cut.text}".rstrip()
        carets = mark * max(cut.end - cut.start, 1)
        under = f"{self.bar} {' ' * cut.start}"
        if not label or cut.start == 0 or cut.start + len(carets) + 1 + len(label) <= self.room:
            yield under + paint(f"{carets} {label}".rstrip(), color, self.look.color)
            return
        yield under + paint(carets, color, self.look.color)
        indent = max(0, min(cut.start, self.room - len(label)))
        yield f"{self.bar} {' ' * indent}{paint(label, color, self.look.color)}"

    def _several(
        self, source: Source, ends: tuple[tuple[int, int], tuple[int, int]], label: str, color: str
    ) -> Iterator[str]:
        (first, column), (last, behind) = ends
        room = self.room - 2  # an edge runs down the left side

        def row(number: int, edge: str) -> str:
            shown = Line.of(source.line(number)).cut(0, 0, room).text
            return f"{self.numbered(number)} {paint(edge, color, self.look.color)} {shown}".rstrip()

        before = source.line(first)[: column - 1]
        if before.strip():
            lead = min(Line.of(before).columns[-1], room - 1)
            yield row(first, " ")
            yield f"{self.bar}  {paint('_' * (lead + 1) + '^', color, self.look.color)}"
        else:
            yield row(first, "/")
        middle = range(first + 1, last)
        for number in middle if len(middle) <= HEAD else middle[: HEAD - 1]:
            yield row(number, "|")
        if len(middle) > HEAD:
            left = paint(f"{'...':<{self.gutter + 3}}", GUTTER, self.look.color)
            yield left + paint("|", color, self.look.color)
        yield row(last, "|")
        width = min(Line.of(source.line(last)[: behind - 1]).columns[-1], room)
        yield f"{self.bar} {paint('|' + '_' * width + '^ ' + label, color, self.look.color)}".rstrip()


def lines_of(source: Source, span: Span) -> int:
    """The largest line number that an excerpt shows."""
    return _behind(source, span)[0]


def _behind(source: Source, span: Span) -> tuple[int, int]:
    """Line and column directly behind a span; line ends and blanks that the span ends with are not shown."""
    text = source[span].rstrip()
    line, column = source.line_column(span.start + max(len(text) - 1, 0))
    return line, column + (1 if text else 0)
