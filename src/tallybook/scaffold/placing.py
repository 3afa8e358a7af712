"""The texts of a document in the sections of a page."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tallybook.parse.schema import LAYOUTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tallybook.model import Kind
    from tallybook.parse.schema import Heading
    from tallybook.scaffold.cells import Cell

_HEADING = re.compile(r"^ {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*(?:\{[^}]*\}[ \t]*)?$")
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")
_FIRST = {"problem": "statement", "exercise": "question", "reading": "claimed"}
"""The section that opens a kind of page."""
_STEPS = {"reading": "computed"}
"""The section that takes headings which name none, if it is not the solution."""
_WORDS = {
    "statement": ("statement", "problem", "question", "introduction", "task"),
    "question": ("statement", "problem", "question", "introduction", "task"),
    "given": ("given", "data", "setup", "inputs", "parameters", "assumptions"),
    "find": ("find", "goal", "wanted"),
    "hint": ("hint", "strategy", "approach", "idea"),
    "strategy": ("strategy", "approach", "method", "idea", "hint"),
    "solution": ("solution", "computation", "calculation", "derivation", "analysis"),
    "answer": ("answer", "result", "results", "conclusion", "summary"),
    "check-numeric": ("check: numeric", "verification"),
    "check-sanity": ("check: sanity", "sanity check", "plausibility"),
    "where-this-breaks": ("where this breaks", "limitations", "caveats"),
    "variation": ("variation", "variations", "exercise", "further questions"),
}
_FOREIGN = (
    (re.compile(r"^```+\{(\w[\w-]*)", re.MULTILINE), "the directive {%s}"),
    (re.compile(r"^:::+\s*\{?([^}\n]*[^}\s])", re.MULTILINE), "the block %s"),
    (re.compile(r"\{(?!python\}|eval\})(\w[\w:-]*)\}`"), "the role {%s}"),
    (re.compile(r"\[@([\w:-]+)"), "the citation @%s"),
    (re.compile(r"!\[[^\]]*\]\(([^)\s]+)"), "the picture %s"),
)


@dataclass(slots=True)
class Placed:
    """Texts by the key of their section, the title of the document, what found no place."""

    title: str = ""
    sections: dict[str, list[str]] = field(default_factory=dict)
    left: list[str] = field(default_factory=list)

    def of(self, key: str) -> str:
        """The text of a section, "" if there is none."""
        return re.sub(r"\n{3,}", "\n\n", "\n\n".join(self.sections.get(key, ()))).strip()


def place(cells: Sequence[Cell], kind: Kind, title: str) -> Placed:
    """Each text below the section that its heading names.

    What stands before any heading opens the page; headings that name no section of this kind of page are
    steps of the solution. Pages that choose their own headings keep those of the document.
    """
    placed = Placed(title)
    layout = LAYOUTS.get(kind)
    known = {word: heading.key for heading in layout or () for word in _words(heading)}
    steps = _STEPS.get(kind.value, "solution")
    current = _FIRST.get(kind.value, "")
    top = 0
    for cell in (cell for cell in cells if not cell.code):
        for offset, what in _foreign(cell.text):
            placed.left.append(f"{cell.at(offset)}: {what}, which a page does not know")
        for heading, text in _parts(cell.text):
            if heading:
                level, words = heading
                key = known.get(words.casefold().rstrip(":."))
                if level == 1 and not key and placed.title in ("", words):
                    placed.title = words
                elif key:
                    current, top = key, level
                elif layout is None:
                    placed.sections.setdefault("", []).append(f"{'#' * max(level, 2)} {words}")
                else:
                    inside = current == steps and level > top
                    current = steps
                    top = top if inside else level - 1
                    placed.sections.setdefault(current, []).append(f"{'#' * min(2 + level - top, 6)} {words}")
            if text.strip():
                placed.sections.setdefault(current if layout else "", []).append(text.strip("\n"))
    return placed


def _words(heading: Heading) -> tuple[str, ...]:
    """What a document may call a section, in lower case."""
    return (heading.title.casefold(), *_WORDS.get(heading.key, ()))


def _parts(text: str) -> Iterator[tuple[tuple[int, str] | None, str]]:
    """A text cut at its headings: each heading with what stands below it."""
    heading: tuple[int, str] | None = None
    below: list[str] = []
    fence = ""
    for line in text.splitlines():
        mark = _FENCE.match(line)
        if mark and (not fence or mark[1].startswith(fence)):
            fence = "" if fence else mark[1]
        match = None if fence else _HEADING.match(line)
        if match and match[2]:
            yield heading, "\n".join(below)
            heading, below = (len(match[1]), match[2]), []
        else:
            below.append(line)
    yield heading, "\n".join(below)


def _foreign(text: str) -> Iterator[tuple[int, str]]:
    """What the text holds of notations that a page does not know, with its place."""
    for pattern, name in _FOREIGN:
        for match in pattern.finditer(text):
            yield match.start(), name % match[1].strip()
