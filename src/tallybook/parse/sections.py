"""The sections of a page: read from its headings, and held against the layout of its kind."""

from __future__ import annotations

import difflib
import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from tallybook.diagnostics import Diagnostic, Label, Noted
from tallybook.markup.outline import Heading as Mark
from tallybook.markup.outline import Outline, outline
from tallybook.model import Kind, Section
from tallybook.parse.anchors import doubles
from tallybook.parse.schema import LAYOUTS, Heading
from tallybook.span import Source, Span

if TYPE_CHECKING:
    from collections.abc import Iterator

TOP = 2
"""The level of sections; titles come from the front matter, so that nothing has level one."""

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


def read_sections(source: Source, body: Span, kind: Kind) -> Noted[tuple[Section, ...]]:
    """The sections of a text with their steps.

    A section's body reaches to the next heading of the same or a higher level. A misspelt heading has the
    key of the section it was meant to be.
    """
    found = outline(source, body)
    layout = LAYOUTS.get(kind, ())
    meant = _meant(found.headings, layout)
    sections = tuple(_nest(found.headings, body, meant))
    findings = list(_shape(source, found, layout))
    if layout:
        findings += _stray(source, body, found.headings)
        findings += _against(source, body, found, layout, meant)
    findings += _empty(source, sections)
    findings += doubles(source, found)
    return Noted(sections, tuple(findings))


def slug(title: str) -> str:
    """The key of a section that no layout names: ``check-numeric`` for *Check: numeric*."""
    return re.sub(r"\W+", "-", title.casefold()).strip("-")


def _meant(marks: tuple[Mark, ...], layout: tuple[Heading, ...]) -> dict[Mark, Heading]:
    """Which section each level-two heading is, misspelt ones taken for the missing section they resemble."""
    by_title = {heading.title: heading for heading in layout}
    meant = {mark: by_title[mark.title] for mark in marks if mark.level == TOP and mark.title in by_title}
    missing = {heading.title.casefold(): heading for heading in layout if heading not in meant.values()}
    for mark in marks:
        if mark.level == TOP and mark not in meant:
            close = difflib.get_close_matches(mark.title.casefold(), missing, n=1, cutoff=0.7)
            if close:
                meant[mark] = missing.pop(close[0])
    return meant


def _nest(marks: tuple[Mark, ...], body: Span, meant: dict[Mark, Heading]) -> Iterator[Section]:
    """Sections with the headings below them as their steps."""
    tops = [index for index, mark in enumerate(marks) if mark.level <= TOP]
    for index, following in zip(tops, [*tops, len(marks)][1:], strict=True):
        mark = marks[index]
        heading = meant.get(mark)
        key = heading.key if heading else slug(mark.title)
        inner = marks[index + 1 : following]
        below = "step" if key == "solution" else "part"
        steps = tuple(
            Section(
                below,
                step.title,
                step.level,
                step.span,
                Span(step.end, _end(inner[place + 1 :], step, body, marks[following:])),
            )
            for place, step in enumerate(inner)
            if step.level == TOP + 1
        )
        end = marks[following].span.start if following < len(marks) else body.end
        yield Section(key, mark.title, mark.level, mark.span, Span(mark.end, end), steps)


def _end(later: tuple[Mark, ...], mark: Mark, body: Span, outer: tuple[Mark, ...]) -> int:
    return next((other.span.start for other in (*later, *outer) if other.level <= mark.level), body.end)


def _shape(source: Source, found: Outline, layout: tuple[Heading, ...]) -> Iterator[Diagnostic]:
    if found.open_fence:
        help_ = ("close it with a line of its own",)
        yield Diagnostic(
            "S109", "the code fence opened here is never closed", source, found.open_fence, help=help_
        )
    titles = {heading.title.casefold() for heading in layout}
    present = {mark.title.casefold() for mark in found.headings if mark.level == TOP}
    for mark in found.headings:
        misplaced = mark.level != TOP and mark.title.casefold() in titles - present
        if mark.level == 1 or misplaced:
            is_section = mark.title.casefold() in titles or mark.level > TOP
            help_text = (
                f"write `## {mark.title}`"
                if is_section
                else "the title stands in the front matter; sections begin with ##"
            )
            message = f"the heading {mark.title} has level {mark.level}"
            yield Diagnostic("S107", message, source, mark.span, help=(help_text,))


