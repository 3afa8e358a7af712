"""Numbers of a print line, as plain programs write them."""

from __future__ import annotations

from fractions import Fraction
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallybook.numerals.numeral import Form
from tallybook.numerals.printed import read_print_line

LINES = [
    (r"[401\,920, 7]", [(r"401\,920", 401920), ("7", 7)]),
    ("[401,920, 7]", [("401", 401), ("920", 920), ("7", 7)]),
    ("wide.parameters = 620663784", [("620663784", 620663784)]),
    ("0.5 1e-05 inf nan -inf 3.5e+10", [("0.5", Fraction(1, 2)), ("1e-05", Fraction(1, 100000)), ("3.5e+10",
     35 * 10**9)]),
    ("memory 2.483 GB", [("2.483", Fraction("2.483"))]),
    ("99.3 % 99.3%", [("99.3 %", Fraction("0.993")), ("99.3%", Fraction("0.993"))]),
    ("12/48 .250", [("12/48", Fraction(1, 4)), (".250", Fraction(1, 4))]),
    ("Fraction(3, 2) Fraction(-1, 3)", [("Fraction(3, 2)", Fraction(3, 2)), ("Fraction(-1, 3)", Fraction(-1,
     3))]),
    ("Decimal('1.50') np.float64(2.5)", [("1.50", Fraction(3, 2)), ("2.5", Fraction(5, 2))]),
    ("[1.  2.5 -3. ]", [("1.", 1), ("2.5", Fraction(5, 2)), ("-3.", -3)]),
    ("[   1    2 ...  999 1000]", [("1", 1), ("2", 2), ("999", 999), ("1000", 1000)]),
    ("[[1, 2], (3, -4)]", [("1", 1), ("2", 2), ("3", 3), ("-4", -4)]),
    ("{'a': 1, 'b2': -2}", [("1", 1), ("-2", -2)]),
    ("784 x 512 and 784x512 and 224 × 224 × 3", [(t, int(t)) for t in ("784", "512", "784", "512", "224",
     "224", "3")]),
    ("150_528 620,663,784", [("150_528", 150528), ("620,663,784", 620663784)]),
    ("[100,200,300]", [("100", 100), ("200", 200), ("300", 300)]),
    ("1,2,3", [("1", 1), ("2", 2), ("3", 3)]),
    ("-0.00 +2021 5-3", [("-0.00", 0), ("+2021", 2021), ("5", 5), ("3", 3)]),
    ("2021-05-03 1.2.3 layer1 x86-64 fp32 v2", []),
    ("0b101 0x1f", [("0b101", 5), ("0x1f", 31)]),
    ("t(8) = 3.938", [("8", 8), ("3.938", Fraction("3.938"))]),
    ("n = 5, m = 7", [("5", 5), ("7", 7)]),
    ("17.6 million", [("17.6 million", 17600000)]),
    ("620\u202f663\u202f784", [("620\u202f663\u202f784", 620663784)]),
    ("620 663 784", [("620", 620), ("663", 663), ("784", 784)]),
    ("1.23 +/- 0.04", [("1.23 +/- 0.04", Fraction("1.23"))]),
    (" 42\r", [("42", 42)]),
    ("", []),
]  # fmt: skip


@pytest.mark.parametrize(("line", "expected"), LINES)
def test_lines(line: str, expected: list[tuple[str, int | Fraction]]) -> None:
    found = read_print_line(line)
    assert [(n.text, n.value) for n in found] == [(t, Fraction(v)) for t, v in expected]
    assert all(line[n.span.start : n.span.end] == n.text for n in found)


FIELDS = [
    ("2.483 GB", {"unit": "GB", "ulp": Fraction(1, 1000), "form": Form.DECIMAL}),
    ("10GB", {"unit": "GB", "form": Form.INTEGER}),
    ("5 m", {"unit": "m"}),
    ("99.3%", {"percent": True, "ulp": Fraction(1, 1000)}),
    ("12:30", {"form": Form.CLOCK}),
    ("3:1", {"form": Form.ODDS, "value": Fraction(3)}),
    ("010", {"form": Form.DIGITS, "digits": "010"}),
    ("01000001", {"form": Form.DIGITS, "digits": "01000001"}),
    ("101010", {"form": Form.INTEGER, "digits": "101010"}),
    ("0b101", {"form": Form.BASED, "digits": "101"}),
    ("1e-05", {"form": Form.SCIENTIFIC, "scaled": True, "ulp": Fraction(1, 100000)}),
    ("-0.00", {"sign": "-"}),
    ("+2021", {"sign": "+"}),
    ("Fraction(3, 2)", {"form": Form.FRACTION, "ulp": Fraction(0)}),
    ("1.23(4)", {"uncertainty": Fraction("0.04"), "form": Form.UNCERTAIN}),
    ("21st", {"form": Form.ORDINAL}),
]  # fmt: skip


@pytest.mark.parametrize(("line", "expected"), FIELDS)
def test_fields(line: str, expected: dict[str, object]) -> None:
    (numeral,) = read_print_line(line)
    assert {name: getattr(numeral, name) for name in expected} == expected


def test_a_name_behind_a_number_is_no_unit() -> None:
    assert [n.unit for n in read_print_line("n 5 m 7 s = 8")] == ["", "", ""]


def test_the_fast_path_reads_what_the_slow_one_reads() -> None:
    (fast,) = read_print_line("  42 ")
    (slow,) = read_print_line("  42 ,")
    assert fast == slow
    assert hash(fast) == hash(slow)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_every_float_is_read_exactly_as_printed(value: float) -> None:
    (numeral,) = read_print_line(f"x = {value!r}")
    assert numeral.value == Fraction(repr(value))
    assert (numeral.sign == "-") == repr(value).startswith("-")


@given(st.lists(st.integers(-(10**12), 10**12), min_size=1))
def test_every_list_of_integers_is_read(values: list[int]) -> None:
    assert [n.value for n in read_print_line(f"rows: {values}")] == values


def test_a_long_listing_is_read_fast() -> None:
    lines = [str(number) for number in range(50_000)]
    start = perf_counter()
    for line in lines:
        read_print_line(line)
    assert perf_counter() - start < 2.5  # about 0.15 s on an idle machine


@pytest.mark.parametrize(
    "line", ["1e999999999", "9e-99999999999999", "1 ± 1e99999999", "7" * 20_001, "x = " + "7" * 20_001 + ".5"]
)
def test_numbers_too_large_to_read_are_no_print(line: str) -> None:
    start = perf_counter()
    assert [numeral.text for numeral in read_print_line(line + " 5") if numeral.text != "5"] == []
    assert perf_counter() - start < 1


LONG = "7" * 10_000


@pytest.mark.parametrize(
    "line",
    [
        LONG, f"n = {LONG}", f"{LONG}.5", f"1/{LONG}", f"Fraction(-1, {LONG})", f"0x{LONG}", f"3:{LONG}",
        f"1.5 ± {LONG}", f"{LONG} %", f"{LONG}th",
    ],
    ids=lambda value: value[:4] + value[-8:],
)  # fmt: skip
def test_numbers_of_ten_thousand_digits_are_read(line: str) -> None:
    assert any(LONG in numeral.text for numeral in read_print_line(line))


def test_the_value_of_ten_thousand_digits_is_exact() -> None:
    (numeral,) = read_print_line(f"n = {LONG}")
    assert numeral.value == (10**10_000 - 1) // 9 * 7
    (fraction,) = read_print_line(f"Fraction(-1, {LONG})")
    assert fraction.value == Fraction(-1, (10**10_000 - 1) // 9 * 7)
