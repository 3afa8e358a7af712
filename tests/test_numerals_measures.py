"""What units are worth in each other."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tallybook.numerals.measures import measure, prefix_of


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [
        ("h", "min", Fraction(60)),
        ("km", "m", Fraction(1000)),
        ("kWh", "MJ", Fraction(18, 5)),
        ("km/h", "m/s", Fraction(5, 18)),
        ("m^3", "L", Fraction(1000)),
        ("N", "kg m/s^2", Fraction(1)),
        ("KiB", "B", Fraction(1024)),
        ("inch", "cm", Fraction(254, 100)),
        ("bar", "hPa", Fraction(1000)),
    ],
)
def test_ratio(one: str, other: str, ratio: Fraction) -> None:
    a, b = measure(one), measure(other)
    assert a is not None
    assert b is not None
    assert a.powers == b.powers
    assert a.factor / b.factor == ratio


def test_unlike_units_have_unlike_powers() -> None:
    mass, force = measure("kg"), measure("N")
    assert mass is not None
    assert force is not None
    assert mass.powers != force.powers


@pytest.mark.parametrize("unit", ["°C", "month", "px", "widgets"])
def test_no_measure(unit: str) -> None:
    assert measure(unit) is None


@pytest.mark.parametrize(
    ("unit", "power"), [("kΩ", 3), ("µF", -6), ("ms", -3), ("kJ/mol", 3), ("m", 0), ("min", 0), ("h", 0)]
)
def test_prefix(unit: str, power: int) -> None:
    assert prefix_of(unit) == power
