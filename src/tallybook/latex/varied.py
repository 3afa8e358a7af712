"""The value of an expression for other numerals in one of its places, computed along the way to that place
only."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING

from tallybook.latex import arithmetic as ar
from tallybook.latex.arithmetic import NoValueError
from tallybook.latex.evaluate import evaluate, has_plain_log
from tallybook.latex.evaluator import READERS, Bindings, Evaluator
from tallybook.latex.rewrite import substituted
from tallybook.latex.tree import (
    Add,
    Annotated,
    Between,
    BigOp,
    Bound,
    Call,
    Cases,
    Chain,
    Derivative,
    Div,
    EvalBar,
    Group,
    Mul,
    Neg,
    Node,
    Num,
    Remainder,
    Sequence,
    Text,
    Value,
)
from tallybook.numerals.notation import ZERO

if TYPE_CHECKING:
    from tallybook.numerals.numeral import Conventions, Numeral

_Step = Callable[[Value], Value]
_Join = Callable[[Value, Value], Value]
_FAULTS = (NoValueError, RecursionError, OverflowError, ZeroDivisionError)
_SCOPED = (Between, BigOp, Derivative, EvalBar, Cases, Remainder, Sequence, Text)
"""What may look at its parts more than once, each time with other values of symbols, or into them, or not at
all."""
_TAKEN_APART = frozenset({"log", "ln", "lg", "norm", "det"})
"""Functions that look into their argument."""


class Varied:
    """An expression whose numerals may be others, one at a time. What does not hang on the numeral is
    computed once, so that another one costs no more than the nodes around it."""

    def __init__(self, root: Node, bindings: Bindings, conventions: Conventions) -> None:
        self._root, self._bindings, self._conventions = root, bindings, conventions
        self._evaluator = Evaluator(bindings, conventions.log_base or "e")
        self._above: dict[int, Node] | None = None
        """The node above each node, by its identity; None if all of the expression is to be looked at each
        time."""
        if conventions.log_base or not has_plain_log(root):
            self._above = _parents(root)
        self._values: dict[int, Value] = {}
        self._joins: dict[int, list[Value]] = {}
        self._steps: dict[int, list[_Step] | None] = {}

    def value(self, place: Num, numeral: Numeral) -> Value | None:
        """What ``evaluate`` gives with a numeral in the place of one of the expression's; None if there is no
        value. Both must have the same unit, for an angle is read by its unit."""
        if id(place) not in self._steps:
            self._steps[id(place)] = self._found(place)
        steps, number = self._steps[id(place)], Num(place.span, numeral)
        if steps is None:
            changed = substituted(self._root, place, number)
            return evaluate(changed, self._bindings, conventions=self._conventions)
        try:
            value = self._evaluator.number(number)
            for step in steps:
                value = step(value)
        except _FAULTS:
            return None
        return value

    def _found(self, place: Num) -> list[_Step] | None:
        """What each node around a place makes of the value of its part, from the inside out. None if all of
        the expression is to be looked at each time."""
        if self._above is None:
            return None
        steps: list[_Step] = []
        part: Node = place
        while part is not self._root:
            node = self._above[id(part)]
            if isinstance(node, _SCOPED) or (isinstance(node, Annotated) and node.body is not part):
                return None
            if isinstance(node, Call) and node.name in _TAKEN_APART:
                return None
            try:
                step = self._step(node, part)
            except _FAULTS:
                return None
            if step is not None:
                steps.append(step)
            part = node
        return steps

    def _step(self, node: Node, part: Node) -> _Step | None:
        """What a node makes of the value of one of its parts, None if nothing; the other parts are evaluated
        here and now."""
        if isinstance(node, Bound | Annotated) or (
            isinstance(node, Group) and len(node.items) == 1 and not isinstance(part, Chain)
        ):
            return None
        if isinstance(node, Neg):
            return ar.negated
        if isinstance(node, Add):
            return self._joined(ar.added, node, node.terms, part)
        if isinstance(node, Mul):
            factors = tuple(one for one in node.factors if not isinstance(one, Text))
            return self._joined(ar.multiplied, node, factors, part)
        if isinstance(node, Div):
            if node.numerator is part:
                return partial(_over, self._value(node.denominator))
            return partial(ar.divided, self._value(node.numerator))
        return _Around(self._bindings, self._evaluator.log_base, node, part).compute

    def _joined(self, join: _Join, node: Node, parts: tuple[Node, ...], part: Node) -> _Step | None:
        """A sum or product of all parts but one with that one; exact terms may be taken in any order."""
        if len(parts) < 2:
            return None
        joins = self._joins.get(id(node))
        if joins is None:
            joins = self._joins[id(node)] = _all_but_one(join, [self._value(one) for one in parts])
        others = joins[next(index for index, one in enumerate(parts) if one is part)]
        return partial(join, others)

    def _value(self, node: Node) -> Value:
        known = self._values.get(id(node))
        if known is None:
            known = self._values[id(node)] = self._evaluator.value(node)
        return known


def _over(below: Value, above: Value) -> Value:
    return ar.divided(above, below)


def _all_but_one(join: _Join, values: list[Value]) -> list[Value]:
    """The sum or product of all values but the first, all but the second, and so on; at least two values."""
    before, behind = list(accumulate(values, join)), list(accumulate(reversed(values), join))
    behind.reverse()
    inner = [join(before[index - 1], behind[index + 1]) for index in range(1, len(values) - 1)]
    return [behind[1], *inner, before[-2]]


class _Around(Evaluator):
    """Evaluates a node for other values of one of its parts; the other parts once."""

    def __init__(self, bindings: Bindings, log_base: str, node: Node, part: Node) -> None:
        super().__init__(bindings, log_base)
        self._node, self._part, self._value = node, part, Value(ZERO)
        self._beside: dict[int, Value] = {}

    def compute(self, value: Value) -> Value:
        """The value of the node for a value of the part."""
        reader = READERS.get(type(self._node))
        if reader is None:
            raise NoValueError("no number")
        self._value = value
        return reader(self, self._node)

    def value(self, node: Node) -> Value:
        if node is self._part:
            return self._value
        known = self._beside.get(id(node))
        if known is None:
            known = self._beside[id(node)] = Evaluator(self.bindings, self.log_base).value(node)
        return known


def _parents(root: Node) -> dict[int, Node] | None:
    """The node above each node, by its identity; None if a node stands in several places."""
    above: dict[int, Node] = {}
    for node in root.walk():
        for child in node.children():
            if id(child) in above:
                return None
            above[id(child)] = node
    return above
