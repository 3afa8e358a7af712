"""Symbols with their scripts: which scripts are labels (``N_{\\text{wide}}``, ``W^{(2)}``) and which are
powers."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from tallybook.latex.commands import ACCENTS
from tallybook.latex.cursor import CLOSERS, Cursor
from tallybook.latex.tree import Call, Node, Num, Opaque, Pow, Sym
from tallybook.numerals.draft import span_of
from tallybook.numerals.numeral import Form
from tallybook.span import Span

if TYPE_CHECKING:
    from tallybook.latex.lexer import Token

_COMMAND = re.compile(r"\\([A-Za-z]+)")
_STYLE = re.compile(
    r"\\(?:text\w*|math[a-z]+|operatorname|mbox|boldsymbol|bm)(?![A-Za-z])|\\[,;:!> ]|\\limits|\\left|\\right"
)
_GONE = re.compile(r"[{}\s~]+")
_LABEL = re.compile(r"[^\W\d_]+|\d+")
_TRANSPOSES = frozenset(
    {"T", "top", "dagger", "star", "ddagger", "prime", "intercal", "bot", "perp", "ast", "H"}
)
_DEGREE = frozenset({"compose", "°"})
_BOLD = frozenset({"mathbf", "mathbb", "boldsymbol", "bm", "bold", "pmb", "vb", "va"})
_OBJECTS = {"0": "a zero vector or matrix", "1": "a vector of ones or an indicator"}


class Symbols(Cursor):
    """Reading symbols."""

    def symbol(self) -> Node:
        """The symbol at the cursor with its scripts; a bracket directly behind it makes it a call."""
        tokens = self.tokens
        _, name, start, end = tokens[self.i]
        self.i += 1
        kind, payload, begin, _ = tokens[self.i]
        if kind == "o":
            if payload == "(" and self._calls(end, begin):
                return self.call_of(Sym(span_of(start, end), name, (), name), start)
        elif kind in "_^'p":
            return self.scripted(name, name, start)
        return Sym(span_of(start, end), name, (), name)

    def styled(self) -> Node:
        """A symbol that a macro of the book stands for, such as ``\\R``."""
        name, _, key = self.tokens[self.i].payload.partition("|")
        start = self.tokens[self.i].start
        self.i += 1
        return self.scripted(name, key, start)

    def scripted(self, name: str, key: str, start: int, *, adjacent: bool = True) -> Node:
        """The scripts and the call brackets behind a symbol whose own tokens are read.

        ``adjacent`` asks that a call's bracket follows without a space (words such as ``\\mathrm{ReLU}`` do
        not need that).
        """
        tokens = self.tokens
        below: list[str] = []
        above: list[str] = []
        power: Node | None = None
        labels: list[str] = []
        stop = tokens[self.i - 1].end
        degree = False
        while tokens[self.i].kind in {"_", "^", "'", "p"}:
            kind, payload, a, b = tokens[self.i]
            if kind == "'":
                self.i += 1
                above.append("'")
            elif kind == "p":
                power = self.raised(tokens[self.i])
                self.i += 1
                self.ignored.append((Span(a, b), "exponent of a symbol"))
            elif kind == "_":
                self.i += 1
                text = self.raw_argument("index")
                below.append(plain(text))
                labels.extend(words(text))
            elif payload == "°" or self._is_degree():
                self._pass_degree()
                degree = True
            elif self._is_label():
                self.i += 1
                text = self.raw_argument("label of a symbol")
                above.append(plain(text))
                labels.extend(words(text))
            elif power is None:
                power = self._power(key)
                continue
            else:  # a second power: TeX refuses it
                break
            stop = tokens[self.i - 1].end
        if below:
            key += "_" + ",".join(below)
        if above:
            raised = "".join(above)
            key += raised if set(raised) == {"'"} else "^" + raised
        symbol = Sym(span_of(start, max(stop, start)), name, tuple(labels), key)
        node: Node = symbol
        if degree:
            node = Call(self.here(start), "degrees", (symbol,))
        if power is not None:
            return Pow(self.here(start), node, power)
        kind, payload, begin, _ = tokens[self.i]
        last = tokens[self.i - 1].end if adjacent else begin
        if kind == "o" and payload == "(" and not degree and self._calls(last, begin):
            return self.call_of(symbol, start)
        return node

    def _calls(self, end: int, begin: int) -> bool:
        """Whether the bracket at ``begin`` belongs to the symbol that ends at ``end``, and is no modulus."""
        if self.tokens[self.i + 1].kind == "m":
            return False
        return begin == end or self.text[end:begin].strip() == r"\!"

    def call_of(self, function: Sym, start: int) -> Node:
        """The call of a symbol at the bracketed arguments that follow."""
        arguments, whole = self.bracketed()
        if not whole:
            return Opaque(self.here(start), (function, *arguments), "bracket never closed")
        return Call(self.here(start), function.key, tuple(arguments), None, function)

    def bracketed(self) -> tuple[list[Node], bool]:
        """The items of the bracket at the cursor, and whether it is closed."""
        raise NotImplementedError

    def _power(self, key: str) -> Node:
        """The exponent behind ``^``. An integer is a decoration of the symbol: it is listed as ignored
        too."""
        self.i += 1
        exponent = self.argument()
        if isinstance(exponent, Num) and exponent.numeral.form is Form.INTEGER:
            space = key.startswith("mathbb(")
            self.ignored.append((exponent.span, "dimension of a space" if space else "exponent of a symbol"))
        return exponent

    def _is_degree(self) -> bool:
        """Whether ``^\\circ`` or ``^{\\circ}`` stands at the cursor."""
        tokens, i = self.tokens, self.i
        if tokens[i].kind != "^":
            return False
        following = tokens[i + 1]
        if following.payload in _DEGREE:
            return True
        return following.kind == "{" and tokens[i + 2].payload in _DEGREE and tokens[i + 3].kind == "}"

    def _pass_degree(self) -> None:
        """Pass over the degree sign found by ``_is_degree`` (or a ``°``)."""
        if self.tokens[self.i].payload == "°":
            self.i += 1
        else:
            self.i += 1
            self.raw_argument()

    def _is_label(self) -> bool:
        """Whether the superscript at the cursor labels its symbol: ``^{(2)}``, ``^\\star``, ``^{\\mathsf
        T}``, ``^+``."""
        tokens, i = self.tokens, self.i + 1
        kind, payload, _, _ = tokens[i]
        if kind != "{":
            return payload in _TRANSPOSES or (kind in "+-*" and tokens[i + 1].kind != "n") or kind in "dwWD"
        second, third = tokens[i + 1], tokens[i + 2]
        if third.kind == "}":
            return second.payload in _TRANSPOSES or second.kind in "+-*=wd" or second.kind == "W"
        if second.kind in "D'":
            return True
        if second.kind == "o":
            close = self.group_end(i)
            opened = 0
            for j in range(i + 1, close):
                if tokens[j].kind == "o":
                    opened += 1
                elif tokens[j].kind == "x":
                    opened -= 1
                    if opened == 0:
                        return j == close - 1
        return False

    def decorated(self) -> Node:
        """A letter in a style or with an accent (``\\vec{x}``, ``\\hat y``, ``\\mathbb{R}``); a numeral shows
        through a style."""
        tokens = self.tokens
        command, start = tokens[self.i].payload, tokens[self.i].start
        self.i += 1
        kind, _, _, _ = tokens[self.i]
        braces = kind == "{"
        inner = tokens[self.i + 1] if braces else tokens[self.i]
        single = not braces or tokens[self.i + 2].kind == "}"
        name = inner.payload.rpartition("|")[2].strip()
        if single and (inner.kind == "a" or (inner.kind == "W" and name.isalpha())):
            self.i += 3 if braces else 1
            return self.scripted(name, f"{command}({name})", start)
        if (
            inner.kind == "n"
            and single
            and (command in ACCENTS or self._is_object(command, inner, start, self.i + (3 if braces else 1)))
        ):
            if not braces:
                self.first_digit()
            self.raw_argument(_OBJECTS.get(inner.payload, f"symbol under \\{command}"))
            name = self.text[inner.start : inner.end] if braces else inner.payload[0]
            return self.scripted(name, f"{command}({name})", start)
        if kind in CLOSERS:
            return Sym(Span(start, tokens[self.i - 1].end), command, (), command)
        node = self.argument()
        if command in ACCENTS and command != "overline":
            if isinstance(node, Sym):
                return self.scripted(node.name, f"{command}({node.key})", start)
            return Call(self.here(start), command, (node,))
        if command == "overline" and not isinstance(node, Num):
            return Call(self.here(start), "overline", (node,))
        if isinstance(node, Sym) and tokens[self.i].kind in "_^'":
            return self.scripted(node.name, node.key, start)
        return node

    def _is_object(self, command: str, inner: Token, start: int, behind: int) -> bool:
        """Whether a bold ``0`` or ``1`` is a vector or an indicator rather than an emphasised number.

        It is one where it stands alone, has a script, stands beside a symbol, or where a letter of the
        formula is in that style too; a ``0`` also where the formula has symbols at all.
        """
        tokens = self.tokens
        if inner.payload not in _OBJECTS or command not in _BOLD:
            return False
        alone = start == tokens[0].start and tokens[behind].kind == "$end"
        if command == "mathbb" or alone or tokens[behind].kind in {"o", "_", "^", "{", "a", "A", "D"}:
            return True
        written = _COMMAND.match(self.text, start)
        name = written[1] if written else command
        if name not in self.letters:
            pattern = rf"\\{name}\s*\{{?\s*\\?[A-Za-z]"
            self.letters[name] = re.search(pattern, self.text[tokens[0].start : tokens[-1].end]) is not None
        if self.letters[name]:
            return True
        others = any(
            token.kind == "n" and tokens[place - 1].kind in "{D" and token.payload not in _OBJECTS
            for place, token in enumerate(tokens)
        )
        return inner.payload == "0" and not others and any(token.kind in "aA" for token in tokens)


@lru_cache(maxsize=1024)
def plain(source: str) -> str:
    """The bare text of a script: no braces, styles or spaces, commands by their name."""
    if source.isalnum():
        return source
    return _GONE.sub("", _COMMAND.sub(r"\1", _STYLE.sub("", source)))


@lru_cache(maxsize=1024)
def words(source: str) -> tuple[str, ...]:
    """The words, letters and digits of a script."""
    if source.isalnum():
        return (source,) if source.isalpha() or source.isdecimal() else tuple(_LABEL.findall(source))
    return tuple(_LABEL.findall(_COMMAND.sub(r" \1 ", _STYLE.sub(" ", source))))
