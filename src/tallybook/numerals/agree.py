"""When a number of the text and a printed one agree: by the digits shown, and never by a tolerance.

A decimal agrees with the printed digits or with their one correct rounding to the places it shows; what is
exact
(integers, fractions, words) agrees by value. Everything is computed in fractions.
"""

from __future__ import annotations

import re
from fractions import Fraction

from tallybook.numerals.notation import written
from tallybook.numerals.numeral import Conventions, Form, Numeral
from tallybook.numerals.rounding import last_digit, nearest_double, rounds_to, truncate_to
from tallybook.numerals.units import canonical

PLAIN = Conventions()
NEARLY = Fraction(5, 100)
"""How far an approximate phrase may be from its value: *a quarter* of 0.24."""

_ROUND = 1000
"""Number words from here on are approximate only if they are round."""
_POWER = re.compile(r"[eE×xX·⋅*]|\\\\(?:times|cdot)")
_ORDERS = "orders of magnitude"
_FULL = 15
"""Digits of a float that was printed in full."""
_NOISE = Fraction(1, 10**14)
_WHOLE = frozenset({Form.DIGITS, Form.INTEGER, Form.BASED})
_ROUNDED = frozenset({Form.DECIMAL, Form.SCIENTIFIC, Form.UNCERTAIN})
_AS_WRITTEN = frozenset({Form.CLOCK, Form.BASED, Form.DIGITS})
_EXACT = frozenset({Form.FRACTION, Form.REPEATING, Form.WORD, Form.ORDINAL, Form.ODDS, Form.BASED})
_NOT_RIGID = _EXACT | _AS_WRITTEN


def agrees(text: Numeral, printed: Numeral, conventions: Conventions = PLAIN) -> bool:
    """Whether a numeral of the text says what was printed."""
    return not (_far_apart(text, printed) or disagreement(text, printed, conventions))


def disagreement(text: Numeral, printed: Numeral, conventions: Conventions = PLAIN) -> str:
    """Why a numeral of the text does not say what was printed; "" where it does. For messages: lower case,
    no full stop."""
    special = _by_form(text, printed)
    if special is not None:
        return special
    return (
        _by_sign(text, printed)
        or _by_unit(text, printed)
        or _by_value(text, printed, conventions)
        or _by_uncertainty(text, printed)
    )


def given_agrees(text: Numeral, literal: Fraction | Numeral) -> bool:
    """Whether a numeral states an input, by exact value and sign, in any spelling.

    56 % is 0.56, not 56. ``±5`` is stated by a numeral with that sign alone, a digit string by the same
    string.
    """
    if isinstance(literal, Numeral):
        if text.form is Form.CLOCK or literal.form is Form.CLOCK:
            return text.form is literal.form and text.value == literal.value
        if text.form is Form.DIGITS:
            return text.digits == literal.digits and literal.form in _WHOLE and text.sign == literal.sign
        if (text.sign == "±") is not (literal.sign == "±") or text.uncertainty != literal.uncertainty:
            return False
        if not text.value and not literal.value:
            return (text.sign == "-") is (literal.sign == "-")
        return text.value == literal.value
    if text.form is Form.CLOCK or text.sign == "±" or text.uncertainty is not None:
        return False
    return text.value == literal and not (text.sign == "-" and not text.value)


def within(value: Fraction, printed: Fraction, share: Fraction = NEARLY) -> bool:
    """Whether a value differs from the printed one by at most a share of it."""
    return abs(value - printed) <= share * abs(printed)


def stands_whole(text: Numeral) -> bool:
    """Whether an integer, as it is written, is no rounding of anything."""
    return not (text.approximate or text.scaled or text.percent or text.unit == _ORDERS)


def is_rigid(text: Numeral) -> bool:
    """Whether a numeral agrees with nothing that is more than a unit of its last place away, floats that were
    printed in full and digit strings left out; an integer with nothing but itself."""
    return bool(text.ulp) and not (
        text.approximate or text.scaled or text.percent or text.form in _NOT_RIGID or text.unit == _ORDERS
    )


