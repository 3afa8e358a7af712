"""Values of expressions: exact, approximated, bounded, or none."""

from __future__ import annotations

import time
from decimal import Decimal
from fractions import Fraction

import pytest

from latex_cases import load, parse
from tallybook.latex.angles import angle_unit, in_unit
from tallybook.latex.evaluate import evaluate, undecided_log
from tallybook.latex.facts import both_signs, free_symbols, holds, holds_mod, units
from tallybook.latex.tree import Chain, Node, Value
from tallybook.numerals.numeral import Conventions


def node(source: str) -> Node:
    (part,) = parse(source)[0].parts
    return part


def chain(source: str) -> Chain:
    part = node(source)
    assert isinstance(part, Chain)
    return part


@pytest.mark.parametrize(("formula", "expected"), load("values"), ids=str)
def test_values(formula: str, expected: str | None) -> None:
    start = time.process_time()
    parts = parse(formula)[0].parts
    value = evaluate(parts[0]) if len(parts) == 1 else None
    assert time.process_time() - start < 10
    if expected is None:
        assert value is None
    elif expected.startswith("~"):
        digits = expected[1:]
        assert value is not None
        assert not value.exact
        assert abs(value.value - Fraction(Decimal(digits))) <= Fraction(
            1, 10 ** len(digits.partition(".")[2])
        )
    else:
        assert value == Value(Fraction(expected), True, value.inputs_rounded, value.low, value.high)  # type: ignore[union-attr]  # it has a value


def test_a_logarithm_takes_powers_apart() -> None:
    left, right = chain(r"\ln((1/2)^{1000000000}) = 1000000000 \cdot \ln(1/2)").operands
    a, b = evaluate(left), evaluate(right)
    assert a is not None
    assert b is not None
    assert abs(a.value - b.value) < Fraction(1, 10**40)
    assert abs(a.value + Fraction("693147180.5599453")) < Fraction(1, 10**6)


@pytest.mark.parametrize(("base", "expected"), [("e", "1.6094379"), ("10", "0.6989700"), ("2", "2.3219281")])
def test_the_base_of_a_plain_logarithm_is_a_convention(base: str, expected: str) -> None:
    value = evaluate(node(r"\log 5"), conventions=Conventions(log_base=base))
    assert value is not None
    assert abs(value.value - Fraction(expected)) < Fraction(1, 10**7)


@pytest.mark.parametrize(
    ("source", "undecided"),
    [
        (r"\log 5 + 1", True),
        (r"\log 8 / \log 2", False),
        (r"\ln 5", False),
        (r"\log_2 5", False),
        ("5", False),
    ],
)
def test_undecided_logarithms(source: str, undecided: bool) -> None:
    assert undecided_log(node(source)) is undecided


@pytest.mark.parametrize(
    ("source", "low", "high"),
    [
        ("1.241", "1.2405", "1.2415"),
        ("1.241 + 1", "2.2405", "2.2415"),
        ("2 - 1.5", "0.45", "0.55"),
        (r"-2 \cdot 1.5", "-3.1", "-2.9"),
        (r"1.5 \cdot 1.5", "2.1025", "2.4025"),
        (r"1 / 0.5", "1.8181818181818181818", "2.2222222222222222223"),
        (r"0.1^2", "0.0025", "0.0225"),
        (r"0.333\ldots", "0.3325", "0.334"),
        (r"\num{1.23(4)}", "1.19", "1.27"),
    ],
)
def test_decimals_stand_for_an_interval(source: str, low: str, high: str) -> None:
    value = evaluate(node(source))
    assert value is not None
    assert value.inputs_rounded
    assert value.low is not None
    assert value.high is not None
    assert abs(value.low - Fraction(low)) < Fraction(1, 10**15)
    assert abs(value.high - Fraction(high)) < Fraction(1, 10**15)


def test_integers_stand_exact() -> None:
    value = evaluate(node("1241 / 321"))
    assert value == Value(Fraction(1241, 321))


def test_bindings() -> None:
    two, five = Value(Fraction(2)), Value(Fraction(5))
    assert evaluate(node("n(n-1)/2"), {"n": five}) == Value(Fraction(10))
    assert evaluate(node("2x + y"), {"x": five, "y": two}) == Value(Fraction(12))
    assert evaluate(node("2x + y"), {"x": five}) is None
    assert evaluate(node(r"\sum_{i=1}^{n} i"), {"n": five, "i": two}) == Value(Fraction(15))
    assert evaluate(node(r"z\bigr\rvert_{x=1}"), {"z": node("3(x+2)^2")}) == Value(Fraction(27))
    assert evaluate(node("z"), {"z": node("z + 1")}) is None


