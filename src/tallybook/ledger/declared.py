"""Evidence by declaration: a value that the author restates with its source or reason. Counted and shown,
never silent."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tallybook.diagnostics import Diagnostic
from tallybook.ledger.words import stems
from tallybook.model import Evidence, EvidenceKind

_NO_SUBSTITUTE = (EvidenceKind.DECLARED, EvidenceKind.GIVEN)
"""Evidence that makes no declaration superfluous: the script may need the figure from outside as well."""

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tallybook.config import Declaration
    from tallybook.ledger.desk import Desk, Found
    from tallybook.ledger.reading import Atom
    from tallybook.span import Source


def apply(desk: Desk) -> Found:
    """Evidence for atoms inside a stretch of text that reads as a declared one, near the words the
    declaration names."""
    for declaration in desk.declared:
        for atom in matching(desk, declaration):
            yield atom, Evidence(EvidenceKind.DECLARED, declaration.why, True, True)


def matching(desk: Desk, declaration: Declaration) -> Iterator[Atom]:
    """The atoms that a declaration speaks of."""
    text = desk.reading.text
    pattern = re.compile(
        r"(?<![\d.,])"
        + r"[\s$]*".join(re.escape(part) for part in declaration.text.strip("$ ").split())
        + r"(?![\d]|[.,]\d)"
    )
    wanted = set(stems(declaration.near))
    for block in desk.focus:
        for found in pattern.finditer(text, block.block.span.start, block.block.span.end):
            bounds = block.text.sentence(found.start())
            if wanted and not wanted & block.text.names(bounds):
                continue
            for atom in block.atoms:
                if found.start() <= atom.span.start and atom.span.end <= found.end():
                    yield atom


def unneeded(desk: Desk, source: Source, evidence: Mapping[int, list[Evidence]]) -> list[Diagnostic]:
    """Declarations that nothing needs: no text matches, or every match has evidence of its own."""
    found: list[Diagnostic] = []
    for declaration in desk.declared:
        atoms = list(matching(desk, declaration))
        needed = any(
            not any(one.pins for one in evidence.get(atom.order, ()) if one.kind not in _NO_SUBSTITUTE)
            for atom in atoms
        )
        if not needed:
            span = source.line_span(declaration.line) if declaration.line else source.line_span(1)
            why = "has evidence of its own" if atoms else "does not stand in the text"
            found.append(
                Diagnostic(
                    "T108",
                    f"nothing needs the declaration of {declaration.text}: it {why}",
                    source,
                    span,
                    "",
                    (),
                    ("remove it",),
                )
            )
    return found
