"""Writing values in the notation of a numeral, and the mutants of numerals."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallybook.numerals.mutants import mutants
from tallybook.numerals.numeral import Form, Numeral
from tallybook.numerals.prose import read_prose
from tallybook.numerals.words import read_words
from tallybook.numerals.write import write_like
from tallybook.span import Span


def text(written: str) -> Numeral:
    items = [*read_words(written, 0, len(written)), *read_prose(written, 0, len(written))]
    return next(item for item in items if isinstance(item, Numeral))


def latex(
    written: str, value: Fraction, ulp: Fraction, form: Form, sign: str = "", percent: bool = False
) -> Numeral:
    return Numeral(Span(0, len(written)), written, value, ulp, form, sign, percent)


WRITTEN = [
    ("150,528", Fraction(1234567), "1,234,567"),
    ("150,528", Fraction(42), "42"),
    ("620\u202f663\u202f784", Fraction(12345), "12\u202f345"),
    ("401\\,920", Fraction(7654321), "7\\,654\\,321"),
    ("1024", Fraction(123456), "123456"),
    ("1024", Fraction(1, 2), None),
    ("2.483", Fraction("3.14159"), "3.142"),
    ("2.5", Fraction("2.45"), "2.4"),
    ("99.3%", Fraction("0.0561"), "5.6%"),
    ("28 %", Fraction("0.29"), "29 %"),
    ("-0.00", Fraction(3), "3.00"),
    ("+3.0000", Fraction(-1, 2), "-0.5000"),
    ("+3.0000", Fraction(1, 2), "+0.5000"),
    ("− 4.46", Fraction(1), "1.00"),
    ("17.6 million", Fraction(18040000), "18.0 million"),
    (".250", Fraction(1, 3), ".333"),
    (".250", Fraction(4, 3), "1.333"),
    ("1/3", Fraction(-5, 7), "-5/7"),
    ("1/3", Fraction(2, 3), "2/3"),
    ("12/48", Fraction(1, 2), "24/48"),
    ("6.2 × 10^8", Fraction(31415), "3.1 × 10^4"),
    ("1.5e-3", Fraction(31415), "3.1e4"),
    ("1.5e-3", Fraction(9951, 10**6), "1.0e-2"),
    ("six", Fraction(21), "twenty-one"),
    ("Six", Fraction(7), "Seven"),
    ("3rd", Fraction(12), "12th"),
    ("third", Fraction(22), "twenty-second"),
    ("a quarter", Fraction(1, 3), None),
    ("12:30", Fraction(5), None),
]  # fmt: skip


@pytest.mark.parametrize(("model", "value", "expected"), WRITTEN)
def test_write_like(model: str, value: Fraction, expected: str | None) -> None:
    sample = f"the {model} row" if model == "third" else model
    assert write_like(text(sample), value) == expected


@pytest.mark.parametrize(
    ("model", "value", "expected"),
    [
        (latex(r"150{,}528", Fraction(150528), Fraction(1), Form.INTEGER),
         Fraction(1234567), r"1{,}234{,}567"),
        (latex(r"2{,}5", Fraction(5, 2), Fraction(1, 10), Form.DECIMAL), Fraction("2.56"), r"2{,}6"),
        (latex(r"1{,}552", Fraction("1.552"), Fraction(1, 1000), Form.DECIMAL), Fraction(2), r"2{,}000"),
        (latex(r"\tfrac12", Fraction(1, 2), Fraction(0), Form.FRACTION), Fraction(3, 2), r"\tfrac32"),
        (latex(r"\tfrac12", Fraction(1, 2), Fraction(0), Form.FRACTION), Fraction(7, 12), r"\tfrac{7}{12}"),
        (latex(r"\frac{401\,920}{567\,434}", Fraction(401920,
         567434), Fraction(0), Form.FRACTION), Fraction(401921, 567434),
         r"\frac{401\,921}{567\,434}"),
        (latex(r"6.2 \times 10^8", Fraction(620000000), Fraction(10**7), Form.SCIENTIFIC), Fraction(12,
         10**6), r"1.2 \times 10^{-5}"),
        (latex(r"6.2 \times 10^{-8}", Fraction(62, 10**9), Fraction(1,
         10**9), Form.SCIENTIFIC), Fraction(12), r"1.2 \times 10^{1}"),
        (latex(r"44\%", Fraction("0.44"), Fraction(1,
         100), Form.INTEGER, percent=True), Fraction("0.48"), r"48\%"),
    ],
)  # fmt: skip
def test_write_like_in_mathematics(model: Numeral, value: Fraction, expected: str) -> None:
    assert write_like(model, value) == expected


@given(st.integers(0, 10**12), st.sampled_from(["150,528", "1\u202f234", "1024", "401\\,920"]))
def test_what_is_written_reads_as_the_value(value: int, model: str) -> None:
    written = write_like(text(model), Fraction(value))
    assert written is not None
    assert text(written).value == value


MUTANTS = [
    ("12", {"22", "02", "11", "13", "21", "1", "2", "112", "122", "120", "1.2"}),
    ("2.5", {"3.5", "1.5", "2.6", "2.4", "5.2", ".5", "2", "22.5", "2.55", "25", "0.25"}),
    ("-3", {"-4", "-2", "-33", "-30", "3", "+3"}),
    ("5%", {"6%", "4%", "55%", "50%", "5"}),
    ("six", {"five", "seven"}),
    ("seven in ten", {"six in ten", "eight in ten", "seven in nine", "seven in eleven"}),
    ("two-thirds", {"three-thirds", "one-third", "two-quarters", "two-halves"}),
    ("a quarter", {"a third", "a fifth"}),
    ("half a million", {"five hundred thousand and one",
     "four hundred and ninety-nine thousand nine hundred and ninety-nine"}),
    ("twice", {"once", "three times"}),
    ("3rd", {"2nd", "4th"}),
    ("one in 4000", {"two in 4000", "one in 4001", "one in 3999"}),
]  # fmt: skip


@pytest.mark.parametrize(("model", "expected"), MUTANTS)
def test_mutants(model: str, expected: set[str]) -> None:
    assert set(mutants(text(model))) == expected


def test_the_base_of_a_power_is_not_altered() -> None:
    found = mutants(text("6.2 × 10^8"))
    assert "6.2 × 10^9" in found
    assert all(mutant.count("× 10^") == 1 for mutant in found)


def test_mutants_in_mathematics() -> None:
    found = mutants(latex(r"\tfrac12", Fraction(1, 2), Fraction(0), Form.FRACTION))
    assert {r"\tfrac22", r"\tfrac13", r"\tfrac11"} <= set(found)
    grouped = mutants(latex(r"150\,528", Fraction(150528), Fraction(1), Form.INTEGER))
    assert {r"150\,529", r"105\,528", r"15\,052", r"1\,505\,288"} <= set(grouped)


@pytest.mark.parametrize(
    "model",
    ["150,528", "620\u202f663\u202f784", "2.483", "99.3%", "28 %", "-0.00", "+3.0000", "17.6 million",
    "12/48", ".250",
     "6.2 × 10^8", "1.5e-3", "1024", "2½", "200 000"],
)  # fmt: skip
def test_mutants_read_as_one_numeral_of_another_spelling(model: str) -> None:
    original = text(model)
    found = mutants(original)
    assert len(found) == len(set(found)) >= 3
    assert original.text not in found
    for mutant in found:
        sentence = f"so {mutant} holds"
        items = [item for item in read_prose(sentence, 0, len(sentence)) if isinstance(item, Numeral)]
        assert [item.text for item in items] == [mutant]
        assert replace(items[0], span=original.span) != original


def test_numbers_of_ten_thousand_digits_are_written() -> None:
    assert write_like(text("5"), Fraction(10**10_000)) == "1" + "0" * 10_000
    assert write_like(text("2.5"), Fraction(10**10_000)) == "1" + "0" * 10_000 + ".0"
