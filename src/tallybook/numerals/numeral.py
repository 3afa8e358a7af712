"""The numeral: what a group of digits (or a number word) on a page says, exactly."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction

    from tallybook.span import Span


class Form(StrEnum):
    """How a numeral is written; the form decides how it may agree with a printed value."""

    INTEGER = "integer"  # 1024, 150\,528: stands exact
    DECIMAL = "decimal"  # 2.483, .5: its places are a rounding
    SCIENTIFIC = "scientific"  # 6.2 \times 10^8, 1.5e-3
    FRACTION = "fraction"  # 1/3, \tfrac12, 2\tfrac12: agrees by exact value
    REPEATING = "repeating"  # 0.\overline{3}: exact
    TRUNCATED = "truncated"  # 0.333\ldots: a truncation or a rounding
    DIGITS = "digits"  # the pattern 010: a string, neither ten nor octal
    BASED = "based"  # 0x1f, 1011_2: exact, its base is read
    CLOCK = "clock"  # 12:30: agrees with the same clock time only
    ODDS = "odds"  # 3:1
    UNCERTAIN = "uncertain"  # 1.23(4), 1.23 \pm 0.04: value and uncertainty
    WORD = "word"  # six, a quarter, seven in ten
    ORDINAL = "ordinal"  # 3rd, seventh


@dataclass(frozen=True, slots=True)
class Numeral:
    """A number as it is written.

    ``span`` holds the smallest text that is the number: digits with their groups, sign, percent sign; not
    the unit.
    ``value`` is exact; a percentage is kept as its fraction (99.3\\% is 993/1000).
    ``ulp`` is the value of one unit in the last place shown, as a positive fraction (1/1000 for 2.483, also
    1/1000 for
    99.3\\%, 100 000 for 17.6 million, 1 for 1024); 0 for numerals that are exact whatever is shown
    (fractions, words).
    ``sign`` is "", "+", "-" or "±". ``digits`` are the bare digits shown, leading zeros kept.
    """

    span: Span
    text: str
    value: Fraction
    ulp: Fraction
    form: Form = Form.INTEGER
    sign: str = ""
    percent: bool = False
    digits: str = ""
    unit: str = ""
    """The unit that follows (``GB``, ``GFLOP``, ``kg``), "" if none."""
    currency: str = ""
    scaled: bool = False
    """Whether a scale word or a power of ten follows, so that trailing zeros before it are not shown
    digits."""
    approximate: bool = False
    """Whether *about*, *roughly*, ``\\approx`` or ``~`` stands before it."""
    uncertainty: Fraction | None = None
    ambiguous: bool = False
    """Whether it may as well be a list: the ``1,000`` of ``(1,000)``, read as one number by the rule of
    three digits."""
    year: bool = False
    """Whether a word of time says that it is a year (*in 1986*, *the years 1875 and 1879*)."""


@dataclass(frozen=True, slots=True)
class NotNumeral:
    """Digits that were seen and are no number, and why."""

    span: Span
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Conventions:
    """What a book has declared about its notation.

    ``decimal_mark`` is "." or ","; ``rounding`` is "half-even" or "half-up"; ``log_base`` says what
    ``\\log`` without a
    base means ("e", "10", "2"; "" is undeclared: such a number is undecided).
    """

    decimal_mark: str = "."
    rounding: str = "half-even"
    log_base: str = ""
