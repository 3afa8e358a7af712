"""Closed arithmetic in the text: the legs of a chain, whether they agree, and what each digit in them
decides."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

from tallybook.latex.angles import angle_unit, in_unit
from tallybook.latex.evaluate import evaluate
from tallybook.latex.facts import free_symbols, holds_mod, units
from tallybook.latex.measured import measured
from tallybook.latex.rewrite import rebuilt, substituted
from tallybook.latex.tree import Bound, Call, Chain, Div, Group, Mul, Neg, Node, Num, Pow, Sym, Text, Value
from tallybook.numerals.agree import agrees, stands_whole
from tallybook.numerals.draft import make_numeral
from tallybook.numerals.notation import ONE, ZERO
from tallybook.numerals.numeral import Conventions, Form, Numeral
from tallybook.numerals.units import canonical

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tallybook.numerals.measures import Measure
    from tallybook.span import Span

Rounded = Callable[[Numeral], bool]
"""Tells whether a decimal of the text is a rounding (of something printed) rather than an exact input."""
MOST_LEGS = 12  # sides compared with each other; a chain of more is not written by people
EQUALITIES = frozenset({"=", "≈", "≡", ":="})
_ORDERINGS = frozenset({"<", "≤", ">", "≥", "≠"})


@dataclass(frozen=True, slots=True)
class Leg:
    """One side of a chain. ``value`` is None where it has symbols nobody bound; ``bound`` tells that
    bindings of the page
    were needed to evaluate it: such a leg may confirm, never refute."""

    node: Node
    value: Value | None
    numeral: Numeral | None
    """Set if the leg is nothing but one numeral."""
    relation: str
    """The relation that stands before it; "" for the first."""
    bound: bool = False
    open: bool = False
    """Whether it has symbols at all. One whose values were stated just before may refute as well as any
    other."""
    unit: str = ""
    """The unit that the chain's angles are compared in; "" if there is nothing to convert."""
    units: frozenset[str] = frozenset()
    """The units of its numerals, each in its usual spelling."""
    measure: Measure | None = None
    """What its units are worth, if it has units and they are worth anything exactly."""
    put: tuple[Num, Num] | None = None
    """A numeral of it that is thought to be another one, and that other one."""

    @property
    def tree(self) -> Node:
        """The expression it stands for."""
        return self.node if self.put is None else substituted(self.node, *self.put)


@dataclass(frozen=True, slots=True)
class Stretch:
    """Legs that claim to be equal: a chain cut at its orderings. ``wrong`` are the legs that disagree with
    the others."""

    chain: Chain
    legs: tuple[Leg, ...]
    holds: bool
    wrong: tuple[Leg, ...] = ()
    loose: bool = False
    """Only the intervals that rounded inputs stand for make it hold: its numbers need print as well."""

    @property
    def closed(self) -> tuple[Leg, ...]:
        """The legs that have a value."""
        return tuple(leg for leg in self.legs if leg.value is not None)


@dataclass(frozen=True, slots=True)
class Refuted:
    """An ordering that does not hold: ``left`` ``relation`` ``right``."""

    left: Leg
    right: Leg
    span: Span


def bare(node: Node) -> Node:
    """The expression without brackets or explicit binding around it."""
    while True:
        if isinstance(node, Group) and len(node.items) == 1 and node.kind in ("(", "[", "{"):
            node = node.items[0]
        elif isinstance(node, Bound):
            node = node.body
        elif (
            isinstance(node, Mul)
            and len(rest := [one for one in node.factors if not isinstance(one, Text)]) == 1
        ):
            node = rest[0]  # a number with its unit
        else:
            return node


def lone_numeral(node: Node) -> Numeral | None:
    """The numeral, if the node is one (in brackets or not, negated or not)."""
    node = bare(node)
    if isinstance(node, Num):
        return node.numeral
    if isinstance(node, Neg):
        inner = lone_numeral(node.operand)
        if inner is not None and not inner.sign:
            return replace(inner, value=-inner.value, sign="-")
    return None


def exact_numeral(value: Fraction, span: Span, text: str) -> Numeral:
    """A numeral that stands for a computed value, exact to any number of digits."""
    return make_numeral(span, text, value, ZERO, Form.FRACTION)


