"""Writing another value in the notation of a numeral: its groups, places, sign, percent sign and scale
word."""

from __future__ import annotations

from fractions import Fraction

from tallybook.numerals import lexicon
from tallybook.numerals.characters import VULGAR, ascii_digits
from tallybook.numerals.figures import Figure, figures, replaced, sign_of
from tallybook.numerals.notation import whole_number, written
from tallybook.numerals.numeral import Conventions, Form, Numeral
from tallybook.numerals.rounding import round_to

_PLAIN = Conventions()


def write_like(model: Numeral, value: Fraction, conventions: Conventions = _PLAIN) -> str | None:
    """A value in the notation of a numeral, rounded to the places it shows; None where the notation cannot
    say it.

    A percentage stays one (``value`` is its fraction), a scale word keeps its place, a fraction its
    denominator if it
    can. An integer is never rounded, unless a scale word or a percent sign follows it.
    """
    if model.form in (Form.WORD, Form.ORDINAL):
        return _words(model, value)
    found = figures(model)
    if model.form is Form.FRACTION:
        return _fraction(model, value, found)
    if model.form is Form.SCIENTIFIC:
        return _scientific(model, value, found, conventions)
    if model.form not in (Form.INTEGER, Form.DECIMAL) or len(found) != 1:
        return None
    if model.form is Form.INTEGER and not model.scaled and not model.percent and value.denominator != 1:
        return None
    figure = found[0]
    count = abs(round_to(value, model.ulp, conventions)) / model.ulp
    whole, places = _split(written(count.numerator), len(figure.places))
    if not figure.whole and whole == "0":
        whole = ""  # .250
    return _signed(model, value, replaced(model.text, [(figure, figure.write(whole, places))]))


def _split(digits: str, places: int) -> tuple[str, str]:
    digits = digits.rjust(places + 1, "0")
    return (digits[:-places], digits[-places:]) if places else (digits, "")


def _signed(model: Numeral, value: Fraction, text: str) -> str:
    """A text written like the model, with the sign of the value."""
    sign, rest = sign_of(text)
    if value < 0:
        return text if model.sign == "-" else "-" + rest
    return rest if model.sign == "-" else sign + rest


def _fraction(model: Numeral, value: Fraction, found: tuple[Figure, ...]) -> str | None:
    if len(found) != 2 or any(c in VULGAR for c in model.text) or not whole_number(found[1].whole):
        return None
    below = whole_number(found[1].whole)
    above = abs(value) * below
    if above.denominator != 1:
        above, below = Fraction(abs(value.numerator)), value.denominator
    texts = [figure.write(written(n), "") for figure, n in zip(found, (above.numerator, below), strict=True)]
    if (
        "frac" in model.text
        and model.text[found[0].start - 1] != "{"
        and any(len(text) > 1 for text in texts)
    ):
        texts = [f"{{{text}}}" for text in texts]  # \tfrac12
    return _signed(model, value, replaced(model.text, zip(found, texts, strict=True)))


def _scientific(
    model: Numeral, value: Fraction, found: tuple[Figure, ...], conventions: Conventions
) -> str | None:
    if len(found) != 2 or not value:
        return None
    mantissa, power = found
    shown = len(mantissa.whole) + len(mantissa.places)
    first = len(written(abs(value.numerator))) - len(
        written(value.denominator)
    )  # the power of the first digit, or one too high
    first -= abs(value) < Fraction(10) ** first
    unit = Fraction(10) ** (first - shown + 1)
    count = abs(round_to(value, unit, conventions)) / unit
    if count >= 10**shown:
        count, first = count / 10, first + 1
    digits = mantissa.write(*_split(written(count.numerator), len(mantissa.places)))
    exponent = first - len(mantissa.whole) + 1
    between = model.text[mantissa.end : power.start].rstrip("-−+⁻⁺")
    number = str(exponent)
    if "\\" in model.text and between.endswith("^") and len(number) > 1:
        number = f"{{{number}}}"
    elif between.endswith("10") or power.whole != model.text[power.start : power.end]:
        return None  # raised digits
    return _signed(
        model, value, model.text[: mantissa.start] + digits + between + number + model.text[power.end :]
    )


def _words(model: Numeral, value: Fraction) -> str | None:
    if value.denominator != 1 or not 0 <= value < 10**12:
        return None
    number = int(value)
    if ascii_digits(model.text):
        return lexicon.ordinal_digits(number) if model.form is Form.ORDINAL else None
    if model.percent or model.unit or model.value.denominator != 1:
        return None
    words = lexicon.spell_ordinal(number) if model.form is Form.ORDINAL else lexicon.spell(number)
    return words.capitalize() if model.text[:1].isupper() else words
