"""Where a reader of prose stands, and what it has read so far."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from tallybook.numerals.numeral import NotNumeral, Numeral
from tallybook.span import Span

_WORD = re.compile(r"\w+(?:[.\-‐‑_/]\w+)*")


@dataclass(slots=True)
class Cursor:
    """A run of prose ``text[start:end]``, the items read from it and the places behind the last of them."""

    text: str
    start: int
    end: int
    glued: bool
    """Whether mathematics or code ends right before the run, so that a hyphen at its start is no sign."""
    items: list[Numeral | NotNumeral] = field(default_factory=list)
    floor: int = field(init=False)
    """The end of the last item."""
    around: int = field(init=False)
    """The end of what belongs to the last item, its unit included."""

    def __post_init__(self) -> None:
        self.floor = self.around = self.start

    def char(self, at: int) -> str:
        """The character at an offset, "" outside of the run."""
        return self.text[at] if self.start <= at < self.end else ""

    @property
    def last(self) -> Numeral | NotNumeral | None:
        """The item read last."""
        return self.items[-1] if self.items else None

    def add(self, numeral: Numeral, around: int) -> None:
        """Keep a numeral; ``around`` is the end of its unit."""
        self.items.append(numeral)
        self.floor = numeral.span.end
        self.around = max(self.floor, around)

    def refuse(self, start: int, end: int, reason: str) -> None:
        """Keep ``text[start:end]`` as no number."""
        self.items.append(NotNumeral(Span(start, end), self.text[start:end], reason))
        self.floor = self.around = end

    def refuse_word(self, at: int, reason: str) -> None:
        """Refuse the whole word around a digit: ``x86-64``, ``I.5.B04``."""
        text, first = self.text, at
        while first > self.around and (text[first - 1].isalnum() or text[first - 1] in "_.-‐‑/+"):
            first -= 1
        while first < at and not text[first].isalnum():
            first += 1
        match = _WORD.match(text, at, self.end)
        self.refuse(first, match.end() if match else at + 1, reason)

    def refuse_digits(self, at: int, reason: str) -> None:
        """Refuse the digits at ``at`` alone."""
        end = at + 1
        while end < self.end and self.text[end].isdecimal():
            end += 1
        self.refuse(at, end, reason)
