"""What is said of a number away from its digits: the sign in a word (*fell by 3.2 %*), the percent sign in
the head of a column or in a printed name.

Each is heeded only where it makes the number agree with what the check has, and it would not agree without.
"""

from __future__ import annotations

import math
import re
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from tallybook.ledger.desk import unit_behind
from tallybook.ledger.facts import Origin
from tallybook.numerals.agree import agrees, given_agrees
from tallybook.numerals.measures import prefix_of
from tallybook.numerals.numeral import Form
from tallybook.numerals.units import is_unit

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tallybook.ledger.desk import Desk
    from tallybook.ledger.facts import Fact
    from tallybook.ledger.reading import Atom, BlockReading
    from tallybook.numerals.numeral import Numeral

_PLAIN = frozenset({Form.INTEGER, Form.DECIMAL, Form.SCIENTIFIC})
_DOWN_BEHIND = re.compile(
    r"[$\s]*(?:\\?%|per ?cent|(?:percentage )?points?|(?P<unit>[^\W\d_]{1,8}(?:/[^\W\d_]{1,6})?))?[$\s]+"
    r"(?:lower|less|below|fewer|down|cheaper|smaller|short|behind|under|shorter|lighter|colder|slower|lost"
    r"|worse|in the red)\b"
)
_DOWN_BEFORE = re.compile(
    r"(?:\b(?:f(?:e|a)ll(?:s|en|ing)?|drop(?:s|ped)?|decreas(?:e|es|ed|ing)|declin(?:e|es|ed)"
    r"|shr(?:ank|inks)|sank|slid|slipped|reduc(?:es|ed)|cut|dip(?:s|ped)|down|lower(?:ed)?"
    r"|slump(?:s|ed))"
    r"(?: again)? by"
    r"|\b(?:decrease|decline|drop|fall|loss|reduction|deficit|shortfall|cut|discount|minus)s? of"
    r"|\b(?:outlay|investment|expense|payment|withdrawal)s? of"
    r"|\b(?:lost|loses|lose|minus|down|negative|costs?|spends?|spent|invests?|invested))"
    r"(?: (?:about|roughly|some|nearly|almost|only|just|another|a further))?[\s$]*\Z",
    re.IGNORECASE,
)
_ORDER = re.compile(r"\border(?: of magnitude)? of(?: (?:about|roughly|some))?[\s$]*\Z", re.IGNORECASE)
_PERCENT_HEAD = re.compile(r"%|\bper ?cent\b|\bpercentage\b|\bpct\b", re.IGNORECASE)
_PERCENT_NAME = re.compile(r"%|(?:\b|_)(?:percent|percentage|per cent|pct|perc)(?:\b|_)", re.IGNORECASE)
_RATE_NAME = re.compile(
    r"(?:\b|_)(?:rate|percent|percentage|pct|interest|tax|vat|discount|yield|growth|inflation|markup|fee|p)"
    r"(?:\b|_|\Z)",
    re.IGNORECASE,
)
_DIVIDED = re.compile(r"/\s*100\b(?!\s*\.?\d)|\*\s*0\.01\b|\be-2\b")
_LEVELS = {
    Fraction(quantile): Fraction(level)
    for quantile, level in (
        ("1.64", "0.9"),
        ("1.645", "0.9"),
        ("1.96", "0.95"),
        ("0.975", "0.95"),
        ("2.33", "0.98"),
        ("2.326", "0.98"),
        ("2.576", "0.99"),
        ("2.58", "0.99"),
        ("0.995", "0.99"),
    )
}
"""The two-sided level of confidence that goes with a quantile of the normal distribution, or with the
probability that a quantile is asked for."""

_LOOK = 48
_HALF = Fraction(1, 2)  # a factor below is none of growth: 0.05 says nothing of 95 %


def settle(desk: Desk, blocks: Iterable[BlockReading]) -> None:
    """Give the numbers of some blocks the sign and the percent sign that their surroundings say."""
    for block in blocks:
        in_percent = _under_percent(desk, block)
        for place, atom in enumerate(block.atoms):
            numeral = atom.numeral
            if numeral.form not in _PLAIN or numeral.sign or not numeral.value or atom.mark is not None:
                continue
            other: Numeral | None = None
            if _is_order(desk.reading.text, atom):
                block.atoms[place] = replace(atom, numeral=_order(numeral))
                continue
            if in_percent and not numeral.percent and not numeral.unit:
                other = as_percentage(numeral)
            elif _goes_down(desk.reading.text, atom):
                other = replace(numeral, value=-numeral.value, sign="-")
            else:
                other = _in_base_unit(desk, numeral, atom.span.end)
            if other is not None and not _known(desk, numeral) and _known(desk, other):
                block.atoms[place] = replace(atom, numeral=other)


