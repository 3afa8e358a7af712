"""``concise``: a line a finding, ``file:line:column: code message``, the form that editors parse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallybook.report.full import place
from tallybook.report.visible import visible

if TYPE_CHECKING:
    from tallybook.report.summary import Look, Report


def render(report: Report, look: Look) -> str:
    """All findings, each on its line."""
    del look  # nothing to colour and nothing to cut
    return "".join(
        f"{place(finding.source, finding.span)}: {finding.code} {visible(finding.message)}\n"
        for finding in report.findings
    )
