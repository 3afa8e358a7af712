"""The sides of a chain, each as an expression, a value and perhaps one numeral."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tallybook.latex.noted import numerals_of
from tallybook.latex.rewrite import substituted
from tallybook.latex.tree import Bound, Group, Mul, Neg, Node, Num, Text, Value
from tallybook.numerals.draft import make_numeral
from tallybook.numerals.notation import ZERO
from tallybook.numerals.numeral import Form, Numeral

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from tallybook.ledger.reading import Atom
    from tallybook.numerals.measures import Measure
    from tallybook.span import Span


@dataclass(frozen=True, slots=True)
class Leg:
    """One side of a chain. ``value`` is None where it has symbols nobody bound; ``bound`` tells that
    bindings of the page
    were needed to evaluate it: such a leg may confirm, never refute."""

    node: Node
    value: Value | None
    numeral: Numeral | None
    """Set if the leg is nothing but one numeral."""
    relation: str
    """The relation that stands before it; "" for the first."""
    bound: bool = False
    open: bool = False
    """Whether it has symbols at all. One whose values were stated just before may refute as well as any
    other."""
    unit: str = ""
    """The unit that the chain's angles are compared in; "" if there is nothing to convert."""
    units: frozenset[str] = frozenset()
    """The units of its numerals, each in its usual spelling."""
    measure: Measure | None = None
    """What its units are worth, if it has units and they are worth anything exactly."""
    put: tuple[Num, Num] | None = None
    """A numeral of it that is thought to be another one, and that other one."""

    @property
    def tree(self) -> Node:
        """The expression it stands for."""
        return self.node if self.put is None else substituted(self.node, *self.put)


def bare(node: Node) -> Node:
    """The expression without brackets or explicit binding around it."""
    while True:
        if isinstance(node, Group) and len(node.items) == 1 and node.kind in ("(", "[", "{"):
            node = node.items[0]
        elif isinstance(node, Bound):
            node = node.body
        elif (
            isinstance(node, Mul)
            and len(rest := [one for one in node.factors if not isinstance(one, Text)]) == 1
        ):
            node = rest[0]  # a number with its unit
        else:
            return node


def atoms_in(node: Node, by_span: Mapping[Span, Atom]) -> list[Atom]:
    """The atoms that an expression holds; ``by_span`` are those of its block."""
    return [by_span[one.span] for one in numerals_of(node) if one.span in by_span]


def lone_numeral(node: Node) -> Numeral | None:
    """The numeral, if the node is one (in brackets or not, negated or not)."""
    node = bare(node)
    if isinstance(node, Num):
        return node.numeral
    if isinstance(node, Neg):
        inner = lone_numeral(node.operand)
        if inner is not None and not inner.sign:
            return replace(inner, value=-inner.value, sign="-")
    return None


def exact_numeral(value: Fraction, span: Span, text: str) -> Numeral:
    """A numeral that stands for a computed value, exact to any number of digits."""
    return make_numeral(span, text, value, ZERO, Form.FRACTION)
