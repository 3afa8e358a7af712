"""The anchors of headings, ``{#p7}``: each may stand once on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallybook.diagnostics import Diagnostic, Label
from tallybook.markup.outline import Heading, Outline, outline
from tallybook.span import Span

if TYPE_CHECKING:
    from tallybook.span import Source


def duplicate_anchors(source: Source, body: Span) -> tuple[Diagnostic, ...]:
    """Headings in ``body`` that have an anchor which an earlier one has; a finding names both places."""
    return doubles(source, outline(source, body))


def doubles(source: Source, found: Outline) -> tuple[Diagnostic, ...]:
    """The same for a text whose headings are known."""
    first: dict[str, Heading] = {}
    findings = []
    for heading in found.headings:
        earlier = first.setdefault(heading.anchor, heading)
        if not heading.anchor or earlier is heading:
            continue
        lines = [source.line_column(item.span.start)[0] for item in (earlier, heading)]
        message = f"the anchor {heading.anchor} is given twice, on lines {lines[0]} and {lines[1]}"
        label = Label(source, _place(source, earlier), "first given here")
        help_ = ("rename one of the two",)
        findings.append(
            Diagnostic("S110", message, source, _place(source, heading), help=help_, related=(label,))
        )
    return tuple(findings)


def _place(source: Source, heading: Heading) -> Span:
    start = source[heading.span].rindex("{#" + heading.anchor) + heading.span.start
    return Span(start, start + len(heading.anchor) + 3)