def _is_order(text: str, atom: Atom) -> bool:
    """Whether a power of ten says no more than an order: *of the order of 100 million*."""
    number = atom.numeral.value
    if _ORDER.search(text[max(atom.span.start - _LOOK, 0) : atom.span.start]) is None:
        return False
    size = abs(number.numerator)
    return number.denominator == 1 and size >= 10 and size == 10 ** round(math.log10(size))


def _order(numeral: Numeral) -> Numeral:
    return replace(numeral, form=Form.SCIENTIFIC, ulp=Fraction(0), approximate=True)


def _in_base_unit(desk: Desk, numeral: Numeral, end: int) -> Numeral | None:
    """``4.7 kΩ`` for a script that computes with ``4.7e3``: an input may be spelt with a prefix of its unit.
    None where the script has no such literal in scientific notation."""
    unit = numeral.unit or unit_behind(desk.reading.text, end)
    power = prefix_of(unit)
    if not power or numeral.percent:
        return None
    scale = Fraction(10) ** power
    for n in desk.pool.by_value.get(numeral.value * scale, ()):
        fact = desk.pool.facts[n]
        if fact.origin is Origin.SCRIPT and fact.numeral.form is Form.SCIENTIFIC:
            return replace(numeral, value=fact.value, ulp=numeral.ulp * scale, unit="", form=Form.SCIENTIFIC)
    return None


def as_percentage(numeral: Numeral) -> Numeral:
    """The numeral read as so many per cent."""
    return replace(numeral, value=numeral.value / 100, ulp=numeral.ulp / 100, percent=True)


def named_percentage(name: str, numeral: Numeral, percentages: Iterable[Numeral]) -> Numeral:
    """A printed number as the percentage that its name says it is, where the text has that percentage."""
    if numeral.percent or numeral.unit or numeral.form not in _PLAIN or not _PERCENT_NAME.search(name):
        return numeral
    share = as_percentage(numeral)
    return share if any(agrees(one, share) for one in percentages) else numeral


def given_percentages(facts: Iterable[Fact], source: str, percentages: Iterable[Numeral]) -> list[Fact]:
    """The literals of a script, those of rates (``rate = 4.3`` in a script that divides by 100) as the
    percentages that the text states, and beside a factor of growth (1.05) the rate that it is made of, beside
    a quantile of the normal distribution (1.96) its level of confidence."""
    wanted = {one.value for one in percentages}
    found = list(facts)
    if not wanted:
        return found
    if _DIVIDED.search(source):
        found = [
            replace(fact, numeral=as_percentage(fact.numeral))
            if fact.value / 100 in wanted and fact.numeral.form in _PLAIN and _RATE_NAME.search(fact.label)
            else fact
            for fact in found
        ]
    known = {fact.value for fact in found}
    for fact in tuple(found):
        rate = abs(fact.value - 1) if _HALF <= fact.value < 2 else None
        for share in (rate, _LEVELS.get(fact.value)):
            if share in wanted and share not in known and fact.numeral.form is Form.DECIMAL:
                found.append(replace(fact, numeral=replace(fact.numeral, value=share, percent=True)))
    return found


def _under_percent(desk: Desk, block: BlockReading) -> bool:
    """Whether a cell stands in a column whose head says per cent."""
    place = block.block
    if place.table < 0 or place.row == 0:
        return False
    text = desk.reading.text
    return any(
        head.block.row == 0 and _PERCENT_HEAD.search(text[head.block.span.start : head.block.span.end])
        for head in desk.cells(place.table, place.row, place.column)
        if head.block.column == place.column
    )


def _goes_down(text: str, atom: Atom) -> bool:
    start, end = atom.span.start, atom.span.end
    if atom.formula is not None:
        start, end = atom.formula.span.start, atom.formula.span.end
        if text[start:end].strip().rstrip("%\\") != text[atom.span.start : atom.span.end].rstrip("%\\"):
            return False
    before = text[max(start - _LOOK, 0) : start]
    behind = _DOWN_BEHIND.match(text, end)
    if behind is not None and (behind["unit"] is None or is_unit(behind["unit"])):
        return True
    return _DOWN_BEFORE.search(before) is not None


def _known(desk: Desk, numeral: Numeral) -> bool:
    """Whether the check has a number: by its digits alone."""
    pool = desk.pool
    near = (*pool.by_value.get(numeral.value, ()), *pool.near(numeral.value, numeral.ulp))
    return any(
        given_agrees(numeral, fact.numeral)
        if fact.origin in (Origin.SCRIPT, Origin.GIVEN)
        else agrees(numeral, fact.numeral, desk.conventions)
        for fact in (pool.facts[n] for n in near)
    )
