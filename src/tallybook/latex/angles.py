"""Angles in degrees beside angles in radians: in which unit the sides of a chain are compared.

An expression in degrees has its count of degrees as its value (540 for ``540^\\circ``). Where another side of
the chain is in radians (it has pi, an inverse circular function or the unit rad, or is a decimal that only
radians explain), both are compared in one unit, and 180 degrees are pi.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallybook.latex import arithmetic as ar
from tallybook.latex.noted import calls_of, numerals_of
from tallybook.latex.transcendental import PI
from tallybook.latex.tree import (
    Add,
    Annotated,
    Bound,
    Call,
    Div,
    Group,
    Mul,
    Neg,
    Node,
    Num,
    PlusMinus,
    Sym,
    Text,
    Value,
)
from tallybook.numerals.numeral import Form

if TYPE_CHECKING:
    from collections.abc import Sequence

_INVERSE = frozenset({"arcsin", "arccos", "arctan"})
_DECIMALS = frozenset({Form.DECIMAL, Form.SCIENTIFIC, Form.TRUNCATED})
_TURN = 7
"""No angle in radians that is written as a plain decimal is larger: a whole turn is 6.28."""


def _powers(node: Node) -> tuple[int, int]:
    """To which powers an expression has the degree and pi (or another angle in radians): (1, 0) for
    ``45^\\circ``, (0, 1) for ``\\pi/4``, ``\\arctan 1`` and ``45^\\circ \\cdot \\pi/180^\\circ``."""
    if isinstance(node, Num):
        unit = node.numeral.unit
        return int(unit == "°"), int(unit == "rad")
    if isinstance(node, Sym):
        return 0, int(node.key == "pi")
    if isinstance(node, Text):
        return 0, int(node.text.strip().startswith("rad"))
    if isinstance(node, Call):  # what stands under a circular function says nothing about its value
        return int(node.name == "degrees"), int(node.name in _INVERSE)
    if isinstance(node, Neg):
        return _powers(node.operand)
    if isinstance(node, (Bound, Annotated)):
        return _powers(node.body)
    if isinstance(node, PlusMinus):
        return _powers(node.right)
    if isinstance(node, Group) and len(node.items) == 1:
        return _powers(node.items[0])
    if isinstance(node, Add):
        return next((each for each in map(_powers, node.terms) if each != (0, 0)), (0, 0))
    if isinstance(node, Mul):
        factors = [_powers(each) for each in node.factors]
        return sum(degree for degree, _ in factors), min(sum(pi for _, pi in factors), 1)
    if isinstance(node, Div):
        above, below = _powers(node.numerator), _powers(node.denominator)
        return above[0] - below[0], above[1] - below[1]
    return 0, 0


def is_in_degrees(node: Node) -> bool:
    """Whether an expression is an angle in degrees: ``45^\\circ``, ``180^\\circ - 2 \\cdot 36^\\circ``."""
    return _powers(node) == (1, 0)


def _has_degrees(node: Node) -> bool:
    return "degrees" in calls_of(node) or any(each.numeral.unit == "°" for each in numerals_of(node))


def angle_unit(operands: Sequence[Node]) -> str:
    """The unit in which the sides of a chain are to be compared: ``rad`` or ``°`` where some are in degrees
    and others in radians, "" where nothing is to be converted.

    It is the unit of the side that shows a rounded decimal, for that is the one that was rounded.
    """
    if not any(_has_degrees(each) for each in operands):
        return ""
    degrees = [each for each in operands if is_in_degrees(each)]
    others = [each for each in operands if not is_in_degrees(each)]
    if not degrees or not any(_is_in_radians(each) for each in others):
        return ""
    if any(_is_decimal(each) for each in degrees) and not any(_is_decimal(each) for each in others):
        return "°"
    return "rad"


def in_unit(value: Value, node: Node, unit: str) -> Value:
    """The value of a side of a chain, as ``evaluate`` gave it, in the unit that ``angle_unit`` chose."""
    if unit == "rad" and is_in_degrees(node):
        return ar.multiplied(value, Value(PI / 180, False))
    if unit == "°" and not is_in_degrees(node):
        return ar.multiplied(value, Value(180 / PI, False))
    return value


def _is_in_radians(node: Node) -> bool:
    """Whether a side is in radians, or a small decimal without a unit."""
    if isinstance(node, Num) and not node.numeral.unit:
        numeral = node.numeral
        return numeral.form in _DECIMALS and not numeral.percent and abs(numeral.value) < _TURN
    return _powers(node)[1] == 1


def _is_decimal(node: Node) -> bool:
    """Whether a side is one decimal, its unit left out."""
    if isinstance(node, Mul):
        rest = [each for each in node.factors if not isinstance(each, Text)]
        return len(rest) == 1 and _is_decimal(rest[0])
    if isinstance(node, Neg):
        return _is_decimal(node.operand)
    return isinstance(node, Num) and node.numeral.form in _DECIMALS
