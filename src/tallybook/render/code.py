"""Scripts and prints as highlighted lines, and functions cut from a script."""

from __future__ import annotations

import ast
import re
from functools import lru_cache
from typing import TYPE_CHECKING

from markupsafe import Markup, escape
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pygments.lexer import Lexer

_FORMATTER = HtmlFormatter(nowrap=True)


@lru_cache(maxsize=256)  # a script stands on its own page, and cut from it on others
def lines(text: str, language: str = "python") -> tuple[Markup, ...]:
    """The lines of a program, highlighted; of an unknown language, as they are."""
    lexer = _lexer(language)
    if lexer is None:
        return plain(text)
    html = highlight(text, lexer, _FORMATTER)
    return tuple(Markup(line) for line in html.removesuffix("\n").split("\n"))


@lru_cache(maxsize=32)
def _lexer(language: str) -> Lexer | None:
    try:
        return get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None


def plain(text: str) -> tuple[Markup, ...]:
    """The lines of a text as they are."""
    return tuple(escape(line) for line in re.split(r"\r\n|\r|\n", text.removesuffix("\n")))


def excerpt(script: str, names: Sequence[str]) -> tuple[tuple[str, int, tuple[Markup, ...]], ...]:
    """The functions or classes of a script that are named, each as (name, first line, lines). Unknown names
    are left out."""
    if not names:
        return ()
    try:
        tree = ast.parse(script)
    except (SyntaxError, ValueError):
        return ()
    rows = re.split(r"\r\n|\r|\n", script)
    found = []
    for name in names:
        for node in ast.walk(tree):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) and node.name == name:
                first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
                cut = rows[first - 1 : node.end_lineno]
                margin = len(cut[0]) - len(cut[0].lstrip())
                if margin:
                    text = "\n".join(row[margin:] if row[:margin].isspace() else row for row in cut)
                    found.append((name, first, lines(text)))
                else:
                    found.append((name, first, lines(script)[first - 1 : node.end_lineno]))
                break
    return tuple(found)
