"""Findings as an editor shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from tallybook.diagnostics import Diagnostic, Severity
from tallybook.editor.positions import area

if TYPE_CHECKING:
    from pathlib import Path

_SEVERITY = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
}


def shown(finding: Diagnostic, root: Path) -> types.Diagnostic:
    """A finding; the label at the caret, the evidence and what to do follow the message."""
    head = f"{finding.message} ({finding.label})" if finding.label else finding.message
    help_ = (f"help: {line}" for line in finding.help)
    related = [
        types.DiagnosticRelatedInformation(
            types.Location((root / other.source.path).as_uri(), area(other.source, other.span)),
            other.message or "here",
        )
        for other in finding.related
    ]
    return types.Diagnostic(
        range=area(finding.source, finding.span),
        message="\n".join((head, *finding.notes, *help_)),
        severity=_SEVERITY[finding.severity],
        code=finding.code,
        source="tallybook",
        related_information=related or None,
    )
