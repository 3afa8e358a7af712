"""Evidence against by the row that a clause speaks of, where the check prints rows one like the other.

``A: n 12, mean 25.4`` and ``B: n 15, mean 22.9``: *group A, with a mean of 22.9* has taken the number of
the other row. Of rows without names, such as ``1990 7`` and ``2000 5``, the first number is the name.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

from tallybook.ledger.aligned import against
from tallybook.ledger.facts import Origin
from tallybook.numerals.agree import agrees
from tallybook.numerals.numeral import Form

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tallybook.ledger.context import BlockText
    from tallybook.ledger.desk import Desk, Found
    from tallybook.ledger.facts import Fact
    from tallybook.ledger.reading import Atom, BlockReading
    from tallybook.model import Evidence

_Line: TypeAlias = "tuple[Fact, ...]"
_COMPARED = re.compile(r"\b(?:compar\w+|against|than|unlike|versus|instead)\b", re.IGNORECASE)
_WORDS = (Form.WORD, Form.ORDINAL)
_TURNS = ("first", "second", "third", "fourth")
_TURN = re.compile(r"(?<=\bthe )(?:first|second|third|fourth|former|latter)\b", re.IGNORECASE)


def apply(desk: Desk, so_far: Mapping[int, Sequence[Evidence]]) -> Found:
    """Evidence against numbers of another row than the one that their clause names."""
    tables = desk.pool.tables
    if "rows" not in tables:
        tables["rows"] = _named(desk.pool.facts), _pairs(desk.pool.facts)
    named, pairs = tables["rows"]
    if not named and not pairs:
        return
    for block in desk.focus:
        if block.block.table >= 0:
            continue
        for atoms in _clauses(block):
            found = [*_of_names(desk, block, atoms, named), *_of_pairs(desk, atoms, pairs)]
            for atom, fact in found:
                if atom.mark is None and not any(
                    one.holds and one.pins and one.span is not None for one in so_far.get(atom.order, ())
                ):
                    yield atom, against(fact)


def _clauses(block: BlockReading) -> Iterator[list[Atom]]:
    found: dict[tuple[int, int], list[Atom]] = {}
    for atom in block.atoms:
        if atom.numeral.form not in _WORDS:
            found.setdefault(block.text.clause(atom.span.start), []).append(atom)
    yield from found.values()


def _spoken_of(text: BlockText, offset: int, heads: frozenset[str]) -> frozenset[str]:
    """The names of the clause at an offset, or of the last one before it in the sentence that names a row."""
    first, own = text.sentence(offset)[0], text.clause(offset)
    if _COMPARED.search(text.plain, first, own[1]):
        return text.names(own)
    starts = [own[0], *(cut for cut in reversed(text.clauses) if first <= cut < own[0]), first]
    found = (text.names(text.clause(text.start + start)) for start in starts)
    return next((names for names in found if names & heads), frozenset())


def _lines(facts: Sequence[Fact]) -> list[_Line]:
    lines: dict[int, list[Fact]] = {}
    for fact in facts:
        if fact.origin is Origin.PRINT and not fact.cited and not fact.in_label:
            lines.setdefault(fact.line, []).append(fact)
    return [tuple(line) for line in lines.values()]


def _named(facts: Sequence[Fact]) -> list[list[_Line]]:
    """The lines that have a name and several numbers, those together that call their numbers alike; one
    alone has no like, and an array is no row."""
    found: dict[tuple[frozenset[str], ...], list[_Line]] = {}
    for line in _lines(facts):
        if line[0].head and len(line) > 1 and "[" not in line[0].text and "(" not in line[0].text:
            found.setdefault(tuple(fact.names - fact.head for fact in line), []).append(line)
    return [lines for lines in found.values() if len({line[0].head for line in lines}) > 1]


def _pairs(facts: Sequence[Fact]) -> list[_Line]:
    """The lines of two bare numbers, if there are several and the first tells which."""
    found: list[_Line] = [
        line for line in _lines(facts) if len(line) == 2 and not any(fact.names for fact in line)
    ]
    told = len(found) > 1 and len({line[0].value for line in found}) == len(found)
    return found if told else []


def _of_names(
    desk: Desk, block: BlockReading, atoms: Sequence[Atom], named: Sequence[list[_Line]]
) -> Iterator[tuple[Atom, Fact]]:
    if not named:
        return
    heads = frozenset(name for lines in named for line in lines for name in line[0].head)
    here = _spoken_of(block.text, atoms[0].span.start, heads)
    told = block.text.names((0, len(block.text.plain)))
    for atom in atoms:
        fact = desk.quoted.get(atom.order)
        if fact is None or not fact.head or fact.head & here or desk.pinned.get(atom.order):
            continue
        for lines in named:
            own = next((line for line in lines if any(one is fact for one in line)), None)
            others = [line for line in lines if line[0].head <= here]
            if not others and not told & frozenset(name for line in lines for name in line[0].head):
                others = _in_turn(block.text, atoms[0].span.start, lines)
            if own is None or len(others) != 1:
                continue
            wanted = others[0][next(n for n, one in enumerate(own) if one is fact)]
            if not any(agrees(one.numeral, wanted.numeral, desk.conventions) for one in atoms):
                yield atom, wanted


def _in_turn(text: BlockText, offset: int, lines: Sequence[_Line]) -> list[_Line]:
    """The line that a clause speaks of by its turn: *the first*, *the latter*."""
    first, last = text.sentence(offset)[0], text.clause(offset)[1]
    turns = list(_TURN.finditer(text.plain, first, max(last, offset - text.start)))
    if not turns:
        return []
    word = turns[-1][0].lower()
    if word in ("former", "latter"):
        return [lines[word == "latter"]] if len(lines) == 2 else []
    number = _TURNS.index(word)
    return [lines[number]] if number < len(lines) else []


def _of_pairs(desk: Desk, atoms: Sequence[Atom], pairs: Sequence[_Line]) -> Iterator[tuple[Atom, Fact]]:
    if len(atoms) != 2 or not pairs:
        return
    first, last = (atom.numeral for atom in atoms)
    rows = [pair for pair in pairs if agrees(first, pair[0].numeral, desk.conventions)]
    if len(rows) != 1 or agrees(last, rows[0][1].numeral, desk.conventions):
        return
    if any(agrees(last, pair[1].numeral, desk.conventions) for pair in pairs):
        yield atoms[1], rows[0][1]
