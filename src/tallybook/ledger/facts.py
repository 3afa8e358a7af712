"""What stands on the side of the program: facts (numbers with a name and a place) and series of them."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from tallybook.numerals.agree import agrees, is_float
from tallybook.numerals.numeral import Form

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from tallybook.numerals.numeral import Conventions, Numeral


class Origin(StrEnum):
    """Where a fact comes from."""

    PRINT = "print"
    SCRIPT = "script"
    GIVEN = "given"
    CITED = "cited"


@dataclass(frozen=True, slots=True)
class Fact:
    """A number that the check printed, that stands in it as a literal, or that was given.

    ``label`` is its name as printed (``wide.parameters``, may be empty); ``names`` are the stems of the
    words of its
    line that speak of it, ``own`` those of its label alone; ``company`` are the other numbers of its line.
    ``order`` counts all facts of an origin.
    ``cited`` is the id of the page whose check it belongs to, for facts of another page.
    """

    numeral: Numeral
    origin: Origin
    label: str
    own: frozenset[str]
    names: frozenset[str]
    company: frozenset[Fraction]
    line: int
    order: int
    text: str = ""
    """The whole line, for people."""
    cited: str = ""
    script_line: int | None = None
    shared: bool = False
    """Whether other numbers of its line have the same name: the name then says little about each."""
    head: frozenset[str] = frozenset()
    """The name of its line, where that holds several numbers with names of their own or none."""
    in_label: bool = False
    """Whether it stands in the name itself: the 512 of ``square 512 = 262656``."""

    @property
    def value(self) -> Fraction:
        """The exact value."""
        return self.numeral.value


@dataclass(frozen=True, slots=True)
class Series:
    """Facts that belong together in their order: an array, the numbers of a line, a column of like-named
    lines.

    ``whole`` tells that only the whole of it may be quoted (an array); of others a stretch may be.
    """

    facts: tuple[Fact, ...]
    kind: str
    label: str
    names: frozenset[str]
    whole: bool = False


@dataclass(slots=True)
class Pool:
    """All facts a page may draw on, found by value or by name. The tables hold numbers of facts: their
    places in ``facts``."""

    facts: list[Fact] = field(default_factory=list)
    series: list[Series] = field(default_factory=list)
    by_value: dict[Fraction, list[int]] = field(default_factory=lambda: defaultdict(list))
    by_name: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    by_company: dict[Fraction, list[int]] = field(default_factory=lambda: defaultdict(list))
    decimals: list[int] = field(default_factory=list)
    """Facts that a text may round: everything that is not a whole number."""
    strings: list[int] = field(default_factory=list)
    """Facts that are digit strings or written in another base: compared as they stand."""
    noisy: list[int] = field(default_factory=list)
    """Facts that are floats printed in full."""
    arrays: dict[int, list[Series]] = field(default_factory=lambda: defaultdict(list))
    """Series that are quoted whole, by their length."""
    _sorted: list[tuple[float, int]] = field(default_factory=list)
    starts: dict[Fraction, list[tuple[Series, int]]] = field(default_factory=lambda: defaultdict(list))
    tables: dict[str, Any] = field(default_factory=dict)
    """What rules have tabulated of the facts, each by its own key: every block asks for it again."""

    def add(self, facts: Iterable[Fact], series: Iterable[Series]) -> None:
        """Take in facts and series; their order is kept."""
        self.tables.clear()
        for fact in facts:
            number = len(self.facts)
            self.facts.append(fact)
            self.by_value[fact.value].append(number)
            for name in fact.names:
                self.by_name[name].append(number)
            for value in fact.company:
                self.by_company[value].append(number)
            if fact.value.denominator != 1:
                self.decimals.append(number)
            if fact.numeral.form in (Form.DIGITS, Form.BASED):
                self.strings.append(number)
            if is_float(fact.numeral):
                self.noisy.append(number)
        for one in series:
            self.series.append(one)
            if one.whole:
                self.arrays[len(one.facts)].append(one)
            for position, fact in enumerate(one.facts):
                self.starts[fact.value].append((one, position))

    def near(self, value: Fraction, slack: Fraction) -> list[int]:
        """Numbers of the decimal facts within ``slack`` of a value, in the order of their values."""
        if len(self._sorted) != len(self.decimals):
            self._sorted = sorted((_rough(self.facts[n].value), n) for n in self.decimals)
        # floats only narrow the search down, with room to spare; what is near the ends is compared exactly
        low, high = _rough(value - slack), _rough(value + slack)
        room = 1e-9 * max(abs(low), abs(high))
        first = bisect_left(self._sorted, (low - room, -1))
        last = bisect_left(self._sorted, (high + room, len(self.facts)))
        return [
            n
            for rough, n in self._sorted[first:last]
            if low + room < rough < high - room or abs(self.facts[n].value - value) <= slack
        ]


def is_rounded(pool: Pool, conventions: Conventions, numeral: Numeral) -> bool:
    """Whether a decimal is a rounding of what the check has: see ``Desk.rounded``."""
    if numeral.form not in (Form.DECIMAL, Form.SCIENTIFIC):
        return False
    facts = [pool.facts[n] for n in pool.by_value.get(numeral.value, ())]
    if any(fact.origin in (Origin.SCRIPT, Origin.GIVEN) for fact in facts):
        return False
    return bool(facts) or any(
        agrees(numeral, pool.facts[n].numeral, conventions) for n in pool.near(numeral.value, numeral.ulp)
    )


def _rough(value: Fraction) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf
