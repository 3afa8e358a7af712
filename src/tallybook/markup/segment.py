"""A Markdown text as blocks of pieces, each with its place in the source: what is prose, what mathematics,
what neither.

The pieces of a block follow the order of the text and leave out only what a reader does not see.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

from tallybook.markup.markdown import ANCHOR, BINDING
from tallybook.markup.scan import events
from tallybook.markup.tokens import BlockTokens, block_tokens
from tallybook.numerals.draft import span_of
from tallybook.span import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown_it.token import Token


class PieceKind(StrEnum):
    """What a stretch of source text is to a reader."""

    TEXT = "text"
    MATH = "math"
    DISPLAY = "display"
    CODE = "code"
    HIDDEN = "hidden"
    """Not read as text: URLs, comments, anchors, list markers, listings; ``reason`` says which."""


class Piece(NamedTuple):
    """A stretch of a block. For mathematics and code, ``inner`` is the content without its delimiters."""

    kind: PieceKind
    span: Span
    inner: Span
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """An author's explicit binding in prose: ``[inner]{=name}``."""

    span: Span
    inner: Span
    relation: str
    name: str


@dataclass(frozen=True, slots=True)
class Block:
    """A heading, a paragraph, a table cell, a displayed formula or a listing.

    ``table``, ``row`` and ``column`` place a cell (row 0 is the head); ``lists`` are the lists around it,
    innermost last,
    each as (number of the list in the text, number of the item, whether it is ordered).
    """

    kind: str
    span: Span
    pieces: tuple[Piece, ...]
    marks: tuple[Mark, ...] = ()
    level: int = 0
    table: int = -1
    row: int = -1
    column: int = -1
    lists: tuple[tuple[int, int, bool], ...] = ()


@dataclass(slots=True)
class _Walk:
    """Where the walk over the tokens of a text stands."""

    table: int = -1
    row: int = -1
    column: int = -1
    lists: list[tuple[int, int, bool]] = field(default_factory=list)
    count: int = -1
    kind: str = "paragraph"
    level: int = 0
    lines: tuple[int, int] = (0, 0)


_TEXT, _MATH, _DISPLAY, _CODE, _HIDDEN = PieceKind  # a member by its name takes a call

TOO_MUCH = "too much"
"""The kind of a block that is not read: it would take too long."""
_MOST_BRACKETS = 1_000
"""Brackets of a paragraph; links are looked for from each of them."""
_TAG = re.compile(r"<!--.*?(?:-->|\Z)|<[^>]*>", re.DOTALL)


@lru_cache(maxsize=256)  # a page is read for its references, and later for its numbers
def segment(text: str, start: int = 0, end: int | None = None) -> tuple[Block, ...]:
    """The blocks of ``text[start:end]``; all spans are offsets into ``text``."""
    body = text[start : len(text) if end is None else end]
    parsed = block_tokens(body)
    lines = parsed.lines
    blocks = list(_walk(parsed, body, start))
    for entry in parsed.env.get("references", {}).values():
        first, last = entry["map"]
        span = Span(start + lines[first], start + lines[min(last, len(lines) - 1)])
        blocks.append(Block("definition", span, (Piece(PieceKind.HIDDEN, span, span, "link definition"),)))
    blocks.sort(key=lambda block: (block.span.start, block.span.end))
    return tuple(blocks)


