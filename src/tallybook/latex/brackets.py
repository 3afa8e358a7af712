"""Brackets and bars: groups, tuples, intervals, floors, absolute values, and the lists whose digits are no
claim."""

from __future__ import annotations

from dataclasses import replace

from tallybook.latex.cursor import DEEPEST
from tallybook.latex.environments import Environments
from tallybook.latex.tree import Call, Chain, Group, Mod, Node, Num, Opaque
from tallybook.numerals.numeral import Form

_SHAPES = frozenset({"floor", "ceil", "abs", "norm"})


class Brackets(Environments):
    """Reading what stands in brackets or bars."""

    def _bracket_end(self, i: int) -> int:
        """The index of the token that closes the bracket opened at ``i``; the end if none does."""
        depth = 0
        while self.tokens[i].kind != "$end":
            kind = self.tokens[i].kind
            depth += (kind == "o") - (kind == "x")
            if depth == 0:
                break
            i += 1
        return i

    def bracketed(self) -> tuple[list[Node], bool]:
        """The items of the bracket at the cursor, and whether it is closed."""
        if self.depth >= DEEPEST:
            return [self.skim(self._bracket_end(self.i), self.tokens[self.i].start)], True
        self.i += 1
        items = self.inside("x")
        whole = self.tokens[self.i - 1].kind == "x"
        if len(items) == 1 and isinstance(items[0], Num) and "," in items[0].numeral.text.replace("{,}", ""):
            items = [self.doubtful(items[0])]
        return items, whole

    def bracket(self) -> Node:
        """A bracketed expression, tuple, set or interval; floor, ceiling, absolute value and norm."""
        _, kind, start, _ = self.tokens[self.i]
        items, whole = self.bracketed()
        span = self.here(start)
        if kind == "." and self.tokens[self.i - 1].payload == "abs" and self.tokens[self.i].kind == "_":
            self.i -= 1  # \left. x \right|_{x=1}
            return self.evaluated(items[0] if len(items) == 1 else Group(span, "(", tuple(items)))
        if not whole:
            return Opaque(span, tuple(items), "bracket never closed")
        if kind in _SHAPES:
            return Call(span, kind, tuple(items))
        if len(items) == 1 and isinstance(items[0], Mod) and items[0].body is None:
            return items[0]
        group = Group(span, "(" if kind in "./" else kind, tuple(items))
        self._structural(group)
        return group

    def _structural(self, group: Group) -> None:
        """List the digits of closed lists and conditions as no claim: ``\\{0,1\\}``, ``[0, 1]``, ``[z > 0]``,
        ``\\{0,\\dots,9\\}^n``."""
        items = group.items
        if group.kind not in "[{":
            return
        if len(items) == 1 and group.kind == "[" and isinstance(items[0], Chain):
            for each in items[0].operands:
                if (
                    isinstance(each, Num)
                    and each.numeral.form is Form.INTEGER
                    and each.numeral.value in {0, 1}
                ):
                    self.ignore_nodes(each, "bound of a condition")
            return
        numbers = [each for each in items if isinstance(each, Num) and each.numeral.form is Form.INTEGER]
        if len(numbers) != len(items) or not items:
            return
        values = [each.numeral.value for each in numbers]
        if self.tokens[self.i].kind == "^" or values in ([0, 1], [-1, 1], [1, -1]):
            reason = "unit interval" if group.kind == "[" and values == [0, 1] else "closed list"
            self.ignore_nodes(group, reason)

    def bar(self) -> Node:
        """``|x|`` or ``\\|v\\|`` written with plain bars."""
        _, kind, start, _ = self.tokens[self.i]
        self.i += 1
        self.depth += 1
        before, self.in_bars = self.in_bars, kind
        items = self.items()
        self.in_bars = before
        self.depth -= 1
        closed = self.tokens[self.i].kind == "|"
        if closed:
            self.i += 1
        if not closed or not items:
            return Opaque(self.here(start), tuple(items), "bar never closed")
        return Call(self.here(start), kind, tuple(items))

    def doubtful(self, node: Num) -> Node:
        """The numeral of ``(1,000)``: one number by the rule of three digits, marked as ambiguous."""
        if self.mark == "," or node.numeral.form is not Form.INTEGER:
            return node
        return Num(node.span, replace(node.numeral, ambiguous=True))

    def evaluated(self, node: Node) -> Node:
        """``node \\bigr\\rvert_{x=1}`` with the bar at the cursor."""
        raise NotImplementedError
