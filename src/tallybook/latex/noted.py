"""What is found out about an expression, kept with it: many rules ask the same of the same formula.

An expression never changes, so what hangs on nothing but itself stays true as long as it lives.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallybook.latex.tree import BigOp, Call, Node, Num, Sym

if TYPE_CHECKING:
    from tallybook.latex.tree import Value


class Noted:
    """What is known of one expression; each part is found when somebody first asks."""

    __slots__ = ("calls", "free", "kinds", "names", "numerals", "values")

    def __init__(self) -> None:
        self.numerals: tuple[Num, ...] | None = None
        self.kinds: frozenset[type[Node]] | None = None
        self.names: frozenset[str] | None = None
        self.calls: frozenset[str] | None = None
        self.free: frozenset[str] | None = None
        """Its free symbols, by ``facts.free_symbols``."""
        self.values: dict[str, Value | None] = {}
        """What ``evaluate`` gives where nothing is bound, by the base of logarithms."""


def noted(node: Node) -> Noted:
    """What is known of an expression so far, to be added to."""
    try:
        known: Noted = node.noted
    except AttributeError:
        known = Noted()
        object.__setattr__(node, "noted", known)
    return known


def numerals_of(node: Node) -> tuple[Num, ...]:
    """The numerals of an expression, parents before what is below them."""
    known = noted(node)
    if known.numerals is None:
        known.numerals = tuple(one for one in node.walk() if isinstance(one, Num))
    return known.numerals


def kinds_of(node: Node) -> frozenset[type[Node]]:
    """The kinds of nodes that an expression is made of."""
    known = noted(node)
    if known.kinds is None:
        known.kinds = frozenset(map(type, node.walk()))
    return known.kinds


def names_of(node: Node) -> frozenset[str]:
    """The keys of all symbols of an expression, bound ones too, and the names of its functions."""
    known = noted(node)
    if known.names is None:
        found = set()
        for one in node.walk():
            if isinstance(one, Sym):
                found.add(one.key)
            elif isinstance(one, Call):
                found.add(one.name)
            elif isinstance(one, BigOp) and one.variable is not None:
                found.add(one.variable.key)
        known.names = frozenset(found)
    return known.names


def calls_of(node: Node) -> frozenset[str]:
    """The names of the functions of an expression."""
    known = noted(node)
    if known.calls is None:
        called = () if Call not in kinds_of(node) else node.walk()
        known.calls = frozenset(one.name for one in called if isinstance(one, Call))
    return known.calls
