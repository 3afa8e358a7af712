"""Evidence that a decimal does not say all that was printed: an exact value cut short, one of a row with
fewer zeros.

A rounding to fewer places is right where the value has more of them. A print that ends in zeros
(``1.2500``) shows a finite value: 1.25 is all of it, 1.2 is not. And in a row whose other members stand as
printed, one with fewer places (2.500 beside 3.1000) is a slip.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallybook.ledger.facts import Origin
from tallybook.model import Evidence, EvidenceKind
from tallybook.numerals.numeral import Form

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tallybook.ledger.desk import Desk, Found
    from tallybook.ledger.facts import Fact
    from tallybook.ledger.reading import Atom
    from tallybook.ledger.runs import Compound

_ZEROS = 2  # so many zeros at the end of a print are no chance


def apply(desk: Desk, compounds: Iterable[Compound], so_far: Mapping[int, Sequence[Evidence]]) -> Found:
    """Evidence of decimals that are less than the print they quote, and no input of the check; it makes them
    weak."""
    for block in desk.focus:
        for atom in block.atoms:
            fact = _quoted(desk, atom)
            given = any(one.kind is EvidenceKind.GIVEN for one in so_far.get(atom.order, ()))
            if (
                fact is not None
                and not given
                and _finite(fact)
                and abs(fact.value) != abs(atom.numeral.value)
            ):
                yield atom, _cut(fact)
    for compound in compounds:
        atoms = [atom for item in compound.items for atom in item.atoms]
        quoted = [(atom, fact) for atom in atoms if (fact := _quoted(desk, atom)) is not None]
        short = [(atom, fact) for atom, fact in quoted if atom.numeral.ulp > fact.numeral.ulp]
        if len(short) < len(quoted):
            for atom, fact in short:
                if atom.numeral.text.endswith("0") and fact.line == quoted[0][1].line:
                    yield atom, _cut(fact)


def _quoted(desk: Desk, atom: Atom) -> Fact | None:
    """The printed decimal that a plain decimal quotes."""
    numeral, fact = atom.numeral, desk.quoted.get(atom.order)
    plain = numeral.form is Form.DECIMAL and not (numeral.percent or numeral.scaled or numeral.approximate)
    if fact is None or not plain or fact.origin is not Origin.PRINT or fact.numeral.form is not Form.DECIMAL:
        return None
    return fact


def _finite(fact: Fact) -> bool:
    digits = fact.numeral.text.partition(".")[2]
    return len(digits) - len(digits.rstrip("0")) >= _ZEROS


def _cut(fact: Fact) -> Evidence:
    return Evidence(EvidenceKind.PRINTED, fact.text, True, False, fact.line, fact.script_line, cut=True)
