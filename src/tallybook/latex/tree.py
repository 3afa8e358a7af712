"""The expression tree of a formula. Each node knows the span of the source text it was read from.

A formula never fails to parse: what is not understood becomes ``Opaque`` and keeps the nodes inside it, so
that no number is lost.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from tallybook.latex.noted import Noted
    from tallybook.numerals.numeral import Numeral
    from tallybook.span import Span


class _Noting:
    """A place for what is found out about an expression (``noted``); no part of its value."""

    __slots__ = ("noted",)
    noted: Noted


@dataclass(frozen=True, slots=True)
class Node(_Noting):
    """Any part of an expression."""

    span: Span

    def children(self) -> list[Node]:
        """The nodes directly below, in the order of the text."""
        found: list[Node] = []
        for name in _below(type(self)):
            value = getattr(self, name)
            if isinstance(value, Node):
                found.append(value)
            elif value:
                for item in value:
                    if isinstance(item, Node):
                        found.append(item)
                    elif isinstance(item, tuple):
                        found.extend(cell for cell in item if isinstance(cell, Node))
        return found

    def walk(self) -> Iterator[Node]:
        """This node and all below it, parents first."""
        stack: list[Node] = [self]
        while stack:
            node = stack.pop()
            yield node
            if below := node.children():
                below.reverse()
                stack += below


_PLAIN = frozenset({"Span", "str", "bool", "int", "Numeral", "tuple[str, ...]", "tuple[Relation, ...]"})
"""Types of fields that hold no nodes."""


_BELOW: dict[type[Node], tuple[str, ...]] = {}
_MEMBERS: dict[type[Node], tuple[str, ...]] = {}


def _below(kind: type[Node]) -> tuple[str, ...]:
    """The names of the fields of a kind of node that can hold nodes."""
    known = _BELOW.get(kind)
    if known is None:
        known = _BELOW[kind] = tuple(field.name for field in fields(kind) if field.type not in _PLAIN)
    return known


def members(kind: type[Node]) -> tuple[str, ...]:
    """The names of the fields of a kind of node, in the order of its constructor."""
    known = _MEMBERS.get(kind)
    if known is None:
        known = _MEMBERS[kind] = tuple(field.name for field in fields(kind))
    return known


@dataclass(frozen=True, slots=True)
class Num(Node):
    """A numeral: ``150\\,528``, ``99.3\\%``, ``0.\\overline{3}``, ``\\num{1.5e-3}``, ``1011_2``,
    ``12{:}30``."""

    numeral: Numeral


@dataclass(frozen=True, slots=True)
class Sym(Node):
    """A symbol. ``name`` is its bare text (``x``, ``alpha``, ``N``); ``labels`` are the words and letters of
    its scripts (``N_{\\text{wide}}`` has ``("wide",)``, ``x_1`` has ``("1",)``); ``key`` identifies it:
    ``N_wide``, ``x_1``, ``W^(2)``."""

    name: str
    labels: tuple[str, ...] = ()
    key: str = ""


@dataclass(frozen=True, slots=True)
class Text(Node):
    """``\\text{...}``, ``\\mathrm{GB}`` used as words or a unit. Numerals in it are in ``numerals``."""

    text: str
    numerals: tuple[Num, ...] = ()


@dataclass(frozen=True, slots=True)
class Neg(Node):
    """Minus an operand (a sign written directly before a literal number belongs to the Num instead)."""

    operand: Node


@dataclass(frozen=True, slots=True)
class PlusMinus(Node):
    """``\\pm a`` (left is None) or ``a \\pm b``; ``\\mp`` likewise with ``minus_first``."""

    left: Node | None
    right: Node
    minus_first: bool = False


@dataclass(frozen=True, slots=True)
class Add(Node):
    """A sum; differences have Neg terms."""

    terms: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Mul(Node):
    """A product, written with ``\\cdot``, ``\\times`` or by juxtaposition (``implicit``). ``times`` tells
    that every explicit sign was ``\\times``, so that it may be a shape such as ``224 \\times 224 \\times
    3``."""

    factors: tuple[Node, ...]
    implicit: bool = False
    times: bool = False


@dataclass(frozen=True, slots=True)
class Div(Node):
    """A quotient: ``\\frac{a}{b}``, ``a / b``, ``a \\div b``, ``a : b`` between numbers (``colon``)."""

    numerator: Node
    denominator: Node
    colon: bool = False


@dataclass(frozen=True, slots=True)
class Mixed(Node):
    """A mixed number: ``2\\tfrac12`` (a numeral directly before a fraction of two numerals)."""

    whole: Num
    fraction: Node


@dataclass(frozen=True, slots=True)
class Pow(Node):
    """A power of an expression. (The scripts of plain symbols used as labels stay in Sym.)"""

    base: Node
    exponent: Node


@dataclass(frozen=True, slots=True)
class Call(Node):
    """A function at arguments: ``\\log_{10}(512!)`` is ``log`` with ``base``; also ``sqrt`` (``base`` is the
    index), ``factorial``, ``binomial``, ``floor``, ``ceil``, ``abs``, ``norm``, ``min``, ``max``, ``gcd``,
    ``exp``, ``ln``, ``sin``, …, and unknown functions by name (``t``, ``ReLU``, ``intensity``): there
    ``function`` is the Sym. Whether ``f(x)`` is a call or a product is decided by: a known function, or a
    symbol followed by ``(`` directly."""

    name: str
    arguments: tuple[Node, ...]
    base: Node | None = None
    function: Sym | None = None


@dataclass(frozen=True, slots=True)
class BigOp(Node):
    """``sum``, ``prod``, ``int``, ``lim``, ``max`` … with a bound variable: ``\\sum_{i=0}^{d} body``. For
    ``lim``, ``lower`` is what the variable tends to. Limits that are not of the form variable = lower leave
    ``variable`` None and keep ``lower``."""

    name: str
    variable: Sym | None
    lower: Node | None
    upper: Node | None
    body: Node | None


@dataclass(frozen=True, slots=True)
class Group(Node):
    """An expression in brackets of kind ``(``, ``[``, ``{`` (shown braces). One item is a bracketed
    expression, several are a tuple, a set or an interval."""

    kind: str
    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Sequence(Node):
    """Items separated by commas without brackets: ``2, 4, 8, 16``; also ``1 : 2 : 3`` with three or more
    parts."""

    items: tuple[Node, ...]
    separator: str = ","


@dataclass(frozen=True, slots=True)
class Dots(Node):
    """``\\ldots``, ``\\cdots``, ``...``: an ellipsis standing as an item or an operand."""


@dataclass(frozen=True, slots=True)
class Matrix(Node):
    """``\\begin{bmatrix} … \\end{bmatrix}`` and its kin, also ``array``; ``kind`` is the environment's
    name."""

    kind: str
    rows: tuple[tuple[Node, ...], ...]


@dataclass(frozen=True, slots=True)
class Cases(Node):
    """``\\begin{cases}``: each row is (value, condition or nothing)."""

    rows: tuple[tuple[Node, ...], ...]


@dataclass(frozen=True, slots=True)
class EvalBar(Node):
    """``expression \\bigr\\rvert_{x=1}``; ``condition`` is the relation below the bar."""

    body: Node
    condition: Node


@dataclass(frozen=True, slots=True)
class Between(Node):
    """``\\left[x^3 + x\\right]_0^2``: the value of ``body`` at ``upper`` less that at ``lower``."""

    body: Node
    lower: Node
    upper: Node


@dataclass(frozen=True, slots=True)
class Derivative(Node):
    """``\\frac{d^2}{dx^2} body`` and ``\\frac{df}{dx}``; ``order`` is 1 for the first derivative."""

    body: Node
    variable: Sym
    order: int = 1


@dataclass(frozen=True, slots=True)
class Remainder(Node):
    """``2 \\text{ R } 2`` as a side beside a division: quotient and remainder of ``division``."""

    quotient: Num
    remainder: Num
    divisor: Node


@dataclass(frozen=True, slots=True)
class Mod(Node):
    """``\\pmod{n}`` or ``\\bmod``: for ``a \\bmod n`` body is a; in a congruence ``(\\bmod n)`` closes a
    Chain and body is None."""

    body: Node | None
    modulus: Node


@dataclass(frozen=True, slots=True)
class Bound(Node):
    """``\\val{109.8}{conv.ratio}``: ``body`` bound explicitly to the printed ``name``; ``relation`` is ``=``,
    ``~`` or ``!=`` (``\\val{…}{~name}``, ``\\val{…}{!=name}``)."""

    body: Node
    name: str
    relation: str = "="


@dataclass(frozen=True, slots=True)
class Annotated(Node):
    """``\\underbrace{a + b}_{note}``, ``\\overset{note}{x}``, ``\\cancelto{0}{x}``: ``body`` has the value,
    ``note`` stands beside it."""

    body: Node
    note: Node


@dataclass(frozen=True, slots=True)
class Opaque(Node):
    """What is not understood; ``parts`` keeps the nodes inside. ``reason`` says what stopped the parser."""

    parts: tuple[Node, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation sign: ``symbol`` is one of ``=``, ``≈``, ``<``, ``≤``, ``>``, ``≥``, ``≠``, ``≡``, ``:=``,
    ``∈``, ``~``, ``∝``, ``⊂`` or ``stacked`` (``\\overset{!}{=}``), and ``span`` its place."""

    symbol: str
    span: Span


@dataclass(frozen=True, slots=True)
class Chain(Node):
    """``a = b \\approx c``: operands with the relations between them (one fewer). An operand that is missing
    (a line of ``aligned`` that starts with ``=`` continues the line above it; a formula that is only ``= 3``)
    is left out."""

    operands: tuple[Node, ...]
    relations: tuple[Relation, ...]
    modulus: Node | None = None


@dataclass(frozen=True, slots=True)
class Formula:
    """A whole formula. ``parts`` are its expressions and chains in order, split at ``\\quad``,
    ``\\Rightarrow``, ``\\to``, ``\\implies``, ``\\iff``, ``;``, ``\\\\``, ``\\text{so}`` and top-level commas
    that do not make a sequence of plain items. ``ignored``, in order and apart from each other, are digits
    that are no claim, each with its reason (index, decoration of a symbol, length, tag …). A numeral that
    evaluation needs but that is no claim (an exponent of a symbol, the start of an index range, the members
    of ``\\{0,1\\}``) stands in the tree as Num *and* here, with the same span: a span listed here wins. So
    every digit of the formula is in exactly one Num of ``claims()`` or in one ``ignored`` entry."""

    span: Span
    parts: tuple[Node, ...]
    ignored: tuple[tuple[Span, str], ...] = ()
    unknown: tuple[tuple[Span, str], ...] = ()
    """Macros that were not known, each with its name."""

    def numerals(self) -> tuple[Num, ...]:
        """All numerals of the tree in the order of the tree, those listed as ignored too."""
        return tuple(node for part in self.parts for node in part.walk() if isinstance(node, Num))

    def claims(self) -> tuple[Num, ...]:
        """The numerals that are claims: those that do not lie in a span of ``ignored`` (which wins)."""
        numerals = self.numerals()
        if not self.ignored:
            return numerals
        starts = [span.start for span, _ in self.ignored]

        def is_claim(span: Span) -> bool:
            place = bisect_right(starts, span.start) - 1
            return place < 0 or span not in self.ignored[place][0]

        return tuple(node for node in numerals if is_claim(node.span))


@dataclass(frozen=True, slots=True)
class Value:
    """The value of a closed expression. ``exact`` is False where a root, a logarithm or the like was
    approximated to at least 50 digits; ``value`` then is that approximation. ``inputs_rounded`` tells that a
    decimal numeral (a possible rounding) went into it and ``low``/``high`` bound the result over the
    intervals the decimals stand for."""

    value: Fraction
    exact: bool = True
    inputs_rounded: bool = False
    low: Fraction | None = None
    high: Fraction | None = None
