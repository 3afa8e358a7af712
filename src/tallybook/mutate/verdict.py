"""Whether verification notices a mutant: the page as it was, against the page with one number altered.

This is the meaning of *killed*. Whatever is quicker must come to the same verdict.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tallybook.diagnostics import Severity
from tallybook.model import Claim, Ledger, Strength

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tallybook.mutate.mutants import Mutant
    from tallybook.mutate.subject import Subject

RANK = {Strength.STRONG: 0, Strength.WEAK: 1, Strength.UNACCOUNTED: 2, Strength.CONTRADICTED: 3}
_OF_CLAIMS = frozenset({"T101", "T102", "T109", "T113", "T114"})
"""Errors that say how a claim stands; they are seen in its strength."""


def killed_slow(subject: Subject, unaltered: Ledger, mutant: Mutant) -> bool | None:
    """Account for the whole altered page. None if it is no mutant: its text is not read as the one number
    it was meant to be."""
    altered = subject.altered(mutant.span, mutant.written).ledger()
    if claim_at(altered, mutant) is None:
        return None
    return notices(unaltered, altered)


def claim_at(altered: Ledger, mutant: Mutant) -> Claim | None:
    """The claim that a mutant was read as, None if it was read as anything else."""
    place = mutant.place
    for claim in altered.claims:
        if (claim.span.start, claim.span.end) == place:
            return claim if mutant.value is None or claim.value == mutant.value else None
    return None


def notices(unaltered: Ledger, altered: Ledger) -> bool:
    """Whether an altered page is worse than it was: a claim stands worse, or there is an error that was not
    there.

    On a page that verifies without a weak claim this is an error or a weak claim. On others, faults that were
    there before must not make every mutant look noticed, so each claim is compared with itself.
    """
    return _worse(unaltered.claims, altered.claims) or bool(_other_errors(altered) - _other_errors(unaltered))


def _worse(before: Sequence[Claim], after: Sequence[Claim]) -> bool:
    if len(before) == len(after):
        return any(RANK[b.strength] > RANK[a.strength] for a, b in zip(before, after, strict=True))
    return any(
        sum(RANK[claim.strength] >= rank for claim in after)
        > sum(RANK[claim.strength] >= rank for claim in before)
        for rank in (1, 2, 3)
    )


def _other_errors(ledger: Ledger) -> Counter[str]:
    return Counter(
        one.code for one in ledger.findings if one.severity is Severity.ERROR and one.code not in _OF_CLAIMS
    )
