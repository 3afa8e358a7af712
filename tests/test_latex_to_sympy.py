"""Expressions as SymPy's, and what it proves."""

from __future__ import annotations

import pytest
import sympy

from latex_cases import parse
from tallybook.latex.to_sympy import equal, expression_of, within_bounds
from tallybook.latex.tree import Chain, Node
from tallybook.numerals.numeral import Conventions

x, n = sympy.Symbol("x", real=True), sympy.Symbol("n", real=True)


def node(source: str) -> Node:
    (part,) = parse(source)[0].parts
    return part


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("2x + 1.5", 2 * x + sympy.Rational(3, 2)),
        ("n(n-1)", n * (n - 1)),
        (r"\frac{x^2}{3}", x**2 / 3),
        (r"\lfloor n/2 \rfloor", sympy.floor(n / 2)),
        (r"\mathrm{ReLU}(x)", sympy.Max(0, x)),
        (
            r"\begin{cases} 2x & x \le 1 \\ 0 & \text{otherwise} \end{cases}",
            sympy.Piecewise((2 * x, x <= 1), (0, True)),
        ),
        (r"\sum_{k=1}^{4} k^2", sympy.Integer(30)),
        (r"\int_0^1 x^2\,dx", sympy.Rational(1, 3)),
        (r"\lim_{x \to \infty} \frac{2x + 1}{x}", sympy.Integer(2)),
        (r"(x^2 + 1)\bigr\rvert_{x=3}", sympy.Integer(10)),
    ],
)
def test_expressions(source: str, expected: object) -> None:
    assert sympy.simplify(expression_of(node(source)) - expected) == 0


@pytest.mark.parametrize(
    "source", [r"\text{bytes}", "010", r"\log 5", r"4 \pm 2", "(1, 2)", r"x^{99999}", r"\frac{1}{0}"]
)
def test_no_expression(source: str) -> None:
    assert within_bounds(lambda: expression_of(node(source))) is None


def test_the_base_of_a_plain_logarithm_is_a_convention() -> None:
    assert expression_of(node(r"\log 8"), conventions=Conventions(log_base="2")) == 3


@pytest.mark.parametrize(
    ("source", "proven"),
    [
        (r"1 + n + \frac{n(n-1)}{2} = \sum_{i=0}^{2} \binom{n}{i}", True),
        (r"1 + n + \frac{n(n-2)}{2} = \sum_{i=0}^{2} \binom{n}{i}", False),
        (r"(a + b)^2 = a^2 + 2ab + b^2", True),
        (r"(a + b)^2 = a^2 + 3ab + b^2", False),
        (r"\sum_{k=1}^{n} k^2 = \frac{n(n+1)(2n+1)}{6}", True),
        (r"\sin^2 x + \cos^2 x = 1", True),
        (r"\lim_{B \to \infty} \frac{2Bd^2}{4(d^2 + 2Bd)} = \frac{d}{4}", True),
        (r"\lim_{B \to \infty} \frac{2Bd^2}{4(d^2 + 2Bd)} = \frac{d}{5}", False),
        (r"\text{bytes} = 3", False),
    ],
)
def test_identities(source: str, proven: bool) -> None:
    chain = node(source)
    assert isinstance(chain, Chain)
    assert (equal(*chain.operands) is True) is proven
