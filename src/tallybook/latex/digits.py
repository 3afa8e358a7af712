"""Reading a numeral of LaTeX mathematics exactly: the pattern that finds it and the value it stands for.

Groups are separated by ``\\,``, ``{,}``, ``~``, ``\\ ``, ``\\;``, thin and no-break spaces, an underscore, or
a plain comma where exactly three digits follow; a numeral never begins with a grouped zero. ``{,}`` before
other than three digits is a decimal comma, and everywhere where the book's decimal mark is the comma (then
full stops group).
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache, lru_cache
from typing import NamedTuple
from unicodedata import numeric

from tallybook.numerals.notation import exponent_of, whole_number
from tallybook.numerals.numeral import Form

_THIN = r"\\,|\\;|\\:|\\ |~|\{\\,\}|\{\s\}|\\thinspace |[\u2009\u202f\u00a0]"
_COMMA = r"\{,\}|\\mathord\{,\}|,\\!|\{,\}\\!"
_DOTS = r"\\[a-z]*dots|\.\.|…"
_EXPONENT = r"[eE][-+\u2212]?\d+(?![\d.]*[\^_A-Za-z])"
_DOTTED = r"\\dot\s*(?:\{\s*\d\s*\}|\d)"
_REPEAT = rf"\\(?:overline|bar)\s*(?:\{{\s*\d+\s*\}}|\d)|{_DOTTED}(?:\d*{_DOTTED})?"
_BASED = r"_\s*(?:\{\s*\d{1,2}\s*\}|\d(?!\d))"


def _grouped(separators: str, name: str) -> str:
    return rf"(?!0)\d{{1,3}}(?P<{name}>{separators})\d{{3}}(?:(?P={name})\d{{3}})*+(?!\d)"


@cache
def numeral_pattern(decimal_mark: str) -> str:
    """The regular expression of a numeral without sign, percent sign and power of ten, for ``.`` or ``,`` as
    decimal mark."""
    groups: tuple[str, ...]
    if decimal_mark == ",":
        groups = (
            _grouped(rf"{_THIN}|'|_", "g1"),
            r"(?!0)\d{1,3}(?:\{,\}\d{3}){2,}+(?!\d)",
            r"(?!0)\d{1,3}(?:\.\d{3})++(?![\d.])",
        )
        mark = r"(?:\{,\}|(?<!\d[,.]\d)(?<!,\d\d)(?<!,\d\d\d),(?!\d+,\d)|\.)"
        lonely = r"(?<![\d,.}]),\d+"
    else:
        groups = (
            _grouped(rf"{_THIN}|{_COMMA}|'|_", "g1"),
            rf"(?!0)(?<!\d,)\d{{1,3}}(?:,\d{{3}})++(?!\d|,(?:\d|\s*(?:{_DOTS})))",
        )
        mark = r"(?:\.|\{,\})"
        lonely = r"(?<![\d.])\.\d+"
    whole = "|".join((*groups, r"\d+"))
    places = rf"\d{{3}}(?:(?:{_THIN})\d{{3}})++(?:(?:{_THIN})\d{{1,2}})?(?![\d.])|\d+"
    repeating = rf"(?:{whole}){mark}\d*(?:{_REPEAT})"
    return (
        r"0x(?=[0-9a-f]*[0-9A-F])[0-9A-Fa-f]+(?![A-Za-z])|0b[01]+(?![0-9A-Za-z])|0o[0-7]+(?![0-9A-Za-z])"
        rf"|\(\d[0-9A-F]*\){_BASED}|\d+{_BASED}|\d[0-9A-F]*_\s*\{{\s*16\s*\}}"
        rf"|{_unnamed(repeating)}|(?:{whole})(?:{mark}(?:{places}))?(?:{_EXPONENT})?|{lonely}(?:{_EXPONENT})?"
    )


def _unnamed(pattern: str) -> str:
    """The pattern with its group names made unlike, so that it may stand twice in one expression."""
    return pattern.replace("g1", "g0")


class Literal(NamedTuple):
    """What the digits say: exact value, one unit of the last place shown (0 if exact), form and the bare
    digits."""

    value: Fraction
    ulp: Fraction
    form: Form
    digits: str
    uncertainty: Fraction | None = None


_ONE = Fraction(1)
_ZERO = Fraction(0)


def literal(raw: str, decimal_mark: str = ".") -> Literal:
    """The reading of a numeral found by ``numeral_pattern`` (or a vulgar fraction sign such as ``½``); raises
    ``UnreadableError`` for one that is too large to compute with."""
    return _short(raw, decimal_mark) if len(raw) <= 80 else _read(raw, decimal_mark)


def _read(raw: str, decimal_mark: str) -> Literal:
    if raw.isdecimal():
        form = Form.DIGITS if len(raw) > 1 and whole_number(raw[0]) == 0 else Form.INTEGER
        return Literal(Fraction(whole_number(raw)), _ONE if form is Form.INTEGER else _ZERO, form, raw)
    if raw[:2] in {"0x", "0b", "0o"}:
        return Literal(Fraction(int(raw, 0)), _ZERO, Form.BASED, raw)
    if len(raw) == 1:
        return Literal(Fraction(numeric(raw)).limit_denominator(10), _ZERO, Form.FRACTION, "")
    based = _BASED_FORM.fullmatch(raw)
    if based:
        return _in_base(based[1], int(based[2]))
    repeat = _REPEAT_FORM.search(raw)
    if repeat:
        return _repeating(raw[: repeat.start()], repeat[0], decimal_mark)
    return _decimal(raw, decimal_mark)


_short = lru_cache(maxsize=4096)(_read)
_BASED_FORM = re.compile(r"\(?([0-9A-F]+)\)?_\s*\{?\s*(\d{1,2})\s*\}?")
_REPEAT_FORM = re.compile(_REPEAT)
_EXPONENT_FORM = re.compile(rf"{_EXPONENT}$")
_THIN_COMMA = re.compile(r"\\,")
_NO_DIGIT = re.compile(r"\D+")


def _in_base(digits: str, base: int) -> Literal:
    try:
        return Literal(Fraction(int(digits, base)), _ZERO, Form.BASED, digits)
    except ValueError:  # a digit the base does not have, or no base: then it is an indexed integer
        return Literal(Fraction(int(digits, 16)), _ZERO, Form.DIGITS, digits)


def split_mark(raw: str, decimal_mark: str) -> tuple[str, str | None]:
    """The part before the decimal mark and the part after it (None without a mark), groups still in both."""
    if decimal_mark == ",":
        raw = _THIN_COMMA.sub(" ", raw)  # a thin space always groups
        if "," in raw.replace("{,}", ""):
            whole, _, places = raw.replace("{,}", ",").rpartition(",")
            return whole, places
        if raw.count("{,}") == 1:
            whole, _, places = raw.partition("{,}")
            return whole, places
        if re.fullmatch(r"(?!0)\d{1,3}(?:\.\d{3})+", raw) or "." not in raw:
            return raw, None
    if "." in raw:
        whole, _, places = raw.partition(".")
        return whole, places
    if "{,}" in raw:
        whole, _, places = raw.rpartition("{,}")
        if not re.fullmatch(r"\\?!?\d{3}", places) or _NO_DIGIT.sub("", whole)[:1] in {"0", ""}:
            return whole, places
    return raw, None


def _decimal(raw: str, decimal_mark: str) -> Literal:
    power = 0
    scientific = _EXPONENT_FORM.search(raw)
    if scientific:
        power = exponent_of(scientific[0][1:])
        raw = raw[: scientific.start()]
    whole, places = split_mark(raw, decimal_mark)
    left = _NO_DIGIT.sub("", whole)
    right = _NO_DIGIT.sub("", places or "")
    form = Form.DECIMAL if places is not None else Form.INTEGER
    value = Fraction(whole_number(left + right or "0"))
    ulp = Fraction(1, 10 ** len(right))
    if scientific:
        form = Form.SCIENTIFIC
        ulp *= Fraction(10) ** power
    return Literal(value * ulp if right or scientific else value, ulp, form, left + right)


def _repeating(head: str, tail: str, decimal_mark: str) -> Literal:
    """``0.1`` and ``\\overline{6}``: the part that stands and the part that repeats for ever."""
    whole, places = split_mark(head, decimal_mark)
    if places is None:  # the mark stands directly before the bar
        places = ""
    left = _NO_DIGIT.sub("", whole)
    right = _NO_DIGIT.sub("", places)
    block = _NO_DIGIT.sub("", tail)
    period = Fraction(whole_number(block), 10 ** len(block) - 1)
    value = (whole_number(left + right or "0") + period) / 10 ** len(right)
    return Literal(value, _ZERO, Form.REPEATING, left + right + block)
