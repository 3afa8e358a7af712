"""Numbers that a verb compares: *it fell from 5 to 3, by 2*. The direction must be that of the verb, and what
it changed by is the difference, or its share in the first."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from tallybook.ledger.legs import exact_numeral
from tallybook.model import Evidence, EvidenceKind
from tallybook.numerals.agree import agrees
from tallybook.numerals.numeral import Form

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tallybook.ledger.desk import Desk, Found
    from tallybook.ledger.reading import Atom, BlockReading
    from tallybook.numerals.numeral import Numeral

_DOWN = (
    r"f[ae]ll(?:s|en|ing)?|drop(?:s|ped|ping)?|decreas(?:e[sd]?|ing)|declin(?:e[sd]?|ing)|sank|sinks?"
    r"|shr[aiu]nk(?:s|ing)?|reduc(?:e[sd]?|ing)|lower(?:s|ed|ing)|slid|slipped|slump(?:s|ed)"
)
_UP = (
    r"r[io]se(?:s|n)?|rising|gr[eo]w(?:s|n|ing)?|increas(?:e[sd]?|ing)|climb(?:s|ed|ing)?|gain(?:s|ed)?"
    r"|went up|goes up|rais(?:e[sd]?|ing)|jump(?:s|ed)"
)
_ABOUT = r"(?: (?:about|roughly|only|over|nearly|some))?[\s$\\]*\Z"
_VERB = re.compile(
    rf"\b(?:(?P<down>{_DOWN})|{_UP})\b[^\d.;:,()$]{{0,30}}(?:\bby [^.;:()]{{1,26}}, )?\bfrom{_ABOUT}",
    re.IGNORECASE,
)
_TURNED = re.compile(rf"\b(?:(?P<down>{_DOWN})|{_UP})\b[\s$]", re.IGNORECASE)
_FROM = re.compile(rf"\bFrom{_ABOUT}")
_TO = re.compile(rf"[\s$\\]*(?:[^\W\d]{{1,12}}|%|°C)?[\s$\\]*\bto{_ABOUT}")
_BY = re.compile(rf"\bby{_ABOUT}", re.IGNORECASE)
_LOOK = 56
_CLOCK = re.compile(r"[\s$]*(?:o'clock|o’clock|a\.?m\b|p\.?m\b|h\b)", re.IGNORECASE)
_PLAIN = frozenset({Form.INTEGER, Form.DECIMAL, Form.SCIENTIFIC})


@dataclass(frozen=True, slots=True)
class Movement:
    """*it fell from 5 to 3, by 2*: both ends, the step if one is told, and whether the verb says down."""

    first: Atom
    second: Atom
    step: Atom | None
    down: bool


def apply(desk: Desk) -> Found:
    """Evidence for what something changed by, and against two numbers that changed the other way."""
    for block in desk.focus:
        for one in movements(block, desk.reading.text):
            a, b = one.first.numeral, one.second.numeral
            span = one.first.span.cover(one.second.span)
            if a.value != b.value and (a.value > b.value) is not one.down:
                detail = f"from {a.text} to {b.text} is {'up' if one.down else 'down'}"
                for atom in (one.first, one.second):
                    yield atom, Evidence(EvidenceKind.ARITHMETIC, detail, False, span=span)
            elif one.step is not None and _changed(desk, a, b, one.step):
                detail = f"from {a.text} to {b.text}"
                yield one.step, Evidence(EvidenceKind.ARITHMETIC, detail, True, True, span=span)


def movements(block: BlockReading, text: str) -> Iterator[Movement]:
    """The movements that a paragraph tells."""
    atoms = block.atoms
    if len(atoms) < 2 or "rom " not in text[block.block.span.start : block.block.span.end]:
        return
    for first, second in pairwise(atoms):
        if not _TO.fullmatch(text[first.span.end : second.span.start]) or not _alike(first, second):
            continue
        before = text[max(first.span.start - _LOOK, block.block.span.start) : first.span.start]
        verb = _VERB.search(before)
        behind = text[second.span.end : second.span.end + _LOOK]
        if verb is None and _FROM.search(before):
            verb = _TURNED.search(behind)  # From 5 to 3 it fell
        if verb is None or _CLOCK.match(behind):
            continue
        sentence = block.text.sentence(first.span.start)
        step = next(
            (
                one
                for one in atoms
                if one.span.start > second.span.end
                and block.text.sentence(one.span.start) == sentence
                and _BY.search(text[second.span.end : one.span.start])
            ),
            None,
        )
        yield Movement(first, second, step, verb["down"] is not None)


def _alike(first: Atom, second: Atom) -> bool:
    """Whether two numbers are of one kind and no years."""
    one, other = first.numeral, second.numeral
    if any(each.form not in _PLAIN or each.year for each in (one, other)) or one.percent != other.percent:
        return False
    if one.unit != other.unit and one.unit and other.unit:
        return False
    bare = not (one.unit or other.unit or one.percent or one.currency)
    return not (
        bare and all(each.value.denominator == 1 and 1500 <= each.value <= 2100 for each in (one, other))
    )


def _changed(desk: Desk, a: Numeral, b: Numeral, step: Atom) -> bool:
    change = abs(a.value - b.value)
    shown = step.numeral
    if shown.percent and a.value:
        shares = (change / abs(a.value), change) if a.percent else (change / abs(a.value),)
        return any(agrees(shown, exact_numeral(one, step.span, ""), desk.conventions) for one in shares)
    if a.percent:
        change *= 100
    return shown.value == change or agrees(shown, exact_numeral(change, step.span, ""), desk.conventions)
