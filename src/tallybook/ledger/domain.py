"""Where an identity is said to hold, and whether it does: exact comparison at rational points of the
domain."""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from tallybook.latex.evaluate import evaluate
from tallybook.latex.facts import free_symbols, holds
from tallybook.latex.noted import calls_of, kinds_of
from tallybook.latex.tree import Cases, Chain, Mod, Node, Value

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tallybook.ledger.reading import BlockReading
    from tallybook.numerals.numeral import Conventions

ENOUGH = 8
"""Points at which an identity must hold."""

_TRIES = 64
_ORDERINGS = frozenset({"<", "≤", ">", "≥", "≠"})
_PIECEWISE = frozenset({"abs", "max", "min", "ReLU", "relu", "sgn", "floor", "ceil"})
_WHOLE = frozenset({"floor", "ceil", "factorial", "double factorial", "binomial", "gcd", "lcm"})
_COUNTING = frozenset("ijklmnpqrstKLMN")
"""Letters that stand for whole numbers where a formula counts: ``\\lfloor n/2 \\rfloor``."""


@dataclass(frozen=True, slots=True)
class Domain:
    """Conditions that a paragraph states for symbols (``x \\ge 0``), and their text."""

    conditions: tuple[Chain, ...] = ()
    text: str = ""

    def holds(self, point: Mapping[str, Value]) -> bool:
        """Whether no condition is false at a point."""
        return all(holds(condition, point) is not False for condition in self.conditions)


def domain_of(block: BlockReading, text: str) -> Domain:
    """The conditions stated in a paragraph of ``text``: chains of orderings in symbols."""
    found = [
        part
        for formula in block.formulas
        for part in formula.parts
        if isinstance(part, Chain)
        and part.relations
        and all(relation.symbol in _ORDERINGS for relation in part.relations)
        and free_symbols(part)
    ]
    return Domain(tuple(found), ", ".join(text[part.span.start : part.span.end].strip() for part in found))


def sampled(left: Node, right: Node, symbols: Sequence[str], conventions: Conventions, domain: Domain) -> int:
    """At how many points of the domain both sides have a value and agree; -1 as soon as they differ."""
    generator = random.Random(",".join(symbols))  # the same points on every machine
    kinds, called = kinds_of(left) | kinds_of(right), calls_of(left) | calls_of(right)
    piecewise = Cases in kinds or not called.isdisjoint(_PIECEWISE)
    counts = Mod in kinds or not called.isdisjoint(_WHOLE)
    agreed = 0
    for attempt in range(_TRIES):
        point = {
            key: Value(_number(generator, attempt, piecewise, counts and key in _COUNTING)) for key in symbols
        }
        if not domain.holds(point):
            continue
        a = evaluate(left, point, conventions=conventions)
        b = evaluate(right, point, conventions=conventions)
        if a is None or b is None:
            continue
        if a.exact and b.exact:
            if a.value != b.value:
                return -1
        elif abs(a.value - b.value) > (abs(a.value) + 1) / 10**40:
            return -1
        agreed += 1
        if agreed == ENOUGH:
            return agreed
    return agreed


def _number(generator: random.Random, attempt: int, piecewise: bool, whole: bool) -> Fraction:
    """A sampled value. Whole numbers for sums and binomials, fractions for everything else, some below 1, and
    where a narrow domain asks for more tries some large ones; both signs where the expression has
    branches."""
    kind = attempt % 4
    if kind == 1 and attempt > 16:
        value = Fraction(generator.randint(60, 6000))
    elif kind == 0 or whole or (kind == 2 and attempt < 8):
        value = Fraction(generator.randint(3, 12))
    elif kind == 3 and attempt > 3:
        below = generator.randint(3, 12)
        value = Fraction(generator.randint(1, below - 1), below)
    else:
        value = Fraction(generator.randint(2, 60), generator.randint(2, 9))
    return -value if piecewise and generator.randint(0, 1) else value