def _walk(parsed: BlockTokens, body: str, start: int) -> Iterator[Block]:
    at = _Walk()
    lines = parsed.lines
    tables = 0
    cursor = 0
    for token in parsed.tokens:
        if token.map is not None:
            at.lines = (token.map[0], token.map[1])
        kind = token.type
        if kind == "inline":
            content = token.content
            cursor = cursor if at.table >= 0 else lines[at.lines[0]]
            places = _places(content, body, cursor, at.table >= 0)
            cursor = places[-1][1] + len(content) - places[-1][0]
            if content.count("[") > _MOST_BRACKETS:
                yield Block(TOO_MUCH, Span(start + places[0][1], start + cursor), ())
            else:
                yield _inline(content, places, start, at, parsed.env)
        elif kind == "paragraph_open" or kind == "paragraph_close":
            continue
        elif kind == "table_open":
            at.table, at.row = tables, -1
            tables += 1
        elif kind == "table_close":
            at.table = at.row = at.column = -1
        elif kind == "tr_open":
            at.row, at.column = at.row + 1, -1
            cursor = lines[at.lines[0]]
        elif kind in ("th_open", "td_open"):
            at.column += 1
        elif kind in ("ordered_list_open", "bullet_list_open"):
            at.count += 1
            at.lists.append((at.count, 0, kind.startswith("ordered")))
        elif kind in ("ordered_list_close", "bullet_list_close"):
            at.lists.pop()
        elif kind == "list_item_open":
            number, item, ordered = at.lists[-1]
            at.lists[-1] = (number, item + 1, ordered)
            if ordered:
                yield _marker(token, body, start, lines[at.lines[0]], at)
        elif kind == "footnote_reference_open":
            yield _footnote(token, body, start, lines[at.lines[0]], at)
        elif kind == "heading_open":
            at.kind, at.level = "heading", int(token.tag[1:])
        elif kind == "heading_close":
            at.kind, at.level = "paragraph", 0
        elif kind in ("fence", "code_block", "math_block", "amsmath", "html_block"):
            yield _leaf(token, body, start, lines, at)


def _marker(token: Token, body: str, start: int, line: int, at: _Walk) -> Block:
    """The number of a list item. One that no list would count up to was meant as text: ``1987. A poor
    year``."""
    position = body.find(token.info, line)
    span = Span(start + position, start + position + len(token.info))
    swallowed = len(token.info) > 2
    kind = PieceKind.TEXT if swallowed else PieceKind.HIDDEN
    piece = Piece(kind, span, span, "" if swallowed else "list marker")
    return Block("marker", span, (piece,), lists=tuple(at.lists))


def _footnote(token: Token, body: str, start: int, line: int, at: _Walk) -> Block:
    """The label before the text of a footnote: ``[^1]:``."""
    label = f"[^{token.meta['label']}]:"
    first = start + max(body.find(label, line), line)
    span = Span(first, first + len(label))
    piece = Piece(PieceKind.HIDDEN, span, span, "footnote label")
    return Block("marker", span, (piece,), lists=tuple(at.lists))


def _leaf(token: Token, body: str, start: int, lines: list[int], at: _Walk) -> Block:
    first, last = lines[at.lines[0]], lines[min(at.lines[1], len(lines) - 1)]
    span = Span(start + first, start + last)
    if token.type == "html_block":
        return Block("html", span, tuple(_html(body, start, first, last)), lists=tuple(at.lists))
    if token.type == "math_block":
        inner_first = body.find("$$", first) + 2
        inner_last = body.rfind("$$", inner_first, last)
        inner = Span(start + inner_first, start + (inner_last if inner_last >= 0 else last))
        piece = Piece(PieceKind.DISPLAY, span, inner)
    elif token.type == "amsmath":
        piece = Piece(PieceKind.DISPLAY, span, span)
    else:
        piece = Piece(PieceKind.HIDDEN, span, span, "code")
    return Block(token.type, span, (piece,), lists=tuple(at.lists))


def _html(body: str, start: int, first: int, last: int) -> Iterator[Piece]:
    position = first
    for match in _TAG.finditer(body, first, last):
        if position < match.start():
            yield _piece(PieceKind.TEXT, start + position, start + match.start())
        reason = "comment" if match[0].startswith("<!--") else "HTML tag"
        yield _piece(PieceKind.HIDDEN, start + match.start(), start + match.end(), reason)
        position = match.end()
    if position < last:
        yield _piece(PieceKind.TEXT, start + position, start + last)


def _piece(kind: PieceKind, first: int, last: int, reason: str = "", ticks: int = 0) -> Piece:
    span = span_of(first, last)
    return Piece(kind, span, span_of(first + ticks, last - ticks) if ticks else span, reason)


