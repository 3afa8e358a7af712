"""The unit of an expression: what the units of its numbers make together."""

from __future__ import annotations

from tallybook.latex.tree import (
    Add,
    Annotated,
    Bound,
    Call,
    Div,
    Group,
    Mixed,
    Mul,
    Neg,
    Node,
    Num,
    PlusMinus,
    Pow,
    Sym,
    Text,
)
from tallybook.numerals.measures import NONE, Measure, measure


def measured(node: Node) -> Measure | None:
    """The measure of an expression, None where a unit in it has none, a symbol hides one, or terms differ."""
    if isinstance(node, Num):
        return measure(node.numeral.unit) if node.numeral.unit else NONE
    if isinstance(node, Sym):
        return NONE if node.key in ("pi", "e") else None
    if isinstance(node, (Neg, Bound, Annotated)):
        return measured(node.operand if isinstance(node, Neg) else node.body)
    if isinstance(node, Group) and len(node.items) == 1:
        return measured(node.items[0])
    if isinstance(node, Mul):
        return _product(node)
    if isinstance(node, Div):
        above, below = measured(node.numerator), measured(node.denominator)
        return None if above is None or below is None else above.times(below, -1)
    if isinstance(node, Pow):
        return _power(node)
    if isinstance(node, (Add, PlusMinus)):
        return _common(node)
    if isinstance(node, (Call, Mixed)):
        inner = [measured(each) for each in node.children()]
        return NONE if all(each == NONE for each in inner) else None
    return None


def _product(node: Mul) -> Measure | None:
    found = NONE
    for place, factor in enumerate(node.factors):
        if isinstance(factor, Text):
            before = node.factors[place - 1] if place else None
            if isinstance(before, Num) and before.numeral.unit:
                continue  # the unit of the number before it, already counted
            return None
        each = measured(factor)
        if each is None:
            return None
        found = found.times(each)
    return found


def _power(node: Pow) -> Measure | None:
    base = measured(node.base)
    if base is None or base == NONE:
        return base if measured(node.exponent) is not None else None
    if isinstance(node.exponent, Num) and node.exponent.numeral.value.denominator == 1:
        power = int(node.exponent.numeral.value)
        return NONE.times(base, power) if abs(power) < 10 else None
    return None


def _common(node: Node) -> Measure | None:
    found = [measured(each) for each in node.children()]
    return found[0] if found and all(each == found[0] for each in found) else None
