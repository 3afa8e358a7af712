"""Factors with their postfix signs, and factors side by side."""

from __future__ import annotations

from tallybook.latex.atoms import Atoms
from tallybook.latex.cursor import LONGEST_CHAIN
from tallybook.latex.derivatives import derived
from tallybook.latex.quantities import unsigned, with_unit
from tallybook.latex.tree import (
    Between,
    BigOp,
    Call,
    Chain,
    Div,
    Dots,
    EvalBar,
    Group,
    Mixed,
    Neg,
    Node,
    Num,
    Opaque,
    Pow,
    Text,
)
from tallybook.numerals.numeral import Form, Numeral

_STARTS = frozenset("naAWwfBo{FRCDTIEVSUOd?$|")
_POSTFIX = frozenset("^_!%'p|")
_GOES_ON = frozenset("=+-*/")
_AFTER_FUNCTION = frozenset("fBo|wW")


class Factors(Atoms):
    """Reading factors."""

    def starts_operand(self) -> bool:
        """Whether an operand begins at the cursor."""
        return self.tokens[self.i].kind in _STARTS

    def factor(self) -> Node | None:
        """An operand with its postfix signs; None where none begins."""
        node = self.atom()
        if node is not None and self.tokens[self.i].kind in _POSTFIX:
            return self._postfix(node)
        return node

    def _postfix(self, node: Node) -> Node:
        """Scripts, factorials, percent signs and evaluation bars behind an operand."""
        tokens = self.tokens
        start = node.span.start
        for _ in range(LONGEST_CHAIN):
            kind, payload, _, _ = tokens[self.i]
            if kind == "^":
                if payload == "°" or self._is_degree():
                    self._pass_degree()
                    node = Call(self.here(start), "degrees", (node,))
                    continue
                self.i += 1
                exponent = self.argument()
                node = Pow(self.here(start), node, exponent)
            elif kind == "p":
                self.i += 1
                node = Pow(self.here(start), node, self.raised(tokens[self.i - 1]))
            elif kind == "!":
                self.i += 1
                double = tokens[self.i].kind == "!"
                self.i += double
                node = Call(self.here(start), "double factorial" if double else "factorial", (node,))
            elif kind == "%":
                self.i += 1
                node = Call(self.here(start), "percent" if payload == "%" else "permille", (node,))
            elif kind == "_":
                node = self._between(node, start)
            elif kind == "'":
                self.i += 1
            elif kind == "|" and tokens[self.i + 1].kind == "_" and self.in_bars != payload:
                node = self.evaluated(node)
            else:
                return node
        return node

    def evaluated(self, node: Node) -> Node:
        """``node \\bigr\\rvert_{x=1}`` with the bar at the cursor."""
        start = node.span.start
        self.i += 2
        condition = self.argument()
        if isinstance(condition, Chain):
            return EvalBar(self.here(start), node, condition)
        if self.tokens[self.i].kind == "^":
            self.i += 1
            return Between(self.here(start), node, condition, self.argument())
        self.ignore_nodes(condition, "index")
        return node

    def _between(self, node: Node, start: int) -> Node:
        """The bounds of ``[x^2]_0^1`` with the lower one at the cursor; an index behind anything else."""
        self.i += 1
        if not (isinstance(node, Group) and node.kind == "[" and len(node.items) == 1):
            self.raw_argument("index")
            return node
        lower = self.argument()
        if self.tokens[self.i].kind != "^":
            self.ignore_nodes(lower, "index")
            return node
        self.i += 1
        return Between(self.here(start), node.items[0], lower, self.argument())

    def juxtaposed(self, *, function: bool = False, first: Node | None = None) -> Node | None:
        """Factors without a product sign between them; as a function's argument they end at the next function
        or bracket."""
        node = first if first is not None else self.factor()
        if node is None or self.tokens[self.i].kind not in _STARTS:
            return node
        factors = [node]
        tokens = self.tokens
        while (kind := tokens[self.i].kind) in _STARTS and not isinstance(factors[-1], BigOp):
            if kind == "|" and not self._opens_bar():
                break
            if function and kind in _AFTER_FUNCTION and not (kind == "W" and isinstance(factors[-1], Num)):
                break
            last = factors[-1]
            if isinstance(last, Num) and (kind in "wWD" or tokens[self.i].payload == "mu") and self.is_unit():
                text, unit = self.unit()
                factors[-1:] = [with_unit(last, unit), text]
                continue
            if kind == "I":
                if self.pass_hidden() == "length" and isinstance(last, Num) and tokens[self.i].kind == "n":
                    break
                continue
            if kind == "w" and tokens[self.i + 1].kind in _GOES_ON and not isinstance(last, Text):
                factors.append(self.said())
                continue
            if (
                kind == "w"
                or isinstance(factors[0], Text)
                or (kind == "n" and isinstance(last, (Text, Dots)))
            ):
                break
            if kind == "o" and tokens[self.i + 1].kind == "m":
                break
            if kind == "d" and (tokens[self.i].payload == "ldots" or isinstance(last, Num)):
                break
            if kind == "n" and isinstance(last, Num):
                factors[-1:] = [self._side_by_side(last)]
                continue
            nxt = self.factor()
            if nxt is None:
                break
            if kind == "F" and isinstance(last, Num) and isinstance(nxt, Div) and _is_proper(last, nxt):
                factors[-1:] = [_mixed(last, nxt)]
            else:
                factors.append(nxt)
        if len(factors) == 1:
            return factors[0]
        return self.bounded(derived(factors), len(factors))

    def _opens_bar(self) -> bool:
        """Whether the bar at the cursor opens an absolute value: another one follows at the same level."""
        tokens, i = self.tokens, self.i
        payload = tokens[i].payload
        if self.in_bars == payload:
            return False
        depth = 0
        for j in range(i + 1, min(i + 200, len(tokens))):
            kind = tokens[j].kind
            if kind in "o{":
                depth += 1
            elif kind in "x}":
                depth -= 1
                if depth < 0:
                    return False
            elif depth == 0:
                if kind == "|" and tokens[j].payload == payload:
                    return tokens[j + 1].kind != "_"
                if kind in "=,sNZ&":
                    return False
        return False

    def _side_by_side(self, first: Num) -> Node:
        """Numerals with nothing between them: no product is meant."""
        found: list[Node] = [first]
        while self.tokens[self.i].kind == "n":
            found.append(self.number())
        return Opaque(self.here(first.span.start), tuple(found), "numerals side by side")


def _is_proper(whole: Num, fraction: Div) -> bool:
    """Whether an integer and a fraction behind it make a mixed number."""
    above, below = fraction.numerator, fraction.denominator
    if not (isinstance(above, Num) and isinstance(below, Num)):
        return False
    numerals: tuple[Numeral, ...] = (whole.numeral, above.numeral, below.numeral)
    if (
        any(each.form is not Form.INTEGER or each.percent for each in numerals)
        or above.numeral.sign
        or below.numeral.sign
    ):
        return False
    return 0 < above.numeral.value < below.numeral.value


def _mixed(whole: Num, fraction: Div) -> Node:
    span = whole.span.cover(fraction.span)
    if not whole.numeral.sign:
        return Mixed(span, whole, fraction)
    bare = unsigned(whole)
    node = Mixed(bare.span.cover(fraction.span), bare, fraction)
    return Neg(span, node) if whole.numeral.sign == "-" else node
