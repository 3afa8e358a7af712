"""Reports: many renderers over one analysis, one file a format.

A renderer knows no rule, a finding knows no format.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tallybook.report import concise, full, github, json, junit, ledger_json, ledger_table, markdown, sarif
from tallybook.report.summary import Look, PageReport, Report, summary

Renderer = Callable[[Report, Look], str]
"""Findings to text; "" where a format has nothing to say about a clean run."""

FORMATS: Mapping[str, Renderer] = {
    "full": full.render,
    "concise": concise.render,
    "json": json.render,
    "github": github.render,
    "sarif": sarif.render,
    "junit": junit.render,
    "markdown": markdown.render,
}

__all__ = [
    "FORMATS",
    "Look",
    "PageReport",
    "Renderer",
    "Report",
    "ledger_json",
    "ledger_table",
    "summary",
]
