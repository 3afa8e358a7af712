"""What a page says its functions and complex numbers are, put in where it derives them: ``f'(2)`` with ``f(x)
= x^3``, ``|z|`` with ``z = 3 + 4i``."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from tallybook.latex.facts import free_symbols
from tallybook.latex.rewrite import rebuilt
from tallybook.latex.tree import BigOp, Call, Chain, Derivative, EvalBar, Node, Relation, Sym
from tallybook.latex.unfolding import is_limiting
from tallybook.ledger.legs import bare

if TYPE_CHECKING:
    from tallybook.ledger.desk import Desk

_EQUAL = frozenset({"=", ":=", "≡"})


@dataclass(frozen=True, slots=True)
class Definitions:
    """Functions by name, with their variables and what they are; other symbols by key."""

    functions: dict[str, tuple[tuple[Sym, ...], Node]] = field(default_factory=dict)
    symbols: dict[str, Node] = field(default_factory=dict)

    def expanded(self, side: Node, unit: str = "") -> Node:
        """The side with derivatives of what is defined written out, and where ``unit`` is the imaginary unit
        the symbols that are defined by it."""

        def change(node: Node) -> Node | None:
            if isinstance(node, Call) and node.function is not None:
                return self._primed(node)
            if isinstance(node, Derivative):
                return self._derived(node)
            if is_limiting(node) and isinstance(node, BigOp) and node.body is not None:
                body = rebuilt(node.body, self._called)
                return None if body is node.body else replace(node, body=body)
            if unit and isinstance(node, Sym) and node.key in self.symbols:
                found = self.symbols[node.key]
                return found if unit in free_symbols(found) and node.key not in free_symbols(found) else None
            return None

        return rebuilt(side, change)

    def _called(self, node: Node) -> Node | None:
        """``f(x)`` in the body of a limit or integral: what it is defined as for this very variable."""
        if not isinstance(node, Call) or node.function is None:
            return None
        variables, body = self.functions.get(node.name, ((), None))
        same = [one.key for one in variables] == [one.key for one in node.arguments if isinstance(one, Sym)]
        return body if variables and same and len(variables) == len(node.arguments) else None

    def _primed(self, call: Call) -> Node | None:
        """``f'(2)``: the derivative of the definition, at the argument."""
        name = call.name.rstrip("'")
        order = len(call.name) - len(name)
        known = self.functions.get(name)
        if known is None or not order or len(call.arguments) != 1 or len(known[0]) != 1:
            return None
        (variable,), body = known
        derivative = Derivative(call.span, body, variable, order)
        argument = call.arguments[0]
        if isinstance(argument, Sym) and argument.key == variable.key:
            return derivative
        at = Chain(argument.span, (variable, argument), (Relation("=", argument.span),))
        return EvalBar(call.span, derivative, at)

    def _derived(self, node: Derivative) -> Node | None:
        """``\\frac{dy}{dx}`` and ``\\frac{df}{dx}``: the derivative of the definition."""
        body = bare(node.body)
        if isinstance(body, Sym):
            found = self.symbols.get(body.key) or (self.functions.get(body.key) or ((), None))[1]
        elif (
            isinstance(body, Call)
            and body.function is not None
            and all(isinstance(each, Sym) for each in body.arguments)
        ):
            variables, found = self.functions.get(body.name, ((), None))
            if [one.key for one in variables] != [
                each.key for each in body.arguments if isinstance(each, Sym)
            ]:
                return None
        else:
            return None
        if found is None or node.variable.key not in free_symbols(found):
            return None
        return Derivative(node.span, found, node.variable, node.order)


def definitions(desk: Desk) -> Definitions:
    """The definitions of a page: what stands on the left of an equation that has symbols on its right. Of a
    function the first counts; a symbol with two of them has none."""
    found = Definitions()
    twice: set[str] = set()
    for block in desk.reading.blocks:
        for formula in block.formulas:
            for part in formula.parts:
                if not isinstance(part, Chain) or len(part.operands) < 2:
                    continue
                if len(part.operands) != len(part.relations) + 1 or part.relations[0].symbol not in _EQUAL:
                    continue
                _note(bare(part.operands[0]), part.operands[1], found, twice)
    for key in twice:
        found.symbols.pop(key, None)
    return found


def _note(left: Node, body: Node, found: Definitions, twice: set[str]) -> None:
    if not free_symbols(body):
        return
    if isinstance(left, Call) and left.function is not None and "'" not in left.name:
        variables = tuple(each for each in left.arguments if isinstance(each, Sym))
        if len(variables) == len(left.arguments) and {one.key for one in variables} & free_symbols(body):
            found.functions.setdefault(left.name, (variables, body))
    elif isinstance(left, Sym):
        if left.key in found.symbols:
            twice.add(left.key)
        found.symbols[left.key] = body
