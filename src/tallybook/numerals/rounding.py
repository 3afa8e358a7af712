"""Exact rounding of exact numbers: to a decimal place by a declared rule, and to the nearest double."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tallybook.numerals.numeral import Conventions

_BITS = 53  # of the significand of an IEEE 754 double


def round_to(value: Fraction, unit: Fraction, conventions: Conventions) -> Fraction:
    """The multiple of ``unit`` (positive) nearest to a value.

    Ties go to the even multiple under ``half-even``, away from zero under ``half-up``.
    """
    return _count(value, unit, conventions) * unit


def rounds_to(value: Fraction, unit: Fraction, target: Fraction, conventions: Conventions) -> bool:
    """Whether ``round_to`` gives the target; in integers, for a page asks this a hundred thousand times."""
    count = _count(value, unit, conventions)
    return count * unit.numerator * target.denominator == target.numerator * unit.denominator


def _count(value: Fraction, unit: Fraction, conventions: Conventions) -> int:
    below = value.denominator * unit.numerator
    whole, rest = divmod(abs(value.numerator) * unit.denominator, below)
    if 2 * rest > below or (2 * rest == below and (whole % 2 or conventions.rounding == "half-up")):
        whole += 1
    return whole if value.numerator >= 0 else -whole


def truncate_to(value: Fraction, unit: Fraction) -> Fraction:
    """The multiple of ``unit`` that a value reaches, cut off towards zero."""
    whole = int(abs(value) / unit)
    return whole * unit if value >= 0 else -whole * unit


def nearest_double(value: Fraction) -> Fraction:
    """The value of the IEEE 754 double nearest to a value, ties to even; subnormal numbers are not told
    apart."""
    if not value:
        return value
    shift = _BITS - (abs(value.numerator).bit_length() - value.denominator.bit_length())
    scaled = value * Fraction(2) ** shift
    while abs(scaled) >= 2**_BITS:
        shift -= 1
        scaled /= 2
    while abs(scaled) < 2 ** (_BITS - 1):
        shift += 1
        scaled *= 2
    return Fraction(round(scaled)) / Fraction(2) ** shift


def last_digit(value: Fraction, ulp: Fraction) -> Fraction:
    """The place of the last digit of a number other than 0: 100 000 for 1 600 000 with an ``ulp`` of 1."""
    if not value or not ulp:
        return ulp
    count = abs(value) / ulp
    number, place = count.numerator if count.denominator == 1 else 0, ulp
    while number and number % 10 == 0:
        number //= 10
        place *= 10
    return place
