"""Macros of a book: their roles in the table of commands, and the expansion of those with a general
definition."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from tallybook.latex.commands import ACCENTS, STYLES, TABLE, TEXTS, WORDS, Role
from tallybook.latex.lexer import END, Lexed, Token, tokenize
from tallybook.span import Span

if TYPE_CHECKING:
    from collections.abc import Mapping

_LETTER = re.compile(r"\\(?P<command>[A-Za-z]+)\s*\{?\s*(?P<letter>[A-Za-z])\s*\}?")
_WORD = re.compile(r"\\(?P<command>[A-Za-z]+)\*?\s*\{\s*(?P<word>[A-Za-z]+)\s*\}")
_AROUND = re.compile(r"(?:\{*\\(?P<command>[A-Za-z]+)\s*)\{*(?:\\(?P<inner>[A-Za-z]+)\s*\{*)?#1\}*")
_PARAMETER = re.compile(r"#(\d)")
_MOST_TOKENS = 20_000
_DEEPEST = 6

Macros = tuple[tuple[str, str], ...]


@lru_cache(maxsize=64)
def table_with(macros: Macros) -> Mapping[str, Role]:
    """The table of roles with a book's macros (name without backslash, definition) in it."""
    table = dict(TABLE)
    for name, definition in macros:
        table["\\" + name.removeprefix("\\")] = _role(name.removeprefix("\\"), definition.strip())
    return table


def _role(name: str, definition: str) -> Role:
    """What a macro is: a styled letter, a word, a decoration of its argument, another command, or a general
    definition."""
    known = TABLE.get(definition)
    if known is not None and known[0] not in "M?":
        return known
    letter = _LETTER.fullmatch(definition)
    if letter and letter["command"] in STYLES:
        return ("A", f"{letter['letter']}|{letter['command']}({letter['letter']})")
    word = _WORD.fullmatch(definition)
    if word and word["command"] in WORDS | TEXTS:
        return ("W", f"{'operatorname' if word['command'] in TEXTS else word['command']}|{word['word']}")
    around = _AROUND.fullmatch(definition)
    if around and around["command"] in STYLES | ACCENTS and (around["inner"] or "bm") in STYLES | ACCENTS:
        return ("D", around["command"])
    return ("M", name)


def expanded(lexed: Lexed, text: str, macros: Macros, table: Mapping[str, Role], mark: str) -> Lexed:
    """The tokens with general macros replaced by their definitions.

    Tokens of a definition stand at the macro's name (behind the last argument: at the end of the call);
    numerals of a definition are listed as ignored. Expansion is bounded; what exceeds the bound stays an
    unknown command.
    """
    definitions = {name.removeprefix("\\"): definition for name, definition in macros}
    ignored = lexed.ignored
    tokens = lexed.tokens
    for _ in range(_DEEPEST):
        if not any(token.kind == "M" for token in tokens) or len(tokens) > _MOST_TOKENS:
            break
        tokens = _once(tokens, definitions, table, mark, ignored)
    tokens = [token._replace(kind="?") if token.kind == "M" else token for token in tokens]
    return Lexed(tokens, ignored, False)


def _once(
    tokens: list[Token],
    definitions: Mapping[str, str],
    table: Mapping[str, Role],
    mark: str,
    ignored: list[tuple[Span, str]],
) -> list[Token]:
    found: list[Token] = []
    i = 0
    while i < len(tokens):
        token = tokens[i]
        i += 1
        if token.kind != "M" or len(found) > _MOST_TOKENS:
            found.append(token)
            continue
        definition = definitions.get(token.payload, "")
        count = max((int(each) for each in _PARAMETER.findall(definition)), default=0)
        arguments: list[list[Token]] = []
        last = token.end
        for _ in range(count):
            argument, i = _argument(tokens, i)
            arguments.append(argument)
            last = max(last, tokens[i - 1].end)
        at = Span(token.start, token.end)
        for piece in tokenize(definition, 0, len(definition), table, mark).tokens[:-2]:
            if piece.kind == "#":
                index = int(piece.payload) - 1
                found.append(Token("{", "{", at.start, at.start))
                found.extend(arguments[index] if index < len(arguments) else [])
                at = Span(last, last)
                found.append(Token("}", "}", at.end, at.end))
            else:
                if piece.kind == "n":
                    ignored.append((at, "digits of a macro's definition"))
                found.append(piece._replace(start=at.start, end=at.end))
    return found


def _argument(tokens: list[Token], i: int) -> tuple[list[Token], int]:
    """The tokens of one argument from index ``i``, and the index behind it."""
    if tokens[i].kind == END:
        return [], i
    if tokens[i].kind != "{":
        return [tokens[i]], i + 1
    depth = 0
    for j in range(i, len(tokens)):
        depth += (tokens[j].kind == "{") - (tokens[j].kind == "}")
        if depth == 0:
            return tokens[i + 1 : j], j + 1
        if tokens[j].kind == END:
            return tokens[i + 1 : j], j
    return [], i
