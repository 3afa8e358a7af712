"""Evidence by arithmetic: a term of a closed chain whose sides agree, and would not if the term were
another."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tallybook.latex.tree import Add, Bound, Group, Mul, Neg, Num
from tallybook.ledger.blame import SMALL, blame, is_small, sides
from tallybook.ledger.legs import Leg, exact_numeral
from tallybook.model import Evidence, EvidenceKind
from tallybook.numerals.agree import agrees
from tallybook.numerals.numeral import Form

if TYPE_CHECKING:
    from collections.abc import Container, Mapping
    from fractions import Fraction

    from tallybook.ledger.desk import Desk, Found
    from tallybook.ledger.links import Links
    from tallybook.ledger.reading import Atom
    from tallybook.numerals.numeral import Numeral

_WHOLE = (Num, Neg, Add, Mul, Group, Bound)  # what decimals go through without losing their last place


def apply(desk: Desk, links: list[Links], so_far: Mapping[int, list[Evidence]]) -> Found:
    """Evidence from every chain. ``so_far`` is what the other rules found, by the atom's order: it tells
    which inputs stand
    on their own feet. A number that one chain computes may be the input of the next, so the chains are gone
    through until nothing changes."""
    known = {order for order, evidence in so_far.items() if any(one.holds for one in evidence)}
    values = {
        atom.numeral.value
        for one in links
        if one.stretch.holds
        for leg, atoms in one.legs
        for atom in atoms
        if atom.order in known
    }
    links = [_without_print(one, known) for one in links]
    holding = [one for one in links if one.stretch.holds]
    done: dict[int, list[tuple[Atom, Evidence]]] = {}
    changed = True
    while changed:
        changed = False
        for number, one in enumerate(holding):
            if number in done or not any(_is_known(atoms, known, values) for _, atoms in one.legs if atoms):
                continue
            if all(_unknown(atoms, known, values) == set() for _, atoms in one.legs) or _settles(
                one, known, values
            ):
                done[number] = list(_account(one, known, values, desk))
                for atom, _ in done[number]:
                    known.add(atom.order)
                    values.add(atom.numeral.value)
                changed = True
    for number, one in enumerate(holding):
        yield from done[number] if number in done else _unsettled(one, known, values, desk)
    for one in links:
        if not one.stretch.holds:
            yield from _broken(one, known, desk)


def restated(desk: Desk, links: list[Links], so_far: Mapping[int, list[Evidence]]) -> Found:
    """Numbers that say again what a chain of the page works with or arrives at, where nothing else accounts
    for them."""
    shown: dict[Fraction, Links] = {}
    for one in links:
        if one.stretch.holds:
            for leg, atoms in one.legs:
                if leg.value is not None:
                    shown.setdefault(leg.value.value, one)
                for atom in atoms:
                    if so_far.get(atom.order):
                        shown.setdefault(atom.numeral.value, one)
    for block in desk.focus:
        for atom in block.atoms:
            if so_far.get(atom.order) or atom.mark is not None:
                continue
            numeral = atom.numeral
            source = shown.get(numeral.value)
            if source is None and numeral.ulp and (numeral.form is not Form.INTEGER or numeral.scaled):
                near = (value for value in shown if abs(value - numeral.value) <= numeral.ulp)
                value = next(
                    (
                        v
                        for v in near
                        if agrees(numeral, exact_numeral(v, numeral.span, ""), desk.conventions)
                    ),
                    None,
                )
                source = shown[value] if value is not None else None
            if source is not None:
                detail = desk.reading.text[source.span.start : source.span.end].strip()
                yield atom, Evidence(EvidenceKind.ARITHMETIC, f"restates {detail}", span=source.span)


def _without_print(one: Links, known: set[int]) -> Links:
    """A chain that only the intervals of its rounded inputs make hold needs its result printed as well; else
    it is broken."""
    if not one.stretch.loose or all(
        a.order in known for leg, atoms in one.legs if leg.numeral is not None for a in atoms
    ):
        return one
    return replace(one, stretch=replace(one.stretch, holds=False, wrong=one.stretch.closed))


def _is_known(atoms: tuple[Atom, ...], known: set[int], values: set[Fraction]) -> bool:
    return all(atom.order in known or atom.numeral.value in values for atom in atoms)


def _unknown(atoms: tuple[Atom, ...], known: set[int], values: set[Fraction]) -> set[Fraction]:
    return {a.numeral.value for a in atoms if a.order not in known and a.numeral.value not in values}


def _settles(one: Links, known: set[int], values: set[Fraction]) -> bool:
    """Whether a leg whose inputs are all known leaves at least one other leg a single number to be
    determined."""
    return any(len(_unknown(atoms, known, values)) <= 1 for _, atoms in one.legs if atoms)


def _account(one: Links, known: set[int], values: set[Fraction], desk: Desk) -> Found:
    detail = desk.reading.text[one.span.start : one.span.end].strip()
    touches = _touches(one, known, desk)
    for leg, atoms in one.legs:
        settled = len(_unknown(atoms, known, values)) <= 1
        for atom in atoms:
            if touches and not desk.pinned.get(atom.order) and _foreign(desk, leg, atom, known, values):
                continue  # the chain leaves room for other digits, and nothing else has these
            pins = settled and not one.stretch.loose and desk.pinned.get(atom.order, False)
            cut = _is_cut(one, leg)
            yield atom, Evidence(EvidenceKind.ARITHMETIC, detail, True, pins, span=one.span, cut=cut)


def _unsettled(one: Links, known: set[int], values: set[Fraction], desk: Desk) -> Found:
    """A chain none of whose sides stands on known inputs. It holds, so its lone results are arithmetic; its
    inputs are weak, and where the
    chain has data of the check in it, an input that the check does not have is no evidence at all."""
    detail = desk.reading.text[one.span.start : one.span.end].strip()
    foreign = _touches(one, known, desk) and any(
        _foreign(desk, leg, atom, known) for leg, atoms in one.legs for atom in atoms
    )
    for leg, atoms in one.legs:
        alone = leg.numeral is not None
        for atom in atoms:
            if foreign and atom.order not in known and (alone or _foreign(desk, leg, atom, known)):
                continue
            pins = (
                (alone or atom.order in known)
                and not one.stretch.loose
                and desk.pinned.get(atom.order, False)
            )
            cut = _is_cut(one, leg)
            yield atom, Evidence(EvidenceKind.ARITHMETIC, detail, True, pins, span=one.span, cut=cut)


def _is_cut(one: Links, leg: Leg) -> bool:
    """Whether a result after ``=`` is shorter than its exact value, which sums and products of the decimals
    shown make:
    1.2 for 1.25. A quotient may be rounded, and so may what stands after ``\\approx``."""
    numeral = leg.numeral
    if (
        numeral is None
        or numeral.form is not Form.DECIMAL
        or any(other.relation == "≈" for other, _ in one.legs)
    ):
        return False
    return any(
        other.value is not None
        and other.value.exact
        and other.value.value != numeral.value
        and not other.open
        and all(isinstance(node, _WHOLE) for node in other.node.walk())
        for other, _ in one.legs
        if other is not leg
    )


def _touches(one: Links, known: set[int], desk: Desk) -> bool:
    """Whether a chain has data of the check in it: then all its data must be the check's. A small decimal
    may be anything; as the result of inputs none of which is known it tells that they are wrong."""
    if not desk.script.facts:
        return False
    data = [(leg, atom) for leg, atoms in one.legs for atom in atoms if not is_small(atom)]
    if any(atom.order in known and abs(atom.numeral.value) >= SMALL for _, atom in data):
        return True
    inputs = [atom.order in known for leg, atom in data if leg.numeral is None]
    results = [atom.order in known for leg, atom in data if leg.numeral is not None]
    return any(results) and not any(inputs)


def _foreign(desk: Desk, leg: Leg, atom: Atom, known: set[int], values: Container[Fraction] = ()) -> bool:
    """Whether an input is data that nothing has: neither known, nor a small constant, nor an input of the
    check in another unit
    (25.00 mL as 0.02500 L)."""
    if leg.numeral is not None or is_small(atom) or atom.order in known or atom.numeral.value in values:
        return False
    digits = _digits(atom.numeral)
    return len(digits) < 2 or all(_digits(fact.numeral) != digits for fact in desk.script.facts)


def _digits(numeral: Numeral) -> str:
    return numeral.digits.replace(".", "").strip("0")


def _broken(one: Links, known: set[int], desk: Desk) -> Found:
    """A chain that does not hold: blame at the leg that disagrees; with two legs at the side that has no
    other evidence."""
    blamed = blame(one, known, desk)
    text = desk.reading.text
    detail = text[one.span.start : one.span.end].strip()
    touches = _touches(one, known, desk)
    for leg, atoms in one.legs:
        for atom in atoms:
            wrong = any(atom is other for other in blamed)
            if not wrong and touches and _foreign(desk, leg, atom, known):
                continue
            values = sides(one, leg)
            yield (
                atom,
                Evidence(
                    EvidenceKind.ARITHMETIC, values if wrong else detail, not wrong, False, span=one.span
                ),
            )
