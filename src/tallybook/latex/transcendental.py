"""Roots, logarithms, exponentials and circular functions to more than fifty digits, exact where the result is
rational."""

from __future__ import annotations

from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, localcontext
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tallybook.latex.arithmetic import (
    NoValueError,
    ends,
    exact_root,
    exactly,
    integer_power,
    made,
    to_integer_power,
)
from tallybook.latex.tree import Value

if TYPE_CHECKING:
    from collections.abc import Callable

_CONTEXT = Context(prec=80, Emax=MAX_EMAX, Emin=MIN_EMIN)
_DIGITS = 75
_LARGEST_EXPONENT = 100_000

PI = Fraction(
    31415926535897932384626433832795028841971693993751058209749445923078164062862089986280348253421170679,
    10**100,
)


def _decimal(number: Fraction) -> Decimal:
    return _CONTEXT.divide(Decimal(number.numerator), Decimal(number.denominator))


def _monotone(function: Callable[[Fraction], Fraction], a: Value, value: Fraction) -> Value:
    """The value of a monotone function at ``a``, not exact, with the interval of its ends."""
    bounds = None
    if a.inputs_rounded:
        x = ends(a)
        try:
            found = sorted((function(x[0]), function(x[1]))) if x else []
        except NoValueError:
            found = []
        bounds = (found[0], found[1]) if found else None
    result = made(value, bounds, a)
    return Value(result.value, False, result.inputs_rounded, result.low, result.high)


def natural_log(number: Fraction) -> Fraction:
    """The natural logarithm of a positive fraction."""
    if number <= 0:
        raise NoValueError("logarithm of no positive number")
    if number.numerator.bit_length() > 1_000 or number.denominator.bit_length() > 1_000:
        above, below = Decimal(number.numerator), Decimal(number.denominator)
        return Fraction(_CONTEXT.subtract(_CONTEXT.ln(above), _CONTEXT.ln(below)))
    return Fraction(_CONTEXT.ln(_decimal(number)))


def ln(a: Value) -> Value:
    """The natural logarithm."""
    if a.value == 1 and not a.inputs_rounded:
        return exactly(0)
    return _monotone(natural_log, a, natural_log(a.value))


def log_factorial(n: int) -> Fraction:
    """The natural logarithm of ``n!`` for any ``n`` below 10^30."""
    if not 0 <= n < 10**30:
        raise NoValueError("no factorial within bounds")
    return _with_mpmath(lambda mp: mp.loggamma(mp.mpf(n + 1)))


def exponential(number: Fraction) -> Fraction:
    """``e`` to a fraction."""
    if abs(number) > _LARGEST_EXPONENT:
        raise NoValueError("too large an exponent")
    return Fraction(_CONTEXT.exp(_decimal(number)))


def exp(a: Value) -> Value:
    """The exponential function."""
    if a.value == 0 and not a.inputs_rounded:
        return exactly(1)
    return _monotone(exponential, a, exponential(a.value))


def root_of(number: Fraction, index: int) -> Fraction:
    """The ``index``-th root of a non-negative fraction, to 75 digits."""
    if number == 0:
        return number
    if index == 2:
        with localcontext(_CONTEXT):
            return Fraction(_decimal(number).sqrt(_CONTEXT))
    return Fraction(_CONTEXT.exp(_CONTEXT.divide(_CONTEXT.ln(_decimal(number)), Decimal(index))))


def root(a: Value, index: int) -> Value:
    """The real ``index``-th root."""
    if index < 1 or index > 10_000:
        raise NoValueError("no index of a root")
    if a.value < 0:
        if index % 2 == 0:
            raise NoValueError("root of a negative number")
        positive = root(Value(-a.value, a.exact), index)
        return Value(-positive.value, positive.exact, a.inputs_rounded)
    found = exact_root(a.value, index) if a.exact else None
    value = found if found is not None else root_of(a.value, index)
    result = _monotone(lambda each: root_of(each, index) if each >= 0 else _refuse(), a, value)
    if found is None:
        return result
    return Value(found, True, result.inputs_rounded, result.low, result.high)


def _refuse() -> Fraction:
    raise NoValueError("root of a negative number")


def power(a: Value, b: Value) -> Value:
    """``a ** b``: exact for integers and for rational exponents with a rational result."""
    exponent = b.value
    if exponent.denominator == 1 and not b.inputs_rounded:
        return integer_power(a, exponent.numerator)
    if a.value <= 0:
        if a.value == 0 and exponent > 0:
            return exactly(0)
        raise NoValueError("broken power of a negative number")
    if b.exact and a.exact and exponent.denominator <= 1000 and not b.inputs_rounded:
        base = exact_root(a.value, exponent.denominator)
        if base is not None and not a.inputs_rounded:
            return exactly(to_integer_power(base, exponent.numerator))
    value = exponential(exponent * natural_log(a.value))
    x, y = ends(a), ends(b)
    corners = [exponential(q * natural_log(p)) for p in x for q in y] if x and y and x[0] > 0 else []
    result = made(value, (min(corners), max(corners)) if corners else None, a, b)
    return Value(result.value, False, result.inputs_rounded, result.low, result.high)


def _with_mpmath(compute: Callable[[Any], Any]) -> Fraction:
    """A real number that mpmath computes, as a fraction."""
    import mpmath  # late: it takes longer to import than a page to read

    with mpmath.workdps(_DIGITS + 10):
        number = compute(mpmath.mp)
        if not isinstance(number, mpmath.mpf) or not mpmath.isfinite(number):
            raise NoValueError("no real number")
        sign, mantissa, shift, _ = number._mpf_
    value = Fraction(int(mantissa)) * (Fraction(2) ** shift if shift < 100_000 else _refuse())
    return -value if sign else value


CIRCULAR = frozenset(
    [
        "sin",
        "cos",
        "tan",
        "cot",
        "sec",
        "csc",
        "arcsin",
        "arccos",
        "arctan",
        "sinh",
        "cosh",
        "tanh",
        "erf",
        "arcsinh",
        "arccosh",
        "arctanh",
    ]
)
_INVERSES = {
    "arcsin": "asin",
    "arccos": "acos",
    "arctan": "atan",
    "arcsinh": "asinh",
    "arccosh": "acosh",
    "arctanh": "atanh",
}
_RATIONAL = [Fraction(each, 2) for each in range(-4, 5)]
"""The only rational values that circular functions take at rational multiples of a right angle (Niven)."""


def circular(name: str, a: Value, degrees: bool) -> Value:
    """A circular or hyperbolic function of an angle in radians or degrees."""
    if abs(a.value) > 10**40:
        raise NoValueError("too large an angle")

    def at(number: Fraction) -> Fraction:
        def compute(mp: Any) -> Any:
            angle = mp.mpf(number.numerator) / number.denominator
            if degrees:
                angle = angle * mp.pi / 180
            return getattr(mp, _INVERSES.get(name, name))(angle)

        try:
            return _with_mpmath(compute)
        except (ValueError, ZeroDivisionError, OverflowError) as error:
            raise NoValueError(str(error)) from None

    value = at(a.value)
    near = Fraction(1, 10 ** (_DIGITS - 10))
    for rational in _RATIONAL:
        if abs(value - rational) < near:
            return made(rational, None, a)
    if abs(value) > 10 ** (_DIGITS - 20):
        raise NoValueError("a pole")
    return Value(value, False, a.inputs_rounded)
