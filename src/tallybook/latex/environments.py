"""Operators with limits (sums, limits, integrals) and environments with cells (matrices, cases)."""

from __future__ import annotations

from dataclasses import replace

from tallybook.latex.cursor import DEEPEST
from tallybook.latex.prose import Prose
from tallybook.latex.tree import (
    BigOp,
    Call,
    Cases,
    Chain,
    Div,
    Matrix,
    Mul,
    Node,
    Num,
    Opaque,
    Sequence,
    Sym,
    Text,
)
from tallybook.numerals.numeral import Form
from tallybook.span import Span

Limits = tuple[Sym | None, Node | None, Node | None]
"""Variable, lower end and upper end of an operator's range."""

_ALSO_FUNCTIONS = frozenset({"max", "min", "sup", "inf", "argmax", "argmin"})
_LIMITS = frozenset({"lim", "limsup", "liminf"})


class Environments(Prose):
    """Reading big operators, matrices and cases."""

    def term(self) -> Node | None:
        """A product; None where none begins."""
        raise NotImplementedError

    def big_operator(self) -> Node:
        """``\\sum_{i=0}^{d} body``, ``\\lim_{x \\to 0} body``, ``\\max(a, b)``."""
        tokens = self.tokens
        _, name, start, _ = tokens[self.i]
        self.i += 1
        return self.over(name, start, (None, None, None))

    def over(self, name: str, start: int, limits: Limits) -> Node:
        """The operator ``name`` with limits read before, further limits in its scripts, and its body."""
        tokens = self.tokens
        variable, lower, upper = limits
        while tokens[self.i].kind in "_^":
            kind = tokens[self.i].kind
            if (upper if kind == "^" else lower or variable) is not None:  # a second script: TeX refuses it
                break
            self.i += 1
            if kind == "^":
                upper = self.argument()
            else:
                variable, lower, end = self.range_below()
                upper = end or upper
        if lower is None and variable is None and upper is None and name in _ALSO_FUNCTIONS:
            return self.function(name, start)
        if isinstance(lower, Num) and variable is not None and name not in _LIMITS and _is_start(lower):
            self.ignore_nodes(lower, "start of an index range")
        if name in {"int", "iint", "iiint", "oint"}:
            return self._integral(name, start, lower, upper)
        body = self.term()
        return BigOp(self.here(start), name, variable, lower, upper, body)

    def range_below(self) -> Limits:
        """What stands below an operator: variable, lower end and (from ``1 \\le i \\le n``) upper end."""
        if self.tokens[self.i].kind != "{":
            return self._of(self.argument())
        self.i += 1
        items = self.inside("}")
        if len(items) == 2 and isinstance(items[0], Sym) and not isinstance(items[1], Chain):
            return items[0], items[1], None  # x \\to 0: the arrow separates the two
        if len(items) == 1:
            return self._of(items[0])
        if not items:
            return None, None, None
        span = items[0].span.cover(items[-1].span)
        return None, Sequence(span, tuple(items)), None

    def _of(self, node: Node) -> Limits:
        if isinstance(node, Sym):
            return node, None, None
        if isinstance(node, Chain):
            operands, signs = node.operands, [each.symbol for each in node.relations]
            if len(operands) == 2 and signs == ["="] and isinstance(operands[0], Sym):
                return operands[0], operands[1], None
            if len(operands) == 3 and signs == ["≤", "≤"] and isinstance(operands[1], Sym):
                return operands[1], operands[0], operands[2]
            if len(operands) == 2 and signs in (["≥"], ["≤"]):
                variable, lower = operands if signs == ["≥"] else reversed(operands)
                if isinstance(variable, Sym) and isinstance(lower, Num):  # without end: k \ge 0
                    end = Span(lower.span.end, lower.span.end)
                    return variable, lower, Sym(end, "infty", (), "infty")
        return None, node, None

    def _integral(self, name: str, start: int, lower: Node | None, upper: Node | None) -> Node:
        """The integrand reaches to the differential ``dx``; without one it is the next term."""
        body = self.term()
        variable, body = self._differential(body)
        while (
            variable is None
            and body is not None
            and self.tokens[self.i].kind in "+-"
            and self._differential_ahead()
        ):
            sign = self.tokens[self.i].kind
            self.i += 1
            following = self.term()
            if following is None:
                break
            variable, rest = self._differential(following)
            body = self.summed(body, sign, rest or following)
        return BigOp(self.here(start), name, variable, lower, upper, body)

    def summed(self, left: Node, sign: str, right: Node) -> Node:
        """The sum or difference of two nodes."""
        raise NotImplementedError

    def _differential_ahead(self) -> bool:
        """Whether a ``d`` and a letter follow before the next relation or separator."""
        i = self.i
        tokens = self.tokens
        while tokens[i].kind not in {"=", "s", ",", "N", "}", "x", "$end"} and i < self.i + 200:
            if tokens[i].payload in {"d", "mathrm|d"} and tokens[i + 1].kind == "a":
                return True
            i += 1
        return False

    def _differential(self, node: Node | None) -> tuple[Sym | None, Node | None]:
        """The variable of a trailing ``dx`` and the integrand without it; of ``\\frac{dx}{x}`` the
        numerator's."""
        if isinstance(node, Mul) and len(node.factors) >= 2:
            first, second = node.factors[-2:]
            if isinstance(first, Sym) and first.name == "d" and isinstance(second, Sym):
                rest = node.factors[:-2]
                if not rest:
                    return second, None
                if len(rest) == 1:
                    return second, rest[0]
                return second, Mul(rest[0].span.cover(rest[-1].span), rest, node.implicit, node.times)
            if isinstance(second, (Mul, Call)):
                variable, rest_node = self._differential(second)
                if variable is not None and rest_node is not None:
                    factors = (*node.factors[:-1], rest_node)
                    return variable, Mul(node.span, factors, node.implicit, node.times)
        if isinstance(node, Div):
            variable, rest_node = self._differential(node.numerator)
            if variable is not None:
                return variable, Div(node.span, rest_node or Mul(node.numerator.span, ()), node.denominator)
        if isinstance(node, Call) and node.function is None and len(node.arguments) == 1:
            # \sin x dx: the function took the differential with its argument
            variable, rest_node = self._differential(node.arguments[0])
            if variable is not None and rest_node is not None:
                return variable, replace(node, arguments=(rest_node,))
        if isinstance(node, BigOp) and node.name == "int" and node.variable is not None:
            # \int \int xy dx dy: the inner integral took the last differential, which is the outer one's
            inner, body = self._differential(node.body)
            if inner is not None:
                return node.variable, BigOp(node.span, "int", inner, node.lower, node.upper, body)
        return None, node

    def environment(self) -> Node:
        """A matrix, an array or cases at the cursor."""
        token = self.tokens[self.i]
        name, start = token.payload.rstrip("*"), token.start
        self.i += 1
        if self.depth >= DEEPEST:
            stop = self.i
            while self.tokens[stop].kind not in {"Z", "$end"}:
                stop += 1
            return self.skim(stop, start)
        bars, cells = self.in_bars, self.in_cells
        self.in_bars, self.in_cells = "", True
        rows = self._rows(name.endswith("cases"))
        self.in_bars, self.in_cells = bars, cells
        if self.tokens[self.i].kind == "Z":
            self.i += 1
        span = self.here(start)
        if name.endswith("cases"):
            return Cases(span, rows)
        if name in {"vmatrix", "Vmatrix"}:
            return Call(span, "det" if name == "vmatrix" else "norm", (Matrix(span, name, rows),))
        return Matrix(span, name, rows)

    def _rows(self, cases: bool) -> tuple[tuple[Node, ...], ...]:
        """The rows up to the end of the environment."""
        rows: list[tuple[Node, ...]] = []
        row: list[Node] = []
        cell: list[Node] = []
        tokens = self.tokens
        while True:
            kind, payload, start, _ = tokens[self.i]
            if kind in "&N" or kind in {"Z", "$end", "}", "x"} or (cases and payload == "quad" and cell):
                if kind in "}x":  # an unmatched bracket: pass over it
                    self.i += 1
                    continue
                if cell or row or kind == "&":
                    row.append(self._cell(cell, start))
                    cell = []
                if kind in {"N", "Z", "$end"}:
                    if row:
                        rows.append(tuple(row))
                    row = []
                    if kind != "N":
                        return tuple(rows)
                self.i += 1
            elif kind in "s,.":
                self.i += 1
            else:
                before = self.i
                node = self.chain()
                if node is not None:
                    cell.append(node)
                elif self.i == before:
                    self.junk()

    def _cell(self, nodes: list[Node], start: int) -> Node:
        """The content of a cell: words beside one expression (``\\text{if } x > 0``) are left out unless they
        hold numerals."""
        told = [each for each in nodes if not isinstance(each, Text) or each.numerals]
        if len(told) == 1:
            return told[0]
        if len(nodes) == 1:
            return nodes[0]
        if not nodes:
            return Text(Span(start, start), "")
        return Sequence(nodes[0].span.cover(nodes[-1].span), tuple(told or nodes))

    def missing(self, at: int, reason: str) -> Opaque:
        """An operand that is not there."""
        return Opaque(Span(at, at), (), reason)


def _is_start(lower: Num) -> bool:
    return lower.numeral.form is Form.INTEGER and lower.numeral.value in {0, 1}
