"""Evidence against: a list, an array or a table row that is a printed one but for a mistake.

A number exchanged for another of the page often has evidence of its own. What tells is its company:
everything around it
is one printed array, in order, and this one member is not.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from tallybook.ledger.compound import item_agrees
from tallybook.ledger.facts import Origin
from tallybook.ledger.words import stems
from tallybook.model import Evidence, EvidenceKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tallybook.ledger.desk import Desk, Found
    from tallybook.ledger.facts import Fact, Series
    from tallybook.ledger.runs import Compound

_ORDERED = frozenset({"matrix", "tuple", "sequence", "list", "row", "range", "angle", "column"})
_SORTED = re.compile(r"\b(?:sort|order|rank|arrang|ascend|descend|increas|decreas|larg|small|high|low)", re.I)
_STRETCHES = frozenset({"range", "angle"})
"""Compounds that may report a part of a printed line."""
_OF_SCRIPT = frozenset({"list", "row", "column", "matrix", "tuple"})
"""Compounds that may be an array that the script holds and does not print."""


def apply(desk: Desk, compounds: list[Compound], so_far: Mapping[int, list[Evidence]]) -> Found:
    """Evidence against the members at fault, for compounds that no series agrees with and that something
    leaves open."""
    ordered = [one for one in compounds if one.kind in _ORDERED and one.gap < 0]
    whole = [one for one in ordered if _stands(one, so_far)]
    taken = {desk.quoted[one.items[0].atoms[0].order].line for one in whole if _quotes(desk, one)}
    for compound in ordered:
        if any(compound is one for one in whole):
            continue  # it agrees with something as a whole
        meant = _meant(desk, compound, taken if _beside(desk, compound, whole) else frozenset())
        if meant is None:
            continue
        for item, fact in zip(compound.items, meant, strict=True):
            if item_agrees(desk, item, fact):
                continue
            evidence = Evidence(
                EvidenceKind.PRINTED,
                fact.text,
                False,
                line=fact.line,
                script_line=fact.script_line,
                span=compound.span,
                value=fact.numeral.text,
            )
            for atom in item.atoms:
                found = so_far.get(atom.order, ())
                if not any(one.pins and one.kind is EvidenceKind.ARITHMETIC for one in found):
                    yield atom, evidence


def _stands(compound: Compound, so_far: Mapping[int, list[Evidence]]) -> bool:
    return all(
        any(e.span == compound.span and e.holds for e in so_far.get(i.atoms[0].order, ()))
        for i in compound.items
    )


def _quotes(desk: Desk, compound: Compound) -> bool:
    """Whether a row is a printed line."""
    fact = desk.quoted.get(compound.items[0].atoms[0].order)
    return compound.kind == "row" and fact is not None and fact.origin is Origin.PRINT


def _beside(desk: Desk, compound: Compound, whole: Sequence[Compound]) -> bool:
    """Whether another row of the same table, of as many numbers, is a printed line as it stands: then this
    one should be, too."""
    if compound.kind != "row":
        return False
    blocks = desk.reading.blocks
    table = blocks[compound.anchor.block].block.table
    return any(
        _quotes(desk, one)
        and len(one.items) == len(compound.items)
        and blocks[one.anchor.block].block.table == table
        for one in whole
    )


def _meant(desk: Desk, compound: Compound, taken: frozenset[int] | set[int]) -> tuple[Fact, ...] | None:
    """The one printed series that the compound is but for a mistake: a row with its head's name or number,
    an array that
    differs at one member, or has the same members in another order. ``taken`` are the lines that other rows
    of the same table
    report."""
    found: dict[tuple[object, ...], tuple[Fact, ...]] = {}
    for series, facts in _candidates(desk, compound):
        agree = [item_agrees(desk, i, f) for i, f in zip(compound.items, facts, strict=True)]
        if all(agree):
            return None
        if _likely(desk, compound, series, facts, agree, taken):
            found[tuple(fact.value for fact in facts)] = facts
    return next(iter(found.values())) if len(found) == 1 else None


def _likely(
    desk: Desk,
    compound: Compound,
    series: Series,
    facts: tuple[Fact, ...],
    agree: list[bool],
    taken: frozenset[int] | set[int],
) -> bool:
    wrong = agree.count(False)
    if compound.kind in _STRETCHES:
        values = {fact.value for fact in facts}
        exchanged = any(agree) and all(item.numeral.value in values for item in compound.items)
        told = any(agree) and len(series.facts) == len(facts) and _told(desk, compound, series)
        return told or _permuted(compound, facts) or (exchanged and len(values) == len(facts))
    if compound.kind == "column":
        return any(agree) and bool(series.names) and series.names <= _head(desk, compound)
    if series.whole:
        if wrong == 1 and compound.bracketed and facts[0].origin is Origin.PRINT:
            number = agree.index(False)
            if compound.items[number].numeral.value == -facts[number].value:
                return True  # a sign is lost
        near = wrong == 1 and len(agree) > (2 if compound.kind != "row" else 3) and _telling(compound)
        return near or (_permuted(compound, facts) and not _arranged(desk, compound, facts))
    if _named(desk, compound, series) and any(agree):
        return True
    if wrong == 1 and len(agree) > 3:
        return True
    if agree[0] and len(agree) > 2 and (wrong == 1 or _permuted(compound, facts)):
        return True
    return bool(taken) and facts[0].line not in taken and (any(agree) or _permuted(compound, facts))


def _candidates(desk: Desk, compound: Compound) -> Iterator[tuple[Series, tuple[Fact, ...]]]:
    length = len(compound.items)
    if compound.kind == "row" or compound.kind in _STRETCHES:
        for value in {item.numeral.value for item in compound.items}:
            for series, position in desk.pool.starts.get(value, ()):
                if series.kind != "row":
                    continue
                if compound.kind == "row" and len(series.facts) == length and position < length:
                    yield series, series.facts
                elif compound.kind in _STRETCHES:
                    for start in range(max(position - length + 1, 0), position + 1):
                        if start + length <= len(series.facts):
                            yield series, series.facts[start : start + length]
    if compound.kind not in _STRETCHES:
        for series in desk.pool.arrays.get(length, ()):
            if series.facts[0].origin is Origin.PRINT or compound.kind in _OF_SCRIPT:
                yield series, series.facts


def _named(desk: Desk, compound: Compound, series: Series) -> bool:
    """Whether the head of the row names the printed line."""
    block = desk.reading.blocks[compound.anchor.block].block
    heads = [c for c in desk.cells(block.table, block.row, -1) if c.block.column == 0]
    words = {name for cell in heads for name in stems(cell.text.plain)}
    return bool(words & series.names)


def _head(desk: Desk, compound: Compound) -> set[str]:
    """The words of the head of a column."""
    block = desk.reading.blocks[compound.anchor.block].block
    cells = desk.cells(block.table, block.row, block.column)
    return {name for c in cells if c.block.row == 0 for name in stems(c.text.plain)}


def _told(desk: Desk, compound: Compound, series: Series) -> bool:
    """Whether the clause of a range names the printed line."""
    text = desk.reading.blocks[compound.anchor.block].text
    names = frozenset(stems(series.label)) or series.names
    return bool(names) and names <= text.names(text.clause(compound.anchor.span.start))


def _permuted(compound: Compound, facts: tuple[Fact, ...]) -> bool:
    """The same members in another order."""
    return Counter(i.numeral.value for i in compound.items) == Counter(f.value for f in facts)


def _arranged(desk: Desk, compound: Compound, facts: tuple[Fact, ...]) -> bool:
    """Whether the members of a literal of the script stand in an order that a text may well give them: of
    size, or transposed.
    What the check prints it prints in the order that the text reports."""
    if facts[0].origin is Origin.PRINT:
        return False
    values = [item.numeral.value for item in compound.items]
    told = _SORTED.search(desk.reading.blocks[compound.anchor.block].text.plain)
    size = round(len(values) ** 0.5)
    turned = (
        [facts[row * size + column].value for column in range(size) for row in range(size)]
        if (compound.kind == "matrix" and size * size == len(values))
        else []
    )
    return len(values) > 2 and (
        values == turned or bool(told and values in (sorted(values), sorted(values, reverse=True)))
    )


def _telling(compound: Compound) -> bool:
    """Whether the members say enough to tell which array they are: not just zeros and ones."""
    values = {item.numeral.value for item in compound.items}
    return len([value for value in values if abs(value) > 1 or value.denominator != 1]) >= 2
