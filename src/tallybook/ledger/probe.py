"""What a number of a chain could be without breaking it: the chain is evaluated for other numerals in its
place."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from tallybook.latex.evaluate import evaluate
from tallybook.latex.facts import units
from tallybook.latex.tree import Num
from tallybook.latex.varied import Varied
from tallybook.ledger.chains import Leg, Rounded, Stretch, bare, holds_with, in_chain, lone_numeral
from tallybook.ledger.rewrite import substituted
from tallybook.numerals.notation import ONE
from tallybook.numerals.units import canonical

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from tallybook.latex.tree import Value
    from tallybook.numerals.numeral import Conventions, Numeral


@dataclass(slots=True)
class Probe:
    """A numeral in a leg of a stretch that holds without intervals."""

    stretch: Stretch
    leg: Leg
    place: Num
    bindings: Mapping[str, Value]
    conventions: Conventions
    rounded: Rounded
    _varied: Varied = field(init=False)
    _known: dict[Fraction, bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        bindings = self.bindings if self.leg.open else {}
        self._varied = Varied(self.leg.node, self.place, bindings, self.conventions)

    def notices(self) -> bool:
        """Whether the chain would break if the last digit of the numeral were another. A result is the one
        rounding of what is computed; an input may be free in one direction only."""
        if len(self.stretch.closed) < 2:
            return False
        value, step = self.place.numeral.value, self.place.numeral.ulp or ONE
        return not any(self.passes(value + by * step) for by in ((1,) if self.leg.numeral is not None else (1, -1)))

    def passes(self, value: Fraction) -> bool:
        """Whether the chain would hold with another value in the place, written to the same digits."""
        known = self._known.get(value)
        if known is None:
            known = self._known[value] = self.holds(replace(self.place.numeral, value=value))
        return known

    def holds(self, numeral: Numeral) -> bool:
        """Whether the chain would hold with another numeral in the place."""
        moved = self._moved(numeral)
        return moved is not None and holds_with(self.stretch, self.leg, moved, self.conventions, self.rounded)

    def valued(self, numeral: Numeral) -> bool:
        """Whether the leg has a value at all with another numeral in the place."""
        return self._moved(numeral) is not None

    def _moved(self, numeral: Numeral) -> Leg | None:
        """The leg with another numeral in the place; None if it has no value then."""
        leg, new = self.leg, replace(self.place, numeral=numeral)
        if leg.unit or numeral.unit != self.place.numeral.unit:
            return self._written(new)
        value = self._varied.value(numeral)
        if value is None:
            return None
        return replace(leg, value=value, numeral=self._lone(numeral), put=(self.place, new))

    def _lone(self, numeral: Numeral) -> Numeral | None:
        """The numeral that the leg is, if it is one."""
        core = bare(self.leg.node)
        if core is self.place:
            return numeral
        if lone_numeral(core) is None and numeral.sign == self.place.numeral.sign:
            return None
        return lone_numeral(substituted(core, self.place, replace(self.place, numeral=numeral)))

    def _written(self, new: Num) -> Leg | None:
        """The leg written anew, for a numeral of another unit and for angles, whose units are converted."""
        leg = self.leg
        changed = substituted(leg.node, self.place, new)
        value = evaluate(changed, self.bindings if leg.open else {}, conventions=self.conventions)
        if value is None:
            return None
        value, numeral = in_chain(changed, value, leg.unit)
        named = frozenset(canonical(one) for one in units(changed) if one)
        return replace(leg, node=changed, value=value, numeral=numeral, units=named)
