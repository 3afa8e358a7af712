"""How a text is being shown: the numbers that are marked in it, what it cites, the anchors it has so far."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tallybook.diagnostics import Diagnostic
    from tallybook.model import Page
    from tallybook.references import Reference
    from tallybook.render.citations import Citations
    from tallybook.render.mathematics import Mathematics
    from tallybook.render.places import Place
    from tallybook.span import Span


@dataclass(frozen=True, slots=True)
class Number:
    """A claim to be marked: its span in the source, its name in anchors ("" where the page does not hold its
    ledger), and the address of its row in the ledger."""

    span: Span
    name: str
    url: str


@dataclass(slots=True)
class Setting:
    """How a text is being shown, and what is found wrong with it on the way."""

    page: Page
    citations: Citations
    mathematics: Mathematics
    numbers: Sequence[Number] = ()
    """In the order of the text, and so are the references."""
    references: Sequence[Reference] = ()
    prefix: str = ""
    """Before every anchor, where several pages are shown on one."""
    deeper: int = 0
    """How many levels its headings go down."""
    findings: list[Diagnostic] = field(default_factory=list)
    anchors: set[str] = field(default_factory=set)
    _starts: dict[str, list[int]] = field(default_factory=lambda: {"numbers": [], "references": []})

    def claims(self, where: Place) -> list[tuple[Number, Span]]:
        """The numbers in a stretch of the source, each with its place in the content of the token there."""
        if not self.numbers:
            return []
        starts = self._starts["numbers"]
        if not starts:
            starts += (number.span.start for number in self.numbers)
        first, last = bisect_left(starts, where.span.start), bisect_right(starts, where.span.end)
        if first == last:
            return []
        found = ((number, where.content(number.span)) for number in self.numbers[first:last])
        return [(number, span) for number, span in found if span]

    def cited(self, where: Place) -> list[tuple[Reference, Span]]:
        """The references in a stretch of the source, those in formulas left out, each with its place in
        the content."""
        if not self.references:
            return []
        starts = self._starts["references"]
        if not starts:
            starts += (reference.span.start for reference in self.references)
        first, last = bisect_left(starts, where.span.start), bisect_right(starts, where.span.end)
        if first == last:
            return []
        found = ((item, where.content(item.span)) for item in self.references[first:last] if not item.math)
        return [(item, span) for item, span in found if span]

    def anchor(self, name: str) -> str:
        """The name as an anchor that the page does not have yet."""
        full = self.prefix + name
        number = 2
        while full in self.anchors:
            full = f"{self.prefix}{name}-{number}"
            number += 1
        self.anchors.add(full)
        return full
