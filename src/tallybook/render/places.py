"""Where the tokens of a page stand in its source."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tallybook.span import Source, Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from markdown_it.token import Token

PLACED = ("text", "math_inline", "math_block", "amsmath", "code_inline")


@dataclass(frozen=True, slots=True)
class Place:
    """How the content of a token lies in the source: pairs (offset in the content, offset in the source),
    one a line."""

    pairs: tuple[tuple[int, int], ...]
    length: int
    span: Span
    """From the first to the last character in the source."""

    def source(self, offset: int) -> int:
        """The source offset of an offset in the content."""
        best = self.pairs[0]
        for pair in self.pairs:
            if pair[0] > offset:
                break
            best = pair
        return best[1] + offset - best[0]

    def content(self, span: Span) -> Span | None:
        """The part of the content that a span of the source is, None if it does not lie in it whole."""
        if len(self.pairs) == 1:
            at = self.pairs[0][1]
            inside = at <= span.start < span.end <= at + self.length
            return Span(span.start - at, span.end - at) if inside else None
        start = end = -1
        for (first, at), (after, _) in zip(self.pairs, [*self.pairs[1:], (self.length + 1, 0)], strict=True):
            width = after - 1 - first
            if at <= span.start < at + width:
                start = first + span.start - at
            if at < span.end <= at + width:
                end = first + span.end - at
        return Span(start, end) if 0 <= start < end else None


def merged(children: Iterable[Token]) -> Iterator[Token]:
    """The tokens of a line of text, with runs of text and soft breaks as one text."""
    run: list[Token] = []
    for token in children:
        if token.type in ("text", "softbreak"):
            run.append(token)
            continue
        yield from _joined(run)
        run = []
        yield token
    yield from _joined(run)


def _joined(run: list[Token]) -> Iterator[Token]:
    if len(run) == 1 and run[0].type == "text":
        yield run[0]
    elif run:
        head = run[0].copy(
            type="text", tag="", content="".join("\n" if t.type == "softbreak" else t.content for t in run)
        )
        yield head


def place(tokens: list[Token], source: Source, body: Span) -> None:
    """Note in ``meta["place"]`` of every text and formula where it stands; what cannot be found gets none."""
    first = source.line_column(body.start)[0]
    cursor = body.start
    for token in tokens:
        if token.map is not None and token.type in ("inline", "tr_open", "math_block", "amsmath"):
            cursor = max(cursor, source.offset(first + token.map[0])) if token.map[0] else cursor
        if token.type in PLACED:
            cursor = _place(token, source.text, cursor, body.end)
        for child in token.children or ():
            if child.type in PLACED:
                cursor = _place(child, source.text, cursor, body.end)


def _place(token: Token, text: str, cursor: int, end: int) -> int:
    pairs: list[tuple[int, int]] = []
    position = 0
    at = cursor
    for line in token.content.split("\n"):
        found = text.find(line, at, end)
        if found < 0:
            return cursor
        pairs.append((position, found))
        position += len(line) + 1
        at = found + len(line)
    place = Place(tuple(pairs), len(token.content), Span(pairs[0][1], at))
    token.meta = {**token.meta, "place": place}
    return at
