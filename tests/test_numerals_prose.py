"""Numbers of plain prose: what is read, what is left out, and that no digit is lost."""

from __future__ import annotations

from fractions import Fraction
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallybook.numerals.numeral import Conventions, Form, NotNumeral, Numeral
from tallybook.numerals.prose import read_prose
from tallybook.numerals.words import read_words


def read(text: str, conventions: Conventions | None = None) -> list[Numeral | NotNumeral]:
    return list(read_prose(text, 0, len(text), conventions or Conventions()))


def numerals(text: str, conventions: Conventions | None = None) -> list[Numeral]:
    return [item for item in read(text, conventions) if isinstance(item, Numeral)]


VALUES = [
    # text, (written, value) of all its numerals
    ("With 200 000 ballots, 10 000 votes", [("200 000", 200000), ("10 000", 10000)]),
    ("the row 0.404 0.512 0.318", [("0.404", Fraction("0.404")), ("0.512", Fraction("0.512")),
     ("0.318", Fraction("0.318"))]),
    ("A: 123\u202f456 Pa", [("123\u202f456", 123456)]),
    ("A: 123\u2009456", [("123\u2009456", 123456)]),
    ("A: 123\u00a0456", [("123\u00a0456", 123456)]),
    ("A: 123\u2003456", [("123", 123), ("456", 456)]),
    ("constant 0.647\u202f829", [("0.647\u202f829", Fraction("0.647829"))]),
    ("12 345.67 m", [("12 345.67", Fraction("12345.67"))]),
    ("in 2021 200 000 came", [("2021", 2021), ("200 000", 200000)]),
    ("150,528 and 150'528 and 1_000_000", [("150,528", 150528), ("150'528", 150528), ("1_000_000", 1000000)]),
    ("we count 401\\,920 cells", [("401\\,920", 401920)]),
    ("1,234,5 and 85,82", [("1", 1), ("234", 234), ("5", 5), ("85", 85), ("82", 82)]),
    ("(1,000)", [("1,000", 1000)]),
    ("t = − 4.46 and p = .09-and", [("− 4.46", Fraction("-4.46")), (".09", Fraction("0.09"))]),
    ("7 − 4, x − 3, 5-3, 3–5", [(t, int(t)) for t in ("7", "4", "3", "5", "3", "3", "5")]),
    ("at −1.5, (-2), [-3]", [("−1.5", Fraction("-1.5")), ("-2", -2), ("-3", -3)]),
    ("+3.0000 then -0.00", [("+3.0000", 3), ("-0.00", 0)]),
    ("2.6 million or 17.6 billion", [("2.6 million", 2600000), ("17.6 billion", 17600000000)]),
    ("1.5e-3, 1e5.", [("1.5e-3", Fraction("0.0015")), ("1e5", 100000)]),
    ("6.2 × 10^8, 6.2 x 10^8, 6.2 × 10⁸", [(t, 620000000) for t in ("6.2 × 10^8", "6.2 x 10^8",
     "6.2 × 10⁸")]),
    ("10^8 and 10^{-3} and 2^10", [("10^8", 10**8), ("10^{-3}", Fraction(1, 1000)), ("2^10", 1024)]),
    ("99.3%, 28 %, 28 percent", [("99.3%", Fraction("0.993")), ("28 %", Fraction("0.28")),
     ("28 percent", Fraction("0.28"))]),
    ("28 per cent and 44\\%", [("28 per cent", Fraction("0.28")), ("44\\%", Fraction("0.44"))]),
    ("5–10 % and 2–3 million", [("5", Fraction("0.05")), ("10 %", Fraction("0.1")), ("2", 2000000),
     ("3 million",
     3000000)]),
    ("1/3, 12/48 (.250)", [("1/3", Fraction(1, 3)), ("12/48", Fraction(1, 4)), (".250", Fraction(1, 4))]),
    ("0.005 1/m", [("0.005", Fraction("0.005"))]),
    ("2 1/2, 2½, 2 ½, ⅓", [("2 1/2", Fraction(5, 2)), ("2½", Fraction(5, 2)), ("2 ½", Fraction(5, 2)),
     ("⅓", Fraction(1, 3))]),
    ("401 920/567 434", [("401 920/567 434", Fraction(401920, 567434))]),
    ("7.4/10 = 7.4", [("7.4", Fraction("7.4")), ("10", 10), ("7.4", Fraction("7.4"))]),
    ("1/0", [("1", 1), ("0", 0)]),
    ("odds of 3:1", [("3:1", 3)]),
    ("the 3rd, the 700th", [("3rd", 3), ("700th", 700)]),
    ("0x1f, 0b101, 1011₂", [("0x1f", 31), ("0b101", 5), ("1011₂", 11)]),
    ("a 10,000-layer and a 28-by-28 one", [("10,000", 10000), ("28", 28), ("28", 28)]),
    ("$5, \\$20, €3.50, 5 €, -$7", [("5", 5), ("20", 20), ("3.50", Fraction("3.5")), ("5", 5), ("-$7", -7)]),
    ("twenty five (25)", [("25", 25)]),
    ("2&frac12; 5&nbsp;000 &minus;7, 1&#49;2", [("2&frac12;", Fraction(5, 2)), ("5&nbsp;000", 5000),
    ("&minus;7", -7), ("1&#49;2", 112)]),
    ("٣ and １２", [("٣", 3), ("１２", 12)]),
    ("784x512 and 3 × 5", [("784", 784), ("512", 512), ("3", 3), ("5", 5)]),
    ("10k runs, 5 dozen, 3 tenths", [("10k", 10000), ("5 dozen", 60), ("3 tenths", Fraction(3, 10))]),
    ("1987. A poor year, only 36.", [("1987", 1987), ("36", 36)]),
    ("This is 3! Really", [("3", 3)]),
    ("the year 1543!", [("1543", 1543)]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), VALUES)
