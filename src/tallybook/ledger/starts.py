"""Where in the print or the script a compound could stand, told by one of its members at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallybook.numerals.agree import is_rigid
from tallybook.numerals.numeral import Form

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tallybook.ledger.desk import Desk
    from tallybook.ledger.facts import Series
    from tallybook.ledger.runs import Compound
    from tallybook.numerals.numeral import Numeral


def likely(compound: Compound, desk: Desk) -> set[tuple[int, int]] | None:
    """The stretches that have its rarest member at its place, for compounds that agree with no others; None
    for those that may."""
    pool = desk.pool
    if (
        compound.gap >= 0
        or pool.strings
        or pool.noisy
        or not all(is_rigid(i.numeral) for i in compound.items)
    ):
        return None
    often = [len(pool.starts.get(item.numeral.value, ())) for item in compound.items]
    rarest = min(range(len(often)), key=often.__getitem__)
    if compound.items[rarest].numeral.form is not Form.INTEGER or not rarest:
        return None
    return {(id(series), start) for series, start in starts(compound, rarest, desk)}


def may_agree(compound: Compound, desk: Desk) -> bool:
    """Whether there is a fact for each member of a compound. Errs on that side; nearly all of the mutants of
    a compound are told from here."""
    return all(_may_agree(item.numeral, desk) for item in compound.items)


def _may_agree(numeral: Numeral, desk: Desk) -> bool:
    if not is_rigid(numeral):
        return True
    pool, value = desk.pool, numeral.value
    if value in pool.starts:
        return True
    if pool.strings or pool.noisy:
        return True
    return numeral.form is not Form.INTEGER and bool(pool.near(value, numeral.ulp))


def starts(compound: Compound, index: int, desk: Desk) -> Iterator[tuple[Series, int]]:
    """Stretches that the compound may quote (the whole of an array, a stretch of anything else) and that
    would have one member of it at its place, by its value or a value it may round."""
    pool, numeral = desk.pool, compound.items[index].numeral
    values = {numeral.value}
    whole = numeral.form is Form.INTEGER and all(is_rigid(item.numeral) for item in compound.items)
    if numeral.ulp and (pool.noisy or not whole):
        values.update(pool.facts[n].value for n in pool.near(numeral.value, numeral.ulp))
    cited = desk.context(compound.anchor).cited
    length, bracketed, open_ = len(compound.items), compound.bracketed, compound.gap >= 0
    for value in values:
        for series, position in pool.starts.get(value, ()):
            start = position - index
            if start < 0 or (bracketed and not series.whole):
                continue
            if not open_ and (
                (start != 0 or len(series.facts) != length)
                if series.whole
                else start + length > len(series.facts)
            ):
                continue
            cited_by = series.facts[0].cited
            if not cited_by or cited_by in cited:
                yield series, start
