"""What a run found, as the renderers see it, and the line that closes it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tallybook.diagnostics import Diagnostic, Severity

if TYPE_CHECKING:
    from collections.abc import Container, Iterable


@dataclass(frozen=True, slots=True)
class Look:
    """How a report may look. ``width`` is in columns; ``prefix`` leads to the book (``physics/``)."""

    width: int = 80
    color: bool = False
    prefix: str = ""


@dataclass(frozen=True, slots=True)
class PageReport:
    """One page and its verdict. ``paths`` are its file, then its check; statements are not ``counted``."""

    id: str
    kind: str
    title: str
    paths: tuple[str, ...]
    claims: int = 0
    weak: int = 0
    verdict: str = "verified"
    counted: bool = True

    def owns(self, finding: Diagnostic) -> bool:
        """Whether a finding is about this page or its check."""
        return finding.subject == self.id or (not finding.subject and finding.source.path in self.paths)


@dataclass(frozen=True, slots=True)
class Report:
    """All findings of a run in their order, and the pages that were looked at."""

    findings: tuple[Diagnostic, ...]
    pages: tuple[PageReport, ...] = ()
    containment: tuple[str, ...] = ()
    """The levels under which checks were run, the lowest first."""

    @property
    def errors(self) -> int:
        """How many findings fail the book."""
        return sum(1 for finding in self.findings if finding.severity is Severity.ERROR)

    @property
    def warnings(self) -> int:
        """How many do not."""
        return len(self.findings) - self.errors

    @property
    def claims(self) -> int:
        """Claims on all pages."""
        return sum(page.claims for page in self.pages)

    @property
    def weak(self) -> int:
        """Claims whose evidence would survive one of their mutants."""
        return sum(page.weak for page in self.pages)

    @property
    def counted(self) -> int:
        """Problems, exercises and readings; the statements of a chapter are the chapter."""
        return sum(1 for page in self.pages if page.counted)

    def of_page(self, page: PageReport) -> tuple[Diagnostic, ...]:
        """The findings of one page."""
        return tuple(finding for finding in self.findings if page.owns(finding))

    def about(self, others: Container[str]) -> Report:
        """The same pages with no findings but theirs and those in other files, by path."""
        kept = (
            finding
            for finding in self.findings
            if finding.source.path in others or any(page.owns(finding) for page in self.pages)
        )
        return replace(self, findings=tuple(kept))

    def of_no_page(self) -> tuple[Diagnostic, ...]:
        """The findings about files that are no page here: configuration, pages without an id."""
        owned = set(_flat(self.of_page(page) for page in self.pages))
        return tuple(finding for finding in self.findings if finding not in owned)


def summary(report: Report) -> str:
    """``17 pages, 812 claims, 0 errors, 3 weak``; other warnings, and how checks were contained, are added
    where there are any.
    """
    parts = [
        _count(report.counted, "page"),
        _count(report.claims, "claim"),
        _count(report.errors, "error"),
        f"{report.weak} weak",
    ]
    others = report.warnings - report.weak
    if others > 0:
        parts.append(_count(others, "other warning"))
    contained = f"; checks contained: {', '.join(report.containment)}" if report.containment else ""
    return ", ".join(parts) + contained


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _flat(groups: Iterable[Iterable[Diagnostic]]) -> Iterable[Diagnostic]:
    return (item for group in groups for item in group)