def test_values(text: str, expected: list[tuple[str, int | Fraction]]) -> None:
    assert [(n.text, n.value) for n in numerals(text)] == [(t, Fraction(v)) for t, v in expected]


FIELDS = [
    ("99.3\\%", {"percent": True, "ulp": Fraction(1, 1000), "digits": "993", "form": Form.DECIMAL}),
    ("17.6 million", {"scaled": True, "ulp": Fraction(100000), "form": Form.DECIMAL}),
    ("1,024", {"scaled": False, "ulp": Fraction(1), "form": Form.INTEGER, "digits": "1024"}),
    ("8 percentage points", {"percent": False, "unit": "percentage points", "value": Fraction(8)}),
    ("2.483 GB", {"unit": "GB", "text": "2.483"}),
    ("5 kg", {"unit": "kg"}),
    ("9.81 m/s^2", {"unit": "m/s^2"}),
    ("20 °C", {"unit": "°C"}),
    ("150,528 inputs", {"unit": ""}),
    ("0.005 1/m", {"unit": "1/m"}),
    ("~16", {"approximate": True, "text": "16"}),
    ("about 16", {"approximate": True}),
    ("mean~5", {"approximate": False}),
    ("in ~5.7 bits", {"approximate": True, "unit": "bits"}),
    ("$3.5 million", {"currency": "$", "value": Fraction(3500000), "text": "3.5 million"}),
    ("5 €", {"currency": "€"}),
    ("12:30", {"form": Form.CLOCK}),
    ("3:1", {"form": Form.ODDS}),
    ("010", {"form": Form.DIGITS, "digits": "010"}),
    ("0.333…", {"form": Form.TRUNCATED, "ulp": Fraction(1, 1000)}),
    ("0.333...", {"form": Form.TRUNCATED}),
    ("1.23(4)", {"form": Form.UNCERTAIN, "uncertainty": Fraction("0.04")}),
    ("1.23 ± 0.04", {"form": Form.UNCERTAIN, "uncertainty": Fraction("0.04")}),
    ("±2021", {"sign": "±", "value": Fraction(2021)}),
    ("-0.00", {"sign": "-", "value": Fraction(0)}),
    ("1/3", {"form": Form.FRACTION, "ulp": Fraction(0)}),
    ("1e5", {"form": Form.SCIENTIFIC, "scaled": True}),
    ("in 1986.", {"year": True}),
    ("since 1990 they", {"year": True}),
    ("the year 1543!", {"year": True}),
    ("in 1024 cells", {"year": False}),
    ("in 1536 cells", {"year": False}),
    ("resulting in 1536.", {"year": False}),
    ("2048", {"year": False}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), FIELDS)
