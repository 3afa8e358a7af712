"""An expression as SymPy's, for identities with symbols. SymPy is imported only when one is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from tallybook.latex.bounded import within
from tallybook.latex.symbolic import Builder, NoExpressionError
from tallybook.latex.tree import (
    Call,
    Node,
    Sym,
)
from tallybook.numerals.numeral import Conventions

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")
_MOST_NODES = 500
_MOST_OPERATIONS = 200
_MOST_CALLS = 750_000
"""Calls of SymPy's functions for one question: about a second's worth."""
_DIGITS, _APART = 30, 1e-15
"""Digits to which numbers are computed that may differ, and the least difference that counts as one."""

_USUAL = Conventions()
_FAILURES = (
    NoExpressionError,
    ArithmeticError,  # among them what mpmath raises
    AttributeError,
    LookupError,
    NotImplementedError,  # SymPy's way to say that it cannot decide
    RecursionError,
    TypeError,
    ValueError,
)


def within_bounds(work: Callable[[], T]) -> T | None:
    """What SymPy makes of a question; None where it gives up, fails, or would need too long."""
    import sympy  # late: it takes longer to import than a book to check; and its import is not counted

    sympy.core.cache.clear_cache()  # else the count of calls would depend on the questions before
    try:
        return within(_MOST_CALLS, work)
    except _FAILURES:
        return None


def expression_of(
    node: Node,
    *,
    integers: frozenset[str] = frozenset(),
    conventions: Conventions = _USUAL,
    imaginary: str = "",
    matrices: frozenset[str] = frozenset(),
) -> Any:
    """The SymPy expression of a node; one of ``_FAILURES`` where there is none. The work is not bounded.

    Symbols are named by their key and real, but for the one that is the ``imaginary`` unit; those in
    ``integers`` (and bound variables of sums) are integers. A symbol that also stands alone in the expression
    multiplies the bracket behind it (``n(n-1)``); any other is a function. Decimals become exact rationals.
    Products of ``matrices`` keep their order.
    """
    nodes = list(node.walk())
    if len(nodes) > _MOST_NODES:
        raise NoExpressionError
    alone = {each.key for each in nodes if isinstance(each, Sym)}
    called = [each.function for each in nodes if isinstance(each, Call) and each.function is not None]
    counts = {key: sum(isinstance(each, Sym) and each.key == key for each in nodes) for key in alone}
    for function in called:
        counts[function.key] -= 1
    numbers = {key for key, count in counts.items() if count > 0}
    return Builder(numbers | matrices, integers, conventions, imaginary, matrices).build(node)


def equal(
    left: Node,
    right: Node,
    *,
    integers: frozenset[str] = frozenset(),
    conventions: Conventions = _USUAL,
    imaginary: str = "",
    matrices: frozenset[str] = frozenset(),
) -> bool | None:
    """Whether two expressions are equal: True where SymPy proves it, False where both are numbers or sums of
    products of ``matrices`` and differ, None where it cannot tell within bounds."""

    def proof() -> bool | None:
        import sympy  # late, as above

        a, b = (
            expression_of(
                each, integers=integers, conventions=conventions, imaginary=imaginary, matrices=matrices
            )
            for each in (left, right)
        )
        if a == b:
            return True
        difference = sympy.expand(a - b, complex=bool(imaginary))
        if difference == 0 or difference.is_zero:
            return True
        if matrices:
            return None if difference.atoms(sympy.Function) else False
        if difference.is_number and abs(sympy.N(difference, _DIGITS)) > _APART:
            return False
        if difference.count_ops() < _MOST_OPERATIONS and sympy.simplify(difference) == 0:
            return True
        return None

    return within_bounds(proof)
