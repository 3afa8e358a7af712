"""Where figures are to stand, held against the sections that there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallybook.diagnostics import Diagnostic
from tallybook.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tallybook.model import Section
    from tallybook.parse.fields import Fields


def against_sections(fields: Fields, sections: Sequence[Section]) -> Iterator[Diagnostic]:
    """A finding for each figure that stands under a section or step that the page does not have."""
    titles = [part.title for section in sections for part in (section, *section.steps)]
    for entry in fields.lists("figures"):
        under = entry.text("under")
        if under and under not in titles:
            message = f"the page has no section or step {under}"
            help_ = did_you_mean(under, titles) or (f"its headings are {', '.join(titles)}",)
            yield Diagnostic("P102", message, fields.source, entry.span("under"), help=help_)
