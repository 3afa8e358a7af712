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
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from tallybook.config import Declaration
    from tallybook.ledger.desk import Desk, Found
    from tallybook.ledger.reading import Atom
    from tallybook.model import Claim, Ledger
    from tallybook.span import Source, Span


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


def unneeded(
    desk: Desk, own: Iterable[Declaration], source: Source, evidence: Mapping[int, list[Evidence]]
) -> list[Diagnostic]:
    """The text's ``own`` declarations that nothing needs: no text matches, or every match has evidence of its
    own."""
    found: list[Diagnostic] = []
    for declaration in own:
        atoms = list(matching(desk, declaration))
        needed = any(_needs(evidence.get(atom.order, ())) for atom in atoms)
        if not needed:
            span = source.line_span(declaration.line) if declaration.line else source.line_span(1)
            why = "has evidence of its own" if atoms else "does not stand in the text"
            found.append(_superfluous(declaration, why, source, span))
    return found


def unneeded_by_all(
    shared: Iterable[Declaration], source: Source, ledgers: Sequence[Ledger]
) -> Iterator[Diagnostic]:
    """Declarations of a chapter or a book, made in ``source``, that no page needs whose ledger is given."""
    claims = [claim for ledger in ledgers for claim in ledger.claims]
    for declaration in shared:
        spoken_of = [claim for claim in claims if _speaks(declaration, claim)]
        if not any(_needs(claim.evidence) for claim in spoken_of):
            why = "has evidence of its own" if spoken_of else "stands in no text"
            yield _superfluous(declaration, why, source, source.line_span(declaration.line or 1))


def _speaks(declaration: Declaration, claim: Claim) -> bool:
    said = (one.detail for one in claim.evidence if one.kind is EvidenceKind.DECLARED)
    return declaration.why in said and claim.text in declaration.text


def _needs(evidence: Iterable[Evidence]) -> bool:
    return not any(one.pins for one in evidence if one.kind not in _NO_SUBSTITUTE)


def _superfluous(declaration: Declaration, why: str, source: Source, span: Span) -> Diagnostic:
    message = f"nothing needs the declaration of {declaration.text}: it {why}"
    return Diagnostic("T108", message, source, span, help=("remove it",))
