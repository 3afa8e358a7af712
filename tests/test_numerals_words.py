"""Numbers in words: real counts are read, idioms, articles and pronouns are not."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallybook.numerals import lexicon
from tallybook.numerals.numeral import Form, NotNumeral, Numeral
from tallybook.numerals.words import read_words


def numerals(text: str) -> list[Numeral]:
    return [item for item in read_words(text, 0, len(text)) if isinstance(item, Numeral)]


VALUES = [
    ("six hidden layers, five inner layers, twenty units", [("six", 6), ("five", 5), ("twenty", 20)]),
    ("size twenty five (25), one hundred and twenty times", [("twenty five", 25), ("one hundred and twenty",
     120)]),
    ("a thousand and twenty-three", [("a thousand and twenty-three", 1023)]),
    ("two hundred thirty-four thousand five hundred sixty-seven",
     [("two hundred thirty-four thousand five hundred sixty-seven", 234567)]),
    ("a dozen, two dozen, half a dozen", [("a dozen", 12), ("two dozen", 24), ("half a dozen", 6)]),
    ("half a million", [("half a million", 500000)]),
    ("two and a half million", [("two and a half million", 2500000)]),
    ("zero point five", [("zero point five", Fraction(1, 2))]),
    ("two-thirds of 12 and three quarters", [("two-thirds", Fraction(2, 3)), ("three quarters", Fraction(3,
     4))]),
    ("a quarter of it, half the size, one half", [("a quarter", Fraction(1, 4)), ("half", Fraction(1, 2)),
     ("one half", Fraction(1,
     2))]),
    ("a third of it, a tenth, a millionth of it", [("a third", Fraction(1, 3)), ("a tenth", Fraction(1, 10)),
    ("a millionth", Fraction(1, 10**6))]),
    ("seven in ten", [("seven in ten", Fraction(7, 10))]),
    ("seven parameters in ten sit here", [("seven parameters in ten", Fraction(7, 10))]),
    ("nine out of ten", [("nine out of ten", Fraction(9, 10))]),
    ("a frequency of one in 4000 is", [("one in 4000", Fraction(1, 4000))]),
    ("7 in ten", [("7 in ten", Fraction(7, 10))]),
    ("two units in three layers", [("two", 2), ("three", 3)]),
    ("five weights in ten layers", [("five", 5), ("ten", 10)]),
    ("twice as many, threefold", [("twice", 2), ("threefold", 3)]),
    ("two orders of magnitude", [("two orders of magnitude", 100)]),
    ("five percent, ten per cent", [("five percent", Fraction(1, 20)), ("ten per cent", Fraction(1, 10))]),
    ("the sum is one. It equals zero.", [("one", 1), ("zero", 0)]),
    ("one input and two outputs", [("one", 1), ("two", 2)]),
    ("a fifty-layer network", [("fifty", 50)]),
    ("There are three lessons:", [("three", 3)]),
    ("All four of them", [("four", 4)]),
    ("2.6 million and 5 thousand", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), VALUES)
def test_values(text: str, expected: list[tuple[str, int | Fraction]]) -> None:
    found = numerals(text)
    assert [(n.text, n.value) for n in found] == [(t, Fraction(v)) for t, v in expected]
    assert all(
        text[n.span.start : n.span.end] == n.text and n.form is Form.WORD and n.ulp == 0 for n in found
    )


@pytest.mark.parametrize(
    ("text", "written", "value"),
    [
        ("the third column", "third", 3),
        ("the seventh.", "seventh", 7),
        ("its second entry", "second", 2),
        ("the twenty-first row", "twenty-first", 21),
    ],
)
def test_ordinals(text: str, written: str, value: int) -> None:
    (numeral,) = numerals(text)
    assert (numeral.text, numeral.value, numeral.form) == (written, value, Form.ORDINAL)


NO_NUMBERS = [
    "one another", "the one", "one by one", "this one", "each one", "no one knows", "one can see",
    "one of the rows",
    "at one time", "on the one hand", "One should ask", "one's own", "In one group they were girls",
    "first of all", "a second later", "at first", "First, we add", "second, we do", "zero in on it",
    "a two-layer net", "one-dimensional", "a three-piece suit", "two-sided", "base two", "hundreds of rows",
    "a few hundred rows", "dozens of them", "Chapter Two", "cut in half", "these two differ", "powers of two",
    "the second is", "a third-party tool", "the other half", "once both single pair double",
    "the zero vector", "one-to-one", "tends to zero",
]  # fmt: skip


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_no_numbers(text: str) -> None:
    assert numerals(text) == []


def test_what_is_left_out_has_a_reason() -> None:
    items = read_words("On the one hand six, at first; a two-layer net", 0, 46)
    assert [(type(i), i.text) for i in items] == [
        (NotNumeral, "one"), (Numeral, "six"), (NotNumeral, "first"), (NotNumeral, "two-layer"),
    ]  # fmt: skip
    assert all(item.reason for item in items if isinstance(item, NotNumeral))


def test_approximate_and_units() -> None:
    about, unit = numerals("about two million, and five gigabytes")
    assert (about.approximate, about.unit, unit.approximate, unit.unit) == (True, "", False, "gigabytes")


def test_a_run_is_read_alone() -> None:
    text = "six seven eight"
    (item,) = read_words(text, 4, 9)
    assert (item.text, item.span.start) == ("seven", 4)


def test_letters_that_grow_in_lower_case() -> None:
    text = "İİ has six rows"
    assert [(n.text, n.span.start) for n in numerals(text)] == [("six", 7)]


@given(st.integers(2, 10**9))
def test_spelt_numbers_are_read_back(value: int) -> None:
    words = lexicon.spell(value)
    (numeral,) = numerals(f"There were {words} rows")
    assert (numeral.text, numeral.value) == (words, value)


@pytest.mark.parametrize(
    ("value", "words"),
    [(3, "third"), (21, "twenty-first"), (112, "one hundred and twelfth"), (40, "fortieth")],
)
def test_ordinals_are_spelt(value: int, words: str) -> None:
    assert lexicon.spell_ordinal(value) == words
