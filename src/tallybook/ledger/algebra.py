"""Evidence by algebra: a term of an identity with symbols that holds exactly at sampled rational points, or
that SymPy proves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallybook.latex.facts import free_symbols
from tallybook.latex.rewrite import nudged
from tallybook.latex.tree import Node, Num
from tallybook.ledger.identities import CONSTANTS, equal, identity, pairs
from tallybook.ledger.unequal import mended
from tallybook.model import Evidence, EvidenceKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tallybook.ledger.desk import Desk, Found
    from tallybook.ledger.identities import Pair
    from tallybook.ledger.reading import Atom
    from tallybook.span import Span


def apply(desk: Desk) -> Found:
    """Evidence for the numbers on both sides of every identity of the page, and for those of the definitions
    it draws on. Against those of an equation of complex numbers that does not hold."""
    by_block = {block.number: {atom.span: atom for atom in block.atoms} for block in desk.focus}
    everywhere: dict[Span, Atom] | None = None
    desk.pairs = tuple(pairs(desk))
    for pair in desk.pairs:
        block = pair.block.number
        places: Mapping[Span, Atom] = by_block[block]
        if any(side not in pair.chain.operands for side in pair.sides):
            if everywhere is None:
                everywhere = {atom.span: atom for one in desk.everything for atom in one.atoms}
            places = everywhere
        for atom, evidence in _of_pair(desk, pair, places):
            desk.crossing = desk.crossing or atom.block != block
            yield atom, evidence


def _of_pair(desk: Desk, pair: Pair, places: Mapping[Span, Atom]) -> Found:
    (left, right), scope, part = pair.sides, pair.scope, pair.chain
    nodes = _numerals(pair.sides, places)
    if not nodes:
        return
    if how := pair.how:
        for node in nodes:
            pins = not identity(nudged(left, node), nudged(right, node), scope)
            yield places[node.span], Evidence(EvidenceKind.ALGEBRA, how, True, pins, span=part.span)
    elif _differ(left, right, scope.unit):
        detail = f"the sides differ, {scope.unit} the imaginary unit"
        for node in nodes:
            yield places[node.span], Evidence(EvidenceKind.ALGEBRA, detail, False, False, span=part.span)
    elif (mend := mended(pair, desk)) is not None:
        for node in nodes:  # the others keep their evidence: with the right number there, it is an identity
            if node is mend.wrong:
                detail = f"an identity with {mend.value} here"
                yield places[node.span], Evidence(EvidenceKind.ALGEBRA, detail, False, False, span=part.span)
            else:
                pins = not identity(nudged(mend.sides[0], node), nudged(mend.sides[1], node), scope)
                detail = (
                    f"an identity but for {desk.reading.text[mend.wrong.span.start : mend.wrong.span.end]}"
                )
                yield places[node.span], Evidence(EvidenceKind.ALGEBRA, detail, True, pins, span=part.span)


def _numerals(sides: tuple[Node, Node], places: Mapping[Span, Atom]) -> list[Num]:
    found = {
        node.span: node
        for side in sides
        for node in side.walk()
        if isinstance(node, Num) and node.span in places
    }
    return list(found.values())


def _differ(left: Node, right: Node, unit: str) -> bool:
    """Whether two complex numbers are different: expressions with no symbol but the imaginary unit."""
    symbols = (free_symbols(left) | free_symbols(right)) - CONSTANTS
    return bool(unit) and symbols == {unit} and equal(left, right, unit) is False
