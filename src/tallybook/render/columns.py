"""Columns of numbers in tables, aligned by their points."""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it.token import Token

_NUMERIC = re.compile(
    r"[$\s]*[-+−]?[\d.,%{}\\\s\u202f\u2009]*\d[\d.,%{}\\\s\u202f\u2009]*[$\s]*(?:[^\W\d]{1,3})?[\s$]*"
)


def align(tokens: list[Token]) -> None:
    """Columns of numbers get their class, and each cell the room that aligns its point with the others'."""
    if not any(token.type == "table_open" for token in tokens):
        return
    column = -1
    cells: dict[int, list[tuple[Token, str]]] = {}
    head: dict[int, Token] = {}
    for token, following in zip_longest(tokens, tokens[1:]):
        if token.type == "tr_open":
            column = -1
        elif token.type in ("td_open", "th_open"):
            column += 1
            if token.type == "th_open":
                head[column] = token
            else:
                cells.setdefault(column, []).append((token, following.content if following else ""))
        elif token.type == "table_close":
            for number, column_cells in cells.items():
                if all(_NUMERIC.fullmatch(content) for _, content in column_cells):
                    _align_column(column_cells)
                    if number in head:
                        head[number].attrJoin("class", "num")
            cells, head = {}, {}


def _align_column(cells: list[tuple[Token, str]]) -> None:
    decimals = [len(match[1]) if (match := re.search(r"\.(\d+)", content)) else 0 for _, content in cells]
    for (cell, _), places in zip(cells, decimals, strict=True):
        cell.attrJoin("class", "num")
        room = max(decimals) - places
        if room:
            cell.attrSet("style", f"--room:{room + (0 if places else 0.5):g}")
