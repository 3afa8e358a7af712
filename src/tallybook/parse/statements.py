"""``statements.md``: what the chapter proves and others cite, a level-two heading each."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tallybook.diagnostics import Diagnostic, Noted
from tallybook.ids import STATEMENT_KINDS, chapter_of, is_statement
from tallybook.model import Section, Statement
from tallybook.span import Source, Span
from tallybook.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator

_HEADING = re.compile(r"(?P<kind>\w+)\s+(?P<open>\()?(?P<id>[\w.]*\w)\)?\s*(?::\s*(?P<title>\S.*))?")
_TAG = re.compile(r"\\tag\s*\{\(?([^{}()]*)\)?\}")


def read_statements(
    source: Source, sections: tuple[Section, ...], chapter: str
) -> Noted[tuple[Statement, ...]]:
    """The statements among the sections of a page; their ids must be of the ``chapter`` (any, if it is
    "")."""
    statements = []
    findings: list[Diagnostic] = []
    for section in sections:
        if section.level != 2:
            continue
        match = _HEADING.fullmatch(section.title)
        kind = match["kind"].lower() if match else ""
        if match is None or kind not in STATEMENT_KINDS or not is_statement(match["id"]):
            findings.append(_not_understood(source, section, match))
            continue
        id_ = match["id"]
        if chapter and chapter_of(id_) != chapter:
            span = _find(source, section.heading, id_)
            message = f"{id_} is no id of chapter {chapter}"
            findings.append(Diagnostic("F142", message, source, span, help=(f"begin the id with {chapter}",)))
        statements.append(Statement(id_, kind, match["title"] or "", source, section.heading, section.body))
        if kind == "equation":
            findings.extend(_tags(source, section.body, id_))
    return Noted(tuple(statements), tuple(findings))


def _not_understood(source: Source, section: Section, match: re.Match[str] | None) -> Diagnostic:
    example = "write `## Theorem I.5.T1: title` or `## Equation (I.5.1): title`"
    help_: tuple[str, ...] = (example,)
    message = "the heading names no statement"
    if match and match["kind"].lower() not in STATEMENT_KINDS and is_statement(match["id"]):
        message = f"{match['kind']} is no kind of statement"
        kinds = [kind.capitalize() for kind in STATEMENT_KINDS]
        help_ = did_you_mean(match["kind"], kinds, 1) or (f"the kinds are {', '.join(kinds)}",)
    elif match and match["kind"].lower() in STATEMENT_KINDS:
        message = f"{match['id']} is no id of a statement"
    return Diagnostic("S120", message, source, section.heading, help=help_)


def _tags(source: Source, body: Span, id_: str) -> Iterator[Diagnostic]:
    for match in _TAG.finditer(source.text, body.start, body.end):
        if match[1] != id_ and is_statement(match[1]):
            message = f"the equation {id_} is tagged {match[1]}"
            span = Span(match.start(1), match.end(1))
            yield Diagnostic(
                "S121", message, source, span, help=(f"write \\tag{{{id_}}}, or correct the heading",)
            )


def _find(source: Source, within: Span, text: str) -> Span:
    start = source.text.index(text, within.start, within.end)
    return Span(start, start + len(text))
