"""What the parser makes of a stretch of text as blocks, before it looks into their lines."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from markdown_it.rules_core import StateCore

from tallybook.markup.markdown import markdown

if TYPE_CHECKING:
    from markdown_it.token import Token


@dataclass(frozen=True, slots=True)
class BlockTokens:
    """The tokens of the blocks, which must not be changed; ``env`` holds the link definitions and footnotes.

    ``lines`` are the offsets of all lines as the parser counts them (it reads CR, LF and CRLF alike), and of
    the end.
    """

    tokens: list[Token]
    lines: list[int]
    env: dict[str, Any]


@lru_cache(maxsize=4)  # the outline, the blocks and the references of a page are made one after the other
def block_tokens(body: str) -> BlockTokens:
    """The blocks of a text as the parser that renders it sees them."""
    md = markdown()
    env: dict[str, Any] = {}
    state = StateCore(body, md, env)
    for rule in md.core.ruler.getRules(""):
        if rule.__name__ == "inline":
            break
        rule(state)
    lines = [0, *(match.end() for match in re.finditer(r"\r\n|\n|\r", body)), len(body)]
    return BlockTokens(state.tokens, lines, env)
