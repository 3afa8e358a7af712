"""Markdown whose programs are run where they stand, as documents: MyST, Quarto, R Markdown, Jupytext.

A program is a fence marked as one that is run (```` ```{python} ````, ```` ```{code-cell} ````). In a
document that has none, every fence of Python is taken.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import yaml

from tallybook.scaffold.cells import Cell, Document

if TYPE_CHECKING:
    from collections.abc import Iterator

_HEAD = re.compile(r"---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*\n", re.DOTALL)
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})[ \t]*(.*?)[ \t]*$")
_RUN = re.compile(r"\{\s*(code-cell|[A-Za-z]\w*)\b([^}]*)\}\s*(\S*)")
_CELLS = frozenset({"code-cell", "python", "r", "julia", "bash"})
_OPTION = re.compile(r"^(?:#\||:[\w-]+:).*\n?", re.MULTILINE)
_INLINE = re.compile(r"`\{python\}\s+([^`]+)`|\{eval\}`([^`]+)`")


@dataclass(frozen=True, slots=True)
class _Fence:
    """A fence: its first line, what follows its marks there, what it holds."""

    line: int
    info: str
    text: str
    raw: str = field(repr=False)


def read_markdown(text: str) -> Document:
    """The texts and programs of a document."""
    text = re.sub(r"\r\n?", "\n", text)
    head = _HEAD.match(text)
    title = _title(head[1]) if head else ""
    first = text.count("\n", 0, head.end()) + 1 if head else 1
    pieces = list(_pieces(text[head.end() :] if head else text, first))
    marked = any(isinstance(piece, _Fence) and _is_run(piece.info) for piece in pieces)
    cells: list[Cell] = []
    left: list[str] = []
    for piece in pieces:
        if not isinstance(piece, _Fence):
            line, words = piece
            if words.strip():
                cells.append(Cell(words, False, line, lines=True))
        elif _is_run(piece.info) or (not marked and piece.info.split()[:1] in (["python"], ["py"])):
            if _unrun(piece):
                left.append(f"line {piece.line}: a program that the document does not run; it was left out")
                continue
            language = _language(piece.info)
            cells.append(Cell(_program(piece.text), True, piece.line, lines=True, language=language))
        elif re.match(r"\{math\}", piece.info):
            formula = f"$$\n{_program(piece.text).strip()}\n$$\n"
            cells.append(Cell(formula, False, piece.line, lines=True))
        else:
            cells.append(Cell(piece.raw, False, piece.line, lines=True))
    return Document(title, tuple(cells), tuple(left))


def computed(text: str) -> list[tuple[int, str]]:
    """The expressions that a text has computed where they stand, with their places."""
    return [(match.start(), (match[1] or match[2]).strip()) for match in _INLINE.finditer(text)]


def _pieces(text: str, first: int) -> Iterator[_Fence | tuple[int, str]]:
    """Texts with their first line, and the fences between them."""
    lines = text.splitlines(keepends=True)
    start = number = 0
    while number < len(lines):
        opening = _FENCE.match(lines[number].rstrip("\n"))
        if not opening or (opening[1][0] == "`" and "`" in opening[2]):
            number += 1
            continue
        if number > start:
            yield first + start, "".join(lines[start:number])
        end = number + 1
        while end < len(lines) and not re.match(rf" {{0,3}}{opening[1]}{opening[1][0]}*[ \t]*$", lines[end]):
            end += 1
        inside = "".join(lines[number + 1 : end])
        yield _Fence(first + number, opening[2], inside, "".join(lines[number : end + 1]))
        start = number = end + 1
    if start < len(lines):
        yield first + start, "".join(lines[start:])


def _is_run(info: str) -> bool:
    match = _RUN.match(info)
    return match is not None and match[1] in _CELLS


def _unrun(piece: _Fence) -> bool:
    """Whether a program is only shown: ``eval: false`` among its options."""
    options = "".join(_OPTION.findall(piece.text))
    return re.search(r"\beval\s*[:=]\s*false\b", f"{piece.info}\n{options}", re.IGNORECASE) is not None


def _language(info: str) -> str:
    """The language of a program that is run; a MyST cell has it behind the braces."""
    match = _RUN.match(info)
    if match is None:
        return "python"
    name = match[3] or "python" if match[1] == "code-cell" else match[1]
    return "python" if name.startswith(("python", "ipython")) else name


def _program(text: str) -> str:
    """A program without the options of its fence."""
    text = re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.DOTALL)
    return _OPTION.sub("", text)


def _title(head: str) -> str:
    try:
        data = yaml.safe_load(head)
    except yaml.YAMLError:
        return ""
    title = data.get("title", "") if isinstance(data, dict) else ""
    return title if isinstance(title, str) else ""
