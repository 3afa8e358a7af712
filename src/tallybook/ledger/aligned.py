"""Evidence against by order: a sentence that reports a printed line number by number, but for one.

*From 768 to 814, that is 46 years* reports a line ``768 814 46``. Where every other number stands in its
place, the one that does not is wrong, whoever else prints it; but not if the sentence states the missing
number somewhere else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallybook.ledger.facts import Origin
from tallybook.model import Evidence, EvidenceKind
from tallybook.numerals.agree import agrees
from tallybook.numerals.numeral import Form

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tallybook.ledger.desk import Desk, Found
    from tallybook.ledger.facts import Fact
    from tallybook.ledger.reading import Atom, BlockReading
    from tallybook.numerals.numeral import Numeral

_LONGEST = 12  # numbers of a line that a sentence reports one by one
_WORDS = (Form.WORD, Form.ORDINAL)


def apply(desk: Desk, so_far: Mapping[int, Sequence[Evidence]]) -> Found:
    """Evidence against the one number of a sentence that departs from the printed line it follows."""
    lines = _lines(desk)
    if not lines:
        return
    for block in desk.focus:
        for sentence in sentences(block):
            for atom, fact in _departing(desk, sentence, lines):
                if not _stands(atom, so_far):
                    yield atom, against(fact)


def sentences(block: BlockReading) -> Iterator[list[Atom]]:
    """The numbers of each sentence of a block, number words left out."""
    found: dict[int, list[Atom]] = {}
    for atom in block.atoms:
        if atom.numeral.form not in _WORDS:
            found.setdefault(block.text.sentence(atom.span.start)[0], []).append(atom)
    yield from found.values()


def against(fact: Fact) -> Evidence:
    """Evidence against: what the check printed where this number stands."""
    return Evidence(
        EvidenceKind.PRINTED,
        fact.text,
        False,
        line=fact.line,
        script_line=fact.script_line,
        value=fact.numeral.text,
    )


def _stands(atom: Atom, so_far: Mapping[int, Sequence[Evidence]]) -> bool:
    """Whether a number is held by something stronger than its company: a binding, or a compound it is a
    member of."""
    return atom.mark is not None or any(
        one.holds and one.pins and one.span is not None for one in so_far.get(atom.order, ())
    )


def _lines(desk: Desk) -> list[tuple[Fact, ...]]:
    """The printed lines that hold a few numbers, with the numbers of their labels and without."""
    tables = desk.pool.tables
    if "lines" not in tables:
        found: dict[int, list[Fact]] = {}
        for fact in desk.pool.facts:
            if fact.origin is Origin.PRINT and not fact.cited:
                found.setdefault(fact.line, []).append(fact)
        both = [
            stretch
            for line in found.values()
            for stretch in dict.fromkeys((tuple(line), tuple(fact for fact in line if not fact.in_label)))
        ]
        tables["lines"] = [stretch for stretch in both if 2 <= len(stretch) <= _LONGEST]
    lines: list[tuple[Fact, ...]] = tables["lines"]
    return lines


def _departing(
    desk: Desk, sentence: Sequence[Atom], lines: Sequence[tuple[Fact, ...]]
) -> Iterator[tuple[Atom, Fact]]:
    values = {atom.numeral.value for atom in sentence}
    for line in lines:
        length = len(line)
        if length > len(sentence) or sum(fact.value in values for fact in line) < length - 1:
            continue  # a cheap look first: hardly any line is reported by a sentence
        for start in range(len(sentence) - length + 1):
            window = sentence[start : start + length]
            wrong = [
                n for n in range(length) if not agrees(window[n].numeral, line[n].numeral, desk.conventions)
            ]
            if len(wrong) == 1 and _told(desk, window, line, wrong[0], sentence):
                yield window[wrong[0]], line[wrong[0]]


def _told(
    desk: Desk, window: Sequence[Atom], line: Sequence[Fact], wrong: int, sentence: Sequence[Atom]
) -> bool:
    """Whether the other numbers say enough to tell that this line is reported, and what stands in its place
    is no number of its own."""
    atom, fact = window[wrong], line[wrong]
    if not all(desk.context(one).alone for one in window):
        return False
    for one in sentence:
        if agrees(one.numeral, fact.numeral, desk.conventions):
            quoted = desk.quoted.get(one.order, fact)
            if quoted.line == fact.line or quoted.origin is not Origin.PRINT:
                return False
    if _without_sign(atom.numeral, fact.numeral) or _in_other_unit(atom.numeral, fact.numeral):
        return True
    if len(line) == 2:
        return False  # *for k = 10 there are 10* repeats a number with good reason
    others = {one.numeral.value for number, one in enumerate(window) if number != wrong}
    return atom.numeral.value in {one.value for one in line} or sum(abs(value) > 1 for value in others) > 1


def _without_sign(numeral: Numeral, printed: Numeral) -> bool:
    """Whether a number is a printed percentage whose percent sign is lost."""
    return printed.percent and not numeral.percent and numeral.value == printed.value * 100


def _in_other_unit(numeral: Numeral, printed: Numeral) -> bool:
    """Whether a number is a printed one in another unit."""
    return bool(numeral.unit and printed.unit) and numeral.value == printed.value
