"""What a number of a chain could be without breaking it: the chain is evaluated for other numerals in its
place."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tallybook.latex.evaluate import evaluate
from tallybook.latex.facts import units
from tallybook.latex.measured import measured
from tallybook.latex.rewrite import substituted
from tallybook.latex.tree import Num
from tallybook.latex.varied import Varied
from tallybook.ledger.chains import MOST_LEGS, in_chain, is_converted, stretch_of
from tallybook.ledger.comparing import is_exact, same
from tallybook.ledger.legs import Leg, bare, lone_numeral
from tallybook.numerals.agree import stands_whole
from tallybook.numerals.draft import with_value
from tallybook.numerals.notation import ONE
from tallybook.numerals.numeral import Form
from tallybook.numerals.units import canonical

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from tallybook.latex.tree import Value
    from tallybook.ledger.chains import Stretch
    from tallybook.ledger.comparing import Rounded
    from tallybook.numerals.numeral import Conventions, Numeral


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Another leg of a chain, as one leg is compared with it."""

    leg: Leg
    first: bool
    """Whether it stands before the one leg."""
    near: bool
    """Whether there is an ``\\approx`` on the way."""


def neighbours(stretch: Stretch, leg: Leg) -> tuple[Neighbour, ...] | None:
    """The legs that another leg in the place of one has to agree with, for the chain to hold as it does:
    without intervals, so that they agree among themselves. None if that does not decide it."""
    closed = stretch.closed
    if stretch.chain.modulus is not None or any(one.relation == "≡" for one in closed):
        return ()  # a congruence is judged as it stands
    if len(closed) > MOST_LEGS or any(one.bound for one in closed) or is_converted(closed):
        return None
    place = next((index for index, one in enumerate(closed) if one is leg), -1)
    if place < 0:
        return None
    found = []
    for index, other in enumerate(closed):
        if index != place:
            first, last = min(index, place), max(index, place)
            near = any(one.relation == "≈" for one in closed[first + 1 : last + 1])
            found.append(Neighbour(other, index < place, near))
    return tuple(found)


def holds_with(
    stretch: Stretch,
    leg: Leg,
    others: tuple[Neighbour, ...] | None,
    moved: Leg,
    conventions: Conventions,
    rounded: Rounded,
) -> bool:
    """Whether a chain that holds would still hold with another leg in the place of one; ``others`` are its
    neighbours."""
    if others is None:
        legs = tuple(moved if other is leg else other for other in stretch.legs)
        return stretch_of(stretch.chain, legs, conventions, rounded).holds
    for other in others:
        pair = (other.leg, moved) if other.first else (moved, other.leg)
        if not same(*pair, other.near, conventions, rounded)[0]:
            return False
    return True


def _target(leg: Leg, others: tuple[Neighbour, ...] | None) -> Fraction | None:
    """The one value that all neighbours of a leg have, exact and in its unit; None if they have none such."""
    if not others or not all(
        is_exact(other.leg) and not other.near and not (leg.units and other.leg.units) for other in others
    ):
        return None
    values = [other.leg.value.value for other in others if other.leg.value is not None]
    return values[0] if all(value == values[0] for value in values) else None


class Side:
    """A leg of a stretch, asked about its numerals."""

    __slots__ = ("bindings", "conventions", "leg", "others", "rounded", "stretch", "target", "varied")

    def __init__(
        self,
        stretch: Stretch,
        leg: Leg,
        bindings: Mapping[str, Value],
        conventions: Conventions,
        rounded: Rounded,
    ) -> None:
        self.stretch, self.leg, self.conventions, self.rounded = stretch, leg, conventions, rounded
        self.bindings = bindings if leg.open else {}
        self.others = neighbours(stretch, leg)
        self.varied = Varied(leg.node, self.bindings, conventions)
        self.target = _target(leg, self.others)

    def holds(self, moved: Leg) -> bool:
        """Whether the chain holds with another leg in the place of this one."""
        return holds_with(self.stretch, self.leg, self.others, moved, self.conventions, self.rounded)


@dataclass(slots=True)
class Probe:
    """A numeral in a side of a chain that holds without intervals."""

    side: Side
    place: Num
    _known: dict[Fraction, bool] = field(default_factory=dict)

    def notices(self) -> bool:
        """Whether the chain would break if the last digit of the numeral were another. A result is the one
        rounding of what is computed; an input may be free in one direction only."""
        if len(self.side.stretch.closed) < 2:
            return False
        value, step = self.place.numeral.value, self.place.numeral.ulp or ONE
        steps = (step,) if self.side.leg.numeral is not None else (step, -step)
        return not any(self.passes(value + by) for by in steps)

    def passes(self, value: Fraction) -> bool:
        """Whether the chain would hold with another value in the place, written to the same digits."""
        known = self._known.get(value)
        if known is None:
            numeral = with_value(self.place.numeral, value)
            exact = self._exact(numeral)
            known = self._known[value] = self.holds(numeral) if exact is None else exact
        return known

    def _exact(self, numeral: Numeral) -> bool | None:
        """Whether all sides are the same to the last digit, where none of them is or could be a rounding:
        then nothing else is asked. None where that does not decide."""
        side = self.side
        if side.target is None or side.leg.unit:
            return None
        if numeral.form is not Form.INTEGER or not stands_whole(numeral):
            return None
        value = side.varied.value(self.place, numeral)
        if value is None:
            return False
        return None if value.inputs_rounded or not value.exact else value.value == side.target

    def holds(self, numeral: Numeral) -> bool:
        """Whether the chain would hold with another numeral in the place."""
        moved = self._moved(numeral)
        return moved is not None and self.side.holds(moved)

    def valued(self, numeral: Numeral) -> bool:
        """Whether the leg has a value at all with another numeral in the place."""
        return self._moved(numeral) is not None

    def _moved(self, numeral: Numeral) -> Leg | None:
        """The leg with another numeral in the place; None if it has no value then."""
        leg = self.side.leg
        if leg.unit or numeral.unit != self.place.numeral.unit:
            return self._written(Num(self.place.span, numeral))
        value = self.side.varied.value(self.place, numeral)
        if value is None:
            return None
        new = Num(self.place.span, numeral)
        return Leg(
            leg.node, value, self._lone(new), leg.relation, leg.bound, leg.open, leg.unit, leg.units,
            leg.measure, (self.place, new),
        )  # fmt: skip

    def _lone(self, new: Num) -> Numeral | None:
        """The numeral that the leg is, if it is one."""
        if self.side.leg.numeral is None and new.numeral.sign == self.place.numeral.sign:
            return None
        core = bare(self.side.leg.node)
        return new.numeral if core is self.place else lone_numeral(substituted(core, self.place, new))

    def _written(self, new: Num) -> Leg | None:
        """The leg written anew, for a numeral of another unit and for angles, whose units are converted."""
        leg = self.side.leg
        changed = substituted(leg.node, self.place, new)
        value = evaluate(changed, self.side.bindings, conventions=self.side.conventions)
        if value is None:
            return None
        value, numeral = in_chain(changed, value, leg.unit)
        named = frozenset(canonical(one) for one in units(changed) if one)
        worth = measured(changed) if named else None
        return Leg(changed, value, numeral, leg.relation, leg.bound, leg.open, leg.unit, named, worth)
