"""Equations in symbols that are no identities and were meant as one: all but one number of them fits, or they
hold only for numbers and are about matrices."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from tallybook.diagnostics import Diagnostic
from tallybook.latex.facts import free_symbols
from tallybook.latex.rewrite import substituted
from tallybook.latex.tree import Add, Call, Node, Num, Pow, Sym
from tallybook.ledger.domain import ENOUGH, sampled
from tallybook.ledger.identities import decided_by_sympy, equal, identity
from tallybook.ledger.legs import bare
from tallybook.numerals.numeral import Form

if TYPE_CHECKING:
    from tallybook.ledger.desk import Desk
    from tallybook.ledger.identities import Pair
    from tallybook.span import Source

_MOST_PLACES = 12  # numbers of an equation that are tried
_LARGEST = 9  # of the numbers that are tried in their place
_ASKED = re.compile(
    r"\b(?:solv\w+|solutions?|equations?|roots?|zeros?|unknown|if|whether|unless|when|where|conditions?|not|never"
    r"|wrong|false|mistaken?|instead|suppose|assum\w+|curves?|intersect\w*|meets?|commut\w+|fixed|only)\b",
    re.IGNORECASE,
)
"""Words by which an equation is a question or a condition, and claims nothing."""


@dataclass(frozen=True, slots=True)
class Mend:
    """A number that keeps two sides from being an identity, what it would have to be, and the sides with
    that."""

    wrong: Num
    value: int
    sides: tuple[Node, Node]


def mended(pair: Pair, desk: Desk) -> Mend | None:
    """The change of one number by which a pair of sides becomes an identity; None where there is none, or
    where several would do."""
    found = mends(pair, desk)
    return found[0] if len(found) == 1 else None


def mends(pair: Pair, desk: Desk) -> list[Mend]:
    """The changes of one number by which a pair of sides becomes an identity. None for an equation that need
    not be one: of one symbol without powers and products, of two powers of one base, or asked for in
    words."""
    left, right = pair.sides
    if pair.relation != "=" or pair.chain.modulus is not None or _is_asked(pair, desk):
        return []
    if all(isinstance(bare(side), Sym | Pow) for side in pair.sides) or not _is_rich(pair):
        return []
    exponents = _exponents(pair)
    places = [node for side in pair.sides for node in side.walk() if _is_digit(node)]
    slow = decided_by_sympy(left) or decided_by_sympy(right) or bool(pair.matrices)
    found: list[Mend] = []
    for place in places[: 4 if slow else _MOST_PLACES]:
        if not isinstance(place, Num):
            continue
        own = int(place.numeral.value)
        tried = (own - 1, own + 1) if slow else range(_LARGEST + 1)
        for value in tried:
            if value == own or value < 0 or (value == 0 and id(place) in exponents):
                continue
            other = replace(place, numeral=replace(place.numeral, value=Fraction(value)))
            sides = substituted(left, place, other), substituted(right, place, other)
            if identity(*sides, pair.scope):
                found.append(Mend(place, value, sides))
                break
    return found


def findings(desk: Desk, source: Source, page: str) -> list[Diagnostic]:
    """A finding for each exponent that keeps two sides from being an identity, and for each equation of
    matrices that holds only if they commute."""
    found: list[Diagnostic] = []
    for pair in desk.pairs:
        if pair.relation != "=" or pair.how:
            continue
        if pair.matrices and _is_exchanged(pair):
            if not _is_asked(pair, desk):
                where = pair.sides[0].span.cover(pair.sides[1].span)
                found.append(
                    Diagnostic(
                        "T119",
                        "the sides are equal only if the matrices commute",
                        source,
                        where,
                        "the order of the factors differs",
                        (),
                        ("keep the factors in their order",),
                        subject=page,
                    )
                )
            continue
        found_here = mends(pair, desk)
        if found_here and {id(one.wrong) for one in found_here} <= _exponents(pair):
            one = found_here[0]
            where = one.wrong.span if len(found_here) == 1 else pair.sides[1].span
            label = f"they are with {one.value} here" if len(found_here) == 1 else "an exponent is wrong"
            found.append(
                Diagnostic(
                    "T119",
                    "the sides are not equal",
                    source,
                    where,
                    label,
                    (),
                    ("correct the exponent, or say in words that it is an equation to be solved",),
                    subject=page,
                )
            )
    return found


def _is_exchanged(pair: Pair) -> bool:
    """Whether sides with a sum in them are equal for numbers and not for matrices. ``AB = BA`` alone is a
    condition."""
    left, right = pair.sides
    if not any(isinstance(node, Add) for side in pair.sides for node in side.walk()):
        return False
    symbols = sorted(free_symbols(left) | free_symbols(right))
    for_numbers = sampled(left, right, symbols, pair.scope.conventions, pair.scope.domain) >= ENOUGH
    return for_numbers and equal(left, right, matrices=pair.matrices) is False


def _exponents(pair: Pair) -> set[int]:
    """The exponents of symbols, which are no claims, by identity."""
    return {
        id(node.exponent)
        for side in pair.sides
        for node in side.walk()
        if isinstance(node, Pow) and isinstance(node.base, Sym | Call)
    }


def _is_digit(node: Node) -> bool:
    if not isinstance(node, Num) or node.numeral.form is not Form.INTEGER or node.numeral.unit:
        return False
    return 0 <= node.numeral.value <= _LARGEST and not node.numeral.percent


def _is_rich(pair: Pair) -> bool:
    """Whether an equation is more than a linear one in one symbol."""
    nodes = [node for side in pair.sides for node in side.walk()]
    symbols = free_symbols(pair.sides[0]) | free_symbols(pair.sides[1])
    return len(symbols) > 1 or any(isinstance(node, Pow) for node in nodes)


def _is_asked(pair: Pair, desk: Desk) -> bool:
    """Whether the sentence makes a question or a condition of an equation, or the page states a value of one
    of its symbols."""
    text, start = pair.block.text, pair.chain.span.start
    first, last = text.sentence(start)
    if _ASKED.search(text.plain, first, last):
        return True
    symbols = free_symbols(pair.sides[0]) | free_symbols(pair.sides[1])
    return any(key in symbols for _, _, key, _ in desk.bindings)
