"""``github``: workflow commands of GitHub Actions, which show each finding as an annotation on its line."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tallybook.diagnostics import Diagnostic
    from tallybook.report.summary import Look, Report


def render(report: Report, look: Look) -> str:
    """A command a finding."""
    return "".join(f"{_command(finding, look.prefix)}\n" for finding in report.findings)


def _command(finding: Diagnostic, prefix: str) -> str:
    line, column = finding.source.line_column(finding.span.start)
    end_line, end_column = finding.source.line_column(finding.span.end)
    fields = {"file": prefix + finding.source.path, "line": str(line), "col": str(column)}
    if len(finding.span):
        fields["endLine"] = str(end_line)
        if end_line == line:  # a column beside an end on another line is refused
            fields["endColumn"] = str(end_column)
        else:
            del fields["col"]
    fields["title"] = f"tallybook {finding.code}"
    label = [finding.label] if finding.label else []
    lines = [finding.message, *label, *finding.notes, *(f"help: {line_}" for line_ in finding.help)]
    properties = ",".join(f"{name}={_property(value)}" for name, value in fields.items())
    return f"::{finding.severity} {properties}::{_data(chr(10).join(lines))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
