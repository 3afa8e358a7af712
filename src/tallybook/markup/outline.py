"""The headings of a text, as the parser that renders it sees them: none in code, comments or formulas."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tallybook.markup.markdown import ANCHOR
from tallybook.markup.tokens import block_tokens

if TYPE_CHECKING:
    from markdown_it.token import Token

    from tallybook.span import Source, Span

_FENCE = re.compile(r"^\s*(`{3,}|~{3,})")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading. ``title`` is its text without marks and anchor, ``anchor`` the name in ``{#name}``, "" if
    none.

    ``span`` is the heading's line (or lines, for one that is underlined); ``end`` is where the text below
    begins.
    """

    level: int
    title: str
    anchor: str
    span: Span
    end: int


@dataclass(frozen=True, slots=True)
class Outline:
    """The headings of a text in order, and its last fence if that is never closed."""

    headings: tuple[Heading, ...]
    open_fence: Span | None = None


def outline(source: Source, body: Span) -> Outline:
    """The headings at the top level of ``body`` (those inside quotations and lists divide nothing)."""
    tokens = block_tokens(source[body]).tokens
    first = source.line_column(body.start)[0]

    def lines(token: Token) -> tuple[int, int]:
        start, end = token.map or (0, 0)
        return first + start, first + end

    headings = []
    fence = None
    for place, token in enumerate(tokens):
        if token.type == "heading_open" and token.level == 0:
            start, end = lines(token)
            content = tokens[place + 1].content
            title = ANCHOR.sub("", content)
            anchor = ANCHOR.search(content)
            span = source.line_span(start).cover(source.line_span(end - 1))
            headings.append(
                Heading(
                    int(token.tag[1:]), title.strip(), anchor[1] if anchor else "", span, source.offset(end)
                )
            )
        elif token.type == "fence":
            fence = _if_open(token, lines(token), source) or fence
    return Outline(tuple(headings), fence)


def _if_open(token: Token, lines: tuple[int, int], source: Source) -> Span | None:
    """The opening line of a fence that only the end of the text closes."""
    first, end = lines
    closing = _FENCE.match(source.line(end - 1).lstrip("> \t"))
    if end - first > 1 and closing and closing[1].startswith(token.markup):
        return None
    return source.line_span(first)
