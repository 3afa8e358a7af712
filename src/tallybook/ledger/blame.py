"""Which numbers of a chain that does not hold are to blame, and how to say it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tallybook.latex.evaluate import evaluate
from tallybook.latex.rewrite import substituted
from tallybook.ledger.comparing import same
from tallybook.ledger.facts import Origin

if TYPE_CHECKING:
    from fractions import Fraction

    from tallybook.ledger.desk import Desk
    from tallybook.ledger.legs import Leg
    from tallybook.ledger.links import Links
    from tallybook.ledger.reading import Atom

SMALL = 10  # whole numbers below are constants of a formula (the 2 of a half), not data of a check


def is_small(atom: Atom) -> bool:
    """Whether a number is a small constant, as formulas have them."""
    return atom.numeral.value.denominator == 1 and abs(atom.numeral.value) < SMALL


def sides(one: Links, leg: Leg) -> str:
    """The values of the sides, for the message: the blamed one against the others."""
    others = [
        show(other.value.value) for other, _ in one.legs if other is not leg and other.value is not None
    ]
    if leg.value is None:
        return "this side has no value"
    own = show(leg.value.value)
    return f"{own} on this side, {' and '.join(dict.fromkeys(others))} on the other"


def show(value: Fraction) -> str:
    """A value for a message: exact if short, else ten significant digits, else its order of magnitude."""
    size = value.numerator.bit_length() - value.denominator.bit_length()
    if abs(size) > 900:
        return f"about {'-' if value < 0 else ''}10^{round(size * 0.30103)}"
    if value.denominator == 1 and size < 100:
        return str(value.numerator)
    for places in range(1, 13):
        scaled = value * 10**places
        if scaled.denominator == 1:
            digits = str(abs(scaled.numerator)).rjust(places + 1, "0")
            return f"{'-' if value < 0 else ''}{digits[:-places]}.{digits[-places:]}"
    return f"{float(value):.10g}"


def blame(one: Links, known: set[int], desk: Desk) -> list[Atom]:
    wrong = one.stretch.wrong
    legs = [
        (leg, atoms) for leg, atoms in one.legs if any(leg.node is other.node for other in wrong) and atoms
    ]
    if len(wrong) == len(one.legs) and len(legs) > 1:  # no majority: the side with the least evidence
        worst = max(_doubt(atoms, known) for _, atoms in legs)
        legs = [(leg, atoms) for leg, atoms in legs if _doubt(atoms, known) == worst]
        legs = legs if len(legs) == 1 else [_suspect(_unprinted(legs, desk) or legs)]
    return [atom for leg, atoms in legs for atom in _within(one, leg, atoms, known, desk)]


def _unprinted(legs: list[tuple[Leg, tuple[Atom, ...]]], desk: Desk) -> list[tuple[Leg, tuple[Atom, ...]]]:
    """The sides that are no printed result. A result that the check printed outranks an expression made of
    its inputs."""
    quoted = desk.quoted
    return [
        (leg, atoms)
        for leg, atoms in legs
        if leg.numeral is None
        or not all(a.order in quoted and quoted[a.order].origin is Origin.PRINT for a in atoms)
    ]


def _doubt(atoms: tuple[Atom, ...], known: set[int]) -> int:
    """0 for a side all of whose numbers have evidence of their own, 1 if only small constants lack it, else
    2."""
    unknown = [atom for atom in atoms if atom.order not in known]
    data = [a for a in unknown if abs(a.numeral.value) >= SMALL or a.numeral.value.denominator != 1]
    if not unknown:
        return 0
    return 2 if data or len(unknown) == len(atoms) else 1


def _suspect(legs: list[tuple[Leg, tuple[Atom, ...]]]) -> tuple[Leg, tuple[Atom, ...]]:
    """The likelier culprit where nothing else tells: a result rather than the expression it was computed
    from, of two
    results the one with more digits, of two expressions the one that was written last."""
    results = [pair for pair in legs if pair[0].numeral is not None]
    if not results:
        return legs[-1]
    return max(results, key=lambda pair: len(pair[0].numeral.digits) if pair[0].numeral else 0)


def _within(one: Links, leg: Leg, atoms: tuple[Atom, ...], known: set[int], desk: Desk) -> list[Atom]:
    """The atoms of a wrong leg to blame: those without other evidence; failing that, those that another
    number of the chain would mend."""
    if len(atoms) == 1:
        return list(atoms)
    others = [other for other, _ in one.legs if other is not leg and other.value is not None]
    spare = {atom.numeral.value for _, members in one.legs for atom in members}
    mended = [atom for atom in atoms if any(_mends(leg, atom, value, others, desk) for value in spare)]
    if len(mended) == 1:
        return mended
    unknown = [atom for atom in atoms if atom.order not in known]
    data = [a for a in unknown if abs(a.numeral.value) >= SMALL or a.numeral.value.denominator != 1]
    return data if data and len(data) < len(atoms) else list(atoms)


def _mends(leg: Leg, atom: Atom, value: Fraction, others: list[Leg], desk: Desk) -> bool:
    if atom.node is None or value == atom.numeral.value:
        return False
    node = replace(atom.node, numeral=replace(atom.numeral, value=value))
    changed = substituted(leg.node, atom.node, node)
    result = evaluate(changed, {}, conventions=desk.conventions)
    if result is None:
        return False
    moved = replace(leg, node=changed, value=result, numeral=None)
    return all(same(moved, other, False, desk.conventions, desk.rounded)[0] for other in others)
