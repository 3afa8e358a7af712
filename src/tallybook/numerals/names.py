"""Digits that what follows makes no number: names, labels, versions, dates, hyphenated words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tallybook.numerals import company, notation, units
from tallybook.numerals.characters import CURRENCY
from tallybook.numerals.notation import LETTER_SCALES, ORDINAL_ENDINGS

if TYPE_CHECKING:
    from tallybook.numerals.matched import Matched

_CENTURY = re.compile(
    r"(?:[ \n\u00a0-]|,? (?:and|to|or) \d+(?:st|nd|rd|th)[ \n\u00a0])(?:early |mid-|late )?centur(?:y|ies)\b"
)
_LETTERS = re.compile(r"[^\W\d_]+")
_NAME = re.compile(r"\w+(?:[-‐‑._/]\w+)*")
_DOTTED = re.compile(r"(?:\.\w+)+(?:[-–]\d\w*)*")
_LETTER_LABEL = re.compile(r"\.[A-Z][A-Z\d]*(?:\.\d\w*)+")
_COMPOUND = re.compile(r"\d+(?:st|nd|rd|th)?(?:[-‐‑][^\W_]+){1,9}")
_GLUED_LETTERS = frozenset("msghxkKMVWAJN×")
_COUNTED_IN_BILLIONS = re.compile(r" (?:parameters?|tokens?|models?|weights|people|dollars|euros)\b")


def refusal(number: Matched) -> tuple[int, str] | None:
    """The end and the reason where what follows makes the digits no number; None for a number."""
    c = number.after()
    text, start, end, limit = number.source, number.start, number.end, number.limit
    if not c:
        return None
    if c == " ":
        following = text[end + 1 : end + 2]
        if (
            number.is_plain
            and len(number.text) <= 2
            and (following in "JFMASOND" or text.startswith("of ", end + 1))
        ):
            date = company.DATE_BEFORE.match(text, start, limit)
            return (date.end(), "a date") if date and 0 < int(number.text) < 32 else None
        return None
    if c in "-/." and number.lead == start:
        date = company.DATE_DIGITS.match(text, start, limit)
        if date is not None:
            return date.end(), "a date"
        idiom = company.IDIOMS.match(text, start, limit)
        if idiom is not None:
            return idiom.end(), "an idiom"
    if c == ".":
        dotted = None
        following = text[end + 1 : min(end + 2, limit)]
        if following.isdecimal():
            dotted = _DOTTED.match(text, end, limit)
        elif following.isupper() and number.is_plain:
            dotted = _LETTER_LABEL.match(text, end, limit)
        return (dotted.end(), "a label or a version") if dotted else None
    if c == "_" and text[end + 1 : end + 2].isalnum():
        return _name(number)
    if c in "-‐‑":
        return _compound(number)
    if not c.isalpha() or c >= "\u2e80":
        return None
    if c in "xXbBoO" and number.text == "0" and notation.BASED.match(text, start, limit):
        return None
    return _glued(number)


def _name(number: Matched) -> tuple[int, str]:
    match = _NAME.match(number.source, number.start, number.limit)
    return (max(match.end(), number.end) if match else number.end), "digits in a name"


def _compound(number: Matched) -> tuple[int, str] | None:
    """``6-digit`` and ``3-by-3`` are no claims, ``10,000-layer``, ``28-by-28`` and ``5-kg`` are."""
    match = _COMPOUND.match(number.source, number.start, number.limit) if number.is_plain else None
    if match is None or not any(c.isalpha() for c in match[0]) or number.source[number.end + 1].isdecimal():
        return None
    parts = re.split("[-‐‑]", match[0])
    if any(part.isdecimal() and notation.whole_number(part) > 12 for part in parts) or units.is_symbol(
        parts[1]
    ):
        return None
    return match.end(), "a number inside a hyphenated word"


def _glued(number: Matched) -> tuple[int, str] | None:
    """Letters right behind digits: an ordinal, a unit or a scale is read, everything else is a name."""
    text, end, limit = number.source, number.end, number.limit
    letters = _LETTERS.match(text, end, limit)
    assert letters is not None
    word, behind = letters[0], text[letters.end() : min(letters.end() + 1, limit)]
    if word in ("x", "X") and behind.isdecimal():
        return None
    if behind.isdecimal() or behind == "_":
        return None if units.is_unit(word + behind) and word not in "x" else _name(number)
    if word in ORDINAL_ENDINGS and _CENTURY.match(text, letters.end(), limit):
        return letters.end(), "a century"
    if word in ORDINAL_ENDINGS and number.is_whole:
        return _compound(number) if behind in "-‐‑" and behind else None
    if word == "s" and number.is_plain and len(number.text) == 4 and number.text[-1] == "0":
        return letters.end(), "a decade"
    if len(word) == 1:
        if word in _GLUED_LETTERS or (
            word in "BT" and _COUNTED_IN_BILLIONS.match(text, letters.end(), limit)
        ):
            return None
        money = text[number.lead - 1 : number.lead] in tuple(CURRENCY)
        return None if money and word in LETTER_SCALES else _name(number)
    if word in LETTER_SCALES or units.is_unit(word) or word in notation.SCALES or word in ("percent", "e"):
        return None
    return _name(number)
