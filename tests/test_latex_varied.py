"""The value of an expression for other numerals in a place: as if it had been written with them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from tallybook.latex.evaluate import evaluate
from tallybook.latex.parser import parse_formula
from tallybook.latex.rewrite import substituted
from tallybook.latex.tree import Num, Value
from tallybook.latex.varied import Varied
from tallybook.numerals.numeral import Conventions

FORMULAS = [
    "3",
    "-4",
    "2 + 3 - 4 + 5.5",
    r"7 \cdot 8 \cdot (9 - 2)",
    r"\frac{12 - 3}{4 + 5}",
    r"1 / (2 - 2)",
    r"2^{3} + 3^{-2}",
    r"\sqrt{16} + \sqrt[3]{27}",
    r"\log_{2} 64 + \ln 3",
    r"\log 100 + 5",
    r"\log 1 + 5",
    r"5! + \binom{6}{2}",
    r"\sum_{k=1}^{4} k^2 + 7",
    r"\lfloor 10 / 4 \rfloor \cdot 3",
    r"2\tfrac12 + 1",
    r"\sin(30^\circ) + 2",
    r"12 \bmod 5",
    r"3 \text{ of 5 cm} \cdot 2",
    r"\underbrace{3 + 4}_{7} + 1",
    r"\max(3, 8) - |2 - 5|",
    "2 x + 3",
    r"1 \cdot 2 \cdots 10",
    r"1 + 2 + \cdots + 10",
    r"0.5 \cdot 1.25 + 3.1 / 2.4",
    "56\\% + 0.1",
]


@pytest.mark.parametrize("log_base", ["", "10"])
@pytest.mark.parametrize("formula", FORMULAS)
def test_it_is_the_value_of_the_expression_written_anew(formula: str, log_base: str) -> None:
    conventions = Conventions(log_base=log_base)
    (root,) = parse_formula(formula, 0, len(formula)).parts
    bindings = {"x": Value(Fraction(3))}
    varied = Varied(root, bindings, conventions)
    places = [node for node in root.walk() if isinstance(node, Num)]
    assert places
    for place in places:
        for value in (place.numeral.value, Fraction(0), Fraction(2), Fraction(-3), Fraction(37, 10)):
            numeral = replace(place.numeral, value=value)
            changed = substituted(root, place, replace(place, numeral=numeral))
            expected = evaluate(changed, bindings, conventions=conventions)
            assert varied.value(place, numeral) == expected


def test_a_numeral_that_stands_twice_is_replaced_in_both_places() -> None:
    (root,) = parse_formula("2 + 3", 0, 5).parts
    two = root.children()[0]
    assert isinstance(two, Num)
    both = replace(root, terms=(two, two))  # type: ignore[call-arg]  # a sum
    varied = Varied(both, {}, Conventions())
    assert varied.value(two, replace(two.numeral, value=Fraction(5))) == Value(Fraction(10))
