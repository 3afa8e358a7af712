"""The functions whose values are known, and the comparisons."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor, gcd, lcm
from typing import TYPE_CHECKING

from tallybook.latex import arithmetic as ar
from tallybook.latex import transcendental as tr
from tallybook.latex.arithmetic import NoValueError

if TYPE_CHECKING:
    from collections.abc import Callable

    from tallybook.latex.tree import Value


def determinant(rows: list[list[Value]]) -> Value:
    """The determinant by elimination, to 30 rows."""
    size = len(rows)
    if not 0 < size <= 30 or any(len(row) != size for row in rows):
        raise NoValueError("no square matrix")
    parts = [each for row in rows for each in row]
    matrix = [[each.value for each in row] for row in rows]
    result = Fraction(1)
    for column in range(size):
        pivot = next((row for row in range(column, size) if matrix[row][column] != 0), None)
        if pivot is None:
            return ar.made(Fraction(0), None, *parts)
        if pivot != column:
            matrix[column], matrix[pivot] = matrix[pivot], matrix[column]
            result = -result
        result *= matrix[column][column]
        for row in range(column + 1, size):
            share = matrix[row][column] / matrix[column][column]
            matrix[row] = [a - share * b for a, b in zip(matrix[row], matrix[column], strict=True)]
    return ar.made(result, None, *parts)


def _step(function: Callable[[Fraction], int]) -> Callable[[Value], Value]:
    def compute(a: Value) -> Value:
        bounds = ar.ends(a)
        found = bounds and (Fraction(function(bounds[0])), Fraction(function(bounds[1])))
        return ar.made(Fraction(function(a.value)), found or None, a)

    return compute


def _absolute(a: Value) -> Value:
    bounds = ar.ends(a)
    if bounds is not None and bounds[0] < 0 < bounds[1]:
        return ar.made(abs(a.value), (Fraction(0), max(-bounds[0], bounds[1])), a)
    return ar.negated(a) if a.value < 0 else a


def _extreme(choose: Callable[..., Fraction]) -> Callable[..., Value]:
    def compute(*values: Value) -> Value:
        if not values:
            raise NoValueError("no arguments")
        bounds = [ar.ends(each) for each in values]
        known = [each for each in bounds if each is not None]
        whole = (
            (choose(x[0] for x in known), choose(x[1] for x in known)) if len(known) == len(values) else None
        )
        return ar.made(choose(each.value for each in values), whole, *values)

    return compute


def _integers(combine: Callable[..., int]) -> Callable[..., Value]:
    return lambda *values: ar.exactly(combine(*[ar.whole(each) for each in values]))


def _scaled(by: int) -> Callable[[Value], Value]:
    return lambda a: ar.divided(a, ar.exactly(by))


_maximum, _minimum = _extreme(max), _extreme(min)
FUNCTIONS: dict[str, tuple[int, Callable[..., Value]]] = {
    "factorial": (1, ar.factorial_of),
    "double factorial": (1, ar.double_factorial),
    "binomial": (2, ar.binomial),
    "floor": (1, _step(floor)),
    "ceil": (1, _step(ceil)),
    "abs": (1, _absolute),
    "sqrt": (1, tr.root),
    "exp": (1, tr.exp),
    "max": (-1, _maximum),
    "min": (-1, _minimum),
    "gcd": (-1, _integers(gcd)),
    "lcm": (-1, _integers(lcm)),
    "sgn": (1, lambda a: ar.exactly((a.value > 0) - (a.value < 0))),
    "ReLU": (1, lambda a: _maximum(a, ar.exactly(0))),
    "relu": (1, lambda a: _maximum(a, ar.exactly(0))),
    "percent": (1, _scaled(100)),
    "permille": (1, _scaled(1000)),
    "degrees": (1, lambda a: a),
}
COMBINE = {"sum": ar.added, "prod": ar.multiplied, "max": _maximum, "min": _minimum}
COMPARE: dict[str, Callable[[Fraction, Fraction], bool]] = {
    "=": lambda a, b: a == b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "≤": lambda a, b: a <= b,
    "≥": lambda a, b: a >= b,
    "≠": lambda a, b: a != b,
}
