"""*Eighteen of the thirty passed*: a part and the whole it is of. What is said behind the whole is said of
the part, and no part is larger than its whole."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from tallybook.model import Evidence, EvidenceKind
from tallybook.numerals.numeral import Form

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tallybook.ledger.desk import Desk, Found
    from tallybook.ledger.reading import Atom, BlockReading

_LONGEST = 24
_AHEAD = re.compile(r"[\s$]+(?:out )?of\b")
_OF = re.compile(r"[\s$]+(?:out )?of(?: (?:the|its|these|those|our|their|all))?[\s$]+\Z")
_COUNTS = frozenset({Form.WORD, Form.INTEGER})


def apply(desk: Desk) -> Found:
    """Evidence against parts that are larger than the whole they are said to be of."""
    for block in desk.focus:
        for part, whole in portions(block, desk.reading.text):
            if part.numeral.value > whole.numeral.value:
                span = part.span.cover(whole.span)
                detail = f"{part.numeral.text} of {whole.numeral.text}"
                for atom in (part, whole):
                    yield atom, Evidence(EvidenceKind.ARITHMETIC, detail, False, span=span)


def portions(block: BlockReading, text: str) -> Iterator[tuple[Atom, Atom]]:
    """The counts of a paragraph that are parts of others, each with its whole."""
    for part, whole in pairwise(block.atoms):
        between = text[part.span.end : whole.span.start]
        if len(between) < _LONGEST and _OF.match(between) and _is_count(part) and _is_count(whole):
            yield part, whole


def portion_of(block: BlockReading, atom: Atom, text: str) -> tuple[Atom, Atom] | None:
    """The part and the whole that a number is one of, if it is."""
    before = text[max(atom.span.start - _LONGEST, 0) : atom.span.start]
    if not _AHEAD.match(text, atom.span.end) and not _OF.search(before):
        return None  # as nearly always
    return next((pair for pair in portions(block, text) if atom in pair), None)


def _is_count(atom: Atom) -> bool:
    numeral = atom.numeral
    plain = not (numeral.percent or numeral.unit or numeral.currency or numeral.sign or numeral.scaled)
    return plain and numeral.form in _COUNTS and numeral.value.denominator == 1
