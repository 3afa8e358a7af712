"""What belongs to a number behind its digits: percent sign, power of ten, scale word, uncertainty,
currency, unit."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from tallybook.numerals import notation, units
from tallybook.numerals.characters import THIN, superscript
from tallybook.numerals.notation import LETTER_SCALES

if TYPE_CHECKING:
    from tallybook.numerals.matched import Matched

_TAIL = re.compile(
    rf"(?P<gap>[ \n{THIN}]?)(?:(?P<percent>[%％])"
    r"|(?P<cross>(?:[×xX·⋅∙*]) ?10)(?=\^|<sup>|[⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹])"
    r"|(?P<pm>±|\+/[-−]|\+-) ?(?=\d|\.\d)"
    r"|(?P<money>[€£¥₹₽₩])"
    r"|(?P<word>(?:1/)?[A-Za-zµμΩÅ°℃℉‰][^\s,;:!?()\[\]{}|\"“”'’<>=—…]*))"
)
_DECIMAL = re.compile(r"\d*\.?\d+")
_POINTS = re.compile(r"[- ]?points?\b")
_KIND_OF_POINTS = re.compile(r"\w+[ \n]points?\b")
_PER_CENT = re.compile(r"per[ \u00a0]cent\b", re.IGNORECASE)


@dataclass(slots=True)
class Tail:
    """What belongs to a number behind its digits; ``number_end`` is where the numeral, ``end`` where its
    unit ends."""

    end: int
    number_end: int = 0
    scale: Fraction | None = None
    scaled: bool = False
    power: bool = False
    percent: bool = False
    unit: str = ""
    currency: str = ""
    about: bool = False
    uncertainty: Fraction | None = None


def tail(number: Matched, end: int, money: bool) -> Tail:
    """Percent sign, power, scale word and unit behind a number that ends at ``end``; ``money``: a currency
    precedes."""
    after = Tail(end, end)
    _follow(number.source, number.limit, after, money)
    if after.scaled or after.uncertainty is not None:
        _follow(number.source, number.limit, after, money)
    return after


def _follow(text: str, limit: int, after: Tail, money: bool) -> None:
    match = _TAIL.match(text, after.end, limit)
    if match is None:
        return
    kind = match.lastgroup
    if kind == "word":
        _word(text, limit, match, after, money)
    elif kind == "percent":
        points = _POINTS.match(text, match.end(), limit)
        if points is not None:
            after.unit, after.end = "percentage points", points.end()
        elif not after.scaled:
            _percent(after, match.end())
    elif kind == "cross" and not after.scaled:
        power = notation.POWER.match(text, match.end(), limit)
        if power is not None and power.lastgroup is not None:
            after.scale = Fraction(10) ** notation.exponent_of(superscript(power[power.lastgroup]))
            after.scaled = after.power = True
            after.end = after.number_end = power.end()
    elif kind == "pm" and after.uncertainty is None:
        number = _DECIMAL.match(text, match.end(), limit)
        if number is not None and not text[number.end() : min(number.end() + 1, limit)].isalpha():
            whole, _, places = number[0].partition(".")
            after.uncertainty = notation.decimal(notation.bare(whole), notation.bare(places), 0)[0]
            after.end = after.number_end = number.end()
    elif kind == "money" and not text[match.end() : min(match.end() + 1, limit)].isdecimal():
        after.currency, after.end = match["money"], match.end()


def _percent(after: Tail, end: int) -> None:
    after.scale = Fraction(1, 100)
    after.percent = True
    after.end = after.number_end = end


def _word(text: str, limit: int, match: re.Match[str], after: Tail, money: bool) -> None:
    word = match["word"].rstrip(".*_–-‐")
    if match["word"].startswith(("a.m.", "p.m.", "a.u.")):
        word = match["word"][:4]
    start, end = match.start("word"), match.start("word") + len(word)
    lower = word.lower()
    glued = not match["gap"]
    if lower in ("percent", "pct"):
        _percent(after, end)
    elif lower == "per" and (cent := _PER_CENT.match(text, start, limit)):
        _percent(after, cent.end())
    elif lower in ("percentage", "basis") and (points := _KIND_OF_POINTS.match(text, start, limit)):
        after.unit, after.end = ("percentage points" if lower == "percentage" else "bp"), points.end()
    elif lower in notation.SCALES and not after.power:
        _scaled(after, Fraction(10 ** notation.SCALES[lower]), end)
    elif lower in notation.PARTS:
        after.scale = Fraction(1, 10 ** notation.PARTS[lower])
        after.end = after.number_end = end
    elif lower == "dozen":
        after.scale = Fraction(12)
        after.end = after.number_end = end
    elif word in LETTER_SCALES and not after.scaled and (money or (glued and word != "m")):
        _scaled(after, Fraction(10 ** LETTER_SCALES[word]), end)
    elif lower == "or" and text.startswith("or so", start):
        after.about = True
    elif glued and word in ("x", "×"):
        if not text[end : min(end + 1, limit)].isdecimal():
            after.unit, after.end = "×", end
    elif (known := units.is_unit(word)) or lower in ("square", "cubic"):
        _, stop = units.spelled(text, start, limit)
        if stop > end:
            after.unit, after.end = units.unit_at(text, start, limit), stop
        elif known:
            after.unit, after.end = word, end


def _scaled(after: Tail, by: Fraction, end: int) -> None:
    after.scale = by if after.scale is None else after.scale * by
    after.scaled = True
    after.end = after.number_end = end
