"""What is defined by more than its parts: limits and integrals, sums with an ellipsis, differences between
bounds, quotients with a remainder."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

from tallybook.latex import arithmetic as ar
from tallybook.latex.arithmetic import NoValueError
from tallybook.latex.progressions import progression
from tallybook.latex.tree import Between, BigOp, Derivative, Mul, Neg, Node, Remainder, Sequence, Sym, Value

if TYPE_CHECKING:
    from collections.abc import Callable, MutableMapping
    from fractions import Fraction


class Unfolding:
    """The part of evaluation that unfolds such expressions."""

    bindings: MutableMapping[str, Value | Node]

    def value(self, node: Node) -> Value:
        """The value of a node; raises ``NoValueError``."""
        raise NotImplementedError

    def apart(self) -> Unfolding:
        """An evaluation with the same bindings, which may be added to."""
        raise NotImplementedError

    def run(self, node: Sequence) -> Value:
        """``1 \\cdot 2 \\cdots 10``: a product with an ellipsis and no sign behind it."""
        first = node.items[0]
        if node.separator != " " or not isinstance(first, Mul) or first.implicit or len(node.items) > 3:
            raise NoValueError("no number")
        return self.progressing((*first.factors, *node.items[1:]), ar.multiplied)

    def progressing(self, items: tuple[Node, ...], combine: Callable[[Value, Value], Value]) -> Value:
        """A sum or product whose terms are in progression."""

        def exact(each: Node) -> Fraction:
            value = self.value(each)
            if not value.exact:
                raise NoValueError("no exact number")
            return value.value

        found = progression(items, exact)
        total = found.total if combine is ar.added else None
        if total is not None:
            return ar.exactly(total)
        return reduce(combine, (self.value(each) for each in found.terms()))

    def limiting(self, node: Node) -> Value:
        """An integral, a limit, an infinite sum: what SymPy makes of it where it has no symbols of its
        own."""
        from tallybook.latex.calculus import closed_value  # late: only pages with such formulas pay for SymPy

        value = closed_value(node)
        if value is None:
            raise NoValueError("not decided")
        return value

    def between(self, node: Between) -> Value:
        """``[x^2]_0^1``, where the body has one symbol that nothing binds."""
        keys = {each.key for each in node.body.walk() if isinstance(each, Sym)} - {"pi", "e"}
        free = [key for key in keys if key not in self.bindings]
        if len(free) != 1:
            raise NoValueError("no single symbol")
        lower, upper = self.value(node.lower), self.value(node.upper)
        found = []
        for end in (upper, lower):
            inner = self.apart()
            inner.bindings[free[0]] = end
            found.append(inner.value(node.body))
        return ar.added(found[0], ar.negated(found[1]))

    def with_remainder(self, node: Remainder) -> Value:
        """``2 R 2`` beside a division by 4 is 2 and two quarters; the remainder is less than the divisor."""
        rest, divisor = self.value(node.remainder), self.value(node.divisor)
        if not 0 <= rest.value < divisor.value:
            raise NoValueError("no remainder")
        return ar.added(self.value(node.quotient), ar.divided(rest, divisor))


def is_limiting(node: Node) -> bool:
    """Whether a node is defined by a limit: an integral, a limit, a sum without end, a derivative."""
    if isinstance(node, BigOp):
        ends = (node.lower, node.upper)
        return node.name in ("int", "lim") or any(_is_infinite(each) for each in ends)
    return isinstance(node, Derivative)


def _is_infinite(node: Node | None) -> bool:
    node = node.operand if isinstance(node, Neg) else node
    return isinstance(node, Sym) and node.key == "infty"
