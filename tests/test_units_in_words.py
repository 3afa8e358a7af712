"""Units that are written out, and quantities of siunitx outside of mathematics."""

from __future__ import annotations

import pytest

from tallybook import verify
from tallybook.numerals.units import canonical, is_unit, spelled


@pytest.mark.parametrize(
    ("written", "sign"),
    [
        ("meters per second", "m/s"),
        ("metres per second squared", "m/s2"),
        ("newtons per square meter", "N/m2"),
        ("kilograms per cubic metre", "kg/m3"),
        ("GB per hour", "GB/h"),
        ("kilowatt hours", "kWh"),
        ("kilowatt-hours", "kWh"),
        ("cents per kilowatt hour", "cent/kWh"),
        ("square kilometers", "km2"),
        ("newton meters", "N*m"),
        ("degrees Celsius", "°C"),
        ("miles per hour", "mph"),
    ],
)
def test_a_unit_in_words_has_the_sign_of_its_symbols(written: str, sign: str) -> None:
    assert is_unit(written)
    assert canonical(written) == sign
    assert spelled(f"some {written}.", 5, 6 + len(written)) == (sign, 5 + len(written))


@pytest.mark.parametrize("words", ["meters per layer", "square", "per second", "dollars per share"])
def test_other_words_make_no_unit(words: str) -> None:
    assert not is_unit(words)


@pytest.mark.parametrize(
    ("text", "printed", "verdict"),
    [
        ("It moves at 15 meters per second.", "speed = 15 m/s\n", "verified"),
        ("It moves at 15 meters per second.", "speed = 15 meters per second\n", "verified"),
        ("It moves at 15 m/s.", "speed = 15 meters per second\n", "verified"),
        ("It moves at $15$ meters per second.", "speed = 15 m/s\n", "verified"),
        (r"It moves at $15\,\text{m}$ per second.", "speed = 15 m/s\n", "verified"),
        (r"It moves at $15 \text{ meters per second}$.", "speed = 15 m/s\n", "verified"),
        ("It moves at 15 meters per second.", "speed = 15 km/h\n", "rejected"),
        ("It moves at 15 meters per second.", "distance = 15 m\n", "rejected"),
        (r"It moves at $15\,\text{m}$ per second.", "distance = 15 m\n", "rejected"),
        ("It moves at 16 meters per second.", "speed = 15 m/s\n", "rejected"),
        ("The hall has 15 square meters.", "area = 15 m^2\n", "verified"),
        ("The hall has 15 square meters.", "length = 15 m\n", "rejected"),
        ("It takes 3 GB per layer.", "memory = 3 GB\n", "verified"),
        (r"A share of \qty{12}{\percent} is left.", "share = 12 %\n", "verified"),
        (r"A share of \qty{12}{\percent} is left.", "share = 0.12\n", "verified"),
        (r"A share of \qty{12}{\percent} is left.", "share = 12\n", "rejected"),
        (r"A share of \qty{13}{\percent} is left.", "share = 12 %\n", "rejected"),
        (r"It weighs \SI{12}{\kilo\gram}.", "mass = 12 kg\n", "verified"),
        (r"It weighs \SI{12}{\kilo\gram}.", "mass = 12 m\n", "rejected"),
        (r"There are \num{1500} of them.", "count = 1500\n", "verified"),
        (r"There are \num{1501} of them.", "count = 1500\n", "rejected"),
    ],
)
def test_a_quantity_is_held_against_the_unit_it_has(text: str, printed: str, verdict: str) -> None:
    assert verify(text, printed=printed).verdict == verdict
