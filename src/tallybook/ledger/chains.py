"""Closed arithmetic in the text: the legs of a chain, whether they agree, and what each digit in them
decides."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from tallybook.latex.angles import angle_unit, in_unit
from tallybook.latex.evaluate import evaluate
from tallybook.latex.facts import free_symbols, holds_mod, units
from tallybook.latex.measured import measured
from tallybook.latex.noted import calls_of
from tallybook.latex.tree import Call, Chain, Node, Sym, Value
from tallybook.ledger.comparing import Rounded, same
from tallybook.ledger.disagreement import is_undefined, minority
from tallybook.ledger.legs import Leg, bare, lone_numeral
from tallybook.numerals.units import canonical

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tallybook.numerals.numeral import Conventions, Numeral
    from tallybook.span import Span

MOST_LEGS = 12  # sides compared with each other; a chain of more is not written by people
EQUALITIES = frozenset({"=", "≈", "≡", ":="})
_ORDERINGS = frozenset({"<", "≤", ">", "≥", "≠", "∣", "∤"})
_DIVIDES = frozenset({"∣", "∤"})


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
    """An ordering or divisibility that does not hold: ``left`` ``relation`` ``right``."""

    left: Leg
    right: Leg
    span: Span

    @property
    def divides(self) -> bool:
        """Whether it is about a division without remainder: ``17 \\mid 102``."""
        return self.right.relation in _DIVIDES


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
    if "lg" not in calls_of(chain):
        return False
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
        if leg.relation in _DIVIDES:
            if not a or a.denominator != 1 or b.denominator != 1:
                continue
            if (b % a == 0) is not (leg.relation == "∣"):
                found.append(Refuted(left, leg, chain.relations[number - offset].span))
            continue
        true = {"<": a < b, "≤": a <= b, ">": a > b, "≥": a >= b, "≠": a != b}[leg.relation]
        if not true:
            found.append(Refuted(left, leg, chain.relations[number - offset].span))
    return found


def stretch_of(chain: Chain, legs: tuple[Leg, ...], conventions: Conventions, rounded: Rounded) -> Stretch:
    """Whether legs that claim to be equal are, and which of them disagree."""
    undefined = tuple(leg for leg in legs if leg.value is None and is_undefined(leg.node))
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
    wrong = tuple(closed[i] for i in minority(agree))
    if wrong and (any(leg.bound for leg in closed)):
        kept = tuple(leg if not leg.bound else replace(leg, value=None) for leg in legs)
        return stretch_of(chain, kept, conventions, rounded)
    return Stretch(chain, legs, not wrong, wrong, loose)


def is_converted(legs: Sequence[Leg]) -> bool:
    """Whether sides of a chain are in units of different worth."""
    return len({leg.measure.factor for leg in legs if leg.measure is not None}) > 1


def _congruent(chain: Chain, legs: tuple[Leg, ...], closed: list[Leg]) -> Stretch:
    """A congruence holds or not as a whole; which side is wrong cannot be told."""
    if chain.modulus is not None and any(leg.relation == "≡" for leg in closed):
        for left, right in pairwise(closed):  # 1024 = 93 * 11 + 1 ≡ 1: the first sign says more
            a, b = left.value, right.value
            if (
                right.relation == "="
                and a is not None
                and b is not None
                and a.exact
                and b.exact
                and a.value != b.value
            ):
                return Stretch(chain, legs, False, (left, right))
    wrong = tuple(closed) if holds_mod(chain) is False else ()
    return Stretch(chain, legs, not wrong, wrong)


def in_chain(node: Node, value: Value, unit: str) -> tuple[Value, Numeral | None]:
    """The value of a side in the unit of its chain, and its numeral if it is one and needed no converting."""
    if not unit:
        return value, lone_numeral(node)
    converted = in_unit(value, node, unit)
    return converted, lone_numeral(node) if converted is value else None
