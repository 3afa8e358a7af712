"""The mutants of a numeral: what a wrong digit, a lost sign or a slip of the point would have made of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tallybook.numerals import lexicon
from tallybook.numerals.cardinals import cardinal
from tallybook.numerals.characters import THIN, ascii_digits
from tallybook.numerals.figures import Figure, figures, replaced, sign_of
from tallybook.numerals.numeral import Form, Numeral

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

_PERCENT = re.compile(rf"[ {THIN}]*(?:\\?%|percent|per cent|pct\.?)\Z")
_WORD = re.compile(r"[a-z]+")
_NUMBER = re.compile(rf"\d+(?:[,{THIN} ]\d{{3}})*")
_DIGITS = "0123456789"
_POINTED = (Form.INTEGER, Form.DECIMAL, Form.SCIENTIFIC, Form.TRUNCATED, Form.UNCERTAIN)


def mutants(numeral: Numeral) -> tuple[str, ...]:
    """The texts of all mutants of a numeral, each of which reads as one numeral again, none of them twice.

    Each digit one up and one down (mod 10), unlike neighbours swapped, a digit dropped, a digit doubled,
    the decimal
    point one place either way, the sign flipped and dropped, the percent sign dropped. Of words each
    element one up and
    one down.
    """
    made = _words(numeral) if numeral.form in (Form.WORD, Form.ORDINAL) else _digits(numeral)
    unique = dict.fromkeys(made)
    unique.pop(numeral.text, None)
    return tuple(unique)


def _digits(numeral: Numeral) -> Iterator[str]:
    text = numeral.text
    for figure in figures(numeral):
        for whole, places in _altered(figure, numeral.form):
            yield replaced(text, [(figure, figure.write(whole, places))])
    sign, rest = sign_of(text)
    if sign:
        yield rest
        yield ("-" if numeral.sign == "+" else "+") + rest
    if numeral.percent and (percent := _PERCENT.search(text)):
        yield text[: percent.start()]


def _altered(figure: Figure, form: Form) -> Iterator[tuple[str, str]]:
    """The digits of a figure, altered: those before and those behind the decimal mark."""
    digits, point = figure.whole + figure.places, len(figure.whole)
    for at, digit in enumerate(digits):
        for step in (1, 9):
            yield _cut(digits[:at] + _DIGITS[(int(digit) + step) % 10] + digits[at + 1 :], point)
        if at and digits[at - 1] != digit:
            yield _cut(digits[: at - 1] + digit + digits[at - 1] + digits[at + 1 :], point)
        if len(digits) > 1:
            yield _cut(digits[:at] + digits[at + 1 :], point - (at < point))
        yield _cut(digits[: at + 1] + digits[at:], point + (at < point))
    if figure.places:
        yield _cut(digits, point + 1)
        yield _cut("0" * (point < 2) + digits, max(point - 1, 1))
    elif form in _POINTED:
        yield digits + "0", ""
        if point > 1:
            yield _cut(digits, point - 1)


def _cut(digits: str, point: int) -> tuple[str, str]:
    return digits[:point], digits[point:]


def _words(numeral: Numeral) -> Iterator[str]:
    """Each element of a number in words one up and one down."""
    text, low, value = numeral.text, numeral.text.lower(), numeral.value
    if numeral.form is Form.ORDINAL:
        write = lexicon.ordinal_digits if ascii_digits(text) else lexicon.spell_ordinal
        yield from (_cased(write(int(value) + step), text) for step in (1, -1) if value + step > 0)
        return
    if (
        value.denominator == 1
        and not numeral.percent
        and not numeral.unit
        and not any(word in lexicon.MULTIPLES for word in _WORD.findall(low))
    ):
        yield from (_cased(lexicon.spell(int(value) + step), text) for step in (1, -1) if value + step >= 0)
        return
    position = 0
    while match := _WORD.search(low, position):
        start, position = match.span()
        if match[0] in lexicon.CARDINALS:
            count = cardinal(low, start)
            position = count.end
            yield from _other_counts(text, start, position, count.value)
        elif match[0] in lexicon.MULTIPLES:
            yield from _other_multiples(text, start, position, match[0])
        else:
            yield from _other_parts(text, start, position, match[0])
    for number in _NUMBER.finditer(text):
        for step in (1, -1):
            yield text[: number.start()] + str(int(ascii_digits(number[0])) + step) + text[number.end() :]


def _other_counts(text: str, start: int, end: int, value: Fraction) -> Iterator[str]:
    for other in (value + 1, value - 1):
        if other.denominator == 1 and other > 0:
            before = "" if text[:start].lower() in ("a ", "an ") else text[:start]
            after = text[end:]
            if other == 1 and after[1:] in lexicon.PLURAL_PARTS:
                after = after[0] + lexicon.spell_part(lexicon.PLURAL_PARTS[after[1:]], many=False)
            yield before + _cased(lexicon.spell(int(other)), text[start:end]) + after


def _other_multiples(text: str, start: int, end: int, word: str) -> Iterator[str]:
    """*Threefold* and *once* for *twice*, *fourfold* and *twofold* for *threefold*."""
    value = lexicon.MULTIPLES[word]
    for other in (value + 1, value - 1):
        if word in ("twice", "thrice") and other < 4:
            name = "three times" if other == 3 else "once" if other == 1 else "twice"
        elif other > 1:
            name = f"{lexicon.spell(other)}fold"
        else:
            continue
        yield text[:start] + _cased(name, text[start:end]) + text[end:]


def _other_parts(text: str, start: int, end: int, word: str) -> Iterator[str]:
    """Thirds and fifths for quarters."""
    many = word in lexicon.PLURAL_PARTS
    size = lexicon.PLURAL_PARTS.get(word) or lexicon.SINGULAR_PARTS.get(word)
    for other in (size + 1, size - 1) if size else ():
        if other > 1:
            yield (text[:start] or "a ") + lexicon.spell_part(other, many) + text[end:]


def _cased(words: str, like: str) -> str:
    return words[:1].upper() + words[1:] if like[:1].isupper() else words
