"""Evidence against: a list, an array or a table row that is a printed one but for a mistake.

A number exchanged for another of the page often has evidence of its own. What tells is its company:
everything around it
is one printed array, in order, and this one member is not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallybook.ledger.compound import Compound, item_agrees
from tallybook.ledger.facts import Origin
from tallybook.ledger.words import stems
from tallybook.model import Evidence, EvidenceKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tallybook.ledger.desk import Desk, Found
    from tallybook.ledger.facts import Series

_ORDERED = frozenset({"matrix", "tuple", "sequence", "list", "row", "range"})


def apply(desk: Desk, compounds: list[Compound], so_far: Mapping[int, list[Evidence]]) -> Found:
    """Evidence against the members at fault, for compounds that no series agrees with and that something
    leaves open."""
    for compound in compounds:
        if compound.kind not in _ORDERED or compound.gap >= 0:
            continue
        if all(
            any(e.span == compound.span and e.holds for e in so_far.get(i.atoms[0].order, ()))
            for i in compound.items
        ):
            continue  # it agrees with something as a whole
        meant = _meant(desk, compound)
        if meant is None:
            continue
        for item, fact in zip(compound.items, meant.facts, strict=True):
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


def _meant(desk: Desk, compound: Compound) -> Series | None:
    """The one printed series that the compound is but for a mistake: a row with its head's name or number,
    an array that
    differs at one member, or has the same members in another order."""
    found: dict[tuple[object, ...], Series] = {}
    for series in _candidates(desk, compound):
        agree = [item_agrees(desk, i, f) for i, f in zip(compound.items, series.facts, strict=True)]
        if all(agree):
            return None
        wrong = agree.count(False)
        if compound.kind == "row":
            likely = (_named(desk, compound, series) and any(agree)) or (
                agree[0] and wrong == 1 and len(agree) > 2
            )
        else:
            likely = _permuted(compound, series) or (wrong == 1 and len(agree) > 2 and _telling(compound))
        if likely:
            found[tuple(fact.value for fact in series.facts)] = series
    return next(iter(found.values())) if len(found) == 1 else None


def _candidates(desk: Desk, compound: Compound) -> Iterator[Series]:
    length = len(compound.items)
    if compound.kind in ("row", "range"):
        anchors = {item.numeral.value for item in compound.items}
        for value in anchors:
            for series, position in desk.pool.starts.get(value, ()):
                if series.kind == "row" and len(series.facts) == length and position < length:
                    yield series
        return
    for series in desk.pool.arrays.get(length, ()):
        if series.facts[0].origin is Origin.PRINT or compound.kind == "list":
            yield series


def _named(desk: Desk, compound: Compound, series: Series) -> bool:
    """Whether the head of the row names the printed line."""
    block = desk.reading.blocks[compound.anchor.block].block
    heads = [c for c in desk.cells(block.table, block.row, -1) if c.block.column == 0]
    words = {name for cell in heads for name in stems(cell.text.plain)}
    return bool(words & series.names)


def _permuted(compound: Compound, series: Series) -> bool:
    """The same members in another order."""
    return sorted(i.numeral.value for i in compound.items) == sorted(f.value for f in series.facts)


def _telling(compound: Compound) -> bool:
    """Whether the members say enough to tell which array they are: not just zeros and ones."""
    values = {item.numeral.value for item in compound.items}
    return len([value for value in values if abs(value) > 1 or value.denominator != 1]) >= 2
