"""The value of integrals, limits, infinite sums and derivatives without symbols of their own, by SymPy and
within bounds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tallybook.latex.facts import free_symbols
from tallybook.latex.to_sympy import expression_of, within_bounds
from tallybook.latex.tree import Node, Value
from tallybook.numerals.numeral import Conventions

_DIGITS = 60
_MOST_KEPT = 4096
_CONSTANTS = frozenset({"e"})
_USUAL = Conventions()
_VALUES: dict[Node, Value | None] = {}
"""Values found before: a chain is evaluated again for every digit that is altered elsewhere in it."""


def closed_value(node: Node) -> Value | None:
    """The real value of an expression whose only symbols are bound in it, exact if it is rational; None where
    SymPy does not find one within bounds."""
    if free_symbols(node) - _CONSTANTS:
        return None
    if node not in _VALUES:
        if len(_VALUES) >= _MOST_KEPT:
            _VALUES.clear()
        _VALUES[node] = within_bounds(lambda: _value(node))
    return _VALUES[node]


def _value(node: Node) -> Value | None:
    import sympy  # late: it takes longer to import than a book to check

    found = expression_of(node, conventions=_USUAL)
    if (
        found is None
        or found.free_symbols
        or found.has(sympy.Integral, sympy.Sum, sympy.Product, sympy.Limit)
    ):
        return None
    if not found.is_number or found.is_finite is False or not found.is_real:
        return None
    if found.is_Rational:
        return Value(Fraction(int(found.p), int(found.q)))
    return _approximate(sympy.N(found, _DIGITS))


def _approximate(number: Any) -> Value | None:
    if not number.is_Float:
        return None
    sign, mantissa, shift, _ = number._mpf_
    if abs(shift) > 100_000:
        return None
    value = Fraction(int(mantissa)) * Fraction(2) ** int(shift)
    return Value(-value if sign else value, False)
