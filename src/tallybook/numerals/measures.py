"""What units of measurement are worth in each other, exactly: an hour is 3600 seconds, a kilowatt-hour 3.6
MJ.

Factors are those of the SI Brochure (9th edition, 2019) and of the international yard and pound (1959). Units
that are no multiple of another (degrees Celsius), or have no one exact value (months, years), have no
measure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from tallybook.numerals.units import canonical

_PREFIXES = {
    "": 0, "f": -15, "p": -12, "n": -9, "µ": -6, "μ": -6, "m": -3, "c": -2, "d": -1, "h": 2, "k": 3, "M": 6,
    "G": 9, "T": 12, "P": 15, "E": 18,
}  # fmt: skip
_BINARY = {"Ki": 1, "Mi": 2, "Gi": 3, "Ti": 4, "Pi": 5}
_BASES = {
    "m": ("1", "m"), "g": ("1/1000", "kg"), "s": ("1", "s"), "A": ("1", "A"), "K": ("1", "K"),
    "mol": ("1", "mol"), "cd": ("1", "cd"), "Hz": ("1", "/s"), "N": ("1", "kg m/s s"),
    "Pa": ("1", "kg/m s s"), "J": ("1", "kg m m/s s"), "W": ("1", "kg m m/s s s"), "C": ("1", "A s"),
    "V": ("1", "kg m m/A s s s"), "F": ("1", "A A s s s s/kg m m"), "Ω": ("1", "kg m m/A A s s s"),
    "S": ("1", "A A s s s/kg m m"), "Wb": ("1", "kg m m/A s s"), "T": ("1", "kg/A s s"),
    "H": ("1", "kg m m/A A s s"), "Bq": ("1", "/s"), "Gy": ("1", "m m/s s"), "Sv": ("1", "m m/s s"),
    "L": ("1/1000", "m m m"), "eV": ("1.602176634e-19", "kg m m/s s"), "cal": ("4.184", "kg m m/s s"),
    "Wh": ("3600", "kg m m/s s"), "Ah": ("3600", "A s"), "bar": ("100000", "kg/m s s"), "t": ("1000", "kg"),
    "B": ("8", "bit"), "bit": ("1", "bit"), "bps": ("1", "bit/s"), "FLOP": ("1", "FLOP"), "MAC": ("1", "MAC"),
    "FLOPS": ("1", "FLOP/s"), "rad": ("1", ""),
}  # fmt: skip
_ALONE = {
    "min": ("60", "s"), "h": ("3600", "s"), "day": ("86400", "s"), "week": ("604800", "s"),
    "d": ("86400", "s"), "km/h": ("5/18", "m/s"), "kph": ("5/18", "m/s"), "kmh": ("5/18", "m/s"),
    "mph": ("0.44704", "m/s"), "ha": ("10000", "m m"), "inch": ("0.0254", "m"), "in": ("0.0254", "m"),
    "ft": ("0.3048", "m"), "yd": ("0.9144", "m"), "mi": ("1609.344", "m"), "lb": ("0.45359237", "kg"),
    "oz": ("0.028349523125", "kg"), "au": ("149597870700", "m"), "AU": ("149597870700", "m"),
    "ly": ("9460730472580800", "m"), "Å": ("1e-10", "m"), "atm": ("101325", "kg/m s s"),
    "Torr": ("101325/760", "kg/m s s"), "kWh": ("3600000", "kg m m/s s"), "rpm": ("1/60", "/s"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Measure:
    """A unit as a multiple of base units: ``factor`` times their powers. ``bytes_`` tells that a prefix of
    bytes or bits is in it, which some write for powers of 1000 and some of 1024."""

    factor: Fraction
    powers: tuple[tuple[str, int], ...] = ()
    bytes_: bool = False

    def times(self, other: Measure, power: int = 1) -> Measure:
        """The product with another measure, raised to a whole power."""
        powers = dict(self.powers)
        for base, exponent in other.powers:
            powers[base] = powers.get(base, 0) + exponent * power
        kept = tuple(sorted((base, exponent) for base, exponent in powers.items() if exponent))
        return Measure(self.factor * other.factor**power, kept, self.bytes_ or other.bytes_)


NONE = Measure(Fraction(1))
"""The measure of a plain number."""

_PART = re.compile(r"([^\d*/]+)(\d*)")


@lru_cache(maxsize=1024)
def measure(unit: str) -> Measure | None:
    """The measure of a unit such as ``km``, ``kg m/s^2``, ``kWh``; None where it has none that is exact."""
    unit = canonical(unit)
    if unit in _ALONE:
        return _base(*_ALONE[unit])
    above, _, below = unit.partition("/")
    found = NONE
    for text, sign in ((above, 1), (below, -1)):
        for piece in filter(None, re.split(r"[* ]", text)):
            part = _PART.fullmatch(piece)
            single = _single(part[1]) if part else None
            if part is None or single is None:
                if piece == "1":
                    continue
                return None
            found = found.times(single, sign * int(part[2] or 1))
    return found


def prefix_of(unit: str) -> int:
    """The power of ten that the first prefix of a unit stands for: 3 for ``kΩ`` and ``kJ/mol``, -6 for
    ``µF``, 0 without one."""
    unit = re.split(r"[/* ]", canonical(unit), maxsplit=1)[0]
    if unit in _ALONE or unit in _BASES:
        return 0
    return next(
        (
            power
            for prefix, power in _PREFIXES.items()
            if prefix and unit.startswith(prefix) and unit[len(prefix) :] in _BASES
        ),
        0,
    )


def _single(name: str) -> Measure | None:
    if name in _ALONE:
        return _base(*_ALONE[name])
    for prefix, power in _PREFIXES.items():
        if name.startswith(prefix) and (known := _BASES.get(name[len(prefix) :])) is not None:
            found = _base(*known)
            scaled = Measure(found.factor * Fraction(10) ** power, found.powers)
            return Measure(scaled.factor, scaled.powers, bool(prefix) and ("bit", 1) in found.powers)
    for prefix, power in _BINARY.items():
        if name.startswith(prefix) and name[2:] in ("B", "bit"):
            found = _base(*_BASES[name[2:]])
            return Measure(found.factor * 1024**power, found.powers)
    return None


def _base(factor: str, powers: str) -> Measure:
    above, _, below = powers.partition("/")
    counts: dict[str, int] = {}
    for text, sign in ((above, 1), (below, -1)):
        for base in text.split():
            counts[base] = counts.get(base, 0) + sign
    return Measure(Fraction(factor), tuple(sorted(counts.items())))