def test_fields(text: str, expected: dict[str, object]) -> None:
    (numeral,) = numerals(text)
    assert {name: getattr(numeral, name) for name in expected} == expected


def test_years_of_a_list() -> None:
    assert [n.year for n in numerals("passed 1200 in the years 1875 and 1879")] == [False, True, True]


NO_NUMBERS = [
    ("See Example 1.3.5-2, Section I.5.2, Figure 2.1b, equation (6.22) and Problem 10.17.",
     "1.3.5-2 I.5.2 2.1b 6.22 10.17"),
    ("(I.5.2) and I.5.B04 and 0.LA.01", "I.5.2 I.5.B04 0.LA.01"),
    ("page 12, p. 12, pp. 3–5, vol. 3, No. 4, Step 2, Chapter 5", "12 12 3–5 3 4 2 5"),
    ("Sections 4.2, 4.3 and 4.4", "4.2 4.3 4.4"),
    ("as in [12]", "12"),
    ("Zaslavsky (1975), et al. 2014, (Roe, 2014a), see Doe 1999.", "1975 2014 2014a 1999"),
    ("on 3 May 2021, 2021-05-03, in May 2021, May 3, 2021", "3 May 2021|2021-05-03|2021|3, 2021"),
    ("Python 3.11, v1.2.3, 1.2.3", "3.11 v1.2.3 1.2.3"),
    ("ViT-B/16 and gMLP-B/16", "ViT-B/16 gMLP-B/16"),
    ("x86-64 fp32 B2B ResNet-50 LAION-5B utf-8 R2 H2O MP3 A4 C++17",
     "x86-64 fp32 B2B ResNet-50 LAION-5B utf-8 R2 H2O MP3 A4 C++17"),
    ("2-norm 6-digit 3-by-3 2-to-1 10-fold", "2-norm 6-digit 3-by-3 2-to-1 10-fold"),
    ("https://a.b/c12, me2@x3.org, doi:10.1000/xyz12", "https://a.b/c12 me2@x3.org doi:10.1000/xyz12"),
    ("arXiv:1706.03762 24/7 x^2 3D the 1990s", "arXiv:1706.03762|24/7|2|3D|1990s"),
    ("a[^12] b&#160;c", "12 &#160;"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), NO_NUMBERS)
def test_no_numbers(text: str, expected: str) -> None:
    items = read(text)
    assert [item.text for item in items] == expected.split("|" if "|" in expected else " ")
    assert all(isinstance(item, NotNumeral) and item.reason for item in items)


NUMBERS_ALL_THE_SAME = [
    "Total (1984)", "The 1543 cells", "of shape [12]", "[109]{=a.b}", "step 1000", "rank-16", "a 16-bit word",
    "the value is [12]",
    "a volume 12 times larger", "in base 16", "[12](#there)",
]  # fmt: skip


@pytest.mark.parametrize("text", NUMBERS_ALL_THE_SAME)
def test_company_is_not_stretched(text: str) -> None:
    assert len(numerals(text)) == 1


COMMA = Conventions(decimal_mark=",")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1,6 und 2,56", [Fraction("1.6"), Fraction("2.56")]),
        ("1.234.567,8", [Fraction("1234567.8")]),
        ("1.234", [Fraction(1234)]),
        ("12,5 %", [Fraction("0.125")]),
        ("I.5.2", []),
    ],
)
def test_decimal_comma(text: str, expected: list[Fraction]) -> None:
    assert [n.value for n in numerals(text, COMMA)] == expected


def test_comma_is_no_decimal_mark_unless_declared() -> None:
    assert [n.value for n in numerals("1,6")] == [1, 6]


def test_a_run_is_read_alone() -> None:
    text = "$x$-5 and 7$5"
    assert [(n.text, n.span.start) for n in read_prose(text, 3, 11, Conventions())] == [("5", 4), ("7", 10)]


_PIECES = st.sampled_from(
    [
        *"0123456789.,:/-–−+%$€^_()[]{}~x×'eEabI½²\u2009\u202f\u00a0 \n\\&;#٣１",
        "&#49;",
        "&nbsp;",
        "&frac12;",
        " million",
        " 10^",
        "Section ",
        "in ",
        "1975",
        " m/s2",
        "0x",
        "<sup>",
        "https://",
    ]
)


