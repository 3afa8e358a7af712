"""Notations that are more than digits: fractions, clock times, odds, powers, ordinals, numerals with a
base."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from tallybook.numerals import notation
from tallybook.numerals.characters import THIN, VULGAR, subscript, superscript
from tallybook.numerals.notation import (
    MOST_DIGITS,
    ORDINAL_ENDINGS,
    ZERO,
    UnreadableError,
    bare,
    whole_number,
)
from tallybook.numerals.numeral import Form

if TYPE_CHECKING:
    from tallybook.numerals.matched import Matched

_SUBSCRIPT = re.compile(r"[₀₁₂₃₄₅₆₇₈₉]{1,2}")


class Shape(NamedTuple):
    """A number that is more than its digits: a fraction, a clock time, a power, a numeral with a base."""

    end: int
    value: Fraction
    ulp: Fraction
    form: Form
    digits: str


def shape(number: Matched) -> Shape | None:
    """The notation that the character behind the digits announces, or None for plain digits."""
    c = number.after()
    text, end, limit = number.source, number.end, number.limit
    if not c or number.lead != number.start:
        return None
    if c == " " or c in THIN:
        if not number.is_whole or end + 1 >= limit or len(number.bare_int) > 3:
            return None
        if text[end + 1] in VULGAR:
            return _mixed(number, end + 2, VULGAR[text[end + 1]])
        mixed = notation.MIXED.match(text, end, limit) if text[end + 1].isdecimal() else None
        if mixed is not None and 0 < int(mixed[1]) < int(mixed[2]) and number.is_plain:
            return _mixed(number, mixed.end(), Fraction(int(mixed[1]), int(mixed[2])), mixed[1] + mixed[2])
        return None
    if c == "/" or c in "⁄∕":
        below = notation.SPACED_SLASH.match(text, end, limit) if " " in number.text else None
        if below is None and number.is_whole:
            below = notation.SLASH.match(text, end, limit)
        if (
            below is None
            or text[number.start - 1 : number.start] == "/"
            or not whole_number(denominator := bare(below[1]))
        ):
            return None
        value = Fraction(whole_number(number.bare_int), whole_number(denominator))
        return Shape(below.end(), value, ZERO, Form.FRACTION, number.bare_int + denominator)
    if c == ":":
        return _colon(number)
    if c == "^" or c == "<" or c in "⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹":
        return _power(number)
    if c in VULGAR and number.is_whole:
        return _mixed(number, end + 1, VULGAR[c])
    if c in "xXbBoO" and number.text == "0":
        match = notation.BASED.match(text, number.start, limit)
        if match is not None:
            value, digits = notation.based(match)
            return Shape(match.end(), value, ZERO, Form.BASED, digits)
    if (
        c in "snrt"
        and number.is_whole
        and text[end : end + 2] in ORDINAL_ENDINGS
        and not text[end + 2 : end + 3].isalnum()
    ):
        return Shape(end + 2, Fraction(whole_number(number.bare_int)), ZERO, Form.ORDINAL, number.bare_int)
    if c in "₀₁₂₃₄₅₆₇₈₉" and number.is_plain:
        below = _SUBSCRIPT.match(text, end, limit)
        base = int(subscript(below[0])) if below else 0
        if below is not None and 2 <= base <= 36 and all(int(d) < base for d in number.bare_int):
            if len(number.bare_int) > 4000:
                raise UnreadableError("more than 4000 digits of another base")
            return Shape(below.end(), Fraction(int(number.bare_int, base)), ZERO, Form.BASED, number.bare_int)
    return None


def _mixed(number: Matched, end: int, part: Fraction, digits: str = "") -> Shape:
    return Shape(end, whole_number(number.bare_int) + part, ZERO, Form.FRACTION, number.bare_int + digits)


def _colon(number: Matched) -> Shape | None:
    match = notation.COLON.match(number.source, number.start, number.limit)
    if match is None or not number.is_plain:
        return None
    time = notation.clock(match[1], match[2], match[3])
    digits = bare(match[0])
    if time is not None:
        return Shape(match.end(), time, ZERO, Form.CLOCK, digits)
    if match[3] is None and whole_number(match[2]):
        return Shape(
            match.end(), Fraction(whole_number(match[1]), whole_number(match[2])), ZERO, Form.ODDS, digits
        )
    return None


def _power(number: Matched) -> Shape | None:
    """A power: ``10^8``, ``2¹⁰``. It is exact, whatever its base."""
    if not number.is_whole:
        return None
    match = notation.POWER.match(number.source, number.end, number.limit)
    if match is None or match.lastgroup is None:
        return None
    exponent = notation.exponent_of(superscript(match[match.lastgroup]))
    base = whole_number(number.bare_int)
    if not base and exponent <= 0:
        return None
    if len(number.bare_int) * abs(exponent) > 2 * MOST_DIGITS:
        raise UnreadableError("too large a power")
    return Shape(match.end(), Fraction(base) ** exponent, ZERO, Form.SCIENTIFIC, number.bare_int)
