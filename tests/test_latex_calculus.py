"""Values of integrals, limits, sums and derivatives; sums with an ellipsis; the bound on the work."""

from __future__ import annotations

import sys
from fractions import Fraction

import pytest

from tallybook.latex.bounded import within
from tallybook.latex.evaluate import evaluate
from tallybook.latex.parser import parse_formula
from tallybook.latex.to_sympy import equal
from tallybook.latex.tree import Chain, Derivative, Num


def value(tex: str) -> Fraction | None:
    (part,) = parse_formula(tex, 0, len(tex)).parts
    found = evaluate(part)
    return None if found is None else found.value


@pytest.mark.parametrize(
    ("tex", "expected"),
    [
        (r"\int_0^1 x^2\,dx", Fraction(1, 3)),
        (r"\int_1^e \frac{dx}{x}", Fraction(1)),
        (r"\int_0^{\pi} \sin x\,dx", Fraction(2)),
        (r"\int_0^1\int_0^1 xy\,dx\,dy", Fraction(1, 4)),
        (r"\int_0^\infty e^{-2x}\,\mathrm{d}x", Fraction(1, 2)),
        (r"\lim_{x\to 0} \frac{1-\cos x}{x^2}", Fraction(1, 2)),
        (r"\sum_{k=0}^\infty \frac{1}{2^k}", Fraction(2)),
        (r"\left[x^3 + x\right]_0^2", Fraction(10)),
        (r"\left.\frac{x^3}{3}\right|_0^1", Fraction(1, 3)),
        (r"\left.\frac{d}{dx} x^3\right|_{x=2}", Fraction(12)),
    ],
)
def test_closed_values(tex: str, expected: Fraction) -> None:
    assert value(tex) == expected


@pytest.mark.parametrize(
    "tex",
    [
        r"\int_{-1}^1 x^{-2}\,dx",  # it diverges, whatever the antiderivative says
        r"\int_0^1 f(x)\,dx",
        r"\int_0^a x\,dx",
        r"\sum_{k=1}^\infty \frac{1}{k}",
        r"\frac{dy}{dx}",
        r"\lim_{x\to 2} ((30!)!)!",
        r"\int_0^1 (1+x+x^2)^{300}\,dx",
        r"\int_0^1 e^{\sin x}\ln(x+2)\,dx",
    ],
)
def test_no_value(tex: str) -> None:
    assert value(tex) is None


@pytest.mark.parametrize(
    ("tex", "expected"),
    [
        (r"1 + 2 + \dots + 100", Fraction(5050)),
        (r"1 + 2 + \dots + 10^{12}", Fraction(10**12 * (10**12 + 1), 2)),
        (r"1^2 + 2^2 + \dots + 10^2", Fraction(385)),
        (r"\frac{1}{1\cdot2} + \frac{1}{2\cdot3} + \dots + \frac{1}{99\cdot100}", Fraction(99, 100)),
        (r"1 + 2 + 4 + \cdots + 512", Fraction(1023)),
        (r"1 - \frac12 + \frac14 - \cdots", Fraction(2, 3)),
        (r"1\cdot 2\cdots 10", Fraction(3628800)),
        (r"1 + 2 + \dots + 99.5", None),  # no step of one leads there
        (r"2 + 4 + \dots + 64", None),  # even numbers, or powers of two
        (r"1 + 3 + 4 + \dots + 11", None),
        (r"1! + 2! + \dots + 4999!", None),  # too many to be written out
    ],
)
def test_sums_with_an_ellipsis(tex: str, expected: Fraction | None) -> None:
    assert value(tex) == expected


def test_the_operator_takes_what_stands_behind_it() -> None:
    tex = r"\frac{d^2}{dx^2} x^4 + 1"
    (total,) = parse_formula(tex, 0, len(tex)).parts
    first = total.children()[0]
    assert isinstance(first, Derivative)
    assert (first.order, first.variable.key) == (2, "x")


@pytest.mark.parametrize(
    ("tex", "proven"),
    [
        (r"\frac{d}{dx} x^3 = 3x^2", True),
        (r"\frac{d}{dx} x^3 = 4x^2", None),
        (r"(2+3i)(2-3i) = 13", True),
        (r"(2+3i)(2-3i) = 12", False),
        (r"e^{i\pi} + 1 = 0", True),
    ],
)
def test_equality(tex: str, proven: bool | None) -> None:
    (chain,) = parse_formula(tex, 0, len(tex)).parts
    assert isinstance(chain, Chain)
    assert equal(*chain.operands, imaginary="i" if "i" in tex.replace(r"\pi", "") else "") is proven


def test_work_is_bounded_and_a_profiler_kept() -> None:
    def endless() -> None:
        while True:
            abs(-1)

    before = sys.getprofile()
    assert within(1_000, endless) is None
    assert within(1_000, lambda: 7) == 7
    assert sys.getprofile() is before


@pytest.mark.parametrize(
    ("tex", "text", "uncertainty"),
    [
        (r"6.674(15)\times10^{-11}", r"6.674(15)\times10^{-11}", Fraction(15, 10**14)),
        (r"(6.674 \pm 0.015)\times10^{-11}", r"(6.674 \pm 0.015)\times10^{-11}", Fraction(15, 10**14)),
        (r"g = 9.81(2)", "9.81(2)", Fraction(2, 100)),
    ],
)
def test_uncertainties_are_one_number(tex: str, text: str, uncertainty: Fraction) -> None:
    (number,) = parse_formula(tex, 0, len(tex)).claims()
    assert (number.numeral.text, number.numeral.uncertainty) == (text, uncertainty)


@pytest.mark.parametrize("tex", [r"1.5(2) = 3", r"4.9(2)^2", r"1.5(2)x"])
def test_a_bracket_in_a_product_is_a_factor(tex: str) -> None:
    numbers = [node for node in parse_formula(tex, 0, len(tex)).numerals() if isinstance(node, Num)]
    assert all(number.numeral.uncertainty is None for number in numbers)
