"""When text and print agree: by the digits shown, with one correct rounding, and never by a tolerance."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallybook.numerals.agree import agrees, disagreement, given_agrees, within
from tallybook.numerals.numeral import Conventions, Form, Numeral
from tallybook.numerals.printed import read_print_line
from tallybook.numerals.prose import read_prose
from tallybook.numerals.rounding import nearest_double
from tallybook.numerals.words import read_words
from tallybook.span import Span

UP = Conventions(rounding="half-up")


def text(written: str) -> Numeral:
    items = [*read_words(written, 0, len(written)), *read_prose(written, 0, len(written))]
    return next(item for item in items if isinstance(item, Numeral))


def printed(line: str) -> Numeral:
    (numeral,) = read_print_line(line)
    return numeral


AGREE = [
    ("5", "5"), ("5", "5.0"), ("620 663 784", "620663784"), ("2.48", "2.483"), ("2.5", "2.483"), ("109.8",
     "109.75"),
    ("109.7", "109.65000001"), ("0.3", "0.30000000000000004"), ("100,000", "100000.0"), ("0.00001", "1e-05"),
    ("0.01", "0.009999999999990905"), ("3", "2.9999999999999996"), ("0", "1.1102230246251565e-16"),
    ("99.3%", "0.993"), ("99.3%", "99.34%"), ("99%", "99.34 %"), ("28%", "0.28"), ("28 percent", "28%"),
    ("0.28", "28%"),
    ("2.6 million", "2612000"), ("about 1 600 000", "1587003"), ("6.2 × 10^8", "620663784"), ("1e5",
     "100000.0"),
    ("17.6 million", "17576000"), ("about 16", "16.2"),
    ("-1.5", "-1.5"), ("−1.5", "-1.52"), ("+3.0", "+3.0"), ("+3.0", "3.0"), ("-0.00", "-0.00"), ("-0.00",
     "-0.0012"),
    ("1/3", "0.3333333333333333"), ("2 1/2", "2.5"), ("12/48", "1/4"), (".250", "12/48"), (".314", "183/582"),
    ("1/3", "Fraction(1, 3)"), ("0.333…", "0.3333333333333333"), ("0.667…", "0.6666666666666666"),
    ("0.666…", "0.6666666666666666"), ("010", "010"), ("0x1f", "31"), ("0b101010", "101010"), ("12:00",
     "12:00"),
    ("six", "6"), ("a quarter", "0.25"), ("about a quarter", "0.24"), ("3rd", "3"), ("seven in ten", "0.7"),
    ("two orders of magnitude", "137.0"), ("1.23 ± 0.04", "1.23 +/- 0.04"), ("2.483 GB", "2.483"), ("5 bytes",
     "5 B"),
    ("3:1", "3:1"), ("2.50", "Fraction(5, 2)"), ("0.24", "0.235"), ("five percent", "0.05"), ("½", "0.5"),
]  # fmt: skip

DISAGREE = [
    ("5", "5.3"), ("6", "5"), ("109.7", "109.75"), ("0.66", "0.6666666666666666"), ("66%",
     "0.6666666666666666"),
    ("2.483", "2.48"), ("2.50", "2.5"), ("1.23456789012", "1.23456789"), ("28", "28%"), ("28%", "28"), ("28",
     "0.28"),
    ("1.0", "1"), ("1.5", "-1.5"), ("-1.5", "1.5"), ("3.0", "+3.0"), ("0.00", "-0.00"), ("-0.00", "0.00"),
    ("0.00", "-0.001"), ("±2021", "+2021"), ("2021", "±2021"), ("12:00", "1:00"), ("12:00", "12"), ("010",
     "10"),
    ("10", "010"), ("1 600 000", "1587003"), ("2.6 million", "2661000"), ("17.6 billion", "17576000"), ("1/3",
     "0.333"),
    ("1/3", "0.33333333333343333"), ("six", "5"), ("six", "6.2"), ("a quarter", "0.24"), ("about a quarter",
     "0.21"),
    ("3rd", "4"), ("1.23 ± 0.04", "1.23 +/- 0.05"), ("1.23 ± 0.04", "1.23"), ("5 GB", "5 GFLOP"), ("3:1",
     "1:3"),
    ("0.665…", "0.6666666666666666"), ("16", "16.2"), ("0.0025", "0.00025"), ("100,000", "10000"), ("0.23",
     "0.235"),
    ("two orders of magnitude", "1370.0"), ("0", "1"), ("3", "2"),
]  # fmt: skip


@pytest.mark.parametrize(("written", "line"), AGREE)
def test_agree(written: str, line: str) -> None:
    assert disagreement(text(written), printed(line)) == ""


@pytest.mark.parametrize(("written", "line"), DISAGREE)
def test_disagree(written: str, line: str) -> None:
    why = disagreement(text(written), printed(line))
    assert why
    assert why[0].islower()
    assert not why.endswith(".")


def test_ties_follow_the_declared_rule() -> None:
    assert agrees(text("0.12"), printed("0.125"))
    assert not agrees(text("0.13"), printed("0.125"))
    assert agrees(text("0.13"), printed("0.125"), UP)
    assert not agrees(text("0.12"), printed("0.125"), UP)


def test_approximate_words_are_rounded_like_round_integers() -> None:
    assert agrees(text("about two million"), printed("2130000"))
    assert not agrees(text("about two million"), printed("2630000"))
    assert not agrees(text("two million"), printed("2130000"))


def test_reasons() -> None:
    assert disagreement(text("0.66"), printed("0.6666666666666666")) == "the digits are cut off, not rounded"
    assert disagreement(text("2.50"), printed("2.5")) == "it shows more digits than were printed"
    assert disagreement(text("5 GB"), printed("5 MB")) == "the unit differs: GB for MB"


def exact(value: Fraction, form: Form = Form.FRACTION) -> Numeral:
    return Numeral(Span(0, 0), "", value, Fraction(0), form)


def test_repeating_decimals_and_mixed_numbers_agree_with_the_nearest_double() -> None:
    for form in (Form.REPEATING, Form.FRACTION):
        assert agrees(exact(Fraction(32, 3), form), printed("10.666666666666666"))
        assert not agrees(exact(Fraction(32, 3), form), printed("10.6666666667"))
        assert not agrees(exact(Fraction(106, 10), form), printed("10.666666666666666"))


def test_an_exact_value_vouches_for_any_digits() -> None:
    assert agrees(text("0.3333"), exact(Fraction(1, 3)))
    assert not agrees(text("0.3334"), exact(Fraction(1, 3)))


def test_givens_agree_by_exact_value_and_sign() -> None:
    assert given_agrees(text("2.50"), Fraction(5, 2))
    assert given_agrees(text("1e5"), Fraction(100000))
    assert given_agrees(text("½"), Fraction(1, 2))
    assert not given_agrees(text("56%"), Fraction(56))
    assert not given_agrees(text("2.5"), Fraction(-5, 2))
    assert not given_agrees(text("2.483"), Fraction(2483001, 1000000))
    assert not given_agrees(text("±5"), Fraction(5))
    assert given_agrees(text("±5"), text("±5.0"))
    assert not given_agrees(text("010"), text("0010"))


def test_within() -> None:
    assert within(Fraction(1, 4), Fraction(24, 100))
    assert not within(Fraction(1, 4), Fraction(23, 100))
    assert not within(Fraction(1, 4), Fraction(-1, 4))


@given(st.floats(allow_nan=False, allow_infinity=False, min_value=1e-300, max_value=1e300))
def test_nearest_double_is_the_machine_s(value: float) -> None:
    assert nearest_double(Fraction(value)) == Fraction(value)
    assert nearest_double(Fraction(repr(value))) == Fraction(value)


@given(st.integers(-(10**9), 10**9), st.integers(1, 6), st.integers(0, 5))
def test_only_one_text_of_given_places_agrees(digits: int, places: int, fewer: int) -> None:
    line = _fixed(digits, places)
    shown = max(places - fewer, 1)
    unit = 10 ** (places - shown)
    below = abs(digits) // unit
    sign = "-" if digits < 0 else ""
    candidates = [sign + _fixed(below + step, shown) for step in (-1, 0, 1, 2) if below + step >= 0]
    assert sum(agrees(text(candidate), printed(line)) for candidate in candidates) == 1


def _fixed(digits: int, places: int) -> str:
    body = str(abs(digits)).rjust(places + 1, "0")
    return ("-" if digits < 0 else "") + body[:-places] + "." + body[-places:]


@pytest.mark.parametrize(("last", "agree"), [("7", True), ("8", False)])
def test_numbers_of_ten_thousand_digits_agree_by_every_digit(last: str, agree: bool) -> None:
    written = "7" * 9_999 + last
    (text,) = read_prose(written, 0, len(written))
    assert isinstance(text, Numeral)
    (printed,) = read_print_line("7" * 10_000)
    assert agrees(text, printed) is agree
    assert agrees(replace(text, approximate=True, unit="orders of magnitude"), printed)


@pytest.mark.parametrize("rounding", ["half-even", "half-up"])
def test_what_is_told_at_a_glance_is_what_comparing_tells(rounding: str) -> None:
    texts = [text(one) for one, _ in AGREE]
    prints = [printed(one) for _, one in AGREE]
    conventions = Conventions(rounding=rounding)
    for one in texts:
        for other in prints:
            assert agrees(one, other, conventions) is (not disagreement(one, other, conventions))
