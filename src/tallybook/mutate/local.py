"""The rules of evidence on one altered block, all other blocks being as they were.

The rules see the same neighbours, print, chains and values of symbols as on the whole altered page, so a
claim of the block stands as it would there. What the alteration does to other blocks is looked at where that
can be told, through the other cells of a table and the other chains of the page; where it cannot, nothing is
decided.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

from tallybook.latex.noted import kinds_of
from tallybook.latex.tree import EvalBar
from tallybook.ledger.account import gather
from tallybook.ledger.judge import strength_of
from tallybook.ledger.reading import Reading, unseen_digits
from tallybook.ledger.undecided import undecided
from tallybook.model import EvidenceKind, Strength
from tallybook.mutate.desks import fresh
from tallybook.mutate.verdict import RANK
from tallybook.numerals.numeral import Form

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from tallybook.ledger.desk import Desk
    from tallybook.ledger.reading import Atom
    from tallybook.model import Claim, Evidence, Ledger
    from tallybook.mutate.altered import Altered

    Found = Mapping[int, Sequence[Evidence]]

_WORDS = (Form.WORD, Form.ORDINAL)


class Local:
    """The unaltered page, and what becomes of it when one of its blocks is read otherwise."""

    def __init__(self, desk: Desk, ledger: Ledger) -> None:
        self._desk = desk
        self._claims: dict[int, Claim] = {}
        self._counts = {True: Counter[Fraction](), False: Counter[Fraction]()}
        self._tables: dict[int, tuple[int, ...]] = {}
        for atom, claim in zip(desk.reading.atoms(), ledger.claims, strict=True):
            self._claims[atom.order] = claim
            self._counts[atom.numeral.form in _WORDS][atom.numeral.value] += 1
        for block in desk.reading.blocks:
            if block.block.table >= 0:
                cells = self._tables.get(block.block.table, ())
                self._tables[block.block.table] = (*cells, block.number)
        self._bars = any(
            EvalBar in kinds_of(part)
            for block in desk.reading.blocks
            for one in block.formulas
            for part in one.parts
        )
        self._unaltered: dict[tuple[int, ...], Found | None] = {}

    def judge(self, altered: Altered) -> tuple[bool | None, Found]:
        """Whether an altered block is noticed, and all evidence for its numbers. None where that takes the
        whole page."""
        block = altered.block
        if self._asks(altered):
            return True, {}
        focus: tuple[int, ...] = (block.number,)
        if self._as_it_was(focus) is None:
            return None, {}
        desk = self._laid_out(altered, focus)
        found: Found = gather(desk, self._contradicts(desk))
        if self._worse(desk, found):
            return True, found
        if block.block.table >= 0:
            focus = self._tables[block.block.table]
            if self._as_it_was(focus) is None:
                return None, {}
            desk = self._laid_out(altered, focus)
            found = gather(desk, self._contradicts(desk))
            if self._worse(desk, found):
                return True, found
        return (None if self._reaches(altered, desk, found, focus) else False), found

    def _as_it_was(self, focus: tuple[int, ...]) -> Found | None:
        """The evidence from looking at some unaltered blocks alone; None if they stand otherwise than on the
        whole page, so that nothing can be concluded from them."""
        if focus not in self._unaltered:
            desk = self._laid_out(None, focus)
            found: Found = gather(desk)
            faithful = all(
                strength_of(atom, _all(found, atom)) is self._claims[atom.order].strength
                for block in desk.focus
                for atom in block.atoms
            )
            self._unaltered[focus] = found if faithful else None
        return self._unaltered[focus]

    def _laid_out(self, altered: Altered | None, focus: tuple[int, ...]) -> Desk:
        """The page with some blocks in focus, one of them altered."""
        base = self._desk
        blocks, text, references = list(base.reading.blocks), base.reading.text, base.references
        if altered is not None:
            blocks[altered.block.number] = altered.reading
            text = altered.alone.reading.text
            kept = [pair for pair in references if not pair[0].overlaps(altered.block.block.span)]
            references = [*kept, *altered.alone.references]
        old = {atom.order for number in focus for atom in base.reading.blocks[number].atoms}
        table = blocks[focus[0]].block.table >= 0
        values, words = (self._values(altered, word=word) for word in (False, True))
        return fresh(
            base,
            reading=Reading(text, blocks),
            references=references,
            focus=[blocks[number] for number in focus],
            page_values=values,
            page_words=words,
            bindings=[one for one in base.bindings if one[0][0] not in focus],
            contexts={} if table else dict(base.contexts),
            links=[
                one for one in base.links if not any(a.order in old for _, atoms in one.legs for a in atoms)
            ],
            elsewhere={order: found for order, found in base.before_arithmetic.items() if order not in old},
        )

    def _values(self, altered: Altered | None, *, word: bool) -> frozenset[Fraction]:
        """The values of the numerals of the page, or of its number words."""
        counts = self._counts[word]
        if altered is not None:
            counts = Counter(counts)
            for atoms, by in ((altered.block.atoms, -1), (altered.reading.atoms, 1)):
                for atom in atoms:
                    if (atom.numeral.form in _WORDS) is word:
                        counts[atom.numeral.value] += by
        return frozenset(value for value, count in counts.items() if count > 0)

    def _worse(self, desk: Desk, found: Found) -> bool:
        """Whether a number in focus stands worse than it did, or an ordering there has become false."""
        numbers = {block.number for block in desk.focus}
        false = sum(block.number in numbers for _, block in self._desk.refuted)
        return len(desk.refuted) > false or any(
            RANK[strength_of(new, _all(found, new))] > RANK[self._claims[old.order].strength]
            for old, new in self._pairs(desk)
        )

    def _contradicts(self, desk: Desk) -> Callable[[Atom, Evidence], bool]:
        """Whether evidence is against a number in focus that nothing was against: that is worse, whatever
        else there is."""
        sound = {
            new.order
            for old, new in self._pairs(desk)
            if self._claims[old.order].strength is not Strength.CONTRADICTED
        }
        return lambda atom, evidence: not evidence.holds and atom.order in sound

    def _pairs(self, desk: Desk) -> Iterator[tuple[Atom, Atom]]:
        for block in desk.focus:
            yield from zip(self._desk.reading.blocks[block.number].atoms, block.atoms, strict=True)

    def _asks(self, altered: Altered) -> bool:
        """Whether the altered block holds an error that is none of a claim: a question that was not there, or
        digits that were passed over."""
        reading, block = altered.reading, altered.block
        if sum(a.numeral.ambiguous for a in reading.atoms) > sum(a.numeral.ambiguous for a in block.atoms):
            return True
        if not self._desk.conventions.log_base:
            before, after = (sum(len(undecided(one)) for one in each.formulas) for each in (block, reading))
            if after > before:
                return True
        inside = reading.block.span
        unseen = unseen_digits(Reading(altered.alone.reading.text, [reading]), inside.start, inside.end)
        span = block.block.span
        return bool(unseen) and not unseen_digits(self._desk.reading, span.start, span.end)

    def _reaches(self, altered: Altered, desk: Desk, found: Found, focus: tuple[int, ...]) -> bool:
        """Whether an alteration that its own block or table does not notice might be noticed elsewhere."""
        base, reading, block = self._desk, altered.reading, altered.block
        in_focus = {atom.order for number in focus for atom in base.reading.blocks[number].atoms}
        spans = [base.reading.blocks[number].block.span for number in focus]
        return (
            (block.block.kind == "heading" and block.text.plain != reading.text.plain)
            or (self._bars and bool(reading.formulas))
            or self._bindings(base, focus) != self._bindings(desk, focus)
            or any(value in base.pool.by_value for value in desk.page_values - base.page_values)
            or any(
                one.span is not None and any(one.span.overlaps(span) for span in spans)
                for order, claim in self._claims.items()
                if order not in in_focus
                for one in claim.evidence
            )
            or self._declared(desk, found)
            or self._chains(desk, found, focus)
        )

    @staticmethod
    def _bindings(desk: Desk, focus: tuple[int, ...]) -> list[object]:
        return [(key, value.value) for (block, _), _, key, value in desk.bindings if block in focus]

    def _declared(self, desk: Desk, found: Found) -> bool:
        """Whether a declaration speaks of the altered block, which may need it no more."""
        return any(
            one.kind is EvidenceKind.DECLARED
            for old, new in self._pairs(desk)
            for one in (*self._claims[old.order].evidence, *found.get(new.order, ()))
        )

    def _chains(self, desk: Desk, found: Found, focus: tuple[int, ...]) -> bool:
        """Whether a number of another chain, which may rest on a number of this block, stands worse."""
        before = self._as_it_was(focus) or {}
        inside = {atom.order for block in desk.focus for atom in block.atoms}
        return any(
            RANK[strength_of(atom, _all(found, atom))] > RANK[strength_of(atom, _all(before, atom))]
            for one in desk.links
            for _, atoms in one.legs
            for atom in atoms
            if atom.order not in inside
        )


def _all(found: Found, atom: Atom) -> tuple[Evidence, ...]:
    return tuple(dict.fromkeys(found.get(atom.order, ())))
