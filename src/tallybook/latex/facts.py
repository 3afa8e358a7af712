"""What an expression says beside its value: free symbols, units, truth of relations, both signs of a
plus-minus."""

from __future__ import annotations

from dataclasses import fields, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from tallybook.latex.arithmetic import NoValueError
from tallybook.latex.evaluate import evaluate
from tallybook.latex.evaluator import Bindings, Evaluator
from tallybook.latex.noted import kinds_of, noted, numerals_of
from tallybook.latex.tree import (
    Add,
    Between,
    BigOp,
    Call,
    Chain,
    Derivative,
    EvalBar,
    Neg,
    Node,
    PlusMinus,
    Pow,
    Sym,
    Value,
)
from tallybook.numerals.numeral import Conventions

if TYPE_CHECKING:
    from collections.abc import Mapping

_NOTHING: Mapping[str, Value | Node] = MappingProxyType({})
_USUAL = Conventions()
_CONSTANTS = frozenset({"pi", "infty"})


def free_symbols(node: Node) -> frozenset[str]:
    """The keys of the symbols an expression needs values for; pi and the base ``e`` of a power are constants.

    The symbol of an unknown function (``f`` of ``f(x)``) is among them: bound to a number it multiplies its
    argument.
    """
    known = noted(node)
    if known.free is None:
        known.free = frozenset(_free(node))
    return known.free


def _free(node: Node) -> set[str]:
    if isinstance(node, Sym):
        return set() if node.key in _CONSTANTS else {node.key}
    if isinstance(node, Call) and node.function is not None and node.name in {"ReLU", "relu"}:
        return set().union(*(_free(each) for each in node.arguments))
    if isinstance(node, Pow) and isinstance(node.base, Sym) and node.base.key == "e":
        return _free(node.exponent)
    found: set[str] = set()
    for child in node.children():
        found |= _free(child)
    if isinstance(node, BigOp) and node.variable is not None:
        found.discard(node.variable.key)
    if isinstance(node, Between):
        inside = _free(node.body)
        return _free(node.lower) | _free(node.upper) | (inside if len(inside) > 1 else set())
    if isinstance(node, Derivative) and isinstance(node.body, Sym):
        return {node.body.key}
    if isinstance(node, EvalBar) and isinstance(node.condition, Chain):
        found -= {each.key for each in node.condition.operands[:1] if isinstance(each, Sym)}
    return found


def units(node: Node) -> tuple[str, ...]:
    """The units of the numerals of an expression in order, "" for those without."""
    return tuple(each.numeral.unit for each in numerals_of(node))


def holds(chain: Chain, bindings: Bindings = _NOTHING, *, conventions: Conventions = _USUAL) -> bool | None:
    """Whether the relations ``=``, ``<``, ``≤``, ``>``, ``≥``, ``≠`` of a chain hold exactly; None if that is
    not known."""
    try:
        return Evaluator(bindings, conventions.log_base or "e").holds(chain)
    except (NoValueError, RecursionError):
        return None


def holds_mod(chain: Chain, bindings: Bindings = _NOTHING) -> bool | None:
    """Whether the operands of ``a \\equiv b \\pmod n`` leave the same remainder; None if that is not
    known."""
    if chain.modulus is None or len(chain.operands) < 2:
        return None
    modulus = evaluate(chain.modulus, bindings)
    values = [evaluate(each, bindings) for each in chain.operands]
    if modulus is None or modulus.value == 0:
        return None
    known = [each.value for each in values if each is not None]
    if len(known) != len(values):
        return None
    return all((each - known[0]) % modulus.value == 0 for each in known)


def both_signs(node: Node) -> tuple[Node, ...]:
    """The expression with the upper and with the lower signs of its ``\\pm`` and ``\\mp``; itself if it has
    none."""
    if PlusMinus not in kinds_of(node):
        return (node,)
    return _with_sign(node, upper=True), _with_sign(node, upper=False)


def _with_sign(node: Node, *, upper: bool) -> Node:
    if isinstance(node, PlusMinus):
        right = _with_sign(node.right, upper=upper)
        if upper is node.minus_first:
            right = Neg(right.span, right)
        if node.left is None:
            return right
        return Add(node.span, (_with_sign(node.left, upper=upper), right))
    changes: dict[str, object] = {}
    for field in fields(node):
        value = getattr(node, field.name)
        if isinstance(value, Node):
            changes[field.name] = _with_sign(value, upper=upper)
        elif isinstance(value, tuple) and value:
            changes[field.name] = tuple(
                _with_sign(each, upper=upper)
                if isinstance(each, Node)
                else tuple(_with_sign(cell, upper=upper) for cell in each)
                if isinstance(each, tuple)
                else each
                for each in value
            )
    return replace(node, **changes)  # type: ignore[arg-type]  # the fields' own names and types
