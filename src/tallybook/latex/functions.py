"""Known functions with their bases, powers and arguments: ``\\log_{10}(512!)``, ``\\sin^2 x``, ``\\gcd(12,
18)``."""

from __future__ import annotations

from tallybook.latex.brackets import Brackets
from tallybook.latex.tree import Call, Node, Num, Pow, Sym

_LISTS = frozenset({"max", "min", "gcd", "lcm"})
_FEW = frozenset({"sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh"})


class Functions(Brackets):
    """Reading functions."""

    def named(self) -> Node:
        """A function command with its arguments."""
        _, name, start, _ = self.tokens[self.i]
        self.i += 1
        if name == "log2":
            return self.function("log", start)
        return self.function(name, start)

    def function(self, name: str, start: int) -> Node:
        """A known function whose name is read: its base, power and arguments."""
        tokens = self.tokens
        base: Node | None = None
        power: Node | None = None
        while tokens[self.i].kind in "_^'":
            kind = tokens[self.i].kind
            if kind != "'" and (base if kind == "_" else power) is not None:
                break
            self.i += 1
            if kind == "_":
                base = self.argument()
                self.ignore_nodes(base, "base of a logarithm" if name == "log" else "index")
            elif kind == "^":
                power = self.argument()
        arguments = self._arguments(name)
        inverse = isinstance(power, Num) and power.numeral.value == -1 and name in _FEW
        if inverse and power is not None:
            self.ignore_nodes(power, "inverse function")
            name, power = "arc" + name, None
        node: Node = Call(self.here(start), name, tuple(arguments), base)
        if not arguments:
            node = Sym(self.here(start), name, (), name)
        return Pow(self.here(start), node, power) if power is not None else node

    def _arguments(self, name: str) -> list[Node]:
        """The arguments of a known function: bracketed, or the factors that follow without a product sign."""
        kind, payload, _, _ = self.tokens[self.i]
        if kind == "o" and payload in "({[":
            items, _ = self.bracketed()
            if name in _LISTS and len(items) == 1 and isinstance(items[0], Num):
                return self.split_list(items[0])
            return items
        argument = self.juxtaposed(function=True)
        return [] if argument is None else [argument]

    def juxtaposed(self, *, function: bool = False, first: Node | None = None) -> Node | None:
        """Factors without a product sign between them; as a function's argument they end at the next function
        or bracket."""
        raise NotImplementedError

    def split_list(self, node: Num) -> list[Node]:
        """``\\gcd(120,180)``: the groups are arguments of their own."""
        if not node.numeral.ambiguous:
            return [node]
        found: list[Node] = []
        start = node.span.start
        for piece in node.numeral.text.split(","):
            found.append(self.as_number(piece, start, start + len(piece)))
            start += len(piece) + 1
        return found
