"""Derivatives in Leibniz's notation: ``\\frac{d}{dx} f``, ``\\frac{d^2 f}{dx^2}``, ``\\frac{\\partial
f}{\\partial x}``."""

from __future__ import annotations

from tallybook.latex.tree import Derivative, Div, Mul, Node, Num, Pow, Sym

_SIGNS = frozenset({"d", "partial"})


def derived(factors: list[Node]) -> Node:
    """The product of factors side by side; an operator ``\\frac{d}{dx}`` among them takes what stands behind
    it."""
    for place, factor in enumerate(factors[:-1]):
        found = _operator(factor)
        if found is not None:
            variable, order, rest = found
            if rest:
                continue
            body = derived(factors[place + 1 :])
            taken = Derivative(factor.span.cover(body.span), body, variable, order)
            return _product([*factors[:place], taken])
    return _product(factors)


def differential_quotient(quotient: Div) -> Node:
    """``\\frac{df}{dx}`` as the derivative it is; any other fraction as it was, an operator without its
    operand too."""
    found = _operator(quotient)
    if found is None or not found[2]:
        return quotient
    variable, order, rest = found
    return Derivative(quotient.span, _product(list(rest)), variable, order)


def _operator(node: Node) -> tuple[Sym, int, tuple[Node, ...]] | None:
    """Variable and order of a fraction of differentials, and what stands behind the ``d`` of its
    numerator."""
    if not isinstance(node, Div):
        return None
    below = node.denominator
    if not isinstance(below, Mul) or len(below.factors) != 2:
        return None
    sign, variable = below.factors
    above = node.numerator.factors if isinstance(node.numerator, Mul) else (node.numerator,)
    first, upper = _raised(above[0])
    variable, lower = _raised(variable)
    if not isinstance(first, Sym) or not isinstance(sign, Sym) or first.key not in _SIGNS:
        return None
    if sign.key != first.key or upper != lower or not isinstance(variable, Sym):
        return None
    return variable, upper, above[1:]


def _raised(node: Node) -> tuple[Node, int]:
    """The base and the exponent of a small whole power, else the node and 1."""
    if isinstance(node, Pow) and isinstance(node.exponent, Num):
        value = node.exponent.numeral.value
        if value.denominator == 1 and 1 < value <= 9:
            return node.base, int(value)
    return node, 1


def _product(factors: list[Node]) -> Node:
    if len(factors) == 1:
        return factors[0]
    return Mul(factors[0].span.cover(factors[-1].span), tuple(factors), implicit=True)
