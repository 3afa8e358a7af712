"""The figures inside the text of a numeral: where its digits stand and how they are grouped, to write
others in their place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tallybook.numerals.characters import THIN, ascii_digits
from tallybook.numerals.numeral import Form, Numeral

if TYPE_CHECKING:
    from collections.abc import Iterable

_GROUP = rf"\\[,;:!]|\{{,\}}|\{{\\,\}}|[,'’_ ~{THIN}]|&(?:nbsp|thinsp);"
_FIGURE = re.compile(
    rf"\d(?:\d|(?:{_GROUP}|\.)(?=\d{{3}}(?!\d)))*(?:(?:\.|,|\{{,\}})\d(?:\d|(?:{_GROUP})(?=\d))*)?|[.,]\d+"
)
_GROUPS = re.compile(_GROUP + r"|\.")
_BARE_FRACTION = re.compile(r"frac\s*(\d)\s*(\d)")
_SIGN = re.compile(rf"\A(?P<sign>[-−–‐‑+±]|&minus;|&plusmn;|\\pm)[ {THIN}]?")
_BASE_TEN = re.compile(r"10\s*(?:\^|<sup>|[⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹])")


@dataclass(frozen=True, slots=True)
class Figure:
    """One number inside a numeral's text: its place, its digits, and how it is written.

    ``mark`` is the decimal mark as written, "" for none; ``group`` and ``fine`` separate the groups before
    and behind it.
    """

    start: int
    end: int
    whole: str
    places: str
    mark: str
    group: str
    fine: str

    def write(self, whole: str, places: str) -> str:
        """Other digits, as this figure is written: a grouped number stays grouped and gets no leading
        zeros."""
        if self.group:
            whole = whole.lstrip("0") or "0"
            head = len(whole) % 3
            parts = [whole[:head]] * bool(head) + [whole[at : at + 3] for at in range(head, len(whole), 3)]
            whole = self.group.join(parts)
        if self.fine:
            places = self.fine.join(places[at : at + 3] for at in range(0, len(places), 3))
        return whole + (self.mark or ".") + places if places else whole


def figures(numeral: Numeral) -> tuple[Figure, ...]:
    """The figures of a numeral's text, in order; the base ten of a power is none."""
    text = numeral.text
    if numeral.form is Form.FRACTION and (bare := _BARE_FRACTION.search(text)):
        whole = [_figure(match, numeral) for match in _FIGURE.finditer(text, 0, bare.start())]
        return (*whole, *(Figure(*bare.span(part), bare[part], "", "", "", "") for part in (1, 2)))
    return tuple(
        _figure(match, numeral)
        for match in _FIGURE.finditer(text)
        if not (numeral.form is Form.SCIENTIFIC and _BASE_TEN.match(text, match.start()))
    )


def _figure(match: re.Match[str], numeral: Numeral) -> Figure:
    text = match[0]
    at, mark = len(text), ""
    if numeral.form not in (Form.INTEGER, Form.DIGITS, Form.FRACTION, Form.ORDINAL, Form.CLOCK, Form.ODDS):
        last = max(text.rfind("."), text.rfind(","))
        if last >= 0 and text[last - 1 : last] != "\\":
            mark = "{,}" if text[last - 1 : last + 2] == "{,}" else text[last]
            at = last - 1 if mark == "{,}" else last
            behind = len(ascii_digits(text[at:]))
            if (numeral.form is Form.SCIENTIFIC and mark != "." and behind == 3) or text.count(
                text[last]
            ) > 1:
                at, mark = len(text), ""  # commas that group
    whole, places = text[:at], text[at + len(mark) :]
    group, fine = _GROUPS.search(whole), _GROUPS.search(places)
    return Figure(
        *match.span(),
        ascii_digits(whole),
        ascii_digits(places),
        mark,
        group[0] if group else "",
        fine[0] if fine else "",
    )


def replaced(text: str, changes: Iterable[tuple[Figure, str]]) -> str:
    """A numeral's text with other texts in place of some of its figures."""
    position = 0
    pieces: list[str] = []
    for figure, new in changes:
        pieces += (text[position : figure.start], new)
        position = figure.end
    return "".join((*pieces, text[position:]))


def sign_of(text: str) -> tuple[str, str]:
    """The sign a numeral's text begins with, "" for none, and the rest of the text."""
    match = _SIGN.match(text)
    return (match["sign"], text[match.end() :]) if match else ("", text)
