"""The mutants of the claims of a page: their digits altered, and other numbers of the page put in their
place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING

from tallybook.ledger.facts import Origin
from tallybook.numerals.characters import THIN
from tallybook.numerals.mutants import mutants
from tallybook.numerals.numeral import Form
from tallybook.numerals.rounding import rounds_to

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tallybook.ledger.desk import Desk
    from tallybook.ledger.reading import Atom
    from tallybook.numerals.numeral import Numeral
    from tallybook.span import Span

_WORDS = (Form.WORD, Form.ORDINAL)
_TIGHT = re.compile(r"(?:[_^]|\\[tdc]?frac\s*(?:\{[^{}]*\}|\w)?)\s*\Z")
"""Before a numeral of which LaTeX would take the first digit only."""
_GROUP = re.compile(rf"(?<=\d)[{THIN}](?=\d{{3}})")
_COMMA = re.compile(r"(?<=\d),(?=\d{3})")


class Kind(StrEnum):
    """How a claim is altered."""

    DIGIT = "digit"
    SWAP = "swap"


@dataclass(frozen=True, slots=True)
class Mutant:
    """One alteration. ``written`` replaces the claim, ``numeral`` is where the new number stands in it,
    ``text`` what it is.

    ``value`` is that of the number that was put there, None where only digits are altered.
    """

    claim: int
    kind: Kind
    span: Span
    written: str
    text: str
    value: Fraction | None = None

    @property
    def place(self) -> tuple[int, int]:
        """Start and end of the new number in the altered text."""
        start = self.span.start + self.written.index(self.text)
        return start, start + len(self.text)


@dataclass(frozen=True, slots=True)
class _Shown:
    """A number of the page as other places could hold it."""

    numeral: Numeral
    prose: str
    mathematics: str
    word: bool


class Mutants:
    """All numbers of a page, to be put in each other's places."""

    def __init__(self, desk: Desk, atoms: Sequence[Atom]) -> None:
        self._desk, self._atoms = desk, atoms
        shown: dict[object, _Shown] = {}
        for atom in atoms:
            one = _shown(desk, atom)
            numeral = one.numeral
            key = (one.prose, one.mathematics, numeral.value, numeral.ulp, numeral.sign, one.word)
            shown.setdefault(key, one)
        self._shown = {word: [one for one in shown.values() if one.word is word] for word in (True, False)}

    def of(self, claim: int) -> Iterator[Mutant]:
        """All mutants of one claim of the page."""
        atom = self._atoms[claim]
        text = self._desk.reading.text
        for digits in mutants(atom.numeral):
            yield _placed(text, claim, Kind.DIGIT, atom, digits, None)
        for written, value in self._others(atom).items():
            yield _placed(text, claim, Kind.SWAP, atom, written, value)

    def _others(self, atom: Atom) -> dict[str, Fraction]:
        """The other numbers of the page, as this claim's place can hold them, each with its value."""
        own = atom.numeral
        found: dict[str, Fraction] = {}
        word = own.form in _WORDS
        for other in self._shown[word]:
            if same_number(own, other.numeral):
                continue
            text = other.prose if atom.formula is None else other.mathematics
            if word:
                text = other.prose[:1].upper() + other.prose[1:] if own.text[:1].isupper() else other.prose
            if text != own.text:
                found.setdefault(text, other.numeral.value)
        return found


def _shown(desk: Desk, atom: Atom) -> _Shown:
    text = desk.reading.text[atom.span.start : atom.span.end]
    if atom.numeral.form in _WORDS:
        return _Shown(atom.numeral, text.lower(), "", True)
    return _Shown(atom.numeral, text.replace("{,}", ","), _in_mathematics(text, desk), False)


def _placed(text: str, claim: int, kind: Kind, atom: Atom, written: str, value: Fraction | None) -> Mutant:
    tight = (
        atom.node is not None
        and len(written) > 1
        and _TIGHT.search(text, max(atom.span.start - 40, 0), atom.span.start)
    )
    return Mutant(claim, kind, atom.span, f"{{{written}}}" if tight else written, written, value)


def same_number(one: Numeral, other: Numeral) -> bool:
    """Whether two numerals state the same number to the same places, however they are grouped."""
    return (
        one.value == other.value
        and (one.ulp == other.ulp or not one.ulp or not other.ulp)
        and one.sign == other.sign
    )


def _in_mathematics(text: str, desk: Desk) -> str:
    """A numeral of prose as LaTeX holds it."""
    text = _GROUP.sub(r"\\,", text).replace("−", "-")
    if desk.conventions.decimal_mark == ".":
        text = _COMMA.sub("{,}", text)
    return re.sub(r"(?<!\\)%", r"\\%", text)


_DECIMAL = re.compile(r"(\D*)(\d+\.\d+)(.*)", re.DOTALL)


def equivalent(desk: Desk, own: Numeral, mutant: Mutant) -> str:
    """Why a mutant says nothing wrong; "" where it does.

    The last decimal of a rounded value may be dropped where the shorter one is its correct rounding: that of
    the printed value, or of what a chain computes. Exact decimals stand whole: inputs of the check, and
    values of which the print shows more places, all zero.
    """
    if mutant.kind is not Kind.DIGIT or own.form not in (Form.DECIMAL, Form.SCIENTIFIC) or not own.ulp:
        return ""
    if mutant.text == re.sub(r"\b0\.", ".", own.text, count=1) != own.text:
        return "the zero before the point is spelling"
    shorter = _a_place_less(own, mutant.text)
    if shorter is None:
        return ""
    unit = own.ulp * 10
    facts = (desk.pool.facts[number] for number in desk.pool.by_value.get(own.value, ()))
    if any(fact.numeral.ulp < own.ulp for fact in facts):
        return ""
    tie = (
        "." not in mutant.text and abs(own.value - shorter) * 2 == unit
    )  # 2 for 2.5 is no rounding to rely on
    if not tie and desk.rounded(own) and rounds_to(own.value, unit, shorter, desk.conventions):
        return "the correct rounding of the rounded value to a place less"
    if any(rounds_to(value, unit, shorter, desk.conventions) for value in _computed(desk, own)):
        return "the correct rounding of the computed value to a place less"
    return ""


def _a_place_less(own: Numeral, written: str) -> Fraction | None:
    """The value of a decimal written with one place less; None if it is anything else, or if nothing can be
    told of it."""
    match = _DECIMAL.fullmatch(own.text)
    if match is None or not written.startswith(match[1]) or not written.endswith(match[3]):
        return None
    shown = written[len(match[1]) : len(written) - len(match[3])]
    places = len(match[2].partition(".")[2]) - 1
    whole, _, behind = shown.partition(".")
    if not whole.isdecimal() or len(behind) != places or not (behind.isdecimal() or not behind):
        return None
    number = Fraction(match[2])
    return Fraction(shown) * own.value / number if number else None


def _computed(desk: Desk, own: Numeral) -> Iterator[Fraction]:
    """What the sides of a chain beside a numeral come to, and the print that it quotes, where it is a
    rounding of that."""
    atom = next((one for one in desk.reading.atoms() if one.span == own.span), None)
    fact = desk.quoted.get(atom.order) if atom is not None else None
    if fact is not None and fact.origin is Origin.PRINT and fact.value != own.value:
        yield fact.value
    for one in desk.links:
        if one.stretch.holds and any(leg.numeral and leg.numeral.span == own.span for leg, _ in one.legs):
            for leg, _ in one.legs:
                if leg.numeral is None and leg.value is not None and leg.value.value != own.value:
                    yield leg.value.value
