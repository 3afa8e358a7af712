"""The Markdown of a page -> HTML: its blocks, and lines of text from elsewhere."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from tallybook.markup.markdown import ANCHOR, markdown
from tallybook.render.columns import align
from tallybook.render.places import merged, place
from tallybook.render.renderer import Renderer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it.token import Token

    from tallybook.model import Page
    from tallybook.render.setting import Setting

_MARKED = re.compile(r"[\\`*_\[\]<>!&$^~{}\0]|[^\S ]")
"""What may be more than text in one line of Markdown."""


def tokens(page: Page) -> list[Token]:
    """The tokens of a page's body, each text and formula with its place in the source."""
    result = markdown().parse(page.source[page.body], {})
    for before, token in zip([None, *result], result, strict=False):
        if token.children:
            token.children = list(merged(token.children))
            if before and before.type == "heading_open":
                token.children = _unanchored(token.children)
    place(result, page.source, page.body)
    align(result)
    return result


def render(part: Sequence[Token], setting: Setting) -> Markup:
    """A run of block tokens as HTML."""
    env = {"setting": setting, "links": 0}
    return Markup(_RENDERER.render(part, markdown().options, env))


def inline(children: Sequence[Token], setting: Setting) -> Markup:
    """The tokens of one line as HTML."""
    env = {"setting": setting, "links": 0}
    return Markup(_RENDERER.renderInline(children, markdown().options, env))


def line(text: str, setting: Setting) -> Markup:
    """One line of Markdown from outside a page's body (a title) as HTML."""
    return inline(_parsed(text), setting) if _MARKED.search(text) else escape(text)


def plain(text: str) -> str:
    """One line of Markdown as bare text, formulas as they are written."""
    if not _MARKED.search(text):
        return text
    return "".join(token.content for token in _parsed(text) if token.type != "html_inline")


@lru_cache(maxsize=2_000)
def _parsed(text: str) -> tuple[Token, ...]:
    """The tokens of one line; they are shared, and not to be changed."""
    return tuple(merged(markdown().parseInline(text, {})[0].children or ()))


def _unanchored(children: Sequence[Token]) -> list[Token]:
    result = list(children)
    if result and result[-1].type == "text":
        result[-1] = result[-1].copy(content=ANCHOR.sub("", result[-1].content))
    return result


_RENDERER = Renderer(markdown())
