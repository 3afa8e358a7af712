"""``full``: for people. Each finding with its line, a caret under the span, its evidence and what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallybook.report.excerpt import Frame, lines_of
from tallybook.report.style import GUTTER, HELP, SEVERITY, STRONG, paint
from tallybook.report.visible import visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tallybook.diagnostics import Diagnostic
    from tallybook.report.summary import Look, Report
    from tallybook.span import Source, Span

LONGEST = 2000  # characters of a note; a print may hold an array of any size


def render(report: Report, look: Look) -> str:
    """All findings, a blank line between them."""
    return "\n".join(block(finding, look) for finding in report.findings)


def block(finding: Diagnostic, look: Look) -> str:
    """One finding, its last line ended."""
    return "".join(f"{line}\n" for line in _lines(finding, look))


def place(source: Source, span: Span) -> str:
    """``path:line:column``, counted from 1."""
    line, column = source.line_column(span.start)
    return f"{visible(source.path)}:{line}:{column}"


def _lines(finding: Diagnostic, look: Look) -> Iterator[str]:
    color = SEVERITY[finding.severity]
    kind = paint(f"{finding.severity}[{finding.code}]", color, look.color)
    message = paint(visible(finding.message), STRONG, look.color)
    yield f"{place(finding.source, finding.span)}: {kind}: {message}"
    shown = _shown(finding)
    frame = Frame(max((len(str(lines_of(source, span))) for source, span, _ in shown), default=1), look)
    if _has_place(finding.source, finding.span, finding.label):
        yield from frame.excerpt(finding.source, finding.span, finding.label, "^", color)
    for other in finding.related:
        if shown:
            yield frame.bar
        yield f"{' ' * frame.gutter}{paint(':::', GUTTER, look.color)} {place(other.source, other.span)}"
        if _has_place(other.source, other.span, other.message):
            yield from frame.excerpt(other.source, other.span, other.message, "-", GUTTER)
    tail = [*finding.notes, *(f"help: {line}" for line in finding.help)]
    if shown and tail:
        yield frame.bar
    for line in tail:
        yield from _note(line, frame.gutter, look)


def _shown(finding: Diagnostic) -> list[tuple[Source, Span, str]]:
    places = [(finding.source, finding.span, finding.label)]
    places.extend((other.source, other.span, other.message) for other in finding.related)
    return [place_ for place_ in places if _has_place(*place_)]


def _has_place(source: Source, span: Span, label: str) -> bool:
    """Whether there is a line to show: a finding about a file as a whole has none."""
    return bool(source.text) and (len(span) > 0 or span.start > 0 or bool(label))


def _note(text: str, gutter: int, look: Look) -> Iterator[str]:
    if len(text) > LONGEST:
        text = f"{text[:LONGEST]} … ({len(text) - LONGEST} more characters)"
    first, *rest = text.splitlines() or [""]
    head, colon, tail = first.partition(": ")
    if colon and head.isalpha():
        first = f"{paint(f'{head}:', HELP if head == 'help' else STRONG, look.color)} {visible(tail)}"
    else:
        first = visible(first)
    yield f"{' ' * gutter}{paint('=', GUTTER, look.color)} {first}"
    for line in rest:
        yield f"{' ' * gutter}  {visible(line)}"
