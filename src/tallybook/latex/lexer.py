"""Tokens of LaTeX mathematics. Every token knows its offsets in the original text.

One regular expression finds the tokens, one table gives their roles; a numeral with all its groups is one
token.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from tallybook.latex.commands import MATRICES, SILENT, TEXTS, WORDS, Role
from tallybook.latex.digits import numeral_pattern
from tallybook.span import Span

if TYPE_CHECKING:
    from collections.abc import Mapping


class Token(NamedTuple):
    """A token: its kind (see ``commands.KINDS``), its payload and its offsets in the text."""

    kind: str
    payload: str
    start: int
    end: int


_WORDS = "|".join(sorted(WORDS | TEXTS | {r"operatorname\*"}, key=len, reverse=True))
_LENGTH = r"[-+]?\s*[\d.]*\s*(?:em|ex|pt|mm|cm|in|px|mu|pc|sp|\\[a-z]+)"

_SIGNS = (
    r"(?:[=<>]|:=|\\(?:approx|equiv|sim|simeq|leq?|geq?|lt|gt|neq?|to|rightarrow|longrightarrow|Rightarrow|Leftrightarrow"
    r"|iff|implies|propto|in)(?![A-Za-z]))"
)

_BRACED = r"(?:[:=,+<>/.;-]|\\times|\\cdot)"
_SPECIAL = (
    r"text|math|operator|begin|end|left|right|middle|big|Big|kern|[mhv]skip|mkern|over|under|stack|mbox|hbox|emph|bm"
    r"|bold|cr|newline"
)

_PLAIN = (
    r"[A-Za-z](?![a-z]{1,4}\()|[+^_}&/*|!',;)\[\]]|=(?!>)|-(?!>)|\((?!\d)"
    rf"|\{{(?!\s*{_BRACED}\s*\}})|\\(?!{_SPECIAL})[A-Za-z]+"
)
_ENVIRONMENT = (
    r"\\(?:begin\s*\{(?:array|subarray|tabular|alignat\*?|alignedat)\}(?:\s*\[\w\])?"
    r"\s*\{(?:[^{}]|\{[^{}]*\})*\}|begin\s*\{[^{}]*\}(?:\s*\[\w\])?|end\s*\{[^{}]*\})"
)
_NOTE = r"(?:\{(?:[^{}]|\{[^{}]*\})*\}|[!?])"
_STACK = rf"\\(?:overset|underset|stackrel)\s*{_NOTE}\s*(?:\{{\s*)?{_SIGNS}(?:\s*\}})?"
_FUSED = r"(?<![A-Za-z\\])(?:max|min|gcd|lcm|log|ln|exp|sin|cos|tan|sqrt|det|rank|floor|ceil|abs)(?=\()"

_PIECES = (
    # the common tokens first, each with a look ahead that leaves the rare ones to the pieces below
    ("plain", _PLAIN),
    ("script", r"(?<=[\^_])\d"),
    ("num", r"(?=[\d(.,])(?:NUMERAL)"),
    ("word", rf"\\(?:{_WORDS})\s*\{{[^{{}}\\%$~]*\}}"),
    ("env", _ENVIRONMENT),
    ("line", rf"\\\\\*?(?:\s*\[\s*{_LENGTH}\s*\])?|\\cr(?![A-Za-z])|\\newline(?![A-Za-z])"),
    ("length", rf"\\(?:kern|mkern|hskip|mskip|vskip)(?![A-Za-z])\s*{_LENGTH}"),
    ("delim", r"\\(?:left|right|middle|[bB]igg?[lrm]?)(?![A-Za-z])\s*(?:\\[A-Za-z]+|\\.|[^\s\\])"),
    ("stack", _STACK),
    ("braced", rf"\{{\s*{_BRACED}\s*\}}"),
    ("fused", _FUSED),
    ("comment", r"%[^\n]*"),
    ("superscript", r"[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+"),
    ("token", r"\\(?:[A-Za-z]+|.)|\.{2,3}|:=|<->|<=|>=|->|=>|\#\d|."),
)


@cache
def _pattern(decimal_mark: str) -> re.Pattern[str]:
    pieces = "|".join(f"(?P<{name}>{piece})" for name, piece in _PIECES)
    skip = r"(?:\s|\\[,;:!>\s]|~|\{\}|[\u00a0\u2000-\u200d\u202f\u2060])*+"
    return re.compile(rf"{skip}(?:{pieces.replace('NUMERAL', numeral_pattern(decimal_mark))}|\Z)", re.DOTALL)


_SUPERSCRIPTS = str.maketrans("⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "+-0123456789")
_BRACES = {"max": "B", "min": "B", "sqrt": "R"}
_FRACTION_SIGNS = frozenset("½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒")
END = "$end"


class Lexed(NamedTuple):
    """The tokens of a formula (closed by two of kind ``END``), and the digits passed over with the reason."""

    tokens: list[Token]
    ignored: list[tuple[Span, str]]
    macros: bool
    """Whether a macro with a general definition occurs."""


def digits_in(text: str, start: int, end: int) -> list[Span]:
    """The runs of decimal digits between two offsets."""
    return [Span(*m.span()) for m in _RUN.finditer(text, start, end)]


_RUN = re.compile(r"\d+")
_NAMING = {"#": "parameter of a macro", "\\": "name of a command"}
"""What the digits of a token are that the table does not list, by its first character."""


def tokenize(text: str, start: int, end: int, table: Mapping[str, Role], decimal_mark: str = ".") -> Lexed:
    """The tokens of ``text[start:end]``; ``table`` gives the roles of commands and characters. Never
    raises."""
    tokens: list[Token] = []
    ignored: list[tuple[Span, str]] = []
    add, new = tokens.append, tuple.__new__  # NamedTuple's own constructor takes twice as long
    macros = False
    cells: list[bool] = []
    for match in _pattern(decimal_mark).finditer(text, start, end):
        group = match.lastgroup
        if group is None:  # space at the end
            break
        source = match[group]
        b = match.end()
        a = b - len(source)
        if group == "plain" or group == "token":
            role = table.get(source)
            if role is not None:
                kind, payload = role
                if kind == "&" and not (cells and cells[-1]):
                    continue
                if kind == "M":
                    macros = True
                add(new(Token, (kind, payload, a, b)))
            elif source not in SILENT:
                add(_unlisted(source, a, b))
                if source[0] in _NAMING:
                    ignored.extend((span, _NAMING[source[0]]) for span in digits_in(text, a, b))
        elif group == "num" or group == "script":
            add(new(Token, ("n", source, a, b)))
        else:
            _special(group, source, a, b, text, end, table, tokens, ignored, cells)
    add(Token(END, "", end, end))
    add(Token(END, "", end, end))
    return Lexed(tokens, ignored, macros)


def _unlisted(source: str, a: int, b: int) -> Token:
    if source[0] == "#" and len(source) == 2:
        return Token("#", source[1], a, b)
    if source in _FRACTION_SIGNS:
        return Token("n", source, a, b)
    if source[0] == "\\" and len(source) > 1 and source[1].isalpha():
        return Token("?", source[1:], a, b)
    return Token("a", source, a, b) if source.isalpha() else Token("?", source, a, b)


def _special(
    group: str,
    source: str,
    a: int,
    b: int,
    text: str,
    stop: int,
    table: Mapping[str, Role],
    tokens: list[Token],
    ignored: list[tuple[Span, str]],
    cells: list[bool],
) -> None:
    """The rarer groups of the pattern."""
    if group == "word":
        command, _, content = source[1:-1].partition("{")
        command = command.rstrip()
        if content.strip() == "mod":
            tokens.append(Token("m", "bmod", a, b))
            return
        tokens.append(Token("w" if command in TEXTS else "W", f"{command}|{content}", a, b))
    elif group == "line":
        tokens.append(Token("N", "\\\\", a, b))
        ignored.extend((span, "length") for span in digits_in(text, a, b))
    elif group == "length":
        ignored.extend((span, "length") for span in digits_in(text, a, b))
    elif group == "comment":
        ignored.extend((span, "comment") for span in digits_in(text, a, b))
    elif group == "superscript":
        tokens.append(Token("p", source.translate(_SUPERSCRIPTS), a, b))
    elif group == "fused":
        tokens.append(Token(_BRACES.get(source, "f"), source, a, b))
    elif group == "stack":
        _stacked(source, a, b, text, table, tokens, ignored)
    elif group == "braced":
        tokens.append(Token(*table[source[1:-1].strip()], a, b))
    elif group == "env":
        _environment(source, a, b, text, tokens, ignored, cells)
    else:
        script = _SCRIPT_FOLLOWS.match(text, b, stop) is not None
        _delimiter(source, a, b, script, table, tokens)


def _environment(
    source: str,
    a: int,
    b: int,
    text: str,
    tokens: list[Token],
    ignored: list[tuple[Span, str]],
    cells: list[bool],
) -> None:
    """``\\begin`` and ``\\end``: layouts of lines leave no token, environments with cells do."""
    name = source[source.index("{") + 1 : source.index("}")].strip()
    ignored.extend((span, "column specification") for span in digits_in(text, a, b))
    if source.startswith("\\begin"):
        cells.append(name in MATRICES)
        if cells[-1]:
            tokens.append(Token("E", name, a, b))
    else:
        if cells and cells.pop():
            tokens.append(Token("Z", name, a, b))


_LAST_SIGN = re.compile(rf"({_SIGNS})\s*\}}?$")


def _stacked(
    source: str,
    a: int,
    b: int,
    text: str,
    table: Mapping[str, Role],
    tokens: list[Token],
    ignored: list[tuple[Span, str]],
) -> None:
    """``\\overset{!}{=}``: a relation with a note over it; ``!`` and ``?`` make it a condition, *def* a
    definition."""
    sign = _LAST_SIGN.search(source)
    kind, payload = table[sign[1]] if sign else ("=", "=")
    note = source[: sign.start()] if sign else source
    if kind == "=" and re.search(r"[!?]", note):
        payload = "stacked"
    elif kind == "=" and "def" in note:
        payload = ":="
    tokens.append(Token(kind, payload, a, b))
    ignored.extend((span, "label of a relation") for span in digits_in(text, a, b))


_EXPLICIT = {"|": "abs", "\\|": "norm", "\\vert": "abs", "\\Vert": "norm", ".": ".", "/": "/"}


_SCRIPT_FOLLOWS = re.compile(r"\s*_")


def _delimiter(
    source: str, a: int, b: int, script: bool, table: Mapping[str, Role], tokens: list[Token]
) -> None:
    """``\\left(``, ``\\bigr\\rvert`` and the like: one bracket token, whatever the size; ``script``: a
    subscript follows."""
    size = re.match(r"\\[A-Za-z]+", source)
    command = size[0][1:] if size else ""
    sign = source[len(command) + 1 :].strip()
    kind, payload = table.get(sign, ("?", sign))
    if sign in _EXPLICIT:
        payload = _EXPLICIT[sign]
        kind = "|"
    if payload in {"abs", "norm"} and command != "right" and script:
        opened = [each.kind for each in tokens[-200:] if each.payload == payload and each.kind in "ox"]
        if opened.count("o") <= opened.count("x"):  # \\bigr\\rvert_{x=1} evaluates what stands before it
            tokens.append(Token("|", payload, a, b))
            return
    if command == "middle":
        tokens.append(Token("=", "∣", a, b))
    elif command == "left" or (command[-1] == "l" and kind == "|"):
        tokens.append(Token("o", payload, a, b))
    elif command == "right" or (command[-1] == "r" and kind == "|"):
        tokens.append(Token("x", payload, a, b))
    elif payload != ".":
        tokens.append(Token(kind, payload, a, b))
