"""The mutants of one page judged quickly: most are decided by one number or one block alone.

``doomed`` tells the mutants that nothing could account for, ``local`` looks at the altered block, and what
neither decides is decided by accounting for the whole page. All three come to the page's own verdict.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tallybook.ledger.account import examine
from tallybook.ledger.printing import LARGE
from tallybook.mutate.altered import alike, apart, atom_at, read_altered
from tallybook.mutate.doomed import Doomed
from tallybook.mutate.local import Local
from tallybook.mutate.mutants import Mutant, Mutants, equivalent
from tallybook.mutate.plain import reads_as
from tallybook.mutate.score import Outcome, Verdict
from tallybook.mutate.verdict import claim_at, notices

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tallybook.ledger.desk import Desk
    from tallybook.ledger.reading import Atom, BlockReading
    from tallybook.model import Evidence, Ledger
    from tallybook.mutate.subject import Subject
    from tallybook.span import Span

_FRESH = 10**9  # the number of the first atom of an altered block: no page has as many


@dataclass(slots=True)
class Bench:
    """A page laid out for its mutants."""

    subject: Subject
    desk: Desk
    ledger: Ledger
    atoms: list[Atom]
    _mutants: Mutants
    _doomed: Doomed
    _local: Local
    _whole_print: bool
    """Whether the print was read in full; of a very large one only what the text quotes is."""

    @classmethod
    def of(cls, subject: Subject) -> Bench:
        """Account for the unaltered page."""
        desk, ledger = examine(subject.source, subject.body, subject.against, subject.conventions)
        whole = len(subject.against.printed) <= LARGE
        atoms = list(desk.reading.atoms())
        return cls(
            subject,
            desk,
            ledger,
            atoms,
            Mutants(desk, atoms),
            Doomed(desk, ledger),
            Local(desk, ledger),
            whole,
        )

    def mutants(self, claim: int) -> list[Mutant]:
        """All mutants of a claim."""
        return list(self._mutants.of(claim))

    def judge(self, mutant: Mutant) -> Outcome:
        """What becomes of a mutant."""
        reason = equivalent(self.desk, self.atoms[mutant.claim].numeral, mutant)
        if reason:
            return Outcome(mutant.kind, mutant.text, Verdict.EQUIVALENT, (reason,))
        atom = self.atoms[mutant.claim]
        block = self.desk.reading.blocks[atom.block]
        if self._whole_print and apart(self.desk.reading.text, block, mutant):
            outcome = self._alone(mutant, atom, block)
            if outcome is not None:
                return outcome
        return self._page(mutant)

    def _alone(self, mutant: Mutant, atom: Atom, block: BlockReading) -> Outcome | None:
        """Judge by the altered number and block alone; None if that takes the whole page."""
        new = reads_as(atom, self.desk.reading.text, self._piece(atom), mutant, self.subject.conventions)
        if new is not None and self._doomed.certain(atom, new):
            return _killed(mutant)
        altered = read_altered(self.subject, self.desk, block, mutant, _FRESH)
        reading, read = altered.reading, atom_at(altered, mutant)
        if read is None:
            return Outcome(mutant.kind, mutant.text, Verdict.UNREAD)
        if len(reading.atoms) != len(block.atoms):
            return None
        here = replace(read.numeral, span=atom.span)
        if new is None and alike(altered, atom) and self._doomed.certain(atom, here):
            return _killed(mutant)
        noticed, found = self._local.judge(altered)
        if noticed is None:
            return None
        return _killed(mutant) if noticed else _survived(mutant, found.get(read.order, ()))

    def _page(self, mutant: Mutant) -> Outcome:
        """Judge by the whole altered page."""
        altered = self.subject.altered(mutant.span, mutant.written).ledger()
        claim = claim_at(altered, mutant)
        if claim is None:
            return Outcome(mutant.kind, mutant.text, Verdict.UNREAD)
        return _killed(mutant) if notices(self.ledger, altered) else _survived(mutant, claim.evidence)

    def _piece(self, atom: Atom) -> Span:
        """The stretch of prose or mathematics that an atom stands in."""
        pieces = self.desk.reading.blocks[atom.block].block.pieces
        return next(piece.inner for piece in pieces if atom.span in piece.inner)


def _killed(mutant: Mutant) -> Outcome:
    return Outcome(mutant.kind, mutant.text, Verdict.KILLED)


def _survived(mutant: Mutant, evidence: Sequence[Evidence]) -> Outcome:
    why = tuple(dict.fromkeys(f"{one.kind}: {one.detail}" for one in evidence))
    return Outcome(mutant.kind, mutant.text, Verdict.SURVIVED, why or ("a number word without evidence",))
