"""Units of measure: which words behind a numeral are one, and what siunitx's commands are called."""

from __future__ import annotations

import re

from tallybook.numerals.units import canonical, is_unit, spelled, unit_at

_LEADING = re.compile(r"\s*([^\s,;.()]+)")

_NAMES = {
    "metre": "m", "meter": "m", "gram": "g", "second": "s", "ampere": "A", "kelvin": "K", "mole": "mol",
    "candela": "cd", "hertz": "Hz", "newton": "N", "pascal": "Pa", "joule": "J", "watt": "W",
    "coulomb": "C", "volt": "V", "farad": "F", "ohm": "Ω", "siemens": "S", "weber": "Wb", "tesla": "T",
    "henry": "H", "lumen": "lm", "lux": "lx", "becquerel": "Bq", "gray": "Gy", "sievert": "Sv",
    "electronvolt": "eV", "litre": "L", "liter": "L", "minute": "min", "hour": "h", "day": "d",
    "degree": "°", "celsius": "°C", "degreeCelsius": "°C", "percent": "%", "bel": "B", "decibel": "dB",
    "byte": "B", "bit": "bit", "radian": "rad", "steradian": "sr", "tonne": "t", "hectare": "ha",
    "dalton": "Da", "bar": "bar", "kg": "kg", "kilo": "k", "mega": "M", "giga": "G", "tera": "T",
    "peta": "P", "exa": "E", "milli": "m", "micro": "µ", "nano": "n", "pico": "p", "femto": "f",
    "atto": "a", "centi": "c", "deci": "d", "hecto": "h", "deca": "da", "kibi": "Ki", "mebi": "Mi",
    "gibi": "Gi", "tebi": "Ti", "squared": "²", "cubed": "³", "per": "/", "of": "",
}  # fmt: skip


def leading_unit(text: str) -> str:
    """The unit with which the words behind a numeral begin (``GB`` of ``GB in fp32``), "" if they begin with
    none."""
    first = _LEADING.match(text)
    if first is None:
        return ""
    word = unit_at(text, first.start(1), len(text)) or first[1].replace("\\", "")
    return canonical(word) if is_unit(word) else ""


def leading_word(text: str) -> tuple[int, int]:
    """The offsets of the word that ``leading_unit`` looks at."""
    first = _LEADING.match(text)
    if first is None:
        return 0, 0
    start, end = first.span(1)
    return start, max(end, spelled(text, start, len(text))[1])


def siunitx_unit(source: str) -> str:
    """The sign of a unit written with siunitx's commands or plainly: ``\\kilo\\gram\\per\\second`` is
    ``kg/s``."""
    sign = re.sub(r"\\([A-Za-z]+)\s*", lambda m: _NAMES.get(m[1], m[1]), source).replace("{}", "").strip()
    return canonical(sign)
