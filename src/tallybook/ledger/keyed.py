"""Evidence against by the number that tells which of several lines a clause speaks of.

Lines alike but for their numbers, ``primes below 100: 25`` and ``primes below 1000: 168``, are told by the
first of them: *168 below 100* has taken the number of the other line.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

from tallybook.ledger.aligned import against
from tallybook.ledger.facts import Origin
from tallybook.numerals.agree import agrees
from tallybook.numerals.numeral import Form

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from tallybook.ledger.desk import Desk, Found
    from tallybook.ledger.facts import Fact
    from tallybook.ledger.reading import Atom, BlockReading
    from tallybook.model import Evidence

_Line: TypeAlias = "tuple[Fact, ...]"
_NUMBER = re.compile(r"\d[\d.,_]*")
_HEAD = re.compile(r"\A\s*[^\W\d]+")
_INSIDE = re.compile(r"[^.;,\d]*\(\s*\$?\Z")
_COMPARED = re.compile(
    r"\b(?:above|over|than|least|most|beyond|within|between|exceeds?|again|also|still|too|more|fewer|less|all|against"
    r"|compar\w+|versus)\b",
    re.IGNORECASE,
)
"""Words by which a clause may well speak of two lines."""
_WORDS = (Form.WORD, Form.ORDINAL)
_LONGEST = 6  # numbers of a line


def apply(desk: Desk, so_far: Mapping[int, Sequence[Evidence]]) -> Found:
    """Evidence against numbers of another line than the one whose first number their clause has."""
    tables = desk.pool.tables
    if "keyed" not in tables:
        tables["keyed"] = _groups(desk.pool.facts)
    groups: list[list[_Line]] = tables["keyed"]
    if not groups:
        return
    for block in desk.focus:
        if block.block.table >= 0:
            continue
        for atoms in _clauses(block, desk.reading.text):
            for lines in groups if len(atoms) > 1 else ():
                for atom, fact in _strays(desk, atoms, lines):
                    held = any(
                        one.holds and one.pins and one.span is not None for one in so_far.get(atom.order, ())
                    )
                    if atom.mark is None and not held and not desk.pinned.get(atom.order):
                        yield atom, against(fact)


def _groups(facts: Iterable[Fact]) -> list[list[_Line]]:
    lines: dict[int, list[Fact]] = {}
    for fact in facts:
        if fact.origin is Origin.PRINT and not fact.cited:
            lines.setdefault(fact.line, []).append(fact)
    found: dict[tuple[str, int], list[_Line]] = {}
    for line in lines.values():
        if 2 <= len(line) <= _LONGEST and "[" not in line[0].text:
            pattern = _HEAD.sub("", _NUMBER.sub("#", line[0].text))
            if any(map(str.isalpha, pattern)) or "%" in pattern:
                found.setdefault((pattern, len(line)), []).append(tuple(line))
    return [group for group in found.values() if len({line[0].value for line in group}) == len(group) > 1]


def _clauses(block: BlockReading, text: str) -> Iterator[list[Atom]]:
    """The numbers of each clause; what stands in brackets behind a number belongs to it."""
    run: list[Atom] = []
    for atom in block.atoms:
        if atom.numeral.form in _WORDS:
            continue
        if run:
            same = block.text.clause(run[-1].span.start) == block.text.clause(atom.span.start)
            if not same and not _INSIDE.fullmatch(text[run[-1].span.end : atom.span.start]):
                yield from _plain(block, run)
                run = []
        run.append(atom)
    yield from _plain(block, run)


def _plain(block: BlockReading, run: list[Atom]) -> Iterator[list[Atom]]:
    if len(run) < 2:
        return
    start, end = run[0].span.start, run[-1].span.end
    first, last = block.text.clause(start)[0], max(block.text.clause(start)[1], end - block.text.start)
    if not _COMPARED.search(block.text.plain, first, last):
        yield run


def _strays(desk: Desk, atoms: Sequence[Atom], lines: Sequence[_Line]) -> Iterator[tuple[Atom, Fact]]:
    told = [
        (atom, line)
        for atom in atoms
        for line in lines
        if agrees(atom.numeral, line[0].numeral, desk.conventions)
    ]
    if len(told) != 1:
        return
    key, own = told[0]
    for atom in atoms:
        if atom is key or any(agrees(atom.numeral, fact.numeral, desk.conventions) for fact in own):
            continue
        for place in range(1, len(own)):
            elsewhere = any(agrees(atom.numeral, line[place].numeral, desk.conventions) for line in lines)
            stated = any(agrees(one.numeral, own[place].numeral, desk.conventions) for one in atoms)
            if elsewhere and not stated:
                yield atom, own[place]
                break
