"""``markdown``: a summary for the job page of a CI run."""

from __future__ import annotations

from tallybook.report.full import place
from tallybook.report.summary import Look, Report, summary
from tallybook.report.visible import visible

MOST = 50  # findings in the table; the log has all of them


def render(report: Report, look: Look) -> str:
    """A heading with the verdict, the summary line, and a table of the first findings."""
    del look  # Markdown has no look of its own
    verdict = "the book is at fault" if report.errors else "the book holds"
    lines = [f"### Tallybook: {verdict}", "", summary(report)]
    if report.findings:
        lines += ["", "| place | code | finding |", "| --- | --- | --- |"]
        lines += [
            f"| `{_cell(place(finding.source, finding.span))}` | {finding.code} | {_cell(finding.message)} |"
            for finding in report.findings[:MOST]
        ]
    if len(report.findings) > MOST:
        lines += ["", f"… and {len(report.findings) - MOST} more"]
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return visible(text).replace("|", "\\|").replace("<", "&lt;")
