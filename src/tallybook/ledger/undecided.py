"""What cannot be decided without a declaration or a convention: asked about, never passed in silence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallybook.diagnostics import Diagnostic
from tallybook.latex.evaluate import undecided_log
from tallybook.latex.tree import Chain
from tallybook.model import Evidence, EvidenceKind

if TYPE_CHECKING:
    from tallybook.latex.tree import Formula
    from tallybook.ledger.desk import Desk, Found
    from tallybook.span import Source


def ambiguous(desk: Desk, source: Source, page: str) -> list[Diagnostic]:
    """Numerals that read in two ways: ``(1,000)`` is a thousand in brackets or a pair."""
    return [
        Diagnostic(
            "T110",
            f"{source[atom.span]} reads as one number or as two",
            source,
            atom.span,
            "a group of three, or a list?",
            (),
            ("write 1{,}000 for one number, or a space behind the comma for two",),
            subject=page,
        )
        for atom in desk.reading.atoms()
        if atom.numeral.ambiguous
    ]


def undecided_chains(desk: Desk, source: Source, page: str) -> list[Diagnostic]:
    """Chains with a logarithm whose base neither the formula nor the book tells."""
    if desk.conventions.log_base:
        return []
    return [
        Diagnostic(
            "T111",
            "the base of the logarithm is not declared",
            source,
            chain.span,
            "natural or decimal?",
            (),
            ("declare log_base in the conventions of book.yaml, or write \\ln or \\log_{10}",),
            subject=page,
        )
        for block in desk.reading.blocks
        for formula in block.formulas
        for chain in undecided(formula)
    ]


def undecided(formula: Formula) -> list[Chain]:
    """The chains of a formula that wait for the base of a logarithm."""
    return [
        part
        for part in formula.parts
        if isinstance(part, Chain) and any(undecided_log(operand) for operand in part.operands)
    ]


def waiting(desk: Desk) -> Found:
    """Numbers of a chain that waits for a base: the question about the chain is theirs too."""
    if desk.conventions.log_base:
        return
    for block in desk.reading.blocks:
        for formula in block.formulas:
            for chain in undecided(formula):
                for atom in block.atoms:
                    if atom.span in chain.span:
                        yield (
                            atom,
                            Evidence(
                                EvidenceKind.ARITHMETIC, "waits for the base of a logarithm", span=chain.span
                            ),
                        )
