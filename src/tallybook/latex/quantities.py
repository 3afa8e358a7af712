"""Numerals with what belongs to them: sign, percent sign, currency, degree, ellipsis, power of ten, ``\\num``
and ``\\qty``."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from tallybook.latex.digits import literal
from tallybook.latex.symbols import Symbols
from tallybook.latex.tree import Group, Neg, Node, Num, Opaque, PlusMinus, Sequence, Text
from tallybook.latex.units import siunitx_unit
from tallybook.numerals.draft import make_numeral, span_of
from tallybook.numerals.notation import UnreadableError, exponent_of
from tallybook.numerals.numeral import Form
from tallybook.span import Span

if TYPE_CHECKING:
    from tallybook.latex.lexer import Token

_HUNDRED = {"%": 100, "‰": 1000}
_MANTISSAS = frozenset({Form.INTEGER, Form.DECIMAL, Form.UNCERTAIN})
_SIUNITX = re.compile(
    r"\s*(?P<sign>[-+\u2212]?)\s*(?P<digits>(?:\d[\d\s~]*)?(?:[.,]\d[\d\s~]*)?)"
    r"(?:\((?P<last>[\d.]+)\)|\s*(?:\+-|\\pm|±)\s*(?P<plus>[\d.]+))?"
    r"(?:\s*(?:[eEdD]|\\times\s*10\s*\^)\s*\{?(?P<power>[-+\u2212]?\d+)\}?)?\s*"
)


class Quantities(Symbols):
    """Reading numerals and what belongs to them."""

    def number(self, sign: Token | None = None, currency: Token | None = None) -> Node:
        """The numeral at the cursor, with a sign or currency read before it and the percent sign, degree or
        ellipsis behind."""
        tokens = self.tokens
        _, raw, start, end = tokens[self.i]
        self.i += 1
        following = tokens[self.i].kind
        if following == "o" and (uncertain := self._uncertain(raw, start, end, sign)) is not None:
            return uncertain
        if sign is None and currency is None and following not in "%d^":
            return self.as_number(raw, start, end)
        said = self.read_literal(raw, start, end)
        if said is None:
            return Opaque(span_of(start, end), (), "unreadable numeral")
        value, ulp, form, digits, _ = said
        unit, percent, text = "", False, raw
        if following == "%":
            scale = _HUNDRED[tokens[self.i].payload]
            value, ulp, percent, end = value / scale, ulp / scale, True, tokens[self.i].end
            text = self.text[start:end]
            self.i += 1
        elif following == "d" and form is Form.DECIMAL and tokens[self.i + 1].kind != "n":
            form, end = Form.TRUNCATED, tokens[self.i].end
            text = self.text[start:end]
            self.i += 1
        elif following == "^" and (tokens[self.i].payload == "°" or self._is_degree()):
            self._pass_degree()
            unit = "°"
        signed = ""
        if sign is not None:
            signed, start = sign.payload, sign.start
            text = self.text[start:end]
            if signed == "-":
                value = -value
        span = span_of(start, end)
        money = "" if currency is None else currency.payload
        return Num(span, make_numeral(span, text, value, ulp, form, signed, percent, digits, unit, money))

    def _uncertain(self, raw: str, start: int, end: int, sign: Token | None) -> Num | None:
        """``6.674(15)``: a decimal with the uncertainty of its last places in brackets directly behind it,
        where nothing around it asks for a product."""
        tokens, i = self.tokens, self.i
        places = tokens[i + 1].payload
        if tokens[i].payload != "(" or tokens[i].start != end or tokens[i + 1].kind != "n":
            return None
        if not places.isdecimal() or len(places) > 3 or tokens[i + 2].kind != "x":
            return None
        if tokens[i + 2].payload != ")" or not self._ends_quantity(i + 3):
            return None
        said = self.read_literal(raw, start, end)
        if said is None or said.form is not Form.DECIMAL:
            return None
        self.i += 3
        negative = sign is not None and sign.kind == "-"
        span = span_of(sign.start if sign is not None else start, tokens[i + 2].end)
        numeral = make_numeral(
            span,
            self.text[span.start : span.end],
            -said.value if negative else said.value,
            said.ulp,
            Form.UNCERTAIN,
            sign.payload if sign is not None else "",
            False,
            said.digits,
        )
        return Num(span, replace(numeral, uncertainty=int(places) * said.ulp))

    def _ends_quantity(self, i: int) -> bool:
        """Whether a quantity is at its end at the token ``i``: a power of ten, a unit, a separator
        follows."""
        token = self.tokens[i]
        if token.kind == "*":
            return self.tokens[i + 1].payload in {"10", "{10}"} and self.tokens[i + 2].kind in "^p"
        return token.kind in {"$end", ",", ".", "s", "N", "&", "}", "x", "w", "W", "m", "±"}

    def money(self, sign: Token | None = None) -> Node:
        """``\\$100,000``: a currency sign and its amount; where no amount follows, the sign alone is a
        word."""
        currency = self.tokens[self.i]
        self.i += 1
        if self.tokens[self.i].kind in "+-" and self.tokens[self.i + 1].kind == "n" and sign is None:
            sign = self.tokens[self.i]
            self.i += 1
        if self.tokens[self.i].kind == "n":
            return self.number(sign, currency)
        return Text(Span(currency.start, currency.end), currency.payload)

    def signed(self) -> Node | None:
        """An operand with signs before it. The sign belongs to a literal numeral, unless a script or ``!``
        binds closer."""
        tokens = self.tokens
        start = tokens[self.i].start
        negative = False
        while tokens[self.i + 1].kind in "+-":
            negative ^= tokens[self.i].kind == "-"
            self.i += 1
        sign = tokens[self.i]
        self.i += 1
        kind = tokens[self.i].kind
        node: Node | None
        if kind == "n" and not self._binds(self.i + 1):
            node = self.number(sign)
        elif kind == "$" and tokens[self.i + 1].kind == "n" and not self._binds(self.i + 2):
            node = self.money(sign)
        else:
            node = self.factor()
            if node is not None and sign.kind == "-":
                node = Neg(self.here(sign.start), node)
        if node is not None and negative:
            node = Neg(self.here(start), node)
        return node

    def factor(self) -> Node | None:
        """An operand with its postfix signs."""
        raise NotImplementedError

    def _binds(self, i: int) -> bool:
        """Whether the token at ``i`` binds closer to the numeral before it than a sign does."""
        tokens = self.tokens
        kind = tokens[i].kind
        if kind == "^":
            here, self.i = self.i, i
            degree = tokens[i].payload == "°" or self._is_degree()
            self.i = here
            return not degree
        return kind in "!p'"

    def times_power_of_ten(self, mantissa: Num) -> Num | None:
        """``6.2 \\times 10^8`` with the product sign at the cursor: one numeral; None where no such power
        follows."""
        tokens, i = self.tokens, self.i
        if tokens[i + 1].payload not in {"10", "{10}"} or tokens[i + 2].kind not in "^p":
            return None
        numeral = mantissa.numeral
        if numeral.form not in _MANTISSAS or numeral.percent or numeral.unit:
            return None
        j = i + 3
        braces = tokens[j].kind == "{"
        if tokens[i + 2].kind == "p":
            power, last = tokens[i + 2].payload, i + 2
        else:
            j += braces
            sign = "-" if tokens[j].kind == "-" else ""
            j += tokens[j].kind in "+-" and braces
            raw = tokens[j].payload
            if tokens[j].kind != "n" or not raw.isdecimal() or (braces and tokens[j + 1].kind != "}"):
                return None
            power, last = sign + raw, j + braces
        if tokens[last + 1].kind in "!^":
            return None
        try:
            scale = Fraction(10) ** exponent_of(power)
        except UnreadableError:  # a product of a power that has no value here
            return None
        self.i = last + 1
        span = self.here(mantissa.span.start)
        return Num(
            span,
            replace(
                numeral,
                span=span,
                text=self.text[span.start : span.end],
                value=numeral.value * scale,
                ulp=numeral.ulp * scale,
                form=Form.UNCERTAIN if numeral.uncertainty is not None else Form.SCIENTIFIC,
                scaled=True,
                uncertainty=None if numeral.uncertainty is None else numeral.uncertainty * scale,
            ),
        )

    def siunitx(self) -> Node:
        """``\\num{1.23(4)e-19}``, ``\\qty{5}{\\metre}`` and their kin."""
        command, start = self.tokens[self.i].payload, self.tokens[self.i].start
        self.i += 1
        self.skip_optional("option")
        if command in {"si", "unit"}:
            source = self.raw_argument("exponent of a unit")
            return Text(self.here(start), siunitx_unit(source))
        at = self._argument_start()
        source = self.raw_argument()
        numbers = [self._siunitx_number(part, at + offset) for part, offset in _parts(source)]
        if command.endswith("range") or command == "SIrange":
            at = self._argument_start()
            source = self.raw_argument()
            numbers.append(self._siunitx_number(source, at))
        unit = "°" if command == "ang" else ""
        if command in {"qty", "SI", "qtyrange", "qtylist", "SIrange"}:
            self.skip_optional("option")
            unit = siunitx_unit(self.raw_argument("exponent of a unit"))
        nodes = tuple(
            _with_siunitx(each, unit) if isinstance(each, Num) and unit else each for each in numbers
        )
        return nodes[0] if len(nodes) == 1 else Sequence(self.here(start), nodes)

    def _argument_start(self) -> int:
        """Where the source of the argument at the cursor begins."""
        token = self.tokens[self.i]
        return token.end if token.kind == "{" else token.start

    def _siunitx_number(self, source: str, at: int) -> Node:
        """The numeral ``source`` at offset ``at`` in the notation of siunitx."""
        stripped = source.strip()
        at += len(source) - len(source.lstrip())
        span = Span(at, at + len(stripped))
        match = _SIUNITX.fullmatch(stripped)
        if not match or not match["digits"] or len(stripped) > 500:
            return self._loose(stripped, at)
        raw = re.sub(r"[\s~]", "", match["digits"]).replace(",", ".")
        try:
            scale = Fraction(10) ** exponent_of(match["power"])
        except UnreadableError as error:
            self.ignored.append((span, f"unreadable: {error}"))
            return Opaque(span, (), "unreadable numeral")
        value, ulp, form, digits, _ = literal(raw, ".")
        uncertainty: Fraction | None = None
        if match["last"]:
            last = match["last"]
            uncertainty = (
                Fraction(last)
                if "." in last.strip(".")
                else Fraction(int(last.replace(".", "") or "0")) * ulp
            )
            form = Form.UNCERTAIN
        elif match["plus"]:
            uncertainty = literal(match["plus"].strip("."), ".").value
            form = Form.UNCERTAIN
        if match["power"]:
            value, ulp = value * scale, ulp * scale
            uncertainty = uncertainty * scale if uncertainty is not None else None
            form = Form.SCIENTIFIC if form is not Form.UNCERTAIN else form
        sign = match["sign"].replace("−", "-")
        numeral = make_numeral(
            span, stripped, -value if sign == "-" else value, ulp, form, sign, False, digits
        )
        return Num(span, replace(numeral, scaled=bool(match["power"]), uncertainty=uncertainty))

    def _loose(self, source: str, at: int) -> Node:
        """The runs of digits in what siunitx would not read."""
        runs = [m.span() for m in re.finditer(r"\d+", source)]
        nodes = tuple(self.as_number(source[a:b], at + a, at + b) for a, b in runs)
        return Opaque(Span(at, at + len(source)), nodes, "no number of siunitx")


def _parts(source: str) -> list[tuple[str, int]]:
    """The parts of a list ``1;2;3``, each with its offset."""
    found, at = [], 0
    for part in source.split(";"):
        found.append((part, at))
        at += len(part) + 1
    return found


def _with_siunitx(node: Num, unit: str) -> Num:
    """The numeral with the unit of its command; a percent sign is part of the number."""
    numeral = node.numeral
    if unit in _HUNDRED:
        scale = _HUNDRED[unit]
        return Num(
            node.span, replace(numeral, value=numeral.value / scale, ulp=numeral.ulp / scale, percent=True)
        )
    return Num(node.span, replace(numeral, unit=unit))


def bracketed_uncertainty(node: Node) -> Num | None:
    """``(6.674 \\pm 0.015)`` as one number with its uncertainty; None for anything else in brackets."""
    if not isinstance(node, Group) or node.kind != "(" or len(node.items) != 1:
        return None
    inner = node.items[0]
    if (
        not isinstance(inner, PlusMinus)
        or not isinstance(inner.left, Num)
        or not isinstance(inner.right, Num)
    ):
        return None
    value, margin = inner.left.numeral, inner.right.numeral
    if margin.sign or margin.percent or value.percent or inner.minus_first:
        return None
    if not {value.form, margin.form} <= {Form.INTEGER, Form.DECIMAL}:
        return None
    return Num(node.span, replace(value, span=node.span, form=Form.UNCERTAIN, uncertainty=margin.value))


def with_unit(node: Num, unit: str) -> Num:
    """The numeral with the unit that follows it."""
    unit = node.numeral.unit + unit if node.numeral.unit == "°" else unit
    return Num(node.span, replace(node.numeral, unit=unit))


def unsigned(node: Num) -> Num:
    """The numeral without its sign."""
    numeral = node.numeral
    start = numeral.span.end - len(numeral.text.lstrip("+-−").lstrip())
    span = Span(start, numeral.span.end)
    text = numeral.text[len(numeral.text) - len(span) :]
    return Num(span, replace(numeral, span=span, text=text, value=abs(numeral.value), sign=""))
