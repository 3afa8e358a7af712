"""Evidence against a number that says again what a clause before it has said, where its own clause is about
something else.

*A concentration of 0.400; a dilution brings it to 0.400*: the check printed the dilution, the sentence
states it nowhere, and one printed number does not serve two names. The same for the numbers in a printed
name: the *25th prime* is not the twenty-sixth.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tallybook.ledger.aligned import against, sentences
from tallybook.ledger.desk import of_kind
from tallybook.ledger.facts import Origin
from tallybook.ledger.single import FEW
from tallybook.numerals.agree import agrees
from tallybook.numerals.numeral import Form

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tallybook.ledger.desk import Desk, Found
    from tallybook.ledger.facts import Fact
    from tallybook.ledger.reading import Atom, BlockReading
    from tallybook.model import Evidence

_COMPARED = re.compile(
    r"\b(?:above|below|over|under|than|least|most|beyond|within|between|exceeds?|again|also|still|too)\b",
    re.I,
)
"""Words by which a clause may well repeat the number of another."""
_WORDS = (Form.WORD, Form.ORDINAL)


def apply(desk: Desk, so_far: Mapping[int, Sequence[Evidence]]) -> Found:
    """Evidence against numbers that stand where a printed name wants another."""
    named = [fact for fact in desk.pool.facts if fact.origin is Origin.PRINT and fact.own and not fact.cited]
    if not named:
        return
    for block in desk.focus:
        for sentence in sentences(block):
            for atom, fact in _echoes(desk, block, sentence, named):
                if not any(one.holds and one.span is not None for one in so_far.get(atom.order, ())):
                    yield atom, against(fact)
        yield from _in_names(desk, block, so_far)
        yield from _under_ordinals(desk, block)


def _echoes(
    desk: Desk, block: BlockReading, sentence: Sequence[Atom], named: Sequence[Fact]
) -> Iterator[tuple[Atom, Fact]]:
    for number, atom in enumerate(sentence):
        fact = desk.quoted.get(atom.order)
        if fact is None or fact.origin is not Origin.PRINT or not fact.own or atom.mark is not None:
            continue
        own = block.text.clause(atom.span.start)
        if not any(desk.quoted.get(other.order) is fact for other in sentence[:number]):
            continue
        if any(other is not atom and block.text.clause(other.span.start) == own for other in sentence):
            continue  # which number of the clause the name wants would be open
        here = block.text.names(own)
        if fact.own & here or _COMPARED.search(block.text.plain, *own) or not desk.context(atom).alone:
            continue
        context = desk.context(atom)
        whole = block.text.names(block.text.sentence(atom.span.start))
        wanted = [
            other
            for other in named
            if not other.in_label
            and other.own & here
            and other.own <= whole
            and of_kind(atom.numeral, context, other)
            and not any(agrees(one.numeral, other.numeral, desk.conventions) for one in sentence)
        ]
        if wanted and len({other.value for other in wanted}) == 1:
            yield atom, wanted[0]


def _in_names(desk: Desk, block: BlockReading, so_far: Mapping[int, Sequence[Evidence]]) -> Found:
    """Number words in place of the number that the name of a quoted line holds."""
    words = [
        atom
        for atom in block.atoms
        if atom.numeral.form in _WORDS and atom.numeral.value > FEW and not so_far.get(atom.order)
    ]
    lines = _printed_lines(desk) if words else {}
    for word in words:
        ordinal = word.numeral.form is Form.ORDINAL
        clause, beside = block.text.clause(word.span.start), desk.context(word).beside
        mates = [atom for atom in block.atoms if atom is not word and _together(block, atom, word)]
        quoted = [(desk.quoted[one.order], one) for one in mates if one.order in desk.quoted]
        for fact in (
            one
            for told, mate in quoted
            for one in lines.get(told.line, ())
            if one is not told
            and one.in_label
            and (one.own <= beside or block.text.clause(mate.span.start) == clause)
        ):
            if (fact.numeral.form is Form.ORDINAL) is ordinal and not any(
                one.numeral.value == fact.value for one in mates
            ):
                yield word, against(fact)
                break


def _under_ordinals(desk: Desk, block: BlockReading) -> Found:
    """The one number of a clause with an ordinal that a printed name holds, where that line prints another:
    *the twenty-fifth is 97* for a line ``25th prime: 97``."""
    ordinals = [atom for atom in block.atoms if atom.numeral.form is Form.ORDINAL]
    lines = _printed_lines(desk) if ordinals else {}
    for ordinal in ordinals:
        clause = block.text.clause(ordinal.span.start)
        mates = [
            atom
            for atom in block.atoms
            if atom is not ordinal and block.text.clause(atom.span.start) == clause
        ]
        if len(mates) != 1 or mates[0].numeral.form in _WORDS or mates[0].mark is not None:
            continue
        told = [
            line[1]
            for line in lines.values()
            if len(line) == 2
            and line[0].in_label
            and line[0].numeral.form is Form.ORDINAL
            and line[0].value == ordinal.numeral.value
        ]
        quoted = desk.quoted.get(mates[0].order)
        if (
            len(told) != 1
            or quoted is None
            or quoted.origin is not Origin.PRINT
            or quoted.line == told[0].line
        ):
            continue
        if not agrees(mates[0].numeral, told[0].numeral, desk.conventions):
            yield mates[0], against(told[0])


def _together(block: BlockReading, one: Atom, other: Atom) -> bool:
    """Whether two numbers stand in one sentence."""
    return block.text.sentence(one.span.start) == block.text.sentence(other.span.start)


def _printed_lines(desk: Desk) -> dict[int, list[Fact]]:
    tables = desk.pool.tables
    if "numbered" not in tables:
        lines: dict[int, list[Fact]] = {}
        for fact in desk.pool.facts:
            if fact.origin is Origin.PRINT and not fact.cited:
                lines.setdefault(fact.line, []).append(fact)
        tables["numbered"] = {
            number: line for number, line in lines.items() if any(fact.in_label for fact in line)
        }
    found: dict[int, list[Fact]] = tables["numbered"]
    return found