def test_cases_choose_by_their_conditions() -> None:
    tooth = node(r"\begin{cases} 2x, & x \leq 1/2 \\ 2 - 2x, & x > 1/2 \end{cases}")
    for x, y in (("1/4", "1/2"), ("1/2", "1"), ("3/4", "1/2")):
        assert evaluate(tooth, {"x": Value(Fraction(x))}) == Value(Fraction(y))


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (r"17 \equiv 3 \pmod 7", True),
        (r"17 \equiv 4 \pmod 7", False),
        (r"2^{10} \equiv 1 \pmod{11}", True),
        (r"a \equiv 3 \pmod 7", None),
        (r"17 \equiv 3", None),
        (r"17 \equiv 3 \pmod 0", None),
    ],
)
def test_congruences(source: str, expected: bool | None) -> None:
    assert holds_mod(chain(source)) is expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [("1 < 2 \\le 2", True), ("1 < 1", False), ("3 \\ne 4", True), ("x < 2", None), ("1 \\approx 1", None)],
)
def test_truth_of_relations(source: str, expected: bool | None) -> None:
    assert holds(chain(source)) is expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("2x + y_1", {"x", "y_1"}),
        (r"\sum_{i=1}^{n} i x", {"n", "x"}),
        (r"e^{x} + \pi", {"x"}),
        ("f(x)", {"f", "x"}),
        (r"\mathrm{ReLU}(x)", {"x"}),
        (r"z\bigr\rvert_{x=1}", {"z"}),
        (r"\log_2 8", set()),
    ],
)
def test_free_symbols(source: str, expected: set[str]) -> None:
    assert free_symbols(node(source)) == expected


def test_both_signs() -> None:
    values = [evaluate(each) for each in both_signs(node(r"4.4 \pm 2.10 \times 0.528"))]
    assert [each.value for each in values if each] == [Fraction("5.5088"), Fraction("3.2912")]
    assert [sum(evaluate(each).value for _ in "x") for each in both_signs(node(r"\mp 3"))] == [-3, 3]  # type: ignore[union-attr]  # both have values
    assert len(both_signs(node("2 + 3"))) == 1


def test_units_in_order() -> None:
    assert units(node(r"2.5 \text{ GB} + 3")) == ("GB", "")


@pytest.mark.parametrize(
    ("source", "unit", "agree"),
    [
        (r"\frac{\pi}{4} = 45^\circ", "rad", True),
        (r"\frac{\pi}{4} = 54^\circ", "rad", False),
        (r"180\degree = \pi", "rad", True),
        (r"180\degree = 2\pi", "rad", False),
        (r"\arctan 1 = 45°", "rad", True),
        (r"\arctan 1 = 46°", "rad", False),
        (r"2\pi - \frac{\pi}{3} = 360^\circ - 60^\circ", "rad", True),
        (r"30^\circ \cdot \frac{\pi}{180^\circ} = \frac{\pi}{6}", "", True),
        (r"30^\circ \cdot \frac{\pi}{180^\circ} = \frac{\pi}{3}", "", False),
        (r"\frac{7\pi}{6} \cdot \frac{180^\circ}{\pi} = 210^\circ", "", True),
        (r"180^\circ - 60^\circ = 120^\circ", "", True),
        (r"\cos \frac{\pi}{3} = \sin 30^\circ", "", True),
        (r"3 \cdot 180^\circ = 540", "", True),
    ],
)
def test_degrees_beside_radians(source: str, unit: str, agree: bool) -> None:
    operands = chain(source).operands
    assert angle_unit(operands) == unit
    left, right = [in_unit(value, each, unit).value for each in operands if (value := evaluate(each))]
    assert (abs(left - right) < Fraction(1, 10**40)) is agree


@pytest.mark.parametrize(
    ("source", "unit", "side", "expected"),
    [
        (r"\arctan 0.5 \approx 26.57^\circ", "°", 0, "26.5650512"),
        (r"1 \text{ rad} \approx 57.3^\circ", "°", 0, "57.2957795"),
        (r"45^\circ \approx 0.785", "rad", 0, "0.7853982"),
        (r"45^\circ = \frac{\pi}{4} \approx 0.785", "rad", 2, "0.785"),
    ],
)
def test_rounded_angles_are_compared_in_the_unit_of_the_decimal(
    source: str, unit: str, side: int, expected: str
) -> None:
    operands = chain(source).operands
    assert angle_unit(operands) == unit
    value = evaluate(operands[side])
    assert value is not None
    assert abs(in_unit(value, operands[side], unit).value - Fraction(expected)) < Fraction(1, 10**7)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (r"3^{10} \equiv 4 \bmod 5", True),
        (r"3^{10} \equiv 3 \bmod 5", False),
        (r"3^{10} \equiv 4 \bmod 6", False),
        (r"17 \equiv_5 2", True),
        (r"17 \equiv_5 3", False),
        (r"17 \equiv 2 \text{ (mod 5)}", True),
        (r"17 \equiv 2 \text{ (mod 6)}", False),
    ],
)
def test_congruences_in_all_notations(source: str, expected: bool) -> None:
    assert holds_mod(chain(source)) is expected


@pytest.mark.parametrize(("source", "expected"), [(r"17 \mod 5 = 2", True), (r"17 \mod 5 = 7", False)])
def test_a_remainder_is_no_congruence(source: str, expected: bool) -> None:
    assert holds(chain(source)) is expected
