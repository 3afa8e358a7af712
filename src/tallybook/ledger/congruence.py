"""Evidence by arithmetic for congruences: ``3^{10} \\equiv 4 \\pmod 5`` is evaluated, its modulus with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallybook.latex.facts import holds_mod
from tallybook.latex.noted import numerals_of
from tallybook.latex.rewrite import nudged
from tallybook.latex.tree import Chain
from tallybook.model import Evidence, EvidenceKind

if TYPE_CHECKING:
    from tallybook.ledger.desk import Desk, Found


def apply(desk: Desk) -> Found:
    """Evidence for every number of a closed congruence that holds. (One that does not is refuted as a
    chain.)"""
    for block in desk.focus:
        by_span = {atom.span: atom for atom in block.atoms}
        for formula in block.formulas:
            for part in formula.parts:
                if not isinstance(part, Chain) or part.modulus is None or not holds_mod(part):
                    continue
                detail = desk.reading.text[part.span.start : part.span.end].strip()
                for node in numerals_of(part):
                    if node.span in by_span:
                        moved = nudged(part, node)
                        pins = isinstance(moved, Chain) and holds_mod(moved) is False
                        yield (
                            by_span[node.span],
                            Evidence(EvidenceKind.ARITHMETIC, detail, True, pins, span=part.span),
                        )
