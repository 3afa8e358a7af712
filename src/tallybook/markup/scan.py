"""What a line of text holds besides plain words: formulas, code, links, bindings, each with its place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tallybook.markup.dollars import formula_at
from tallybook.markup.markdown import recorder

if TYPE_CHECKING:
    from collections.abc import Mapping

Event = tuple[str, int, int, int]
"""The name of a rule, what it consumed (start and end), and where the label of a link ends, else -1."""
_SIGN = re.compile(r"[\\$`<\[]")
_TICKS = re.compile(r"`+")


def events(content: str, env: Mapping[str, Any]) -> list[Event]:
    """What the parser's rules consume of a line, in order; ``env`` is that of its blocks. Text, escapes and
    emphasis may be missing."""
    found = _plainly(content)
    if found is None:
        found = []
        recorder().inline.parse(content, recorder(), {**env, "events": found, "base": 0}, [])
        found.sort(key=lambda event: event[1])
    return found


def _plainly(content: str) -> list[Event] | None:
    """The formulas and code of a line, None where a bracket may begin something: then it takes the parser."""
    found: list[Event] = []
    position, end = 0, len(content)
    while sign := _SIGN.search(content, position):
        start = sign.start()
        character = content[start]
        if character in "<[":
            return None
        if character == "`":
            ticks = _TICKS.match(content, start)
            assert ticks is not None, "a tick stands there"
            position = ticks.end()
            for close in _TICKS.finditer(content, position):
                if len(close[0]) == len(ticks[0]):
                    position = close.end()
                    found.append(("backticks", start, position, -1))
                    break
        elif formula := formula_at(content, start, end):
            position = formula.end
            found.append(("math_inline", start, position, -1))
        else:
            position = start + 2 if character == "\\" else start + 1
    return found
