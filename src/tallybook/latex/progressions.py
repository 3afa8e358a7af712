"""Sums and products with an ellipsis: ``1 + 2 + \\dots + 100``, ``1^2 + 2^2 + \\cdots + n^2``, ``1 + \\frac12
+ \\frac14 + \\cdots``.

The terms that are shown must be of one shape whose numbers run in arithmetic or geometric progression; two
readings that both fit are no reading."""

from __future__ import annotations

from dataclasses import dataclass, fields
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from tallybook.latex.arithmetic import NoValueError
from tallybook.latex.rewrite import rebuilt
from tallybook.latex.tree import Dots, Neg, Node, Num
from tallybook.numerals.numeral import Form, Numeral

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

MOST_TERMS = 1_000
"""Terms that are written out."""


@dataclass(frozen=True, slots=True)
class _Run:
    """The values at one place of the terms: ``first + k * step`` or ``first * step ** k``."""

    node: Node
    first: Fraction
    step: Fraction
    geometric: bool = False

    def at(self, k: int) -> Fraction:
        return self.first * self.step**k if self.geometric else self.first + k * self.step


@dataclass(frozen=True, slots=True)
class Progression:
    """Terms in progression: the first of them, the places in it that run, how many there are (None: without
    end), and whether their signs alternate."""

    first: Node
    runs: tuple[_Run, ...]
    count: int | None
    alternating: bool = False

    def terms(self) -> Iterator[Node]:
        """The terms with their signs."""
        if self.count is None or self.count > MOST_TERMS:
            raise NoValueError("too many terms")
        for k in range(self.count):
            values = {id(run.node): run.at(k) for run in self.runs}
            term = rebuilt(self.first, partial(_put, values))
            yield Neg(term.span, term) if self.alternating and k % 2 else term

    @property
    def total(self) -> Fraction | None:
        """The sum of numbers in arithmetic progression, and of a geometric one without end; None where there
        is no such short way to it."""
        if len(self.runs) != 1 or self.runs[0].node is not self.first:
            return None
        run = self.runs[0]
        ratio = -run.step if self.alternating else run.step
        if self.count is None:
            return run.first / (1 - ratio) if run.geometric and abs(ratio) < 1 else None
        if run.geometric or self.alternating:
            return None
        return self.count * (run.first + run.at(self.count - 1)) / 2


def progression(items: Sequence[Node], evaluate: Callable[[Node], Fraction]) -> Progression:
    """The progression that items with one ellipsis among them show; raises ``NoValueError`` if they show
    none, or several. ``evaluate`` gives exact values and raises likewise."""
    items = [Dots(each.span) if _is_dots(each) else each for each in items]
    gaps = [place for place, each in enumerate(items) if isinstance(each, Dots)]
    if len(gaps) != 1 or gaps[0] < 2 or len(items) - gaps[0] > 2:
        raise NoValueError("no progression")
    shown, rest = list(items[: gaps[0]]), items[gaps[0] + 1 :]
    signs = [isinstance(each, Neg) for each in shown]
    alternating = signs == [k % 2 == 1 for k in range(len(shown))]
    last = rest[0] if rest else None
    negative = isinstance(last, Neg)
    if any(signs) and not alternating:
        raise NoValueError("no progression")
    if alternating:
        shown, last = [_bare(each) for each in shown], None if last is None else _bare(last)
    found = _runs(shown, last, evaluate)
    if found is None or (last is not None and found[1] is None):
        raise NoValueError("no progression")
    runs, count = found
    if alternating and count is not None and negative is not (count % 2 == 0):
        raise NoValueError("the sign of the last term")
    if count is not None and count < len(shown):
        raise NoValueError("too few terms")
    return Progression(shown[0], tuple(runs), count, alternating)


def _is_dots(node: Node) -> bool:
    return isinstance(node, Neg) and isinstance(node.operand, Dots)


def _bare(node: Node) -> Node:
    return node.operand if isinstance(node, Neg) else node


def _runs(
    shown: list[Node], last: Node | None, evaluate: Callable[[Node], Fraction]
) -> tuple[list[_Run], int | None] | None:
    """The places of the first term that run, and the number of terms they agree on (None: nothing runs)."""
    whole = shown if last is None else [*shown, last]
    try:
        values: list[Fraction] | None = [evaluate(each) for each in whole]
    except NoValueError:
        values = None
    if values is not None and len(set(values)) == 1:
        return [], None
    parts = _parts(whole)
    if parts is None or isinstance(shown[0], Num):
        return None if values is None else _run(shown[0], values, last is not None)
    runs: list[_Run] = []
    counts: set[int | None] = set()
    for column in parts:
        found = _runs(column[: len(shown)], column[-1] if last is not None else None, evaluate)
        if found is None:
            return None if values is None else _run(shown[0], values, last is not None)
        runs.extend(found[0])
        if found[0]:
            counts.add(found[1])
    if len(counts) != 1:
        return None
    if last is None and values is not None:
        return _run(shown[0], values, False)
    return runs, counts.pop()


def _parts(nodes: list[Node]) -> list[list[Node]] | None:
    """The children of nodes of one shape, place by place; None where the shapes differ."""
    first = nodes[0]
    children = [list(each.children()) for each in nodes]
    if any(type(each) is not type(first) for each in nodes) or len({len(each) for each in children}) != 1:
        return None
    for field in fields(first):
        value = getattr(first, field.name)
        if field.name == "span" or isinstance(value, (Node, tuple)) or isinstance(first, Num):
            continue
        if any(getattr(each, field.name) != value for each in nodes):
            return None
    return [list(column) for column in zip(*children, strict=True)] if children[0] else None


def _run(node: Node, values: list[Fraction], closed: bool) -> tuple[list[_Run], int | None] | None:
    shown = values[:-1] if closed else values
    fits: list[tuple[list[_Run], int | None]] = []
    steps = {b - a for a, b in pairwise(shown)}
    if len(steps) == 1 and closed:
        step = steps.pop()
        count = (values[-1] - values[0]) / step + 1
        if count.denominator == 1 and count >= len(shown):
            fits.append(([_Run(node, values[0], step)], int(count)))
            if len(shown) == 2 and step == 1:
                return fits[0]  # 1 + 2 + … are the whole numbers, never the powers of two
    if all(shown):
        ratios = {b / a for a, b in pairwise(shown)}
        if len(ratios) == 1 and (len(shown) > 2 or closed):
            ratio = ratios.pop()
            count_ = _power(values[0], ratio, values[-1]) if closed else None
            if count_ is not None or not closed:
                fits.append(([_Run(node, values[0], ratio, True)], count_))
    return fits[0] if len(fits) == 1 else None


def _power(first: Fraction, ratio: Fraction, last: Fraction) -> int | None:
    """How many terms a geometric progression has that reaches its last."""
    if abs(ratio) == 1:
        return None
    term, count = first, 1
    while count < 1_000 and term != last and (abs(term) < abs(last)) is (abs(ratio) > 1):
        term, count = term * ratio, count + 1
    return count if term == last else None


def _put(values: Mapping[int, Fraction], node: Node) -> Node | None:
    """The number that stands at a place that runs."""
    return _number(node, values[id(node)]) if id(node) in values else None


def _number(place: Node, value: Fraction) -> Num:
    return Num(place.span, Numeral(place.span, "", value, Fraction(0), Form.FRACTION))
