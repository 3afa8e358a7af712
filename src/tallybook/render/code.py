"""Scripts and prints as highlighted lines, and functions cut from a script."""

from __future__ import annotations

import ast
import re
from functools import cache
from typing import TYPE_CHECKING

from markupsafe import Markup, escape
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

if TYPE_CHECKING:
    from collections.abc import Sequence


@cache
def lines(text: str, language: str = "python") -> tuple[Markup, ...]:
    """The lines of a program, highlighted; of an unknown language, as they are."""
    try:
        lexer = get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return plain(text)
    html = highlight(text, lexer, HtmlFormatter(nowrap=True))
    return tuple(Markup(line) for line in html.removesuffix("\n").split("\n"))


def plain(text: str) -> tuple[Markup, ...]:
    """The lines of a text as they are."""
    return tuple(escape(line) for line in re.split(r"\r\n|\r|\n", text.removesuffix("\n")))


def excerpt(script: str, names: Sequence[str]) -> tuple[tuple[str, int, str], ...]:
    """The functions or classes of a script that are named, each as (name, first line, text). Unknown names
    are left out."""
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
                found.append(
                    (name, first, "\n".join(row[margin:] if row[:margin].isspace() else row for row in cut))
                )
                break
    return tuple(found)
