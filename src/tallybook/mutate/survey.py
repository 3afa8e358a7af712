"""What each number of a page takes part in: chains, closed expressions, compounds."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tallybook.latex.noted import numerals_of
from tallybook.ledger import compound, printed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tallybook.latex.tree import Node
    from tallybook.ledger.desk import Desk
    from tallybook.ledger.legs import Leg
    from tallybook.ledger.links import Links
    from tallybook.ledger.probe import Probe
    from tallybook.ledger.runs import Compound
    from tallybook.span import Span


@dataclass(slots=True)
class Place:
    """What one atom takes part in."""

    links: list[tuple[Links, Leg]] = field(default_factory=list)
    probes: dict[int, Probe] = field(default_factory=dict)
    """One for each of these, once somebody has asked."""
    compounds: list[Compound] = field(default_factory=list)
    wholes: list[Node] = field(default_factory=list)
    """Closed expressions around it, each read as one number."""
    lengths: frozenset[int] = frozenset()
    """How many members the compounds of its block have."""


def survey(desk: Desk) -> Mapping[int, Place]:
    """The places of all atoms of a page that was accounted for, by their order."""
    places: defaultdict[int, Place] = defaultdict(Place)
    for one in desk.links:
        for leg, atoms in one.legs:
            for atom in atoms:
                places[atom.order].links.append((one, leg))
    lengths: defaultdict[int, set[int]] = defaultdict(set)
    for group in compound.compounds(desk):
        members = dict.fromkeys(atom for item in group.items for atom in item.atoms)
        for atom in members:
            places[atom.order].compounds.append(group)
            lengths[atom.block].add(len(group.items))
    for block in desk.reading.blocks:
        by_span = {atom.span: places[atom.order] for atom in block.atoms}
        for part in (part for one in block.formulas for part in one.parts):
            for whole, _ in printed.closed(part, desk):
                for inner in _within(whole, by_span):
                    inner.wholes.append(whole)
        for place in by_span.values():
            place.lengths = frozenset(lengths[block.number])
    return places


def _within(root: Node, by_span: Mapping[Span, Place]) -> list[Place]:
    return [by_span[node.span] for node in numerals_of(root) if node.span in by_span]
