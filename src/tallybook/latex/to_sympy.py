"""An expression as SymPy's, for identities with symbols. SymPy is imported only when one is asked for."""

from __future__ import annotations

from typing import Any

from tallybook.latex.symbolic import Builder, NoExpressionError
from tallybook.latex.tree import (
    Call,
    Node,
    Sym,
)
from tallybook.numerals.numeral import Conventions

_MOST_NODES = 2_000
_MOST_OPERATIONS = 200
_USUAL = Conventions()


def to_sympy(
    node: Node, *, integers: frozenset[str] = frozenset(), conventions: Conventions = _USUAL
) -> Any | None:
    """The SymPy expression of a node, None where there is none.

    Symbols are named by their key and real; those in ``integers`` (and bound variables of sums) are integers.
    A symbol that also stands alone in the expression multiplies the bracket behind it (``n(n-1)``); any other
    is a function. Decimals become exact rationals.
    """
    nodes = list(node.walk())
    if len(nodes) > _MOST_NODES:
        return None
    alone = {each.key for each in nodes if isinstance(each, Sym)}
    called = [each.function for each in nodes if isinstance(each, Call) and each.function is not None]
    counts = {key: sum(isinstance(each, Sym) and each.key == key for each in nodes) for key in alone}
    for function in called:
        counts[function.key] -= 1
    builder = Builder({key for key, count in counts.items() if count > 0}, integers, conventions)
    try:
        return builder.build(node)
    except (NoExpressionError, ValueError, TypeError, ZeroDivisionError, OverflowError, RecursionError):
        return None
    except NotImplementedError:  # SymPy's way to say that it cannot decide
        return None


def prove_equal(left: Node, right: Node, *, conventions: Conventions = _USUAL) -> bool:
    """Whether SymPy proves two expressions equal; False also where it cannot tell."""
    a, b = to_sympy(left, conventions=conventions), to_sympy(right, conventions=conventions)
    if a is None or b is None:
        return False
    import sympy  # late, as above

    if a == b:
        return True
    try:
        difference = sympy.expand(a - b)
        if difference == 0:
            return True
        return bool(difference.count_ops() < _MOST_OPERATIONS and sympy.simplify(difference) == 0)
    except (ValueError, TypeError, AttributeError, NotImplementedError, ZeroDivisionError, RecursionError):
        return False
