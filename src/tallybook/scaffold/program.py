"""The programs of a document as a check: one plain script that prints what the cells showed."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tallybook.scaffold.literate import computed
from tallybook.scaffold.pictures import without_pictures

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tallybook.scaffold.cells import Cell

_HARMLESS = re.compile(r"%%(?:time|timeit|capture)\b")
_LONGEST = 40  # characters of an expression that names what it prints


@dataclass(slots=True)
class Program:
    """A check in the making, and what of the cells it could not take."""

    parts: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    drawing: set[str] = field(default_factory=set)
    """Names that stand for pictures or for what draws them."""

    def script(self, title: str) -> str:
        """The script."""
        quiet = title.replace("\\", "").replace('"', "'")
        return "\n\n".join([f'"""{quiet}."""', *self.parts]) + "\n"


def program(cells: Sequence[Cell]) -> Program:
    """The check that the cells of a document make, in their order."""
    made = Program()
    for cell in cells:
        if not cell.code:
            for offset, expression in computed(cell.text):
                what = f"{cell.at(offset)}: `{expression}` is computed in the text"
                made.left.append(f"{what}; write the number there")
                _show(made, expression, cell.place)
        elif cell.language != "python":
            made.left.append(f"{cell.place}: a program in {cell.language}; a check is written in Python")
        elif cell.text.strip():
            _take(made, cell)
    return made


def _take(made: Program, cell: Cell) -> None:
    """One program of the document."""
    if cell.failed:
        made.left.append(f"{cell.place}: it ended in {cell.failed} when it was last run")
    for kind in cell.showed:
        made.left.append(f"{cell.place}: what it shows is {kind}, which no page takes over")
    first = cell.text.lstrip().partition("\n")[0]
    if first.startswith("%%") and not _HARMLESS.match(first):
        made.left.append(f"{cell.place}: `{first}` is not Python; nothing of it was taken")
        return
    lines = []
    for line in cell.text.splitlines():
        if re.match(r"\s*(?:%|!|\?)|.*\?\s*$", line) and not _is_python(cell.text):
            made.left.append(f"{cell.place}: `{line.strip()}` is a command of the notebook; it was left out")
        else:
            lines.append(line)
    _add(made, "\n".join(lines).strip("\n"), cell.place)


def _is_python(text: str) -> bool:
    try:
        ast.parse(text)
    except (SyntaxError, ValueError):
        return False
    return True


def _add(made: Program, text: str, place: str) -> None:
    """A piece of the script, its last expression printed; what is not Python stays as a remark."""
    if not text.strip():
        return
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError) as error:
        reason = error.msg if isinstance(error, SyntaxError) else str(error)
        made.left.append(f"{place}: not Python ({reason}); it stands in the check as a remark")
        made.parts.append(_remark(text))
        return
    for node in ast.walk(tree):
        made.left += [f"{place}: {one}" for one in _concerns(node)]
    text, pictures = without_pictures(text, tree, made.drawing)
    if pictures:
        made.left.append(f"{place}: what draws a picture stands in the check as a remark")
        tree = ast.parse(text)
    last = tree.body[-1] if tree.body else None
    if isinstance(last, ast.Expr) and not text.rstrip().endswith(";") and not _silent(last.value):
        expression = ast.unparse(last.value)
        kept = text.splitlines()[: last.lineno - 1]
        before = text.splitlines()[last.lineno - 1].encode()[: last.col_offset].decode().rstrip("; ")
        kept += [before] if before else []
        text = "\n".join([*kept, f"print({_label(expression)}{expression})"])
    made.parts.append(text)


def _show(made: Program, expression: str, place: str) -> None:
    """Have an expression printed, unless the line before does so already."""
    line = f"print({_label(expression)}{expression})"
    if not any(part.splitlines()[-1] == line for part in made.parts):
        _add(made, line, place)


def _remark(text: str) -> str:
    return "\n".join(f"# {line}".rstrip() for line in text.splitlines())


def _silent(value: ast.expr) -> bool:
    """Whether an expression shows nothing of its own: a print, a text that is a remark."""
    if isinstance(value, ast.Constant):
        return isinstance(value.value, str) or value.value is None or value.value is Ellipsis
    called = value.func if isinstance(value, ast.Call) else None
    name = called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")
    return name in ("print", "append", "extend", "update", "sort", "seed", "show", "pprint", "display")


def _label(expression: str) -> str:
    """What names an expression in the print; one with digits would print numbers nobody computed."""
    named = len(expression) <= _LONGEST and not re.search(r"""\d|["'\\]""", expression)
    return f'"{expression} =", ' if named else ""


def _concerns(node: ast.AST) -> list[str]:
    """What a check should not do, or cannot do where it runs."""
    if isinstance(node, ast.Call):
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if name == "input":
            return ["it asks for input, which nobody gives; write the value into the check"]
        if name == "open" or name.startswith("read_"):
            return [f"it reads a file (`{ast.unparse(node)[:60]}`); put the file into checks/"]
    return []
