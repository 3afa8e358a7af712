"""The printed digits into the text, where the text disagrees with the print and only one printed value can be
meant.

What is proposed keeps the author's notation: groups, places, sign, percent sign. A number that could mean two
printed values, a number in a notation that cannot say the printed value, an approximate phrase and the check
itself are left alone.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tallybook.ledger.account import Given, examine
from tallybook.ledger.explicit import named
from tallybook.ledger.facts import Origin
from tallybook.model import EvidenceKind, Strength
from tallybook.numerals.write import write_like
from tallybook.span import Source, Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tallybook.ledger.desk import Desk
    from tallybook.ledger.facts import Fact
    from tallybook.ledger.reading import Atom
    from tallybook.model import Claim, Ledger
    from tallybook.numerals.numeral import Conventions

MISPRINT = "T101"
"""The code of a number that is not what the check printed."""


@dataclass(frozen=True, slots=True)
class Repair:
    """Digits to be replaced: where, what stands there, what was printed, and the line of print."""

    span: Span
    old: str
    new: str
    line: str


def repairs(source: Source, body: Span, against: Given, conventions: Conventions) -> tuple[Repair, ...]:
    """What can be repaired in a text, in its order. Each repair settles the number it is made at; no two
    overlap."""
    desk, ledger = examine(source, body, against, conventions)
    places = {finding.span for finding in ledger.findings if finding.code == MISPRINT}
    proposed = [
        (number, repair)
        for number, (claim, atom) in enumerate(zip(ledger.claims, desk.reading.atoms(), strict=True))
        if claim.span in places and (repair := _repair(desk, claim, atom, conventions)) is not None
    ]
    while proposed:
        made = [repair for _, repair in proposed]
        after = _verified(source, body, against, conventions, made)
        settled = [pair for pair in proposed if _settles(ledger, after, pair[0])]
        if len(settled) == len(proposed):
            return tuple(made)
        proposed = settled
    return ()


def _repair(desk: Desk, claim: Claim, atom: Atom, conventions: Conventions) -> Repair | None:
    if atom.mark is not None and atom.mark[0] != "=":
        return None
    facts = list(_meant(desk, claim, atom))
    values = {fact.value for fact in facts}
    if len(values) != 1:
        return None
    new = write_like(replace(claim.numeral, text=claim.text), facts[0].value, conventions)
    return (
        Repair(claim.span, claim.text, new, facts[0].text) if new is not None and new != claim.text else None
    )


def _meant(desk: Desk, claim: Claim, atom: Atom) -> Iterator[Fact]:
    """The printed numbers that a number may be meant to say."""
    if atom.mark is not None:
        yield from (fact for fact in named(desk, atom.mark[1]) if fact.origin is Origin.PRINT)
        return
    against = [one for one in claim.evidence if not one.holds]
    if not against:
        yield from desk.meant.get(atom.order, ())
        return
    quoted = desk.quoted.get(atom.order)
    for evidence in against:
        line = [
            fact
            for fact in desk.pool.facts
            if evidence.kind is EvidenceKind.PRINTED and fact.origin is Origin.PRINT
            if fact.line == evidence.line
            and fact.text == evidence.detail
            and not fact.in_label
            and not fact.cited
        ]
        yield from [quoted] if quoted in line else line


def _verified(
    source: Source, body: Span, against: Given, conventions: Conventions, made: Sequence[Repair]
) -> Ledger:
    """The ledger of the repaired text."""

    def there(span: Span) -> Span:
        start = span.start + sum(len(one.new) - len(one.old) for one in made if one.span.end <= span.start)
        return Span(
            start, span.end + sum(len(one.new) - len(one.old) for one in made if one.span.end <= span.end)
        )

    references = tuple((there(span), id_) for span, id_ in against.references)
    moved = replace(against, references=references, head=tuple(map(there, against.head)))
    return examine(repaired(source, made), there(body), moved, conventions)[1]


def _settles(before: Ledger, after: Ledger, number: int) -> bool:
    """Whether a number that was repaired has evidence now. Arithmetic around it may still be wrong: that
    is another fault."""
    if len(before.claims) != len(after.claims):
        return False
    claim = after.claims[number]
    against = [one for one in claim.evidence if not one.holds and one.kind is not EvidenceKind.ARITHMETIC]
    return claim.strength is not Strength.UNACCOUNTED and not against


def repaired(source: Source, made: Sequence[Repair]) -> Source:
    """The text with repairs applied."""
    text = source.text
    for one in sorted(made, key=lambda repair: repair.span, reverse=True):
        text = text[: one.span.start] + one.new + text[one.span.end :]
    return Source(source.path, text)


def diff(source: Source, new: Source) -> str:
    """A unified diff of two versions of a file, "" if there is no difference."""
    lines = difflib.unified_diff(
        source.text.splitlines(keepends=True),
        new.text.splitlines(keepends=True),
        f"a/{source.path}",
        f"b/{source.path}",
    )
    return "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines
    )
