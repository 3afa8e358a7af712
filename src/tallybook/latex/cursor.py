"""The parser's place among the tokens, and what every layer of the parser shares."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace
from typing import TYPE_CHECKING

from tallybook.latex.digits import Literal, literal
from tallybook.latex.lexer import Lexed, Token, digits_in, tokenize
from tallybook.latex.tree import Node, Num, Opaque, Sequence
from tallybook.numerals.draft import make_numeral, span_of
from tallybook.numerals.notation import UnreadableError
from tallybook.span import Span

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tallybook.latex.commands import Role
    from tallybook.numerals.numeral import Conventions

DEEPEST = 60
"""Levels of nesting that are followed; what lies deeper becomes ``Opaque``."""

MOST_PARTS = 2_000
"""Terms, factors or sides of one expression; a longer one becomes ``Opaque`` and its digits are passed
over."""

LONGEST_CHAIN = 64
"""Nodes that may nest to the left (``1/2/3/…``) before the rest becomes ``Opaque``."""

CLOSERS = frozenset({"x", "}", "Z", "$end"})
SEPARATORS = frozenset({"s", "N", "&", ",", "."})


class Cursor:
    """Tokens, a position, and the findings made on the way (digits that are no claim, unknown commands)."""

    def __init__(self, text: str, lexed: Lexed, table: Mapping[str, Role], conventions: Conventions) -> None:
        self.text = text
        self.tokens = lexed.tokens
        self.ignored = lexed.ignored
        self.unknown: list[tuple[Span, str]] = []
        self.table = table
        self.mark = conventions.decimal_mark
        self.i = 0
        self.depth = 0
        self.in_bars = ""
        """The kind of bar that would close here: "abs", "norm" or none."""
        self.letters: dict[str, bool] = {}
        """Whether a style is put on letters in this formula (a ``0`` in it is a vector then)."""
        self.in_cells = False
        """Whether line ends separate rows here."""

    def expression(self) -> Node | None:
        """A sum, product or single factor; None where none begins."""
        raise NotImplementedError

    def chain(self) -> Node | None:
        """An expression or a chain of relations; None where none begins."""
        raise NotImplementedError

    def atom(self) -> Node | None:
        """One operand without scripts behind it; None where none begins."""
        raise NotImplementedError

    def here(self, start: int) -> Span:
        """From ``start`` to the end of the token read last."""
        end = self.tokens[self.i - 1].end
        return span_of(start, end) if start <= end else span_of(end, start)

    def ignore(self, start: int, end: int, reason: str) -> None:
        """Digits between two offsets are no claim."""
        self.ignored.extend((span, reason) for span in digits_in(self.text, start, end))

    def ignore_nodes(self, node: Node, reason: str) -> None:
        """The numerals of a node are no claim."""
        self.ignored.extend((each.span, reason) for each in node.walk() if isinstance(each, Num))

    def group_end(self, i: int) -> int:
        """The index of the token that closes the brace group opened at ``i`` (or of the end)."""
        depth = 0
        tokens = self.tokens
        while True:
            kind = tokens[i].kind
            if kind == "{":
                depth += 1
            elif kind == "}":
                depth -= 1
                if depth <= 0:
                    return i
            elif kind == "$end":
                return i
            i += 1

    def raw_argument(self, reason: str = "") -> str:
        """Pass over one argument and give its source; with ``reason`` its digits are ignored."""
        token = self.tokens[self.i]
        if token.kind == "$end" or token.kind == "}":
            return ""
        if token.kind == "{":
            close = self.group_end(self.i)
            inner = self.tokens[self.i + 1 : close]
            a, b = token.end, self.tokens[close].start
            self.i = close + 1 if self.tokens[close].kind == "}" else close
        else:
            self.first_digit()
            inner = self.tokens[self.i : self.i + 1]
            a, b = inner[0].start, inner[0].end
            self.i += 1
        if self.of_macro(token):
            return self._rebuilt(inner, reason)
        if reason:
            self.ignore(a, b, reason)
        return self.text[a:b]

    def of_macro(self, token: Token) -> bool:
        """Whether a token comes from the definition of a macro rather than from the text."""
        return token.kind in "{n" and self.text[token.start : token.end] != token.payload

    def _rebuilt(self, inner: list[Token], reason: str) -> str:
        """The source of an argument that a macro's definition put together; only digits of the text are
        ignored."""
        for token in inner:
            if reason and not self.of_macro(token):
                self.ignore(token.start, token.end, reason)
        return "".join(token.payload.rpartition("|")[2] for token in inner if token.kind not in "{}")

    def optional(self) -> bool:
        """Whether an optional argument ``[…]`` begins here."""
        token = self.tokens[self.i]
        return token.kind == "o" and token.payload == "[" and token.end - token.start == 1

    def skip_optional(self, reason: str) -> None:
        """Pass over an optional argument if one begins here; its digits are ignored."""
        if not self.optional():
            return
        a = self.tokens[self.i].start
        close = self.text.find("]", a, self.tokens[-1].end)
        if close >= 0:
            self.i = bisect_left(self.tokens, close + 1, lo=self.i, key=lambda token: token.start)
            self.ignore(a, close, reason)

    def first_digit(self) -> None:
        """Split a numeral of several digits at the cursor: an argument without braces is one digit."""
        token = self.tokens[self.i]
        if token.kind == "n" and len(token.payload) > 1 and token.payload[0].isdecimal():
            if self.of_macro(token):
                digits = (token.payload[0], token.payload[1:])
                self.tokens[self.i : self.i + 1] = [token._replace(payload=each) for each in digits]
                return
            middle = token.start + 1
            rest = tokenize(self.text, middle, token.end, self.table, self.mark).tokens[:-2]
            self.tokens[self.i : self.i + 1] = [Token("n", token.payload[0], token.start, middle), *rest]

    def argument(self) -> Node:
        """One argument: a brace group or a single token. What is missing is an empty ``Opaque``."""
        kind = self.tokens[self.i].kind
        if kind == "{":
            return self.group()
        if kind == "n":
            self.first_digit()
            token = self.tokens[self.i]
            self.i += 1
            return self.plain_number(token)
        start = self.tokens[self.i].start
        if kind not in CLOSERS and kind not in SEPARATORS:
            node = self.bare()
            if node is not None:
                return node
        return Opaque(Span(start, start), (), "argument missing")

    def bare(self) -> Node | None:
        """An argument without braces that is no digit: ``x^\\alpha``, ``\\sqrt\\pi``."""
        raise NotImplementedError

    def plain_number(self, token: Token) -> Node:
        """The numeral of one token as it stands."""
        return self.as_number(token.payload, token.start, token.end)

    def raised(self, token: Token) -> Node:
        """The integer of a superscript written in Unicode."""
        node = self.as_number(token.payload.lstrip("+-"), token.start, token.end)
        if not isinstance(node, Num):
            return node
        sign = token.payload[0] if token.payload[0] in "+-" else ""
        value = -node.numeral.value if sign == "-" else node.numeral.value
        text = self.text[token.start : token.end]
        return Num(node.span, replace(node.numeral, text=text, value=value, sign=sign))

    def as_number(self, raw: str, start: int, end: int) -> Node:
        """The numeral with the source ``raw``; one too large to read is ``Opaque`` and passed over."""
        span = span_of(start, end)
        said = self.read_literal(raw, start, end)
        if said is None:
            return Opaque(span, (), "unreadable numeral")
        value, ulp, form, digits, uncertainty = said
        return Num(
            span, make_numeral(span, raw, value, ulp, form, "", False, digits, uncertainty=uncertainty)
        )

    def read_literal(self, raw: str, start: int, end: int) -> Literal | None:
        """What the numeral ``raw`` says; one that is too large to compute with is None and passed over."""
        try:
            return literal(raw, self.mark)
        except UnreadableError as error:
            self.ignored.append((span_of(start, end), f"unreadable: {error}"))
            return None

    def group(self) -> Node:
        """A brace group at the cursor: its one item, or a ``Sequence`` of its items."""
        start = self.tokens[self.i].start
        self.i += 1
        if self.depth >= DEEPEST:
            self.i -= 1
            return self.skim(self.group_end(self.i), start)
        items = self.inside("}")
        if len(items) == 1:
            return items[0]
        return (
            Sequence(self.here(start), tuple(items)) if items else Opaque(self.here(start), (), "empty group")
        )

    def inside(self, closer: str) -> list[Node]:
        """The items up to a closing token of kind ``closer``, which is read as well if it is there."""
        self.depth += 1
        bars, self.in_bars = self.in_bars, ""
        items = self.items()
        if self.tokens[self.i].kind == closer:
            self.i += 1
        self.in_bars = bars
        self.depth -= 1
        return items

    def items(self) -> list[Node]:
        """Chains one after the other up to a token that closes something; separators stand between them."""
        found: list[Node] = []
        tokens = self.tokens
        while True:
            kind = tokens[self.i].kind
            if kind in CLOSERS or (kind == "|" and found and tokens[self.i].payload == self.in_bars):
                return found
            if kind in SEPARATORS:
                self.i += 1
                continue
            before = self.i
            node = self.chain()
            if node is not None:
                found.append(node)
            elif self.i == before:
                self.junk()

    def junk(self) -> None:
        """Pass over a token that cannot stand at the beginning of an operand; scripts take their argument
        along."""
        kind = self.tokens[self.i].kind
        self.i += 1
        if kind in "^_":
            self.raw_argument("index")

    def skim(self, stop: int, start: int) -> Node:
        """Pass over the tokens up to ``stop`` (read as well): their digits are not read."""
        passed = self.tokens[self.i : stop]
        if any(token.kind in "nwWEp" for token in passed):
            first, last = min(token.start for token in passed), max(token.end for token in passed)
            self.ignored.append((span_of(first, last), "unreadable: nested too deeply"))
        self.i = min(stop + 1, len(self.tokens) - 2)
        return Opaque(self.here(start), (), "nested too deeply")

    def bounded(self, node: Node, count: int) -> Node:
        """The node, or in its place an ``Opaque`` if it has more than ``MOST_PARTS`` parts."""
        if count <= MOST_PARTS:
            return node
        self.ignored.append((node.span, "unreadable: too long a formula"))
        return Opaque(node.span, (), "too long")
