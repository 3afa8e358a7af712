"""Units of measurement and information that may follow a number. Plain nouns are no units."""

from __future__ import annotations

import re
from functools import lru_cache

from tallybook.numerals.wordlist import words

_PREFIXED = {
    "m": "f p n µ μ u m c d k M", "s": "f p n µ μ m", "g": "n µ μ u m k M", "L": "µ μ m c d", "l": "m c d",
    "B": "k K M G T P E Ki Mi Gi Ti Pi", "bit": "k K M G T", "Hz": "m k M G T", "W": "µ μ m k M G T",
    "J": "m k M G T", "N": "m k M", "Pa": "h k M G", "V": "µ μ m k M", "A": "µ μ m k", "F": "p n µ μ m",
    "Ω": "m k M",
    "eV": "m k M G T", "Wh": "m k M G T", "cal": "k", "mol": "n µ μ m k", "T": "n µ μ m", "H": "µ μ m",
    "K": "m",
    "FLOP": "k M G T P E", "FLOPS": "k M G T P E", "FLOPs": "k M G T P E", "MAC": "k M G T",
    "MACs": "k M G T",
    "bps": "k M G T", "Mol": "", "lm": "", "lx": "", "cd": "", "rad": "m", "sr": "", "Bq": "k M G",
    "Sv": "µ μ m",
    "Gy": "m", "C": "n µ μ m", "S": "m", "t": "k M", "dB": "", "Ah": "m", "bar": "m",
}  # fmt: skip

_SYMBOLS = frozenset(
    [prefix + stem for stem, prefixes in _PREFIXED.items() for prefix in ["", *prefixes.split()]]
    + list(
        words(
            "h min ha a.u. au ly pc kpc Mpc Å °C °F ° ℃ ℉ % ‰ ppm ppb rpm px pt dpi fps mph kph km/h psi"
            " atm mmHg Torr ft lb lbs oz yd mi gal MACs/s it/s am pm a.m. p.m. bp kb Mb Gb Tb bps nat nats"
            " GFLOPs/s"
        )
    )
)

_NAMES = {
    "byte": "B", "kilobyte": "kB", "megabyte": "MB", "gigabyte": "GB", "terabyte": "TB", "petabyte": "PB",
    "kibibyte": "KiB", "mebibyte": "MiB", "gibibyte": "GiB", "tebibyte": "TiB",
    "bit": "bit", "kilobit": "kbit", "megabit": "Mbit", "gigabit": "Gbit",
    "second": "s", "millisecond": "ms", "microsecond": "µs", "nanosecond": "ns", "minute": "min", "hour": "h",
    "metre": "m", "meter": "m", "kilometre": "km", "kilometer": "km", "centimetre": "cm", "centimeter": "cm",
    "millimetre": "mm", "millimeter": "mm", "micrometre": "µm", "micrometer": "µm", "nanometre": "nm",
    "nanometer": "nm", "gram": "g", "kilogram": "kg", "milligram": "mg", "litre": "L", "liter": "L",
    "millilitre": "mL", "milliliter": "mL", "degree": "°", "volt": "V", "millivolt": "mV", "kilovolt": "kV",
    "watt": "W", "kilowatt": "kW", "megawatt": "MW", "gigawatt": "GW", "milliwatt": "mW", "joule": "J",
    "kilojoule": "kJ", "megajoule": "MJ", "newton": "N", "kilonewton": "kN", "pascal": "Pa",
    "kilopascal": "kPa",
    "hectopascal": "hPa", "ampere": "A", "amp": "A", "milliampere": "mA", "ohm": "Ω", "kilohm": "kΩ",
    "farad": "F",
    "coulomb": "C", "tesla": "T", "mole": "mol", "electronvolt": "eV", "calorie": "cal",
    "kilocalorie": "kcal",
    "radian": "rad", "pixel": "px", "decibel": "dB", "tonne": "t", "nat": "nat",
    "day": "day", "week": "week", "month": "month", "year": "year", "century": "century", "decade": "decade",
    "mile": "mi", "yard": "yd", "foot": "ft", "pound": "lb", "ounce": "oz", "inch": "inch", "ton": "ton",
    "gallon": "gal", "acre": "acre", "hectare": "ha", "dollar": "dollar", "cent": "cent", "euro": "euro",
    "hertz": "Hz", "kilohertz": "kHz", "megahertz": "MHz", "gigahertz": "GHz", "kelvin": "K", "celsius": "°C",
    "gigaflop": "GFLOP", "teraflop": "TFLOP", "megaflop": "MFLOP", "petaflop": "PFLOP", "flop": "FLOP",
}  # fmt: skip

_CANONICAL: dict[str, str] = {
    **_NAMES,
    **{(f"{name[:-1]}ies" if name == "century" else f"{name}s"): symbol for name, symbol in _NAMES.items()},
    "feet": "ft", "inches": "inch", "lbs": "lb", "μs": "µs", "us": "µs", "μm": "µm", "um": "µm", "l": "L",
    "ml": "mL",
    "KB": "kB", "Kbit": "kbit", "FLOPs": "FLOP", "MACs": "MAC", "nats": "nat", "℃": "°C", "a.m.": "am",
    "p.m.": "pm",
    "bits": "bit", "percentage point": "percentage points",
    "mi/h": "mph", "kph": "km/h",
    **{f"{p}FLOPs": f"{p}FLOP" for p in "kMGTPE"}, **{f"{p}MACs": f"{p}MAC" for p in "kMGT"},
}  # fmt: skip

