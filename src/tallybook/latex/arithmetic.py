"""Arithmetic of values: exact fractions, each with the interval that rounded inputs allow. All sizes are
bounded."""

from __future__ import annotations

from fractions import Fraction
from math import comb, factorial, isqrt

from tallybook.latex.tree import Value

MOST_BITS = 200_000
"""Bits of the longest numerator or denominator that a power or factorial may have."""

LARGEST_FACTORIAL = 15_000
"""Beyond it a factorial is known by its logarithm only."""


class NoValueError(Exception):
    """The expression has no value that can be computed within bounds."""


def exactly(value: Fraction | int) -> Value:
    """A value without rounding."""
    return Value(Fraction(value))


def made(value: Fraction, bounds: tuple[Fraction, Fraction] | None, *parts: Value) -> Value:
    """A value computed from ``parts``: as exact and as rounded as they are."""
    exact = all(part.exact for part in parts)
    rounded = any(part.inputs_rounded for part in parts)
    if not rounded or bounds is None:
        return Value(value, exact, rounded)
    return Value(value, exact, True, *bounds)


def ends(value: Value) -> tuple[Fraction, Fraction] | None:
    """The interval of a value; None where rounded inputs leave it unknown."""
    if value.low is not None and value.high is not None:
        return value.low, value.high
    return None if value.inputs_rounded else (value.value, value.value)


def negated(a: Value) -> Value:
    """``-a``."""
    if not a.inputs_rounded:
        return Value(-a.value, a.exact)
    bounds = ends(a)
    return made(-a.value, bounds and (-bounds[1], -bounds[0]), a)


def added(a: Value, b: Value) -> Value:
    """``a + b``."""
    total = a.value + b.value
    if not (a.inputs_rounded or b.inputs_rounded):
        return Value(total, a.exact and b.exact)
    x, y = ends(a), ends(b)
    return made(total, (x[0] + y[0], x[1] + y[1]) if x and y else None, a, b)


def multiplied(a: Value, b: Value) -> Value:
    """``a b``."""
    _bounded(a.value.numerator.bit_length() + b.value.numerator.bit_length())
    _bounded(a.value.denominator.bit_length() + b.value.denominator.bit_length())
    product = a.value * b.value
    if not (a.inputs_rounded or b.inputs_rounded):
        return Value(product, a.exact and b.exact)
    x, y = ends(a), ends(b)
    corners = [p * q for p in x for q in y] if x and y else []
    return made(product, (min(corners), max(corners)) if corners else None, a, b)


def divided(a: Value, b: Value) -> Value:
    """``a / b``."""
    if b.value == 0:
        raise NoValueError("division by zero")
    quotient = a.value / b.value
    if not (a.inputs_rounded or b.inputs_rounded):
        return Value(quotient, a.exact and b.exact)
    x, y = ends(a), ends(b)
    corners = [p / q for p in x for q in y] if x and y and y[0] * y[1] > 0 else []
    return made(quotient, (min(corners), max(corners)) if corners else None, a, b)


def _bounded(bits: int) -> None:
    if bits > 2 * MOST_BITS:
        raise NoValueError("too long a number")


def to_integer_power(base: Fraction, exponent: int) -> Fraction:
    """``base ** exponent``, refused where the result would be too long."""
    size = max(base.numerator.bit_length(), base.denominator.bit_length())
    if size > 1 and abs(exponent) * (size - 1) > MOST_BITS:
        raise NoValueError("too large a power")
    if base == 0 and exponent < 0:
        raise NoValueError("division by zero")
    if base in {0, 1} or (base == -1):
        return base ** (exponent % 2 if base == -1 else min(abs(exponent), 1))
    return base**exponent


def integer_power(a: Value, exponent: int) -> Value:
    """``a`` to an integer."""
    power = to_integer_power(a.value, exponent)
    if not a.inputs_rounded:
        return Value(power, a.exact)
    x = ends(a)
    if x is None or (exponent < 0 and x[0] * x[1] <= 0):
        return made(power, None, a)
    corners = [to_integer_power(each, exponent) for each in x]
    if x[0] < 0 < x[1] and exponent % 2 == 0:
        corners.append(Fraction(0))
    return made(power, (min(corners), max(corners)), a)


def exact_root(number: Fraction, index: int) -> Fraction | None:
    """The rational ``index``-th root of a non-negative fraction, None if there is none."""
    above, below = _integer_root(number.numerator, index), _integer_root(number.denominator, index)
    return None if above is None or below is None else Fraction(above, below)


def _integer_root(number: int, index: int) -> int | None:
    """The exact integer root by Newton's method."""
    if index == 2:
        root = isqrt(number)
        return root if root * root == number else None
    if number < 2:
        return number
    if index > number.bit_length():
        return None
    guess = 1 << -(-number.bit_length() // index)
    while True:
        better = ((index - 1) * guess + number // guess ** (index - 1)) // index
        if better >= guess:
            return guess if guess**index == number else None
        guess = better


def whole(value: Value) -> int:
    """The integer that a value is."""
    if value.value.denominator != 1:
        raise NoValueError("no integer")
    return value.value.numerator


def factorial_of(a: Value) -> Value:
    """``a!``."""
    n = whole(a)
    if not 0 <= n <= LARGEST_FACTORIAL:
        raise NoValueError("no factorial within bounds")
    return exactly(factorial(n))


def double_factorial(a: Value) -> Value:
    """``a!!``."""
    n = whole(a)
    if not -1 <= n <= LARGEST_FACTORIAL:
        raise NoValueError("no factorial within bounds")
    product = 1
    for each in range(n, 0, -2):
        product *= each
    return exactly(product)


def binomial(a: Value, b: Value) -> Value:
    """``a`` choose ``b`` for integers ``b``; 0 for negative ``b``."""
    k = whole(b)
    if k < 0:
        return exactly(0)
    if a.value.denominator == 1 and a.value >= 0:
        n = a.value.numerator
        if min(k, n - k) * n.bit_length() > MOST_BITS:
            raise NoValueError("too large a binomial")
        return exactly(comb(n, k))
    if k > 1000:
        raise NoValueError("too large a binomial")
    product = Fraction(1)
    for each in range(k):
        product *= (a.value - each) / (each + 1)
    return made(product, None, a)
