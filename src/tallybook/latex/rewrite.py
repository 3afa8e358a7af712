"""Expressions written otherwise: one numeral replaced, or moved by one in its last digit."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from tallybook.latex.tree import Node, Num, members

if TYPE_CHECKING:
    from collections.abc import Callable


def rebuilt(root: Node, change: Callable[[Node], Node | None]) -> Node:
    """The expression with every node for which ``change`` has another one replaced by it, from the top
    down."""
    new = change(root)
    if new is not None:
        return new
    values: list[object] = []
    changed = False
    for name in members(type(root)):
        value = getattr(root, name)
        made = value
        if isinstance(value, Node):
            made = rebuilt(value, change)
        elif isinstance(value, tuple) and value and isinstance(value[0], Node | tuple):
            items = tuple(_rebuilt_item(item, change) for item in value)
            if any(a is not b for a, b in zip(items, value, strict=True)):
                made = items
        changed = changed or made is not value
        values.append(made)
    return type(root)(*values) if changed else root  # type: ignore[arg-type]  # the fields are those just read


def _rebuilt_item(item: object, change: Callable[[Node], Node | None]) -> object:
    if isinstance(item, Node):
        return rebuilt(item, change)
    if isinstance(item, tuple):
        cells = tuple(_rebuilt_item(cell, change) for cell in item)
        return cells if any(a is not b for a, b in zip(cells, item, strict=True)) else item
    return item


def substituted(root: Node, old: Num, new: Num) -> Node:
    """The expression with one of its numerals replaced."""
    return rebuilt(root, lambda node: new if node is old else None)


def nudged(root: Node, target: Num, by: int = 1) -> Node:
    """The expression with the last digit of one of its numerals moved, up by one if nothing else is said."""
    step = by * (target.numeral.ulp or Fraction(1))
    return substituted(
        root, target, replace(target, numeral=replace(target.numeral, value=target.numeral.value + step))
    )
