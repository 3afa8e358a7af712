"""Whether two sides of a chain state one value: by the digits shown, in one unit, or by the intervals of
rounded inputs."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from tallybook.latex.evaluate import evaluate
from tallybook.latex.noted import numerals_of
from tallybook.latex.rewrite import rebuilt
from tallybook.latex.tree import Node, Num, Pow, Value
from tallybook.ledger.legs import Leg, bare, exact_numeral, lone_numeral
from tallybook.numerals.agree import agrees, stands_whole
from tallybook.numerals.notation import ONE
from tallybook.numerals.numeral import Conventions, Form, Numeral

Rounded = Callable[[Numeral], bool]
"""Tells whether a decimal of the text is a rounding (of something printed) rather than an exact input."""


def same(left: Leg, right: Leg, near: bool, conventions: Conventions, rounded: Rounded) -> tuple[bool, bool]:
    """Whether two legs state one value, and whether only the intervals of rounded inputs make them agree.
    Legs in different units are converted where that is exact, and else not compared."""
    verdict = (True, False)
    for ratio in _ratios(left, right):
        verdict = _same(left, right, ratio, near, conventions, rounded)
        if verdict[0]:
            break
    return verdict


def _ratios(left: Leg, right: Leg) -> tuple[Fraction, ...]:
    """By what a value in the unit of the right leg is multiplied to be in that of the left; several for
    bytes, none where the units do not allow to tell."""
    if left.value is None or right.value is None:
        return ()
    if not left.units or not right.units or left.unit:
        return (ONE,)
    one, other = left.measure, right.measure
    if one is None or other is None or one.powers != other.powers:
        return () if left.units.isdisjoint(right.units) else (ONE,)
    ratio = other.factor / one.factor
    if not (one.bytes_ or other.bytes_) or ratio == 1:
        return (ratio,)
    # some write a kilobyte for 1024 bytes
    power = round(math.log(ratio, 1000)) if ratio > 0 else 0
    return (ratio, Fraction(1024) ** power) if ratio == Fraction(1000) ** power else (ratio,)


def _same(
    left: Leg, right: Leg, ratio: Fraction, near: bool, conventions: Conventions, rounded: Rounded
) -> tuple[bool, bool]:
    a, b = left.value, right.value
    if a is None or b is None:
        return True, False
    b_as_left, a_as_right = (b.value, a.value) if ratio == 1 else (b.value * ratio, a.value / ratio)
    if a.value == b_as_left and a.exact and b.exact:
        return True, False
    if not near and is_exact(left) and is_exact(right):
        return False, False
    if near and ratio == 1:
        for shown, value in ((right, a), (left, b)):
            if _power_of_ten(shown.tree, value):
                return True, False
    for shown, other in ((right, a_as_right), (left, b_as_left)):
        numeral = shown.numeral
        if numeral is None:
            continue
        if near and not numeral.approximate:
            numeral = replace(numeral, approximate=True)
        if not numeral.value and other and numeral.form is Form.INTEGER:
            continue  # a rounding to a bare 0 shows no digit of the value
        if agrees(numeral, exact_numeral(other, numeral.span, ""), conventions):
            return True, False
    for shown, side, scale in ((right, left, ONE / ratio), (left, right, ratio)):
        numeral = shown.numeral
        if numeral is None or (numeral.form is Form.INTEGER and not near):
            continue
        half = numeral.ulp / 2
        low, high = (numeral.value - half) / scale, (numeral.value + half) / scale
        if not _may_reach(side, low, high):
            continue
        bounds = _bounds(side, rounded, conventions)
        if bounds is not None and bounds[0] <= high and low <= bounds[1]:
            return True, True
    if left.numeral is None and right.numeral is None and near:
        places = max(_finest(left.tree), _finest(right.tree))
        if places and abs(a.value - b_as_left) <= places:
            return True, True
    if not a.exact or not b.exact:
        size = max(abs(a.value), abs(b_as_left), Fraction(1))
        return abs(a.value - b_as_left) <= size / 10**40, False
    return False, False


def is_exact(leg: Leg) -> bool:
    """Whether nothing in a leg is or could be a rounding."""
    value, numeral = leg.value, leg.numeral
    if value is None or not value.exact or value.inputs_rounded:
        return False
    return numeral is None or (numeral.form is Form.INTEGER and stands_whole(numeral))


def _may_reach(side: Leg, low: Fraction, high: Fraction) -> bool:
    """Whether a side can have a value in an interval if all its decimals are roundings: most are told from
    here."""
    value = side.value
    if value is None or not value.inputs_rounded:
        return False
    if value.low is None or value.high is None or not value.exact:
        return True
    return value.low <= high and low <= value.high


def _bounds(leg: Leg, rounded: Rounded, conventions: Conventions) -> tuple[Fraction, Fraction] | None:
    """What a side may be if its rounded numerals stand for their intervals; None if it has none. Other
    decimals are exact."""
    if leg.value is None or not leg.value.inputs_rounded or leg.open or leg.unit:
        return None

    def settle(node: Node) -> Node | None:
        if isinstance(node, Num) and not rounded(node.numeral):
            return replace(node, numeral=replace(node.numeral, form=Form.FRACTION, ulp=Fraction(0)))
        return None

    value = evaluate(rebuilt(leg.tree, settle), {}, conventions=conventions)
    if value is None or not value.inputs_rounded or value.low is None or value.high is None:
        return None
    return value.low, value.high


def _finest(node: Node) -> Fraction:
    ulps = [one.numeral.ulp for one in numerals_of(node) if one.numeral.form is Form.DECIMAL]
    return max(ulps, default=Fraction(0))


def _power_of_ten(node: Node, other: Value) -> bool:
    """Whether a bare power of ten after ``\\approx`` has the exponent that the value's logarithm rounds
    to."""
    node = bare(node)
    if (
        not isinstance(node, Pow)
        or not isinstance(node.base, Num)
        or node.base.numeral.value != 10
        or other.value <= 0
    ):
        return False
    exponent = lone_numeral(node.exponent)
    if exponent is None or exponent.value.denominator != 1 or abs(exponent.value) > 100_000:
        return False
    power = Fraction(10) ** int(exponent.value)
    ratio_squared = (other.value / power) ** 2  # 10^(n - 1/2) <= x < 10^(n + 1/2)
    return Fraction(1, 10) <= ratio_squared < 10
