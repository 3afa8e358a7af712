"""Evidence by algebra: a term of an identity with symbols that holds exactly at sampled rational points, or
that SymPy proves."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import TYPE_CHECKING

from tallybook.latex.evaluate import evaluate
from tallybook.latex.facts import free_symbols
from tallybook.latex.rewrite import nudged
from tallybook.latex.tree import BigOp, Cases, Chain, Node, Num, Value
from tallybook.ledger.chains import EQUALITIES
from tallybook.model import Evidence, EvidenceKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tallybook.ledger.desk import Desk, Found

_POINTS = 8
_TRIES = 24


def apply(desk: Desk) -> Found:
    """Evidence for the numbers on both sides of every identity of the page."""
    for block in desk.focus:
        by_span = {atom.span: atom for atom in block.atoms}
        for formula in block.formulas:
            for part in formula.parts:
                if not isinstance(part, Chain):
                    continue
                for left, right in _pairs(part):
                    nodes = [
                        node
                        for side in (left, right)
                        for node in side.walk()
                        if isinstance(node, Num) and node.span in by_span
                    ]
                    if not nodes:
                        continue
                    how = identity(left, right, desk)
                    if not how:
                        continue
                    span = left.span.cover(right.span)
                    for node in nodes:
                        moved_left = nudged(left, node) if node.span in left.span else left
                        moved_right = nudged(right, node) if node.span in right.span else right
                        pins = not identity(moved_left, moved_right, desk)
                        yield by_span[node.span], Evidence(EvidenceKind.ALGEBRA, how, True, pins, span=span)


def _pairs(chain: Chain) -> list[tuple[Node, Node]]:
    """Neighbouring sides that share their symbols: only such a pair can be an identity (``y = 2x`` defines,
    ``2x = x + x`` is one)."""
    found: list[tuple[Node, Node]] = []
    offset = len(chain.operands) - len(chain.relations)
    for number in range(1, len(chain.operands)):
        if chain.relations[number - offset].symbol not in EQUALITIES:
            continue
        left, right = chain.operands[number - 1], chain.operands[number]
        if (free_symbols(left) and (free_symbols(left) | free_symbols(right)) == free_symbols(left)) or (
            free_symbols(right) and free_symbols(left) < free_symbols(right)
        ):
            found.append((left, right))
    return found


def identity(left: Node, right: Node, desk: Desk) -> str:
    """How an identity was established, in words for people; "" if it was not."""
    symbols = sorted(free_symbols(left) | free_symbols(right))
    if any(isinstance(node, BigOp) and node.name == "lim" for side in (left, right) for node in side.walk()):
        return "proven by SymPy" if _proven(left, right) else ""
    points = _sampled(left, right, symbols, desk)
    if points < 0:
        return ""
    if points >= _POINTS:
        return f"holds exactly at {points} sampled rational points"
    if any(isinstance(node, Cases | BigOp) for side in (left, right) for node in side.walk()):
        return "proven by SymPy" if _proven(left, right) else ""
    return ""


def _sampled(left: Node, right: Node, symbols: Sequence[str], desk: Desk) -> int:
    """At how many points both sides have a value and agree; -1 as soon as they differ."""
    generator = random.Random(",".join(symbols))  # the same points on every machine
    agreed = 0
    for attempt in range(_TRIES):
        whole = attempt % 2 == 0  # whole numbers for sums and binomials, fractions for everything else
        point = {
            key: Value(
                Fraction(generator.randint(3, 12))
                if whole
                else Fraction(generator.randint(2, 60), generator.randint(2, 9))
            )
            for key in symbols
        }
        a = evaluate(left, point, conventions=desk.conventions)
        b = evaluate(right, point, conventions=desk.conventions)
        if a is None or b is None:
            continue
        if a.exact and b.exact:
            if a.value != b.value:
                return -1
        elif abs(a.value - b.value) > (abs(a.value) + 1) / 10**40:
            return -1
        agreed += 1
        if agreed == _POINTS:
            return agreed
    return agreed


def _proven(left: Node, right: Node) -> bool:
    from tallybook.latex.to_sympy import prove_equal

    return prove_equal(left, right)
