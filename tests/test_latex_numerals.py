"""Numerals of formulas: their text, value and form, and the digits that are no claim."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from latex_cases import load, parse
from tallybook.numerals.numeral import Form

if TYPE_CHECKING:
    from tallybook.latex.tree import Num


def _said(node: Num) -> tuple[str, Fraction, str]:
    numeral = node.numeral
    form = "" if numeral.form in {Form.INTEGER, Form.DECIMAL} else numeral.form.value
    return numeral.text, numeral.value, "percent" if numeral.percent else form


def _expected(line: str) -> tuple[str, Fraction, str]:
    text, _, rest = line.rpartition(" = ")
    value, _, form = rest.partition(" ")
    return text, Fraction(value) if "/" in value else Fraction(Decimal(value)), form


@pytest.mark.parametrize("case", load("numerals"), ids=lambda case: case["formula"])
def test_claims_and_ignored_digits(case: dict[str, Any]) -> None:
    formula, text = parse(case["formula"], case.get("decimal_mark", "."))
    claims = sorted(formula.claims(), key=lambda node: node.span)
    assert [_said(node) for node in claims] == [_expected(line) for line in case["claims"]]
    for node in claims:
        assert node.span == node.numeral.span
        assert text[node.span.start : node.span.end] == node.numeral.text
    ignored = [f"{text[span.start : span.end]}: {reason}" for span, reason in formula.ignored]
    assert ignored == case.get("ignored", [])


@pytest.mark.parametrize(
    ("source", "ulp"),
    [
        ("1024", 1),
        ("2.483", Fraction(1, 1000)),
        ("99.3\\%", Fraction(1, 1000)),
        ("6.2 \\times 10^8", 10_000_000),
        ("1.5e-3", Fraction(1, 10_000)),
        ("0.\\overline{3}", 0),
        ("2{,}50", Fraction(1, 100)),
    ],
)
def test_unit_of_the_last_place(source: str, ulp: Fraction) -> None:
    (claim,) = parse(source)[0].claims()
    assert claim.numeral.ulp == ulp


@pytest.mark.parametrize(
    ("source", "unit"),
    [
        ("2.483 \\text{ GB in fp32}", "GB"),
        ("2.483\\,\\mathrm{GB}", "GB"),
        ("\\qty{5}{\\kilo\\metre}", "km"),
        ("540^{\\circ}", "°"),
        ("5 \\text{ if } ", ""),
        ("10 \\text{ parameters}", ""),
        ("6.2 \\times 10^8 \\text{ Hz}", "Hz"),
    ],
)
def test_unit_behind_a_numeral(source: str, unit: str) -> None:
    (claim,) = parse(source)[0].claims()
    assert claim.numeral.unit == unit


def test_signs_are_kept() -> None:
    signs = [node.numeral.sign for node in parse("-0.00, +3.0000, 2, - 1, −4")[0].claims()]
    assert signs == ["-", "+", "", "-", "-"]


def test_currency_is_kept() -> None:
    assert [node.numeral.currency for node in parse("\\$10 \\pm €5")[0].claims()] == ["$", "€"]


def test_uncertainty_of_siunitx() -> None:
    first, second = parse("\\num{1.23(4)} + \\num{1.602176621(98)e-19}")[0].claims()
    assert first.numeral.uncertainty == Fraction(4, 100)
    assert second.numeral.uncertainty == Fraction(98, 10**9) / 10**19


@pytest.mark.parametrize(
    ("source", "ambiguous"),
    [("(1,000)", True), ("\\{1,234\\}", True), ("1,000", False), ("(1{,}000)", False)],
)
def test_a_single_group_in_brackets_is_ambiguous(source: str, ambiguous: bool) -> None:
    (claim,) = parse(source)[0].claims()
    assert claim.numeral.ambiguous is ambiguous


def test_a_digit_string_keeps_its_zeros() -> None:
    (claim,) = parse("010")[0].claims()
    assert (claim.numeral.digits, claim.numeral.form) == ("010", Form.DIGITS)
