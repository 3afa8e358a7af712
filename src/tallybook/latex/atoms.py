"""Operands: fractions, roots, functions, brackets, bars, and the table that finds the reader for a token."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallybook.latex.cursor import CLOSERS, DEEPEST
from tallybook.latex.derivatives import differential_quotient
from tallybook.latex.functions import Functions
from tallybook.latex.tree import (
    Annotated,
    Bound,
    Call,
    Div,
    Dots,
    Mod,
    Node,
    Opaque,
    PlusMinus,
    Sym,
)
from tallybook.span import Span

if TYPE_CHECKING:
    from collections.abc import Callable


class Atoms(Functions):
    """Reading operands."""

    def atom(self) -> Node | None:
        """The operand at the cursor, None where none begins."""
        reader = _READERS.get(self.tokens[self.i].kind)
        if reader is None:
            return None
        if self.depth >= DEEPEST:
            return self._too_deep()
        self.depth += 1
        node = reader(self)
        self.depth -= 1
        return node

    def bare(self) -> Node | None:
        """An argument without braces: a symbol without scripts, or a command with its own arguments."""
        kind, payload, start, end = self.tokens[self.i]
        if kind == "a":
            self.i += 1
            return Sym(Span(start, end), payload, (), payload)
        if kind == "A":
            self.i += 1
            name, _, key = payload.partition("|")
            return Sym(Span(start, end), name, (), key)
        if kind in "+-" and self.tokens[self.i + 1].kind == "n":
            sign = self.tokens[self.i]
            self.i += 1
            self.first_digit()
            return self.number(sign)
        if kind in "*b'":
            self.i += 1
            return Sym(Span(start, end), payload, (), payload)
        return self.atom()

    def _too_deep(self) -> Node:
        """An operand that lies too deep: its numerals without structure."""
        kind, _, start, _ = self.tokens[self.i]
        if kind == "n":
            return self.number()
        stop = self.i
        if kind == "o":
            stop = self._bracket_end(self.i)
        elif self.tokens[self.i + 1].kind == "{":
            stop = self.group_end(self.i + 1)
        elif kind == "{":
            stop = self.group_end(self.i)
        return self.skim(stop, start)

    def fraction(self) -> Node:
        """``\\frac{a}{b}`` and its kin, also ``\\frac12``."""
        start = self.tokens[self.i].start
        self.i += 1
        self.skip_optional("option")
        numerator = self.argument()
        denominator = self.argument()
        return differential_quotient(Div(self.here(start), numerator, denominator))

    def root(self) -> Node:
        """``\\sqrt{x}``, ``\\sqrt[3]{8}``."""
        start = self.tokens[self.i].start
        self.i += 1
        index: Node | None = None
        if self.optional():
            items, _ = self.bracketed()
            index = (
                items[0] if len(items) == 1 else Opaque(self.here(start), tuple(items), "no index of a root")
            )
        argument: Node | None = None
        if self.tokens[self.i].kind == "o" and self.tokens[self.i].payload == "(":
            argument = self.atom()
        argument = argument or self.argument()
        return Call(self.here(start), "sqrt", (argument,), index)

    def binomial(self) -> Node:
        """``\\binom{n}{k}``."""
        start = self.tokens[self.i].start
        self.i += 1
        arguments = (self.argument(), self.argument())
        return Call(self.here(start), "binomial", arguments)

    def dots(self) -> Node:
        """An ellipsis."""
        _, _, start, end = self.tokens[self.i]
        self.i += 1
        return Dots(Span(start, end))

    def plus_minus(self) -> Node | None:
        """``\\pm a`` without a left operand."""
        _, sign, start, _ = self.tokens[self.i]
        self.i += 1
        operand = self.factor()
        return None if operand is None else PlusMinus(self.here(start), None, operand, sign == "∓")

    def modulus(self) -> Node:
        """``\\pmod{n}``, or ``\\bmod n`` without a left operand."""
        start = self.tokens[self.i].start
        self.i += 1
        modulus = self.argument_or_factor()
        return Mod(self.here(start), None, modulus)

    def argument_or_factor(self) -> Node:
        """An argument in braces, or the next factor."""
        if self.tokens[self.i].kind == "{":
            return self.argument()
        start = self.tokens[self.i].start
        return self.factor() or Opaque(Span(start, start), (), "modulus missing")

    def shown(self) -> Node:
        """A command that shows its last argument: ``\\boxed{42}``, ``\\textcolor{red}{42}``, ``\\color{red}
        42``."""
        _, count, start, _ = self.tokens[self.i]
        self.i += 1
        self.skip_optional("option")
        for _ in range(int(count)):
            self.raw_argument("option")
        kind = self.tokens[self.i].kind
        if kind == "{":
            return self.group()
        return (None if kind in CLOSERS else self.bare()) or Opaque(self.here(start), (), "argument missing")

    def pass_hidden(self) -> str:
        """Pass over commands whose arguments are not shown; the reason of the last."""
        reason = ""
        while self.tokens[self.i].kind == "I":
            count, _, reason = self.tokens[self.i].payload.partition("|")
            self.i += 1
            self.skip_optional(reason)
            for _ in range(int(count)):
                self.raw_argument(reason)
        return reason

    def hidden(self) -> Node | None:
        """A command whose arguments are not shown; what follows it is read in its place."""
        self.pass_hidden()
        return self.atom()

    def annotated(self) -> Node:
        """``\\underbrace{x}_{note}``."""
        start = self.tokens[self.i].start
        self.i += 1
        body = self.argument()
        if self.tokens[self.i].kind in "_^":
            self.i += 1
            note = self.argument()
            return Annotated(self.here(start), body, note)
        return body

    def stacked(self) -> Node:
        """``\\overset{note}{x}``, ``\\underset{x}{\\max}``, ``\\cancelto{0}{x}``; over a relation sign the
        chain has read it."""
        tokens = self.tokens
        start = tokens[self.i].start
        self.i += 1
        below = self.group_end(self.i) + 1
        if tokens[self.i].kind == "{" and tokens[below].kind == "{" and tokens[below + 1].kind == "B":
            limits = self.range_below()
            name = tokens[below + 1].payload
            self.raw_argument()
            return self.over(name, start, limits)
        note = self.argument()
        body = self.argument()
        return Annotated(self.here(start), body, note)

    def binding(self) -> Node:
        """``\\val{109.8}{conv.ratio}``."""
        start = self.tokens[self.i].start
        self.i += 1
        body = self.argument()
        name = self.raw_argument("name of a printed number").strip()
        relation = "~" if name.startswith("~") else "!=" if name.startswith("!=") else "="
        return Bound(self.here(start), body, name.removeprefix("!").lstrip("=~").strip(), relation)

    def unlisted(self) -> Node:
        """An unknown command: a symbol; arguments in braces are read as expressions."""
        _, name, start, end = self.tokens[self.i]
        self.i += 1
        self.unknown.append((Span(start, end), name))
        tokens = self.tokens
        if tokens[self.i].kind == "{" and tokens[self.i + 1].kind == "a" and tokens[self.i + 2].kind == "}":
            letter = tokens[self.i + 1].payload  # most likely a macro that decorates its argument
            self.i += 3
            return self.scripted(letter, f"{name}({letter})", start)
        arguments = []
        while self.tokens[self.i].kind == "{":
            arguments.append(self.group())
        if arguments:
            return Opaque(self.here(start), tuple(arguments), f"unknown command \\{name}")
        if not name[:1].isalpha():
            return Opaque(Span(start, end), (), "not a sign of mathematics")
        return self.scripted(name, name, start)


_READERS: dict[str, Callable[[Atoms], Node | None]] = {
    "n": Atoms.number,
    "a": Atoms.symbol,
    "A": Atoms.styled,
    "W": Atoms.word,
    "w": Atoms.said,
    "f": Atoms.named,
    "B": Atoms.big_operator,
    "o": Atoms.bracket,
    "|": Atoms.bar,
    "{": Atoms.group,
    "F": Atoms.fraction,
    "R": Atoms.root,
    "C": Atoms.binomial,
    "D": Atoms.decorated,
    "T": Atoms.shown,
    "I": Atoms.hidden,
    "E": Atoms.environment,
    "V": Atoms.binding,
    "S": Atoms.siunitx,
    "U": Atoms.annotated,
    "O": Atoms.stacked,
    "d": Atoms.dots,
    "±": Atoms.plus_minus,
    "$": Atoms.money,
    "m": Atoms.modulus,
    "+": Atoms.signed,
    "-": Atoms.signed,
    "?": Atoms.unlisted,
}
