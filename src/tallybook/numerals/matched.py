"""The digits of a number as a pattern matched them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tallybook.numerals import notation
from tallybook.numerals.notation import bare

if TYPE_CHECKING:
    import re


@dataclass(slots=True)
class Matched:
    """Digits that a pattern matched at ``start``; the number begins at ``lead`` (before a leading decimal
    mark)."""

    source: str
    lead: int
    match: re.Match[str]
    limit: int
    start: int = field(init=False)
    end: int = field(init=False)
    text: str = field(init=False)
    bare_int: str = field(init=False)
    bare_frac: str = field(init=False)

    def __post_init__(self) -> None:
        match = self.match
        self.start = match.start()
        self.end = match.end()
        self.text = match[0]
        self.bare_int = bare(match["int"])
        self.bare_frac = bare(match["frac"])

    @property
    def exponent(self) -> int:
        return notation.exponent_of(self.match["exp"])

    @property
    def has_exponent(self) -> bool:
        return self.match["exp"] is not None

    @property
    def uncertainty(self) -> str | None:
        """The digits of ``1.23(4)`` in brackets."""
        unc: str | None = self.match["unc"]
        return unc

    @property
    def is_whole(self) -> bool:
        """Whether it is an integer, grouped or not."""
        return not self.bare_frac and not self.has_exponent

    @property
    def is_plain(self) -> bool:
        """Whether it is digits alone."""
        return self.lead == self.start and len(self.bare_int) == self.end - self.start

    def after(self) -> str:
        """The character behind the digits, "" at the end of the run."""
        return self.source[self.end] if self.end < self.limit else ""
