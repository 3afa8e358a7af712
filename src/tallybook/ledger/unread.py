"""What of a page was not read as mathematics: formulas listed for people, and commands that nobody knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallybook.diagnostics import Diagnostic, Severity
from tallybook.latex.noted import kinds_of
from tallybook.latex.standard import is_standard
from tallybook.latex.tree import Opaque
from tallybook.ledger.reading import UNREADABLE, unseen_digits
from tallybook.model import NotClaim

if TYPE_CHECKING:
    from tallybook.latex.tree import Formula
    from tallybook.ledger.reading import Reading
    from tallybook.span import Source, Span


def formulas(reading: Reading) -> tuple[NotClaim, ...]:
    """The formulas that hold something no expression was read from, each with what stopped the reader.
    Numbers in them are claims all the same, and need other evidence than arithmetic or algebra."""
    found = []
    for block in reading.blocks:
        for formula in block.formulas:
            reasons = _reasons(formula)
            if reasons:
                text = reading.text[formula.span.start : formula.span.end]
                found.append(NotClaim(formula.span, text.strip(), ", ".join(reasons)))
    return tuple(found)


def _reasons(formula: Formula) -> list[str]:
    nodes = (node for part in formula.parts if Opaque in kinds_of(part) for node in part.walk())
    return list(dict.fromkeys(node.reason for node in nodes if isinstance(node, Opaque)))


def unknown_commands(reading: Reading, source: Source, page: str = "") -> list[Diagnostic]:
    """A warning for each command that neither LaTeX nor a macro of the book defines, at its place. Whether
    the page can be shown is decided where it is rendered."""
    return [
        Diagnostic(
            "M101",
            f"nobody knows the command \\{name}",
            source,
            span,
            "unknown",
            (),
            ("correct its name, or define a macro for it in chapter.yaml",),
            severity=Severity.WARNING,
            subject=page,
        )
        for block in reading.blocks
        for formula in block.formulas
        for span, name in formula.unknown
        if not is_standard(name)
    ]


def unseen(reading: Reading, source: Source, body: Span, page: str) -> list[Diagnostic]:
    """Digits that the reader passed over: a fault of this program, never let pass in silence."""
    return [
        Diagnostic(
            "T105", f"the reader passed over {source[span]}", source, span, "read by no rule", subject=page
        )
        for span in unseen_digits(reading, body.start, body.end)
    ]


def unreadable(reading: Reading, source: Source, page: str) -> list[Diagnostic]:
    """What was seen and is too long or too deep to be read: refused aloud, within bounds."""
    return [
        Diagnostic(
            "T118",
            "this is too much to be read",
            source,
            one.span,
            one.reason.removeprefix(UNREADABLE).strip(),
            (),
            ("write it shorter, or split it",),
            subject=page,
        )
        for block in reading.blocks
        for one in block.not_claims
        if one.reason.startswith(UNREADABLE)
    ]
