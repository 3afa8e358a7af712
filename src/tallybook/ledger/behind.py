"""What stands behind a formula and belongs to its last number: a scale word, a percent sign, a unit."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from tallybook.latex.facts import units
from tallybook.latex.rewrite import rebuilt
from tallybook.latex.tree import Chain, Formula, Num
from tallybook.ledger.legs import bare
from tallybook.numerals.units import is_unit, unit_at

if TYPE_CHECKING:
    from tallybook.numerals.numeral import Numeral

_SCALES = {
    "thousand": 10**3,
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
    "millions": 10**6,
    "billions": 10**9,
}
_SCALE_WORD = re.compile(r"\$?\s+(" + "|".join(_SCALES) + r")\b")
_PERCENT = re.compile(r"\$?\s*(?:\\?%|per ?cent\b(?!age))")
_PER = re.compile(r"\$?(\s+per\s+(?:(?:square|cubic)\s+)?\w+(?:\s(?:squared|cubed)\b)?)")
_UNIT = re.compile(r"\$?[\s~]*([^\s,;:()$\\|]+)")


def completed(text: str, formula: Formula) -> Formula:
    """A formula of ``text`` whose last part or side is one numeral, with what stands behind the formula:
    ``$3.1$ million``, ``$v = 7.67$ %``; a unit only where other sides have one to compare it with."""
    if not formula.parts:
        return formula
    last = formula.parts[-1]
    core = bare(last.operands[-1] if isinstance(last, Chain) else last)
    if not isinstance(core, Num):
        return formula
    numeral = _completed(text, formula.span.end, core.numeral, any(units(last)))
    if numeral is core.numeral:
        return formula
    changed = rebuilt(last, lambda node: Num(core.span, numeral) if node is core else None)
    return replace(formula, parts=(*formula.parts[:-1], changed))


def _completed(text: str, end: int, numeral: Numeral, measured: bool) -> Numeral:
    scale = _SCALE_WORD.match(text, end)
    if scale is not None:
        factor = _SCALES[scale[1]]
        return replace(numeral, value=numeral.value * factor, ulp=numeral.ulp * factor, scaled=True)
    if numeral.unit:
        per = _PER.match(text, end)
        longer = unit_at(f"{numeral.unit}{per[1]}", 0, len(numeral.unit) + len(per[1])) if per else ""
        return replace(numeral, unit=longer) if len(longer) > len(numeral.unit) else numeral
    if numeral.percent:
        return numeral
    if _PERCENT.match(text, end):
        return replace(numeral, value=numeral.value / 100, ulp=numeral.ulp / 100, percent=True)
    behind = _UNIT.match(text, end) if measured else None
    if behind is None:
        return numeral
    word = unit_at(text, behind.start(1), len(text)) or behind[1].rstrip(".!?")
    return replace(numeral, unit=word) if is_unit(word) else numeral
