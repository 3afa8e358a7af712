"""The exact value of an expression, where it has one."""

from __future__ import annotations

from types import MappingProxyType

from tallybook.latex.arithmetic import NoValueError
from tallybook.latex.evaluator import Bindings, Evaluator
from tallybook.latex.noted import calls_of, names_of, noted
from tallybook.latex.tree import Call, Node, Value
from tallybook.numerals.numeral import Conventions

_NOTHING: Bindings = MappingProxyType({})
_USUAL = Conventions()
_LOGS = frozenset({"log", "lg"})


def evaluate(node: Node, bindings: Bindings = _NOTHING, *, conventions: Conventions = _USUAL) -> Value | None:
    """The value of an expression; None if it has unbound symbols, is no number or would exceed the bounds.

    Exact with fractions; roots, logarithms and the like to at least 50 digits (``Value.exact`` is False
    then). Decimals stand for the interval of half a unit of their last place (``low`` and ``high``). A
    logarithm without base needs ``conventions.log_base``, unless the base makes no difference.
    """
    if not bindings or bindings.keys().isdisjoint(names_of(node)):
        known = noted(node).values
        if conventions.log_base not in known:
            known[conventions.log_base] = _evaluated(node, _NOTHING, conventions)
        return known[conventions.log_base]
    return _evaluated(node, bindings, conventions)


def _evaluated(node: Node, bindings: Bindings, conventions: Conventions) -> Value | None:
    try:
        first = Evaluator(bindings, conventions.log_base or "e")
        value = first.value(node)
        if conventions.log_base or not first.met_plain_log:
            return value
        other = Evaluator(bindings, "10").value(node)
    except (NoValueError, RecursionError, OverflowError, ZeroDivisionError):
        return None
    size = max(abs(value.value), abs(other.value))
    return value if abs(value.value - other.value) <= size / 10**50 else None


def undecided_log(node: Node, bindings: Bindings = _NOTHING) -> bool:
    """Whether the value of an expression hangs on the base of a logarithm written without one."""
    if "log" not in calls_of(node):
        return False
    if not any(isinstance(each, Call) and each.name == "log" and each.base is None for each in node.walk()):
        return False  # \lg is tried with both of its meanings
    return (
        evaluate(node, bindings) is None
        and evaluate(node, bindings, conventions=Conventions(log_base="e")) is not None
    )


def has_plain_log(node: Node) -> bool:
    """Whether an expression has a logarithm without a base in it."""
    return not calls_of(node).isdisjoint(_LOGS) and any(
        isinstance(each, Call) and each.name in _LOGS and each.base is None for each in node.walk()
    )