@given(st.lists(_PIECES, max_size=25).map("".join), st.sampled_from([".", ","]))
def test_every_digit_is_in_exactly_one_item(text: str, mark: str) -> None:
    items = read(text, Conventions(decimal_mark=mark))
    covered = [0] * len(text)
    for item in items:
        assert text[item.span.start : item.span.end] == item.text
        for at in range(item.span.start, item.span.end):
            covered[at] += 1
    assert max(covered, default=0) <= 1
    assert all(covered[at] for at, c in enumerate(text) if c.isdecimal())
    assert [item.span for item in items] == sorted(item.span for item in items)


@given(st.integers(0, 10**15), st.sampled_from([",", "\u2009", "\u202f", "'", "\\,"]))
def test_groups_do_not_change_the_value(value: int, group: str) -> None:
    (numeral,) = numerals(f"see {value:,} of it".replace(",", group))
    assert (numeral.value, numeral.digits, numeral.form) == (value, str(value), Form.INTEGER)


@given(st.decimals(allow_nan=False, allow_infinity=False, places=3, min_value=-(10**9), max_value=10**9))
def test_decimals_are_exact(value: object) -> None:
    (numeral,) = numerals(f"so {value} holds")
    assert (numeral.value, numeral.ulp) == (Fraction(str(value)), Fraction(1, 1000))


@pytest.mark.parametrize(
    ("text", "unread", "reason"),
    [
        ("value 1e999999999", "1e999999999", "unreadable: an exponent beyond 20000"),
        ("some 2.5e-99999999 m", "2.5e-99999999", "unreadable: an exponent beyond 20000"),
        ("at 10^999999999 it", "10^999999999", "unreadable: an exponent beyond 20000"),
        ("at 999^{19999} it", "999^{19999}", "unreadable: too large a power"),
        ("the " + "7" * 20_001 + ".", "7" * 20_001, "unreadable: more than 20000 digits"),
        ("rank-" + "7" * 20_001, "7" * 20_001, "unreadable: more than 20000 digits"),
    ],
    ids=lambda value: value[:20],
)
def test_numbers_too_large_to_read_are_told_apart(text: str, unread: str, reason: str) -> None:
    (item,) = read(text)
    assert isinstance(item, NotNumeral)
    assert (item.text, item.reason) == (unread, reason)


LONG = "7" * 10_000


@pytest.mark.parametrize(
    "text",
    [
        LONG, f"{LONG}.5", f"1/{LONG}", f"3:{LONG}", f"{LONG}th", f"{LONG}½", f"1.5 ± {LONG}",
        f"{LONG} million",
        f"5–{LONG} million", f"seven in {LONG}", f"{LONG}-fold", f"May {LONG}", f"{LONG}₈", f"part {LONG}",
        f"0x{LONG}", f"{LONG} × 10^5", f"{LONG}^2", f"$ {LONG}", f"{LONG} tenths", f"2 1/{LONG}",
    ],
    ids=lambda value: value[:4] + value[-8:],
)  # fmt: skip
def test_numbers_of_ten_thousand_digits_are_read(text: str) -> None:
    assert any(LONG in item.text for item in read(text))
    read_words(text, 0, len(text))


def test_the_value_of_ten_thousand_digits_is_exact() -> None:
    (numeral,) = numerals(f"the {LONG} grains")
    assert numeral.value == (10**10_000 - 1) // 9 * 7


@pytest.mark.parametrize(
    ("text", "value"), [("0x3D", 61), ("0x2d", 45), ("0b101", 5), ("0b100", 4), ("0o17", 15)]
)
def test_numerals_with_a_base(text: str, value: int) -> None:
    (numeral,) = numerals(text)
    assert (numeral.value, numeral.form, numeral.text) == (value, Form.BASED, text)


@pytest.mark.parametrize(
    ("unit", "count"),
    [
        ("&#53;&#54; ", 10_000),
        ("http://a.b/1 ", 10_000),
        ("3-", 30_000),
        ("123, ", 10_000),
        ("3 of 4, ", 5_000),
    ],
)
def test_long_runs_take_time_in_proportion(unit: str, count: int) -> None:
    start = process_time()
    items = read(unit * count)
    assert process_time() - start < 5  # half a second on a machine with nothing else to do
    assert len(items) >= count // 10
