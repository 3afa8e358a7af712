"""Words inside mathematics: ``\\text{…}``, ``\\mathrm{…}``, and the numerals in them."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

from tallybook.latex.commands import STYLES
from tallybook.latex.cursor import DEEPEST
from tallybook.latex.digits import numeral_pattern
from tallybook.latex.lexer import Token, tokenize
from tallybook.latex.quantities import Quantities
from tallybook.latex.symbols import plain
from tallybook.latex.tree import Call, Node, Num, Opaque, Sym, Text
from tallybook.latex.units import leading_unit, leading_word
from tallybook.numerals.units import is_unit
from tallybook.span import Span

_LABEL = re.compile(r"(?<![\w.])(?:[A-Za-z]+\.\w+(?:\.\w+)*|\d+(?:\.\w+){2,}|\d+\.[A-Za-z]\w*)(?!\w)")
_NAME = re.compile(r"[A-Za-z]+[-_]?\d\w*|\d+[A-Za-z]\w*")
_NAMED = "log ln exp max min gcd lcm det rank tr sgn abs floor ceil sin cos tan argmax argmin arcsinh Var"
_KNOWN = {**{name: name for name in _NAMED.split()}, "sign": "sgn"}
"""Upright words that are functions, each with its canonical name."""
_HEX = re.compile(r"0x[0-9A-Fa-f]+|0b[01]+|0o[0-7]+")


class Prose(Quantities):
    """Reading words."""

    def said(self) -> Node:
        """``\\text{…}`` at the cursor, read as one token or opened by a brace."""
        token = self.tokens[self.i]
        start = token.start
        self.i += 1
        if "|" in token.payload:
            content, at = (
                token.payload.partition("|")[2],
                token.end - 1 - len(token.payload.partition("|")[2]),
            )
        else:
            at = self.tokens[self.i].end if self.tokens[self.i].kind == "{" else self.tokens[self.i].start
            content = self.raw_argument()
        following = self.tokens[self.i].kind
        if content.strip().isalpha() and (
            following in "_^" or (following == "o" and self.tokens[self.i].payload == "(")
        ):
            name = content.strip()
            return self.scripted(name, name, start, adjacent=False)
        return Text(self.here(start), content, self.numerals(content, at))

    def numerals(self, content: str, at: int) -> tuple[Num, ...]:
        """The numerals of a prose fragment at offset ``at``; digits of names and labels are ignored, formulas
        are read."""
        found: list[Num] = []
        if not any(character.isdecimal() for character in content):
            return ()
        taken = [(m.span(), "label") for m in _LABEL.finditer(content)] + [
            (m.span(), "digits in a name") for m in _NAME.finditer(content) if not _HEX.fullmatch(m[0])
        ]
        position = 0
        for (a, b), reason in sorted(taken):
            if a < position:
                continue
            found.extend(self._plain(content, position, a, at))
            self.ignore(at + a, at + b, reason)
            position = b
        found.extend(self._plain(content, position, len(content), at))
        return tuple(found)

    def _plain(self, content: str, start: int, end: int, at: int) -> list[Num]:
        found: list[Num] = []
        for match in _numeral(self.mark).finditer(content, start, end):
            raw = match["number"]
            a = at + match.start()
            node = self.as_number(raw, at + match.start("number"), at + match.end("number"))
            if not isinstance(node, Num):
                continue
            numeral = node.numeral
            b = at + match.end()
            span = Span(a, b)
            value = -numeral.value if match["sign"] else numeral.value
            ulp = numeral.ulp
            if match["percent"]:
                value, ulp = value / 100, ulp / 100
            unit = leading_unit(content[match.end() :])
            sign = "-" if match["sign"] else ""
            text = content[match.start() : match.end()]
            found.append(
                Num(
                    span,
                    replace(
                        numeral,
                        span=span,
                        text=text,
                        value=value,
                        ulp=ulp,
                        sign=sign,
                        percent=bool(match["percent"]),
                        unit=unit,
                    ),
                )
            )
        return found

    def word(self) -> Node:
        """``\\mathrm{ReLU}``, ``\\mathbf{567\\,434}``, ``\\operatorname{rank}``: a symbol, a function, a unit
        or a numeral."""
        token = self.tokens[self.i]
        command, _, content = token.payload.partition("|")
        command = command.rstrip("*")
        name = content.strip()
        if any(character.isdecimal() for character in name) or not name.isalpha():
            return self._styled_content(command, content)
        self.i += 1
        if name in _KNOWN and command in {"mathrm", "operatorname", "mathsf", "mathit"}:
            return self.function(_KNOWN[name], token.start)
        plainly = command in {"mathrm", "operatorname", "mathit", "mathtt", "mathsf"}
        key = name if plainly else f"{command}({name})"
        node = self.scripted(name, key, token.start, adjacent=len(name) == 1)
        if isinstance(node, Sym) and command == "operatorname" and self.starts_operand():
            argument = self.factor()
            if argument is not None:
                return Call(self.here(token.start), node.key, (argument,), None, node)
        return node

    def function(self, name: str, start: int) -> Node:
        """A known function whose name is read, with its arguments."""
        raise NotImplementedError

    def starts_operand(self) -> bool:
        """Whether an operand begins at the cursor."""
        raise NotImplementedError

    def _styled_content(self, command: str, content: str) -> Node:
        """Numerals and short formulas in a style: the tokens of the argument are read in place."""
        token = self.tokens[self.i]
        at = token.end - 1 - len(content)
        stripped = content.strip()
        if command == "mathtt" or _HEX.fullmatch(stripped):
            self.i += 1
            match = _HEX.fullmatch(stripped)
            if match or stripped.isdecimal():
                inner = at + len(content) - len(content.lstrip())
                return self.as_number(stripped, inner, inner + len(stripped))
            return Text(self.here(token.start), content, self.numerals(content, at))
        if self.depth >= DEEPEST:
            self.i += 1
            self.ignore(token.start, token.end, "nested too deeply")
            return Opaque(self.here(token.start), (), "nested too deeply")
        return self.reopened(command, at, token.end)

    def reopened(self, command: str, at: int, end: int) -> Node:
        """The argument of a style command, lexed anew as mathematics and put in place of its token."""
        inner = self.lex(at, end - 1)
        token = self.tokens[self.i]
        kind = "D" if command in STYLES else "T"
        payload = command if kind == "D" else "0"
        self.tokens[self.i : self.i + 1] = [
            token._replace(kind=kind, payload=payload, end=at - 1),
            token._replace(kind="{", payload="{", start=at - 1, end=at),
            *inner,
            token._replace(kind="}", payload="}", start=end - 1),
        ]
        node = self.atom()
        return node if node is not None else Opaque(Span(at, end - 1), (), "empty")

    def is_unit(self) -> bool:
        """Whether the words at the cursor are a unit of measure of the numeral before them."""
        token = self.tokens[self.i]
        if token.payload == "mu":
            return self._is_micro()
        content = token.payload.partition("|")[2]
        if token.kind == "w":
            if "|" not in token.payload and self.tokens[self.i + 1].kind == "{":
                content = self.text[
                    self.tokens[self.i + 1].end : self.tokens[self.group_end(self.i + 1)].start
                ]
            return bool(leading_unit(content))
        if not token.payload.startswith(("mathrm", "mathsf", "operatorname")):
            return False
        if token.kind == "D":
            if self.tokens[self.i + 1].kind != "{":
                return False
            content = self.text[self.tokens[self.i + 1].end : self.tokens[self.group_end(self.i + 1)].start]
        elif self.tokens[self.i + 1].kind == "o":
            return False
        return bool(_rm_unit(content))

    def _is_micro(self) -> bool:
        """Whether the Greek letter at the cursor is the prefix of the unit behind it: ``\\mu\\mathrm{F}``."""
        here, self.i = self.i, self.i + 1
        found = False
        if self.tokens[self.i].kind in "wWD" and self.is_unit():
            kept = len(self.ignored)
            found = is_unit(f"µ{self.unit()[1]}")
            del self.ignored[kept:]
        self.i = here
        return found

    def unit(self) -> tuple[Text, str]:
        """The words at the cursor as a unit, with its sign; digits in it are exponents."""
        if self.tokens[self.i].payload == "mu":
            start = self.tokens[self.i].start
            self.i += 1
            text, sign = self.unit()
            return Text(self.here(start), f"µ{text.text}", text.numerals), f"µ{sign}"
        token = self.tokens[self.i]
        if token.kind == "w":
            self.i += 1
            if "|" in token.payload:
                content = token.payload.partition("|")[2]
                at = token.end - 1 - len(content)
            else:
                at = self.tokens[self.i].end
                content = self.raw_argument()
            sign = leading_unit(content)
            skipped = leading_word(content)[1]
            self.ignore(at, at + skipped, "exponent of a unit")
            text = Text(self.here(token.start), content, self.numerals(content[skipped:], at + skipped))
        else:
            self.i += 1
            content = token.payload.partition("|")[2]
            if token.kind == "D":
                content = self.raw_argument()
            self.ignore(token.start, self.tokens[self.i - 1].end, "exponent of a unit")
            sign = _rm_unit(content)
            text = Text(self.here(token.start), content)
        while self.tokens[self.i].kind in "^p":
            begin = self.tokens[self.i].start
            if self.tokens[self.i].kind == "p":
                sign += self.tokens[self.i].payload
                self.ignore(begin, self.tokens[self.i].end, "exponent of a unit")
                self.ignored.append((Span(begin, self.tokens[self.i].end), "exponent of a unit"))
                self.i += 1
            else:
                self.i += 1
                sign += "^" + plain(self.raw_argument("exponent of a unit"))
            text = Text(self.here(token.start), text.text, text.numerals)
        return text, sign

    def lex(self, start: int, end: int) -> list[Token]:
        """The tokens between two offsets."""
        lexed = tokenize(self.text, start, end, self.table, self.mark)
        self.ignored.extend(lexed.ignored)
        return lexed.tokens[:-2]


def _rm_unit(source: str) -> str:
    """The unit that an upright formula such as ``kg\\,m^{2}`` is, "" if it is none."""
    return leading_unit(plain(_PRODUCT.sub("·", _GREEK.sub(lambda match: _LETTERS[match[1]], source))))


_LETTERS = {"mu": "µ", "Omega": "Ω", "ohm": "Ω", "degree": "°", "micro": "µ"}
_GREEK = re.compile(r"\\(mu|Omega|ohm|degree|micro)(?![A-Za-z])\s*")
_PRODUCT = re.compile(r"\\,|\\cdot|\\ |~|\\;")


@cache
def _numeral(mark: str) -> re.Pattern[str]:
    return re.compile(
        rf"(?P<sign>(?<![\w)])[-\u2212]\s?)?(?P<number>{numeral_pattern(mark)})(?P<percent>\s?\\?%|\\,\\%)?"
    )