def _stray(source: Source, body: Span, marks: tuple[Mark, ...]) -> Iterator[Diagnostic]:
    """Text in front of the first section."""
    end = marks[0].span.start if marks else body.end
    text = _COMMENT.sub(lambda match: " " * len(match[0]), source[Span(body.start, end)])
    first = re.search(r"\S[^\r\n]*", text)
    if first:
        span = Span(first.start(), first.end()).shift(body.start)
        yield Diagnostic(
            "S108", "this text stands in no section", source, span, help=("move it below a heading",)
        )


def _against(
    source: Source, body: Span, found: Outline, layout: tuple[Heading, ...], meant: dict[Mark, Heading]
) -> Iterator[Diagnostic]:
    """Headings held against the layout: unknown, misspelt, given twice, out of order, missing."""
    seen: dict[Heading, Mark] = {}
    for mark in (mark for mark in found.headings if mark.level == TOP):
        heading = meant.get(mark)
        if heading is None:
            titles = ", ".join(item.title for item in layout)
            help_ = (f"the sections are {titles}",)
            yield Diagnostic("S102", f"unknown section {mark.title}", source, mark.span, help=help_)
        elif heading in seen:
            lines = [source.line_column(item.span.start)[0] for item in (seen[heading], mark)]
            message = f"the section {heading.title} is given twice, on lines {lines[0]} and {lines[1]}"
            label = Label(source, seen[heading].span, "first given here")
            help_ = ("merge the two",)
            yield Diagnostic("S104", message, source, mark.span, help=help_, related=(label,))
        else:
            seen[heading] = mark
            if mark.title != heading.title:
                message = f"{mark.title} is no section, {heading.title} is"
                help_ = (f"did you mean `## {heading.title}`?",)
                yield Diagnostic("S103", message, source, mark.span, help=help_)
    yield from _order(source, layout, seen)
    if found.open_fence is None:
        yield from _missing(source, body, found.headings, layout, seen)


def _order(source: Source, layout: tuple[Heading, ...], seen: dict[Heading, Mark]) -> Iterator[Diagnostic]:
    """The fewest sections that must move: all but a longest run that is in order."""
    ranks = [layout.index(heading) for heading in seen]
    kept = _longest_increasing(ranks)
    for rank in (rank for rank in ranks if rank not in kept):
        heading = layout[rank]
        before = [layout[other].title for other in sorted(kept) if other < rank]
        place = f"behind {before[-1]}" if before else "to the beginning"
        message = f"the section {heading.title} is out of order"
        yield Diagnostic("S105", message, source, seen[heading].span, help=(f"move it {place}",))


def _longest_increasing(ranks: list[int]) -> set[int]:
    tails: list[int] = []
    links: dict[int, int | None] = {}
    for rank in ranks:
        place = bisect_left(tails, rank)
        links[rank] = tails[place - 1] if place else None
        tails[place : place + 1] = [rank]
    kept: set[int] = set()
    rank_: int | None = tails[-1] if tails else None
    while rank_ is not None:
        kept.add(rank_)
        rank_ = links[rank_]
    return kept


def _missing(
    source: Source,
    body: Span,
    marks: tuple[Mark, ...],
    layout: tuple[Heading, ...],
    seen: dict[Heading, Mark],
) -> Iterator[Diagnostic]:
    elsewhere = {mark.title.casefold() for mark in marks if mark.level != TOP}  # reported for its level
    for place, heading in enumerate(layout):
        if heading in seen or not heading.required or heading.title.casefold() in elsewhere:
            continue
        later = next((seen[other] for other in layout[place + 1 :] if other in seen), None)
        offset = later.span.start if later else body.end
        earlier = (other for other in reversed(layout[:place]) if other.required or other in seen)
        before = next((other.title for other in earlier), "")
        where = f"behind {before}" if before else "as the first section"
        message = f"the section {heading.title} is missing"
        span = later.span if later else Span(offset, offset)
        yield Diagnostic("S101", message, source, span, help=(f"add `## {heading.title}` {where}",))


def _empty(source: Source, sections: tuple[Section, ...]) -> Iterator[Diagnostic]:
    for section in sections:
        if section.level >= TOP and not _COMMENT.sub("", source[section.body]).strip():
            what = "step" if section.key == "step" else "section"
            message = f"the {what} {section.title} is empty"
            yield Diagnostic(
                "S106", message, source, section.heading, help=("write it, or delete the heading",)
            )
        else:
            yield from _empty(source, section.steps)
