"""``sarif``: Static Analysis Results Interchange Format 2.1.0 (OASIS), for code-scanning services."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from tallybook import __version__
from tallybook.diagnostics import Diagnostic, catalogue
from tallybook.report.json import encode

if TYPE_CHECKING:
    from tallybook.report.summary import Look, Report
    from tallybook.span import Source, Span

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def render(report: Report, look: Look) -> str:
    """A log with one run; its rules are the codes that occur."""
    codes = sorted({finding.code for finding in report.findings})
    driver = {"name": "tallybook", "version": __version__, "rules": [_rule(code) for code in codes]}
    results = [_result(finding, codes.index(finding.code), look.prefix) for finding in report.findings]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return encode({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})


def _rule(code: str) -> dict[str, Any]:
    page = catalogue()[code]
    title = page.splitlines()[0].removeprefix("# ").removeprefix(f"{code}: ")
    return {
        "id": code,
        "shortDescription": {"text": title},
        "help": {"text": page, "markdown": page},
    }


def _result(finding: Diagnostic, index: int, prefix: str) -> dict[str, Any]:
    text = [finding.message, *([finding.label] if finding.label else []), *finding.notes]
    text.extend(f"help: {line}" for line in finding.help)
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": index,
        "level": str(finding.severity),
        "message": {"text": "\n".join(text)},
        "locations": [_location(finding.source, finding.span, prefix)],
        "partialFingerprints": {"line/v1": _fingerprint(finding)},
    }
    if finding.related:
        result["relatedLocations"] = [
            {**_location(other.source, other.span, prefix), "message": {"text": other.message}}
            for other in finding.related
        ]
    return result


def _location(source: Source, span: Span, prefix: str) -> dict[str, Any]:
    line, column = source.line_column(span.start)
    physical: dict[str, Any] = {"artifactLocation": {"uri": quote(prefix + source.path)}}
    region: dict[str, Any] = {"startLine": line, "startColumn": column}
    if len(span):
        region["endLine"], region["endColumn"] = source.line_column(span.end)
        region["snippet"] = {"text": source[span]}
    physical["region"] = region
    return {"physicalLocation": physical}


def _fingerprint(finding: Diagnostic) -> str:
    """The same for a finding that other edits have moved up or down."""
    line, column = finding.source.line_column(finding.span.start)
    parts = (finding.code, finding.source.path, finding.source.line(line), str(column))
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]