def stretches(
    chain: Chain,
    bindings: Mapping[str, Value],
    conventions: Conventions,
    rounded: Rounded,
    near: frozenset[str] = frozenset(),
) -> tuple[tuple[Stretch, ...], tuple[Refuted, ...]]:
    """Evaluate a chain: its stretches of equal legs, and the orderings that are false. ``near`` are the
    symbols whose value
    was stated just before, in the same paragraph or the one before it."""
    if not conventions.log_base and _has_lg(chain):
        tried = [
            stretches(chain, bindings, replace(conventions, log_base=base), rounded, near)
            for base in ("10", "2")
        ]
        return next((one for one in tried if all(each.holds for each in one[0]) and not one[1]), tried[0])
    legs: list[Leg] = []
    unit = angle_unit(chain.operands)
    offset = len(chain.operands) - len(
        chain.relations
    )  # a chain that starts with a relation has one operand less
    for number, operand in enumerate(chain.operands):
        relation = chain.relations[number - offset].symbol if number >= offset else ""
        value = evaluate(operand, {}, conventions=conventions)
        bound = False
        if value is None and bindings:
            value = evaluate(operand, bindings, conventions=conventions)
            bound = value is not None and not (
                free_symbols(operand) <= near and not isinstance(bare(operand), Sym)
            )
        numeral = lone_numeral(operand)
        if value is not None:
            value, numeral = in_chain(operand, value, unit)
        is_open = value is not None and bool(bindings) and bool(free_symbols(operand))
        named = frozenset(canonical(one) for one in units(operand) if one)
        worth = measured(operand) if named else None
        legs.append(Leg(operand, value, numeral, relation, bound, is_open, unit, named, worth))
    groups: list[list[Leg]] = [[]]
    for leg in legs:
        if leg.relation and leg.relation not in EQUALITIES:
            groups.append([])
        groups[-1].append(leg)
    found = tuple(stretch_of(chain, tuple(group), conventions, rounded) for group in groups if group)
    return found, tuple(_refuted(legs, chain, offset))


def _has_lg(chain: Chain) -> bool:
    """Whether a chain has the logarithm that is decimal to some fields and binary to others, and no other one
    without a base."""
    names = {each.name for each in chain.walk() if isinstance(each, Call) and each.base is None}
    return "lg" in names and "log" not in names


def _refuted(legs: list[Leg], chain: Chain, offset: int) -> list[Refuted]:
    found: list[Refuted] = []
    for number, leg in enumerate(legs):
        if not number or leg.relation not in _ORDERINGS:
            continue
        left = legs[number - 1]
        if left.value is None or leg.value is None or left.bound or leg.bound:
            continue
        a, b = left.value.value, leg.value.value
        true = {"<": a < b, "≤": a <= b, ">": a > b, "≥": a >= b, "≠": a != b}[leg.relation]
        if not true:
            found.append(Refuted(left, leg, chain.relations[number - offset].span))
    return found


def stretch_of(chain: Chain, legs: tuple[Leg, ...], conventions: Conventions, rounded: Rounded) -> Stretch:
    """Whether legs that claim to be equal are, and which of them disagree."""
    undefined = tuple(leg for leg in legs if leg.value is None and _undefined(leg.node))
    if undefined and len(legs) > 1:
        return Stretch(chain, legs, False, undefined)
    closed = [leg for leg in legs if leg.value is not None][:MOST_LEGS]
    if len(closed) < 2:
        return Stretch(chain, legs, True)
    if chain.modulus is not None or any(leg.relation == "≡" for leg in closed):
        return _congruent(chain, legs, closed)
    approximate = {index for index, leg in enumerate(closed) if leg.relation == "≈"}
    agree = [[True] * len(closed) for _ in closed]
    loose = False
    converted = is_converted(closed)
    for i, left in enumerate(closed):
        for j in range(i + 1, len(closed)):
            right = closed[j]
            if converted and j > i + 1 and not (left.units and right.units):
                continue  # a side without a unit is in that of its neighbour
            near = any(index in approximate for index in range(i + 1, j + 1))
            ok, by_interval = same(left, right, near, conventions, rounded)
            agree[i][j] = agree[j][i] = ok
            loose = loose or (ok and by_interval)
    wrong = tuple(closed[i] for i in _minority(agree))
    if wrong and (any(leg.bound for leg in closed)):
        kept = tuple(leg if not leg.bound else replace(leg, value=None) for leg in legs)
        return stretch_of(chain, kept, conventions, rounded)
    return Stretch(chain, legs, not wrong, wrong, loose)


def is_converted(legs: Sequence[Leg]) -> bool:
    """Whether sides of a chain are in units of different worth."""
    return len({leg.measure.factor for leg in legs if leg.measure is not None}) > 1


def _undefined(node: Node) -> bool:
    """Whether a closed expression has no value: the root of a negative, a division by zero. What is merely
    too large to
    be computed has one."""
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


def _minority(agree: list[list[bool]]) -> list[int]:
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


def _congruent(chain: Chain, legs: tuple[Leg, ...], closed: list[Leg]) -> Stretch:
    """A congruence holds or not as a whole; which side is wrong cannot be told."""
    wrong = tuple(closed) if holds_mod(chain) is False else ()
    return Stretch(chain, legs, not wrong, wrong)


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
    if not near and _is_exact(left) and _is_exact(right):
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


def _is_exact(leg: Leg) -> bool:
    """Whether nothing in a leg is or could be a rounding."""
    value, numeral = leg.value, leg.numeral
    if value is None or not value.exact or value.inputs_rounded:
        return False
    return numeral is None or (numeral.form is Form.INTEGER and stands_whole(numeral))


def in_chain(node: Node, value: Value, unit: str) -> tuple[Value, Numeral | None]:
    """The value of a side in the unit of its chain, and its numeral if it is one and needed no converting."""
    if not unit:
        return value, lone_numeral(node)
    converted = in_unit(value, node, unit)
    return converted, lone_numeral(node) if converted is value else None


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
    ulps = [
        one.numeral.ulp for one in node.walk() if isinstance(one, Num) and one.numeral.form is Form.DECIMAL
    ]
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