def _far_apart(text: Numeral, printed: Numeral) -> bool:
    """Whether the values differ by more than a unit of the last place, where that is all a numeral may be
    off.

    A page asks about tens of thousands of pairs, and nearly all of them are such.
    """
    form, unit = text.form, text.ulp
    if (
        not unit
        or text.approximate
        or text.scaled
        or form in _NOT_RIGID
        or printed.form in _AS_WRITTEN
        or text.unit == _ORDERS
        or len(printed.digits) >= _FULL  # a float printed in full has noise
    ):
        return False
    one, other = text.value, printed.value
    below = one.denominator * other.denominator
    apart = abs(one.numerator * other.denominator - other.numerator * one.denominator)
    if form is Form.INTEGER and not text.percent:
        return apart > 0
    return apart * unit.denominator > unit.numerator * below


def is_round(text: Numeral) -> bool:
    """Whether a number in words can stand for what is near it: *a million* can, *one million and one*
    cannot."""
    number = abs(text.value)
    if text.form is not Form.WORD or number.denominator != 1 or number < _ROUND:
        return True
    return len(str(number.numerator).rstrip("0")) <= 2


def _by_form(text: Numeral, printed: Numeral) -> str | None:
    """The verdict of notations that compare as they are written; None for the others."""
    forms = (text.form, printed.form)
    if forms[0] not in _AS_WRITTEN and forms[1] not in _AS_WRITTEN:
        return None
    if Form.CLOCK in forms:
        if forms[0] is not forms[1]:
            return "a clock time is not a number" if forms[0] is Form.CLOCK else "a clock time was printed"
        return "" if text.value == printed.value else "another time was printed"
    if text.form is Form.BASED:
        same = text.value == printed.value and printed.form is not Form.DIGITS
        return (
            "" if same or text.digits.lower() == printed.digits.lower() != "" else "other digits were printed"
        )
    if Form.DIGITS in forms:
        if (
            forms[0] in _WHOLE
            and forms[1] in _WHOLE
            and not text.percent
            and text.digits
            and text.digits.lower() == printed.digits.lower()
            and text.sign == printed.sign
        ):
            return ""
        return "a digit string must be printed digit by digit"
    return None


def _by_sign(text: Numeral, printed: Numeral) -> str:
    if "±" in (text.sign, printed.sign):
        return "" if text.sign == printed.sign else "both signs must stand in text and print"
    if printed.sign == "+" and text.sign != "+":
        return "the printed sign is missing"
    shown, below = text.value.numerator, printed.value.numerator
    if shown:
        return "" if (shown < 0) is (below < 0) or not below else "the sign differs"
    negative = printed.sign == "-" or below < 0
    if text.sign == "-":
        return "" if negative else "the sign differs"
    return "the printed sign is missing" if negative and not _is_noise(text.value, printed) else ""


def _by_unit(text: Numeral, printed: Numeral) -> str:
    if text.unit and printed.unit and canonical(text.unit) != canonical(printed.unit):
        return f"the unit differs: {text.unit} for {printed.unit}"
    one, other = _money(text), _money(printed)
    if one and other and one != other:
        return f"the currency differs: {one} for {other}"
    return ""


_CODES = {"$": "USD", "\\$": "USD", "€": "EUR", "£": "GBP", "\\pounds": "GBP", "¥": "JPY"}


def _money(numeral: Numeral) -> str:
    """The code of the currency of an amount, "" for what is none."""
    if numeral.currency:
        return _CODES.get(numeral.currency, numeral.currency)
    return numeral.unit if numeral.unit in _CODES.values() else ""


def _by_value(text: Numeral, printed: Numeral, conventions: Conventions) -> str:
    if text.value == printed.value:
        return _by_places(text, printed)
    if text.percent != printed.percent and text.value in (printed.value * 100, printed.value / 100):
        return "a percentage is not a plain number"
    if text.unit == _ORDERS:
        return (
            ""
            if _order(printed.value, conventions) == _order(text.value, conventions)
            else "another number was printed"
        )
    if text.form in _EXACT or not text.ulp:
        return _by_exact_value(text, printed, conventions)
    if text.form is Form.TRUNCATED:
        reached = rounds_to(printed.value, text.ulp, text.value, conventions)
        if reached or truncate_to(printed.value, text.ulp) == text.value:
            return _by_places(text, printed)
        return "" if _ends_in_nines(text) == printed.value else "another number was printed"
    if text.form in _ROUNDED or text.scaled or text.approximate or text.percent:
        whole = text.percent and text.ulp == Fraction(1, 100)
        loose = text.approximate or text.scaled
        unit = text.ulp
        if loose and _shown_whole(text) and not whole:
            unit = _place(last_digit(text.value, text.ulp), printed.value, text.ulp)
        if rounds_to(printed.value, unit, text.value, conventions):
            return _by_places(text, printed) if unit == text.ulp else ""
        return _near_miss(text, printed, unit)
    return "" if _is_noise(text.value, printed) else "another number was printed"


