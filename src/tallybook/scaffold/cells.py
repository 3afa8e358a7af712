"""A notebook or a document as texts and programs in their order, whatever format it comes in."""

from __future__ import annotations

from dataclasses import dataclass


class UnreadableError(Exception):
    """The file is none of the formats that can be read. The message says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A text or a program. ``number`` is that of the cell in a notebook, of its first line in a document.

    ``showed`` are the kinds of output that are no text (``image/png``), ``failed`` is the name of the
    exception that ended it when it was last run.
    """

    text: str
    code: bool
    number: int
    lines: bool = False
    """Whether places within it are told by their line."""
    language: str = "python"
    showed: tuple[str, ...] = ()
    failed: str = ""

    @property
    def place(self) -> str:
        """Where it stands, for people."""
        return self.at(0)

    def at(self, offset: int) -> str:
        """Where a character of its text stands: ``cell 3``, ``line 20``."""
        if not self.lines:
            return f"cell {self.number}"
        return f"line {self.number + self.text.count(chr(10), 0, offset)}"


@dataclass(frozen=True, slots=True)
class Document:
    """A title, "" if there is none, and cells. ``left`` are things that the format holds and cells do not."""

    title: str
    cells: tuple[Cell, ...]
    left: tuple[str, ...] = ()
