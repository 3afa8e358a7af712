"""Which sides of a chain are at fault: those without a value, those outside the largest group that
agrees."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from tallybook.latex.evaluate import evaluate
from tallybook.latex.noted import kinds_of
from tallybook.latex.tree import Call, Div

if TYPE_CHECKING:
    from tallybook.latex.tree import Node


def is_undefined(node: Node) -> bool:
    """Whether a closed expression has no value: the root of a negative, a division by zero. What is merely
    too large to
    be computed has one."""
    if kinds_of(node).isdisjoint((Div, Call)):
        return False
    for one in node.walk():
        if isinstance(one, Div):
            below = evaluate(one.denominator)
            if below is not None and below.exact and not below.value:
                return True
        elif isinstance(one, Call) and one.name == "sqrt" and one.base is None and len(one.arguments) == 1:
            inside = evaluate(one.arguments[0])
            if inside is not None and inside.value < 0:
                return True
    return False


def minority(agree: list[list[bool]]) -> list[int]:
    """The legs outside the largest group that agrees throughout; all of them if there is no single largest
    one."""
    count = len(agree)
    if all(all(row) for row in agree):
        return []
    for size in range(count - 1, 1, -1):
        groups = [
            group
            for group in combinations(range(count), size)
            if all(agree[i][j] for i, j in combinations(group, 2))
        ]
        if len(groups) == 1:
            return [i for i in range(count) if i not in groups[0]]
        if groups:  # the legs that some largest group leaves out and no other one needs
            return [i for i in range(count) if not all(i in group for group in groups)]
    return list(range(count))
