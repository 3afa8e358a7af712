"""The value of an expression for other numerals in one of its places, computed along the way to that place
only."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from tallybook.latex.evaluate import valued
from tallybook.latex.evaluator import Bindings, Evaluator
from tallybook.latex.tree import BigOp, Cases, EvalBar, Node, Num, Value

if TYPE_CHECKING:
    from tallybook.numerals.numeral import Conventions, Numeral

_SCOPED = (BigOp, EvalBar, Cases)
"""What may look at its parts more than once, each time with other values of symbols."""


@dataclass(slots=True)
class Varied:
    """An expression and a numeral in it. ``value`` is what ``evaluate`` gives once another numeral stands in its
    place; both must have the same unit, for an angle is read by its unit."""

    root: Node
    place: Num
    bindings: Bindings
    conventions: Conventions
    _way: frozenset[int] = frozenset()
    """The nodes around the place, by identity; empty if all of the expression is to be looked at each time."""
    _beside: dict[str, dict[int, Value]] = field(default_factory=dict)
    _logs: bool = False
    """Whether a logarithm without a base stands beside the place."""

    def __post_init__(self) -> None:
        around: list[Node] = []
        if _find(self.root, self.place, around) and not any(isinstance(node, _SCOPED) for node in around):
            self._way = frozenset(map(id, around))

    def value(self, numeral: Numeral) -> Value | None:
        """The value with a numeral in the place; None if there is none."""
        number = replace(self.place, numeral=numeral)
        return valued(self.root, partial(_Along, self, number), self.conventions)


class _Along(Evaluator):
    """Evaluates what lies around the place anew, everything beside it once for all numerals."""

    def __init__(self, varied: Varied, number: Num, log_base: str) -> None:
        super().__init__(varied.bindings, log_base)
        self._varied, self._number = varied, number
        self.met_plain_log = varied._logs
        self._beside = varied._beside.setdefault(log_base, {})

    def value(self, node: Node) -> Value:
        varied = self._varied
        if node is varied.place:
            return self.number(self._number)
        if not varied._way or id(node) in varied._way:
            return super().value(node)
        known = self._beside.get(id(node))
        if known is None:
            inner = Evaluator(self.bindings, self.log_base)
            known = self._beside[id(node)] = inner.value(node)
            varied._logs = varied._logs or inner.met_plain_log
            self.met_plain_log = varied._logs
        return known


def _find(node: Node, place: Node, around: list[Node]) -> bool:
    """Note the nodes around a place, and tell whether a node is or holds it."""
    if node is place:
        return True
    inside = [_find(child, place, around) for child in node.children()]
    if any(inside):
        around.append(node)
        return True
    return False