WORDS = frozenset(_CANONICAL) - _SYMBOLS
"""Units written as words."""

_PART = re.compile(r"([A-Za-zµμΩÅ°℃℉‰.]+)(?:[²³]|\^?[-−]?\d|[⁻][¹²³])?")
_EXPONENTS = str.maketrans("²³¹⁻−⋅·*", "231--   ", "^{}")
_JOIN = re.compile(r"[/·⋅]")


def is_unit(word: str) -> bool:
    """Whether a word is a unit: ``GB``, ``bytes``, ``m/s``, ``kg/m^3``, ``1/m``, also ``meters per
    second``."""
    if word in _SYMBOLS or word in _CANONICAL:
        return True
    if word.isalpha():
        return False
    if (" " in word or "-" in word) and spelled(word, 0, len(word))[1] == len(word):
        return True
    for number, piece in enumerate(_JOIN.split(word)):
        part = _PART.fullmatch(piece)
        if part is None:
            if number or piece != "1":
                return False
        elif part[1] not in _SYMBOLS and part[1] not in _CANONICAL:
            return False
    return True


def is_symbol(word: str) -> bool:
    """Whether a word is a unit's symbol (``kg``), not its name (``kilogram``)."""
    return word in _SYMBOLS and word not in _NAMES


def canonical(unit: str) -> str:
    """One spelling for each unit: ``bytes`` and ``byte`` are ``B``, ``m^3`` and ``m³`` are ``m3``."""
    known = _CANONICAL.get(unit)
    if known is not None:
        return known
    return unit if unit.isalpha() else _compound(unit)


@lru_cache(maxsize=1024)
def _compound(unit: str) -> str:
    if " " in unit or "-" in unit:
        sign, end = spelled(unit, 0, len(unit))
        if end == len(unit):
            return sign
    above: list[str] = []
    below: list[str] = []
    for place, part in enumerate(unit.translate(_EXPONENTS).split("/")):
        for factor in part.strip("()").split():
            negative = "-" in factor
            bare = factor.replace("-", "").removesuffix("1") if negative else factor
            (below if negative or place else above).append(bare)
    return "*".join(above) + ("/" + "*".join(sorted(below)) if below else "")


_FACTOR = re.compile(
    r"(?:(?P<before>square|cubic)\s)?(?P<word>[A-Za-zµμΩÅ°]+(?:/[A-Za-z]+)?)(?:\s(?P<behind>squared|cubed)\b)?"
)
_NEXT = re.compile(r"[-\s]([A-Za-z]+)\b")
_PER = re.compile(r"\sper\s")
_POWERS = {"square": "2", "squared": "2", "cubic": "3", "cubed": "3"}
_PRODUCTS = {
    ("W", "h"): "h", ("A", "h"): "h", ("W", "s"): "*s", ("A", "s"): "*s", ("N", "m"): "*m", ("J", "s"): "*s",
    ("Pa", "s"): "*s", ("V", "A"): "*A",
}  # fmt: skip
"""Units whose names stand side by side (*kilowatt hours*), and what the second adds to the first's symbol."""
_DEGREES = {"celsius": "°C", "fahrenheit": "°F"}


def spelled(text: str, start: int, end: int) -> tuple[str, int]:
    """The unit that begins at ``start`` in words, ``meters per second squared`` or ``GB per hour``: its one
    spelling, and where it ends; ("", start) where none does."""
    above: list[str] = []
    below: list[str] = []
    position = start
    while factor := _FACTOR.match(text, position, end):
        sign = _symbol(factor["word"])
        if not sign:
            break
        powers = factor["before"], factor["behind"]
        position = factor.end()
        if not any(powers) and (added := _NEXT.match(text, position, end)) is not None:
            product = _together(sign, added[1])
            if product:
                sign, position = product, added.end()
        (below if above else above).append(sign + _POWERS.get(powers[0] or powers[1] or "", ""))
        per = _PER.match(text, position, end)
        if per is None or not _begins(text, per.end(), end):
            break
        position = per.end()
    if not above:
        return "", start
    return canonical("*".join(above) + ("/" + "/".join(below) if below else "")), position


def unit_at(text: str, start: int, end: int) -> str:
    """The unit that begins at an offset as it is written there, "" where it is no more than a word."""
    stop = spelled(text, start, end)[1]
    written = " ".join(text[start:stop].split())
    return written if " " in written or "-" in written else ""


def _begins(text: str, start: int, end: int) -> bool:
    """Whether a unit begins at an offset, *square* and *cubic* before it allowed."""
    factor = _FACTOR.match(text, start, end)
    return factor is not None and bool(_symbol(factor["word"]))


def _symbol(word: str) -> str:
    known = _CANONICAL.get(word)
    return known if known is not None else word if word in _SYMBOLS or ("/" in word and is_unit(word)) else ""


def _together(sign: str, word: str) -> str:
    """The unit that a name makes with the one before it, "" if they make none."""
    if sign == "°":
        return _DEGREES.get(word.lower(), "")
    second = _CANONICAL.get(word, "")
    found = (added for (first, other), added in _PRODUCTS.items() if sign.endswith(first) and second == other)
    added = next(found, "")
    return sign + added if added else ""
