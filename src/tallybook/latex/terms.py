"""Products and sums."""

from __future__ import annotations

from tallybook.latex.cursor import LONGEST_CHAIN
from tallybook.latex.factors import Factors
from tallybook.latex.quantities import bracketed_uncertainty
from tallybook.latex.tree import (
    Add,
    Call,
    Div,
    Mod,
    Mul,
    Neg,
    Node,
    Num,
    Opaque,
    PlusMinus,
    Pow,
    Sym,
)
from tallybook.numerals.numeral import Form
from tallybook.span import Span

_PRODUCTS = frozenset({"*", "/", "b", "|"})
_SUMS = frozenset({"+", "-", "±", "m"})


class Terms(Factors):
    """Reading products and sums."""

    def term(self) -> Node | None:
        """A product, with ``\\cdot``, ``\\times``, ``/`` and other operators of that rank, from left to
        right."""
        tokens = self.tokens
        node = self.juxtaposed()
        if node is None:
            return None
        kind = tokens[self.i].kind
        if kind not in _PRODUCTS and not (kind == "N" and self.continues("*/")):
            return node
        factors = [node]
        times = True
        nested = 0
        divided = False
        while (kind := tokens[self.i].kind) in _PRODUCTS:
            payload = tokens[self.i].payload
            if kind == "|":
                if tokens[self.i + 1].kind != "_" or self.in_bars == payload:
                    break
                factors, times = [self.evaluated(_product(factors, times))], True
                continue
            last = bracketed_uncertainty(factors[-1]) or factors[-1]
            if kind == "*" and isinstance(last, Num) and not divided:
                power = self.times_power_of_ten(last)
                if power is not None:
                    factors[-1] = self.juxtaposed(first=power) or power
                    continue
            self.i += 1
            self.skip_layout()
            right = self._right_factor()
            if right is None:
                right = self.missing(tokens[self.i - 1].end, "operand missing")
            if kind == "*":
                times &= payload == "×"
                factors.append(right)
                continue
            nested += 1
            left = _product(factors, times)
            if nested > LONGEST_CHAIN:
                factors = [
                    Opaque(left.span.cover(right.span), (left, right), "too long a chain of operators")
                ]
                return self._flattened(factors[0])
            if kind == "/":
                node = Div(Span(left.span.start, max(left.span.end, right.span.end)), left, right)
            else:
                parts = left.arguments if isinstance(left, Call) and left.name == payload else (left,)
                node = Call(left.span.cover(right.span), payload, (*parts, right))
            factors, times, divided = [node], True, kind == "/"
        product = self.bounded(_product(factors, times), len(factors))
        if times and isinstance(product, Mul) and any(isinstance(each, (Sym, Pow, Mul)) for each in factors):
            sides = [each for each in factors if isinstance(each, Num)]
            if all(each.numeral.form is Form.INTEGER and each.numeral.value == 1 for each in sides):
                for each in sides:  # beside another numeral the 1 is a number of the shape
                    self.ignore_nodes(each, "one side of a shape")
        return product

    def _right_factor(self) -> Node | None:
        """The operand behind an operator of the product's rank, its sign allowed."""
        return self.juxtaposed()

    def _flattened(self, node: Node) -> Node:
        """The rest of a product too long to be nested: its factors without structure."""
        found = [node]
        while self.tokens[self.i].kind in {"*", "/", "b"}:
            self.i += 1
            right = self.juxtaposed()
            if right is not None:
                found.append(right)
        return Opaque(self.here(node.span.start), tuple(found), "too long a chain of operators")

    def skip_layout(self) -> None:
        """Pass over line ends and cell separators between an operator and its operand."""
        while self.tokens[self.i].kind == "N" and not self.in_cells:
            self.i += 1

    def continues(self, signs: str) -> bool:
        """Whether a new line at the cursor goes on with one of the operators; then the cursor moves to it."""
        if self.in_cells:
            return False
        i = self.i + 1
        while self.tokens[i].payload == "quad":
            i += 1
        kind = self.tokens[i].kind
        if kind not in signs or (kind == "-" and i == self.i + 1):
            return False
        self.i = i
        return True

    def expression(self) -> Node | None:
        """A sum of products; None where none begins."""
        tokens = self.tokens
        node = self.term()
        if node is None:
            return None
        kind = tokens[self.i].kind
        if kind not in _SUMS and not (kind == "N" and self.continues("+-±")):
            return node
        terms = [node]
        nested = 0
        while (kind := tokens[self.i].kind) in _SUMS or (kind == "N" and self.continues("+-±")):
            kind = tokens[self.i].kind
            if kind == "m":
                if tokens[self.i].payload != "bmod":
                    break
                self.i += 1
                modulus = self.argument_or_factor()
                terms[-1] = Mod(terms[-1].span.cover(modulus.span), terms[-1], modulus)
                nested += 1
            else:
                sign, payload, at = kind, tokens[self.i].payload, tokens[self.i].start
                self.i += 1
                self.skip_layout()
                right = self.term()
                if right is None:
                    right = self.missing(tokens[self.i - 1].end, "operand missing")
                if sign == "±":
                    left = _sum(terms)
                    terms = [PlusMinus(left.span.cover(right.span), left, right, payload == "∓")]
                    nested += 1
                elif sign == "-":
                    terms.append(Neg(Span(min(at, right.span.start), max(right.span.end, at + 1)), right))
                else:
                    terms.append(right)
            if nested > LONGEST_CHAIN:
                return Opaque(self.here(terms[0].span.start), tuple(terms), "too long a chain of operators")
        return self.bounded(_sum(terms), len(terms))

    def summed(self, left: Node, sign: str, right: Node) -> Node:
        """The sum or difference of two nodes."""
        terms = left.terms if isinstance(left, Add) else (left,)
        return Add(left.span.cover(right.span), (*terms, Neg(right.span, right) if sign == "-" else right))


def _product(factors: list[Node], times: bool) -> Node:
    if len(factors) == 1:
        return factors[0]
    return Mul(factors[0].span.cover(factors[-1].span), tuple(factors), implicit=False, times=times)


def _sum(terms: list[Node]) -> Node:
    return terms[0] if len(terms) == 1 else Add(terms[0].span.cover(terms[-1].span), tuple(terms))
