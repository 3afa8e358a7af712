"""The shapes of a written number, and their exact values."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from functools import cache, lru_cache

from tallybook.numerals.characters import THIN, VULGAR, ascii_digits

ONE = Fraction(1)
ZERO = Fraction(0)

MOST_DIGITS = 20_000
"""Digits of the longest integer that is read."""

LARGEST_EXPONENT = 20_000
"""The largest power of ten that is computed, either way."""


class UnreadableError(ValueError):
    """Digits that stand for a number too large to compute with; the message says why."""


ANCHOR = re.compile(rf"[\d{''.join(VULGAR)}]")
"""Where a number may be: a digit of any script, or a vulgar fraction."""


@cache
def number_pattern(mark: str, spaces: bool) -> re.Pattern[str]:
    """The digits of one number, from its first: groups ``int``, ``frac``, ``unc`` (digits in brackets),
    ``exp``.

    ``mark`` is the decimal mark; with ``spaces`` an ordinary space groups where every group after the first
    has three
    digits and no further digit group follows. A group that begins with 0 is no number of its own, so it
    always joins.
    """
    comma = "," if mark == "." else r"\."
    grouped = [
        rf"(?:{comma}\d{{3}})+(?!\d|{comma}\d)",
        r"(?:['’]\d{3})+(?!\d)",
        rf"(?:[{THIN}]\d{{3}})+(?!\d)",
        r"(?:_\d{3})+(?![\d_])",
    ]
    if spaces:
        grouped.append(r"(?: \d{3})+(?!\d| \d)")
    grouped.append(r"(?: 0\d\d)+(?!\d)")
    whole = rf"(?P<int>(?!0)\d{{1,3}}(?:{'|'.join(grouped)})|\d+)"
    places = rf"\d{{3}}(?:[{THIN}]\d{{3}})*[{THIN}]\d{{1,3}}(?!\d)|\d+"
    if mark == ".":
        fraction = rf"(?:\.(?P<frac>{places})(?:\((?P<unc>\d{{1,3}})\))?)?"
    else:  # a full stop before other than three digits cannot group, so it is a decimal point here too
        fraction = rf"(?:(?:,|\.(?!\d{{3}}(?!\d))(?!\d+\.\d))(?P<frac>{places})(?:\((?P<unc>\d{{1,3}})\))?)?"
    return re.compile(whole + fraction + r"(?:[eE](?P<exp>[+\-−]?\d+)(?!\w))?")


LEADING = re.compile(rf"(?P<int>)(?P<frac>\d{{3}}(?:[{THIN}]\d{{3}})*[{THIN}]\d{{1,3}}(?!\d)|\d+)"
                     r"(?:\((?P<unc>\d{1,3})\))?(?:[eE](?P<exp>[+\-−]?\d+)(?!\w))?")  # fmt: skip
"""The digits behind a decimal mark that nothing precedes: ``.5``."""

SUPERSCRIPT = r"[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+"
POWER = re.compile(
    rf"\^\{{(?P<braced>[+\-−]?\d+)\}}|\^\((?P<bracketed>[+\-−]?\d+)\)|\^(?P<bare>[+\-−]?\d+)(?![\w.])"
    rf"|<sup>(?P<html>[+\-−]?\d+)</sup>|(?P<raised>{SUPERSCRIPT})"
)
"""The exponent of a power, as prose writes it."""

BASED = re.compile(r"0[xX](?P<x>[0-9a-fA-F]+)|0[bB](?P<b>[01]+)|0[oO](?P<o>[0-7]+)")

COLON = re.compile(r"(\d+):(\d+)(?::(\d\d))?(?![\d:]|\.\d)")

SLASH = re.compile(
    rf"[/⁄∕]((?!0)\d{{1,3}}(?:(?:[{THIN}]\d{{3}})+|(?:,\d{{3}})+)(?!\d)|\d+)(?:rds?|ths?)?(?![\w/⁄]|\.\d|,\d)"
)
"""The denominator of a fraction, after its numerator."""

SPACED_SLASH = re.compile(r"[/⁄∕]((?!0)\d{1,3}(?: \d{3})+(?!\d| \d))(?![\w/⁄]|\.\d|,\d)")
"""Likewise, after a numerator that an ordinary space groups."""

MIXED = re.compile(rf"[ {THIN}](\d{{1,2}})[/⁄](\d{{1,3}})(?![\w/]|\.\d)")
"""The fraction of a mixed number, after its integer."""

DOTS = re.compile(r"…|\.\.\.(?!\.)")

SCALES = {
    "hundred": 2, "thousand": 3, "million": 6, "billion": 9, "trillion": 12, "quadrillion": 15,
    "thousands": 3, "millions": 6, "billions": 9, "trillions": 12, "mn": 6, "bn": 9, "tn": 12, "mln": 6,
}  # fmt: skip
"""Scale words and their powers of ten."""

LETTER_SCALES = {
    "k": 3,
    "K": 3,
    "M": 6,
    "m": 6,
    "B": 9,
    "bn": 9,
    "mn": 6,
    "T": 12,
    "tn": 12,
    "Bn": 9,
    "Mn": 6,
}
"""Scales that are written as letters right behind the digits: ``10k``, ``$3.5M``."""

ORDINAL_ENDINGS = ("st", "nd", "rd", "th")

PARTS = {
    "tenth": 1, "tenths": 1, "hundredth": 2, "hundredths": 2, "thousandth": 3, "thousandths": 3,
    "millionth": 6,
    "millionths": 6, "billionth": 9, "billionths": 9,
}  # fmt: skip
"""Words for decimal parts and the power of ten they divide by."""


def whole_number(digits: str) -> int:
    """The integer that decimal digits of any script stand for, however many; raises ``UnreadableError`` past
    ``MOST_DIGITS``."""
    if len(digits) < 4000:
        return int(digits)
    if len(digits) > MOST_DIGITS:
        raise UnreadableError(f"more than {MOST_DIGITS} digits")
    return int(Decimal(digits))  # not bound by the interpreter's limit on conversions


def written(number: int) -> str:
    """The decimal digits of an integer, however many."""
    return str(number) if abs(number) < 10**4000 else format(Decimal(number), "f")


def exact(value: Fraction) -> str:
    """A value in full, ``3/4`` or ``12``, however many digits it has."""
    below = "" if value.denominator == 1 else f"/{written(value.denominator)}"
    return f"{written(value.numerator)}{below}"


def decimal(whole: str, places: str, exponent: int) -> tuple[Fraction, Fraction]:
    """Value and unit in the last place of digits (ASCII, no groups) with a power of ten; raises
    ``UnreadableError``."""
    if len(whole) + len(places) > 80:  # a memo of such strings would be large, and it would not help
        return _decimal(whole, places, exponent)
    return _short_decimal(whole, places, exponent)


def _decimal(whole: str, places: str, exponent: int) -> tuple[Fraction, Fraction]:
    shift = exponent - len(places)
    number = whole_number(whole + places)
    if not shift:
        return Fraction(number), ONE
    if shift > 0:
        return Fraction(number * 10**shift), Fraction(10**shift)
    return Fraction(number, 10**-shift), Fraction(1, 10**-shift)


_short_decimal = lru_cache(maxsize=8192)(_decimal)


def exponent_of(text: str | None) -> int:
    """The integer an exponent stands for, "" or None for 0; raises ``UnreadableError`` past
    ``LARGEST_EXPONENT``."""
    if not text:
        return 0
    exponent = int(text.replace("−", "-")) if len(text) < 12 else LARGEST_EXPONENT + 1
    if abs(exponent) > LARGEST_EXPONENT:
        raise UnreadableError(f"an exponent beyond {LARGEST_EXPONENT}")
    return exponent


def clock(hours: str, minutes: str, seconds: str | None) -> Fraction | None:
    """The seconds since midnight, or None for what is no time of day."""
    if len(hours) > 2 or len(minutes) != 2 or int(hours) > 24 or int(minutes) > 59 or int(seconds or 0) > 59:
        return None
    return Fraction(int(hours) * 3600 + int(minutes) * 60 + int(seconds or 0))


def based(match: re.Match[str]) -> tuple[Fraction, str]:
    """Value and digits of a match of ``BASED``."""
    digits, base = (match["x"], 16) if match["x"] else (match["b"], 2) if match["b"] else (match["o"], 8)
    return Fraction(int(digits, base)), digits


def bare(text: str | None) -> str:
    """The digits of a part of a number, groups left out."""
    return ascii_digits(text) if text else ""
