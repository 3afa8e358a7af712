"""Chains of relations, sequences, and the parts of a formula."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from tallybook.latex.domains import domain_bounds
from tallybook.latex.terms import Terms
from tallybook.latex.tree import (
    Add,
    Call,
    Chain,
    Div,
    Dots,
    Mixed,
    Mod,
    Node,
    Num,
    Opaque,
    Relation,
    Remainder,
    Sequence,
    Sym,
    Text,
)
from tallybook.numerals.draft import span_of
from tallybook.numerals.numeral import Form, Numeral
from tallybook.span import Span

_CLOCK = re.compile(r"([01]?\d|2[0-4])(?:\{:\}|:)([0-5]\d)(?:(?:\{:\}|:)([0-5]\d))?")

_REMAINDERS = frozenset({"r", "rem", "remainder", "rest"})
_MODULUS = re.compile(r"\s*\(?\s*mod\s+(\d+)\s*\)?\s*")


class Parts(Terms):
    """Reading chains, sequences and whole formulas."""

    def chain(self) -> Node | None:
        """An expression or a chain of relations; None where none begins."""
        tokens = self.tokens
        if (
            tokens[self.i].kind == "X"
        ):  # a labelled arrow separates like any arrow; its label is a part of its own
            self.i += 1
            self.skip_optional("label of an arrow")
            return self.argument()
        start = tokens[self.i].start
        node = self.operand()
        if tokens[self.i].kind not in "=mNo|w":
            return node
        operands = [] if node is None else [node]
        relations: list[Relation] = []
        modulus: Node | None = None
        while True:
            kind, payload, a, b = tokens[self.i]
            if kind == "=":
                if modulus is not None and not relations and payload != "≡" and operands:
                    # 17 \pmod 5 = 2 states a remainder
                    operands = [Mod(self.here(start), operands[0], modulus)]
                    modulus = None
                relations.append(Relation(payload, span_of(a, b)))
                self.i += 1
                if payload == "≡" and tokens[self.i].kind == "_" and modulus is None:
                    self.i += 1
                    modulus = self.argument()
                self.skip_layout()
                node = self.operand()
                if node is not None:
                    operands.append(self._with_remainder(node, operands))
            elif kind == "|" and payload != self.in_bars and operands:  # P(A | B), {x | x > 0}
                relations.append(Relation("∣" if payload == "abs" else "∥", Span(a, b)))
                self.i += 1
                node = self.operand()
                if node is not None:
                    operands.append(node)
            elif kind == "N" and tokens[self.i + 1].kind == "=" and not self.in_cells and operands:
                self.i += 1
            elif modulus is None and kind == "w" and relations and relations[-1].symbol == "≡":
                modulus = self._said_modulus()
                if modulus is None:
                    break
            elif modulus is None and (kind == "m" or (kind == "o" and tokens[self.i + 1].kind == "m")):
                found = self.atom()
                modulus = found.modulus if isinstance(found, Mod) else found
            else:
                break
        if relations:
            if modulus is None and any(each.symbol == "≡" for each in relations):
                operands, modulus = _congruence(operands)
            chain = Chain(self.here(start), tuple(operands), tuple(relations), modulus)
            for bound in domain_bounds(chain):
                self.ignore_nodes(bound, "bound of a condition")
            return self.bounded(chain, len(relations))
        if not operands:
            return None
        return operands[0] if modulus is None else Mod(self.here(start), operands[0], modulus)

    def _with_remainder(self, node: Node, operands: list[Node]) -> Node:
        """``2 \\text{ R } 2`` beside the division it is the result of, with the word at the cursor."""
        tokens = self.tokens
        division = operands[-1] if operands else None
        if tokens[self.i].kind not in "wW" or not isinstance(node, Num) or not isinstance(division, Div):
            return node
        word = tokens[self.i].payload.rpartition("|")[2].strip().rstrip(".").lower()
        if word not in _REMAINDERS or tokens[self.i + 1].kind != "n":
            return node
        self.i += 1
        rest = self.number()
        if not isinstance(rest, Num):
            return Opaque(self.here(node.span.start), (node, rest), "unreadable remainder")
        return Remainder(self.here(node.span.start), node, rest, division.denominator)

    def _said_modulus(self) -> Node | None:
        """The modulus in words at the cursor, ``\\text{ (mod 5)}``; None for other words."""
        token = self.tokens[self.i]
        words = _MODULUS.fullmatch(token.payload.partition("|")[2])
        if words is None or self.text[token.start : token.end].count(words[1]) != 1:
            return None
        self.i += 1
        start = self.text.index(words[1], token.start)
        return self.as_number(words[1], start, start + len(words[1]))

    def operand(self) -> Node | None:
        """One side of a relation: an expression, a ratio or a run with an ellipsis."""
        node = self.expression()
        if node is None:
            return None
        kind = self.tokens[self.i].kind
        if kind == ":":
            return self._ratio(node)
        if kind == "d":
            return self._run(node)
        if kind == "." and isinstance(node, Num) and self.tokens[self.i + 1].kind == "n":
            return self._spaced_point(node)
        return node

    def _ratio(self, node: Node) -> Node:
        """``a : b``; three or more parts make a sequence."""
        items = [node]
        start = node.span.start
        while self.tokens[self.i].kind == ":":
            self.i += 1
            item = self.expression()
            if item is None:
                break
            items.append(item)
        if len(items) == 1:
            return node
        if len(items) == 2 and is_plain(items[0]) and is_plain(items[1]):
            return Div(self.here(start), items[0], items[1], colon=True)
        return Sequence(self.here(start), tuple(items), ":")

    def _run(self, node: Node) -> Node:
        """``1 \\ldots 100`` without commas."""
        items = [node]
        while self.tokens[self.i].kind == "d":
            items.append(self.dots())
            item = self.expression()
            if item is not None:
                items.append(item)
        return Sequence(self.here(node.span.start), tuple(items), " ")

    def _spaced_point(self, node: Num) -> Node:
        """``1\\,.\\,5``: two numerals with a point between spaces."""
        items: list[Node] = [node]
        while self.tokens[self.i].kind == "." and self.tokens[self.i + 1].kind == "n":
            self.i += 1
            items.append(self.number())
        return Opaque(self.here(node.span.start), tuple(items), "point between spaces")

    def formula(self) -> list[Node]:
        """The parts of a whole formula."""
        parts: list[Node] = []
        arrows: set[int] = set()
        tokens = self.tokens
        while True:
            kind, payload, start, _ = tokens[self.i]
            if kind == "$end":
                return _joined(parts, arrows)
            if kind in "sNZ&,.":
                if payload == "→":
                    arrows.add(len(parts))
                self.i += 1
            elif kind in "x}":
                self.i += 1
                parts = (
                    [
                        Opaque(
                            Span(min(parts[0].span.start, start), start), tuple(parts), "bracket never opened"
                        )
                    ]
                    if parts
                    else []
                )
            else:
                before = self.i
                node = self.chain()
                if node is None:
                    if self.i == before:
                        self.junk()
                elif tokens[self.i].kind == ",":
                    self._listed(node, parts)
                else:
                    parts.append(self._clock(node))

    def _listed(self, node: Node, parts: list[Node]) -> None:
        """A part with a comma behind it: items without relations make a sequence, chains stand for
        themselves."""
        tokens = self.tokens
        items: list[Node] = [node.operands[-1] if isinstance(node, Chain) and node.operands else node]
        while tokens[self.i].kind == ",":
            self.i += 1
            if tokens[self.i].kind in {"s", "N", "Z", ",", ".", "$end"}:
                break
            item = self.chain()
            if item is None:
                break
            if isinstance(item, Chain) or not _fits(node, items, item):
                parts.append(self._clock(_with_items(node, items)))
                node, items = item, [item.operands[-1] if isinstance(item, Chain) and item.operands else item]
            else:
                items.append(item)
        parts.append(self._clock(_with_items(node, items)))

    def _clock(self, node: Node) -> Node:
        """A ratio that stands alone and looks like a time of day is one: ``12{:}30``. Its value is in seconds
        since midnight."""
        if isinstance(node, Div) and node.colon:
            items: tuple[Node, ...] = (node.numerator, node.denominator)
        elif isinstance(node, Sequence) and node.separator == ":":
            items = node.items
        else:
            return node
        shown = "".join(each.numeral.text for each in items if isinstance(each, Num))
        source = self.text[node.span.start : node.span.end]
        match = _CLOCK.fullmatch(source)
        if match is None or shown != re.sub(r"\D", "", source):
            return node
        hours, minutes, seconds = (int(each or 0) for each in match.groups())
        value = Fraction(3600 * hours + 60 * minutes + seconds)
        return Num(node.span, Numeral(node.span, source, value, Fraction(0), Form.CLOCK, digits=shown))


def _congruence(operands: list[Node]) -> tuple[list[Node], Node | None]:
    """The sides of ``a \\equiv b + c \\bmod n`` and the modulus: behind a congruence ``\\bmod`` closes the
    whole chain."""
    last = operands[-1] if operands else None
    terms = last.terms if isinstance(last, Add) else (last,)
    if not isinstance(terms[-1], Mod) or terms[-1].body is None or len(operands) < 2:
        return operands, None
    side = terms[-1].body
    if isinstance(last, Add):
        span = last.span.cover(side.span) if side.span.end > last.span.end else last.span
        side = Add(span, (*last.terms[:-1], side))
    return [*operands[:-1], side], terms[-1].modulus


def is_plain(node: Node) -> bool:
    """Whether a node is made of numerals alone, without symbols and words."""
    if isinstance(node, (Num, Dots, Mixed)):
        return True
    if isinstance(node, (Sym, Text, Chain)):
        return False
    return not any(
        isinstance(each, (Sym, Text)) or (isinstance(each, Call) and each.function) for each in node.walk()
    )


def _fits(node: Node, items: list[Node], item: Node) -> bool:
    """Whether an item continues the sequence that ``items`` begin."""
    if isinstance(item, Text) or isinstance(items[-1], Text):
        return False
    if not isinstance(node, Chain):
        return True
    return (is_plain(items[-1]) and is_plain(item)) or isinstance(item, Dots) or isinstance(items[-1], Dots)


def _with_items(node: Node, items: list[Node]) -> Node:
    """The part whose last operand is the sequence of ``items``."""
    if len(items) == 1:
        return node
    sequence = Sequence(items[0].span.cover(items[-1].span), tuple(items))
    if not isinstance(node, Chain):
        return sequence
    return replace(node, span=node.span.cover(sequence.span), operands=(*node.operands[:-1], sequence))


def _joined(parts: list[Node], arrows: set[int]) -> list[Node]:
    """Numerals with arrows between them (``784 \\to 512 \\to 10``) as one sequence."""
    if not arrows:
        return parts
    found: list[Node] = []
    run: list[Node] = []
    for index, part in enumerate(parts):
        if run and index in arrows and isinstance(part, Num) and isinstance(run[-1], Num):
            run.append(part)
            continue
        found.extend(_arrowed(run))
        run = [part]
    found.extend(_arrowed(run))
    return found


def _arrowed(run: list[Node]) -> list[Node]:
    if len(run) < 2:
        return run
    return [Sequence(run[0].span.cover(run[-1].span), tuple(run), "→")]
