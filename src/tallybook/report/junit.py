"""``junit``: the XML that CI servers read. A page is a case; what belongs to no page has one too."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from tallybook.diagnostics import Diagnostic, Severity
from tallybook.report.full import block
from tallybook.report.summary import Look, Report

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render(report: Report, look: Look) -> str:
    """One document with one suite."""
    cases = list(_cases(report))
    failed = sum(1 for _, _, findings in cases if _errors(findings))
    body = "".join(_case(name, path, findings, look) for name, path, findings in cases)
    counts = f'tests="{len(cases)}" failures="{failed}" errors="0" skipped="0"'
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        f'<testsuites {counts}>\n<testsuite name="tallybook" {counts}>\n{body}</testsuite>\n</testsuites>\n'
    )


def _cases(report: Report) -> Iterator[tuple[str, str, tuple[Diagnostic, ...]]]:
    for page in report.pages:
        yield page.id, page.paths[0], report.of_page(page)
    others = report.of_no_page()
    for path in dict.fromkeys(finding.source.path for finding in others):
        yield path, path, tuple(finding for finding in others if finding.source.path == path)


def _case(name: str, path: str, findings: tuple[Diagnostic, ...], look: Look) -> str:
    plain = Look(look.width)
    errors = _errors(findings)
    head = f'<testcase classname="{_xml(path)}" name="{_xml(name)}" file="{_xml(look.prefix + path)}"'
    inside = ""
    if errors:
        text = "\n".join(block(finding, plain) for finding in errors)
        first = f"{errors[0].code}: {errors[0].message}"
        inside += f'<failure type="{errors[0].code}" message="{_xml(first)}">{_xml(text)}</failure>\n'
    warnings = [finding for finding in findings if finding.severity is not Severity.ERROR]
    if warnings:
        text = "\n".join(block(finding, plain) for finding in warnings)
        inside += f"<system-out>{_xml(text)}</system-out>\n"
    return f"{head}>\n{inside}</testcase>\n" if inside else f"{head}/>\n"


def _errors(findings: Iterable[Diagnostic]) -> list[Diagnostic]:
    return [finding for finding in findings if finding.severity is Severity.ERROR]


def _xml(text: str) -> str:
    return escape(_NOT_XML.sub("\ufffd", text))