def _place(place: Fraction, value: Fraction, ulp: Fraction) -> Fraction:
    """The place that a round number is a rounding to, at least ``ulp``: never beyond the leading digit of
    what it stands for, so that 100 million is no rounding of 64 million."""
    while place > ulp and place > abs(value):
        place /= 10
    return max(place, ulp)


def _ends_in_nines(text: Numeral) -> Fraction | None:
    """What a numeral stands for whose dots repeat its last digits, nines: 1 for 0.999...; None for others."""
    if not text.digits.endswith("99") or text.ulp >= 1:
        return None
    return text.value + (-text.ulp if text.sign == "-" else text.ulp)


def _shown_whole(text: Numeral) -> bool:
    """Whether the digits shown are an integer, whose trailing zeros need not be digits: 1 600 000, 620 ×
    10^6."""
    if text.form is Form.SCIENTIFIC:
        mantissa = _POWER.split(text.text, maxsplit=1)[0]
        return "." not in mantissa and "," not in mantissa
    return text.form is Form.INTEGER


def _near_miss(text: Numeral, printed: Numeral, unit: Fraction) -> str:
    if abs(printed.value - text.value) > unit:
        return "another number was printed"
    if truncate_to(printed.value, unit) == text.value:
        return "the digits are cut off, not rounded"
    return "it is not the correct rounding"


def _by_places(text: Numeral, printed: Numeral) -> str:
    """A text shows no more digits than were printed; an exact print (a fraction) has as many as one likes."""
    if not text.ulp or not printed.ulp or text.ulp >= printed.ulp:
        return ""
    if text.form is Form.INTEGER or (
        printed.form is Form.SCIENTIFIC and text.value == printed.value and text.ulp >= 1
    ):
        return ""
    return "it shows more digits than were printed"


def _by_exact_value(text: Numeral, printed: Numeral, conventions: Conventions) -> str:
    """What stands exact agrees with a float that was printed in full if that is the double nearest to it."""
    if is_float(printed) and (
        nearest_double(text.value) == nearest_double(printed.value) or _is_noise(text.value, printed)
    ):
        return ""
    if text.approximate:
        if text.form is Form.SCIENTIFIC and text.value > 0:
            return (
                ""
                if _order(printed.value, conventions) == _order(text.value, conventions)
                else "another number was printed"
            )
        if text.value.denominator == 1 and text.value:
            place = _place(last_digit(text.value, Fraction(1)), printed.value, Fraction(1))
            return (
                ""
                if rounds_to(printed.value, place, text.value, conventions)
                else "another number was printed"
            )
        return "" if within(text.value, printed.value) else "it is not within 5 % of what was printed"
    return "another number was printed"


def _order(value: Fraction, conventions: Conventions) -> int | None:
    """The power of ten nearest to a value on a logarithmic scale, None for what has none."""
    if value <= 0:
        return None
    exponent = len(written(value.numerator)) - len(written(value.denominator))
    scaled = value / Fraction(10) ** exponent  # between 0.1 and 10
    while scaled < 1:
        exponent, scaled = exponent - 1, scaled * 10
    return exponent + (scaled * scaled > 10 or (scaled * scaled == 10 and conventions.rounding == "half-up"))


def _significant(numeral: Numeral) -> int:
    return len(numeral.digits.lstrip("0"))


def is_float(printed: Numeral) -> bool:
    """Whether a printed number is a float that was printed in full."""
    return printed.form in (Form.DECIMAL, Form.SCIENTIFIC) and _significant(printed) >= _FULL


def _is_noise(value: Fraction, printed: Numeral) -> bool:
    """Whether a float printed in full differs from a value by the noise of a few operations only."""
    return is_float(printed) and abs(value - printed.value) <= _NOISE * max(Fraction(1), abs(value))


def _by_uncertainty(text: Numeral, printed: Numeral) -> str:
    if text.uncertainty is None:
        return ""
    if printed.uncertainty is None:
        return "its uncertainty was not printed"
    return "" if text.uncertainty == printed.uncertainty else "another uncertainty was printed"
