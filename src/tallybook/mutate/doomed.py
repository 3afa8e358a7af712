"""Mutants that nothing could account for, told from the altered number alone.

Every test here errs on one side: it says *doomed* only where the page would say *killed*, and leaves the rest
to those who look closer. A strong claim is doomed once no rule could pin the new number, for a claim that
nothing pins is at best weak; and every page is worse once one of its numbers is contradicted.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from tallybook.ledger import compound, counted, match, moved, sequence, shown, spelling
from tallybook.ledger.account import EQUATIONS
from tallybook.ledger.desk import Desk, fits
from tallybook.ledger.legs import exact_numeral
from tallybook.ledger.single import choose
from tallybook.model import EvidenceKind, Strength
from tallybook.mutate.replaced import Replaced
from tallybook.mutate.survey import Place, survey
from tallybook.numerals.numeral import Form, Numeral
from tallybook.numerals.rounding import last_digit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tallybook.latex.tree import Node
    from tallybook.ledger.desk import Found
    from tallybook.ledger.facts import Fact
    from tallybook.ledger.reading import Atom
    from tallybook.model import Claim, Ledger

_NOISE = Fraction(1, 10**13)
_BLANK = re.compile(r"[\s$]+")
_WHOLE = (Form.INTEGER, Form.DIGITS)
_FORMS = (*_WHOLE, Form.DECIMAL, Form.SCIENTIFIC)
_QUOTING = (EvidenceKind.PRINTED, EvidenceKind.GIVEN, EvidenceKind.CITED)
_MOST = 6  # facts that the sentence may have quoted before, each to be tried


class Doomed:
    """The page as it was, asked about numbers that are not on it."""

    def __init__(self, desk: Desk, ledger: Ledger) -> None:
        self._desk = desk
        self._sound = all(claim.strength is not Strength.CONTRADICTED for claim in ledger.claims)
        self._claims: dict[int, Claim] = {
            atom.order: claim for atom, claim in zip(desk.reading.atoms(), ledger.claims, strict=True)
        }
        self._places = survey(desk)
        facts = desk.pool.facts
        self._numbers = sorted(range(len(facts)), key=lambda number: facts[number].value)
        self._values = [facts[number].value for number in self._numbers]
        self._strings = {facts[number].numeral.digits for number in desk.pool.strings}
        self._declared = [_BLANK.sub("", one.text) for one in desk.declared]
        self._often: dict[object, int] = {}
        for atom in desk.reading.atoms():
            self._often[atom.numeral.value] = self._often.get(atom.numeral.value, 0) + 1

    def certain(self, atom: Atom, new: Numeral) -> bool:
        """Whether the page is surely worse with a new number in an atom's place, read as the atom was."""
        if atom.mark is not None or not self._sound or new.form not in _FORMS or new.approximate:
            return False
        if shown.speaks(self._desk, atom):  # of digits, which may be counted in more than one way
            return False
        place = self._places[atom.order]
        if place.links:
            breaks = self._breaks(place, atom, new)
            if breaks is not None:
                return breaks
        if self._claims[atom.order].strength is not Strength.STRONG or any(
            _BLANK.sub("", new.text) in text for text in self._declared
        ):
            return False
        near = self._near(new, new.value)
        altered = Replaced.of(self._desk, place, atom, new, last=self._often[atom.numeral.value] == 1)
        pinned: set[int] = set()
        for rule in self._rules(altered, near):
            for one, evidence in rule:
                if not evidence.holds:
                    return True
                if evidence.pins:
                    pinned.add(one.order)
        stands = atom.order in pinned or self._whole(altered) or bool(near and self._quoted(altered, near))
        return not stands or self._deserts(altered, pinned)

    def _breaks(self, place: Place, atom: Atom, new: Numeral) -> bool | None:
        """Whether a chain that held does not hold any more: some number of it is then contradicted. None if
        the atom's side of every chain has no value any more, so that no chain has a say."""
        desk, node = self._desk, atom.node
        if node is None:
            return False
        valued = False
        for number, (one, leg) in enumerate(place.links):
            probe = place.probes.get(number)
            if probe is None:
                probe = place.probes[number] = one.probe(leg, node, desk)
            if (leg.open and not leg.bound) or not probe.valued(new):
                continue
            valued = True
            if not one.stretch.holds or one.stretch.loose:
                continue
            if not probe.holds(new):
                return True
        return False if valued else None

    def _near(self, numeral: Numeral, value: Fraction) -> list[int]:
        """Numbers of all facts that a numeral of this value could agree with, and of some more."""
        slack = _NOISE * (abs(value) + 1)
        if numeral.form not in _WHOLE or numeral.scaled or numeral.percent:
            slack += last_digit(value, numeral.ulp)
        found = self._numbers[
            bisect_left(self._values, value - slack) : bisect_right(self._values, value + slack)
        ]
        return [*found, *self._desk.pool.strings] if numeral.digits in self._strings else found

    def _rules(self, altered: Replaced, near: list[int]) -> Iterator[Found]:
        """The rules other than arithmetic and single facts that could have a say, on the altered block."""
        desk, atom, place = altered.desk, altered.atom, altered.place
        block = desk.reading.blocks[atom.block]
        value = atom.numeral.value
        yield spelling.apply(replace(desk, focus=[replace(block, atoms=[atom])]))
        yield moved.apply(desk)
        if block.block.table >= 0 and block.block.column == 0:
            yield sequence.apply(desk)
        if value in place.lengths or (block.text.plain.rstrip().endswith(":") and value.denominator == 1):
            yield counted.apply(desk, ())
        if atom.formula is not None:
            formulas = [one for one in block.formulas if one is atom.formula]
            alone = replace(desk, focus=[replace(block, formulas=formulas)])
            yield from (rule(alone) for rule in EQUATIONS)
        if near or not altered.plain or self._near(atom.numeral, -value):
            yield compound.apply(desk, altered.compounds())

    def _whole(self, altered: Replaced) -> bool:
        """Whether an expression it stands in could be a printed number."""
        desk, atom = altered.desk, altered.atom
        for whole, value in altered.wholes():
            if value is None:
                return True
            exact = exact_numeral(value.value, whole.span, "")
            if self._near(replace(exact, form=Form.INTEGER), value.value):
                first = _first(whole, desk.reading.blocks[atom.block].atoms)
                if first is None or first.order != atom.order or choose(desk, atom, exact).pins:
                    return True
        return False

    def _deserts(self, altered: Replaced, pinned: set[int]) -> bool:
        """Whether another number loses all that pinned it: a compound that the new number is no member of."""
        spans = {group.span for group in altered.place.compounds}
        mates = {
            one.order: one for group in altered.place.compounds for item in group.items for one in item.atoms
        }
        for order, mate in mates.items():
            place, claim = self._places[order], self._claims[order]
            if order == altered.atom.order or order in pinned or mate.mark is not None:
                continue
            if claim.strength is not Strength.STRONG or place.links or place.wholes:
                continue
            if any(
                one.pins and (one.kind not in _QUOTING or one.span not in spans) for one in claim.evidence
            ):
                continue
            contexts = {key: known for key, known in altered.desk.contexts.items() if key != order}
            alone = Replaced(replace(altered.desk, contexts=contexts), mate, mate, Place())
            near = self._near(mate.numeral, mate.numeral.value)
            if not near or not self._quoted(alone, near):
                return True
        return False

    def _quoted(self, altered: Replaced, near: list[int]) -> bool:
        """Whether its place could mean a fact that it agrees with, whatever the sentence quoted before it."""
        desk, atom = altered.desk, altered.atom
        facts, context, new = desk.pool.facts, desk.context(altered.atom), altered.atom.numeral
        scores = match.scores(context, desk.pool)
        fitting = [number for number in near if fits(new, context, facts[number])]
        top = max((s for n, s in scores.items() if s > 0 and fits(new, context, facts[n])), default=0.0)
        bar = top - match.MARGIN - match.NEXT
        if top > 0 and all(scores.get(number, 0.0) < bar for number in fitting):
            return False
        previous: list[Fact | None] = [None]
        if not _opens(desk, atom):
            before = {(fact.origin, fact.order + 1): fact for fact in facts}
            following = {n for n, score in scores.items() if score >= bar and fits(new, context, facts[n])}
            for number in {*following, *fitting}:
                earlier = before.get((facts[number].origin, facts[number].order))
                previous.extend([earlier] if earlier is not None else ())
        return len(previous) > _MOST or any(choose(desk, atom, previous=one).pins for one in previous)


def _opens(desk: Desk, atom: Atom) -> bool:
    """Whether it is the first number of its sentence."""
    block = desk.reading.blocks[atom.block]
    first = block.text.sentence(atom.span.start)[0] + block.text.start
    return not any(first <= one.span.start < atom.span.start for one in block.atoms)


def _first(whole: Node, atoms: list[Atom]) -> Atom | None:
    """The first of the atoms inside an expression."""
    return next((one for one in atoms if one.span in whole.span), None)
