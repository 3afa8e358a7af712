"""What of a program draws pictures, which a check has no use for."""

from __future__ import annotations

import ast

_DRAW = frozenset({"matplotlib", "seaborn", "plotly", "bokeh", "altair", "IPython", "ipywidgets"})


def without_pictures(text: str, tree: ast.Module, drawing: set[str]) -> tuple[str, bool]:
    """A program whose statements that draw are remarks, and whether there were any.

    A statement draws if it imports a library for pictures or uses a name in ``drawing``; what it binds is
    added to these names, so that the figure of one cell is known in the next.
    """
    lines = text.splitlines()
    found = False
    for statement in tree.body:
        if not (_imports(statement) or _names(statement) & drawing):
            continue
        drawing |= _bound(statement)
        found = True
        for number in range(_first(statement) - 1, statement.end_lineno or statement.lineno):
            lines[number] = f"# {lines[number]}".rstrip()
    return "\n".join(lines), found


def _first(statement: ast.stmt) -> int:
    """Its first line, that of a decorator if it has one."""
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return min([statement.lineno, *(one.lineno for one in statement.decorator_list)])
    return statement.lineno


def _imports(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Import):
        return any(one.name.split(".")[0] in _DRAW for one in statement.names)
    return isinstance(statement, ast.ImportFrom) and (statement.module or "").split(".")[0] in _DRAW


def _names(statement: ast.stmt) -> set[str]:
    return {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}


def _bound(statement: ast.stmt) -> set[str]:
    """The names that a statement gives a meaning."""
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        return {(one.asname or one.name).split(".")[0] for one in statement.names}
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return {statement.name}
    named = (node for node in ast.walk(statement) if isinstance(node, ast.Name))
    return {node.id for node in named if isinstance(node.ctx, ast.Store)}
