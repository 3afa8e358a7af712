"""``json``: everything a tool may want to know. Lines and columns count from 1, offsets from 0."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tallybook import __version__

if TYPE_CHECKING:
    from tallybook.diagnostics import Diagnostic
    from tallybook.report.summary import Look, Report
    from tallybook.span import Source, Span

FORMAT = 1  # goes up when a key changes its meaning or goes away


def render(report: Report, look: Look) -> str:
    """One JSON object."""
    del look  # data has no look
    return encode(
        {
            "format": FORMAT,
            "tool": f"tallybook {__version__}",
            "summary": {
                "pages": report.counted,
                "claims": report.claims,
                "errors": report.errors,
                "warnings": report.warnings,
                "weak": report.weak,
                "containment": list(report.containment),
            },
            "pages": [
                {
                    "id": page.id,
                    "kind": page.kind,
                    "title": page.title,
                    "path": page.paths[0],
                    "claims": page.claims,
                    "weak": page.weak,
                    "verdict": page.verdict,
                }
                for page in report.pages
            ],
            "findings": [_finding(finding) for finding in report.findings],
        }
    )


def encode(data: object) -> str:
    """JSON as this package writes it: indented, Unicode as it is, a line end at the end."""
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def where(source: Source, span: Span) -> dict[str, Any]:
    """A place for tools."""
    line, column = source.line_column(span.start)
    end_line, end_column = source.line_column(span.end)
    return {
        "path": source.path,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
        "start": span.start,
        "end": span.end,
    }


def _finding(finding: Diagnostic) -> dict[str, Any]:
    return {
        "code": finding.code,
        "severity": str(finding.severity),
        "message": finding.message,
        "subject": finding.subject,
        **where(finding.source, finding.span),
        "text": finding.source[finding.span],
        "label": finding.label,
        "notes": list(finding.notes),
        "help": list(finding.help),
        "related": [
            {**where(other.source, other.span), "message": other.message} for other in finding.related
        ],
    }