def _places(content: str, body: str, cursor: int, cell: bool) -> list[tuple[int, int]]:
    """Pairs (offset in the content, offset in the body): from each on, the two run in step."""
    first = body.find(content.partition("\n")[0], cursor)
    if content and first >= 0 and body.startswith(content, first):
        return [(0, first)]
    places: list[tuple[int, int]] = []
    position = 0
    for line in content.split("\n"):
        parts = line.split("|") if cell and body.find(line, cursor) < 0 else [line]
        for number, part in enumerate(parts):
            if number:  # an escaped bar: the backslash is not in the content
                cursor = body.find("|", cursor)
                places.append((position, cursor))
                position += 1
                cursor += 1
            found = body.find(part, cursor)
            if part:
                cursor = found if found >= 0 else cursor
                places.append((position, cursor))
                cursor += len(part)
                position += len(part)
        position += 1
    return places or [(0, cursor)]


def _inline(content: str, places: list[tuple[int, int]], start: int, at: _Walk, env: dict[str, Any]) -> Block:
    if len(places) == 1 and not places[0][0]:
        first_at = last_at = (start + places[0][1]).__add__
    else:
        first_at, last_at = partial(_place, places, start, 0), partial(_place, places, start, 1)
    pieces: list[Piece] = []
    marks: list[Mark] = []
    cut: list[_Cut] = []
    for name, first, last, label in events(content, env):
        if name == "binding":
            match = BINDING.match(content, first, last)
            if match:
                inner = Span(first_at(match.start(1)), last_at(match.end(1)))
                marks.append(Mark(Span(first_at(first), last_at(last)), inner, match[2], match[3]))
                cut.append((match.end(1), last, _HIDDEN, "binding", 0))
        elif found := _cut_out(content, name, first, last, label):
            cut.append(found)
    anchor = ANCHOR.search(content) if at.level and "{#" in content else None
    if anchor:
        cut.append((anchor.start(), anchor.end(), _HIDDEN, "anchor", 0))
    if len(cut) > 1:
        cut.sort()
    position = 0
    for first, last, kind, reason, ticks in cut:
        if first < position:
            continue
        if position < first:
            pieces.append(_piece(_TEXT, first_at(position), last_at(first)))
        pieces.append(_piece(kind, first_at(first), last_at(last), reason, ticks))
        position = last
    if position < len(content):
        pieces.append(_piece(_TEXT, first_at(position), last_at(len(content))))
    span = span_of(first_at(0), last_at(len(content))) if content else Span(start, start)
    name = "cell" if at.table >= 0 else at.kind
    return Block(
        name, span, tuple(pieces), tuple(marks), at.level, at.table, at.row, at.column, tuple(at.lists)
    )


_Cut = tuple[int, int, PieceKind, str, int]
"""What of a line is no plain text: its start and end, kind and reason, and how long its delimiters are."""


def _cut_out(content: str, name: str, first: int, last: int, label: int) -> _Cut | None:
    """What a rule of the parser has consumed, if a reader does not see it as plain text."""
    if name == "math_inline" or name == "math_brackets":
        width = 1 if content[first] == "$" and content[first + 1] != "$" else 2
        kind = _DISPLAY if width == 2 and content[first : first + 2] in ("$$", "\\[") else _MATH
        return first, last, kind, "", width
    if name == "backticks" and content[first] == "`" and last - first > 1 and content[last - 1] == "`":
        ticks = last - first - len(content[first:last].lstrip("`"))
        return (first, last, _CODE, "", ticks) if ticks < last - first else None
    if name in ("link", "image") and label >= 0:
        return label, last, _HIDDEN, "URL", 0
    if name in ("autolink", "html_inline", "footnote_ref"):
        reason = "comment" if content.startswith("<!--", first) else name.replace("_", " ")
        return first, last, _HIDDEN, reason, 0
    return None


def _place(places: list[tuple[int, int]], start: int, stop: int, offset: int) -> int:
    """Where an offset of the content stands in the text; with ``stop`` 1 as the end of something."""
    best = places[0]
    for pair in places:
        if pair[0] > offset - stop:
            break
        best = pair
    return start + best[1] + offset - best[0]
