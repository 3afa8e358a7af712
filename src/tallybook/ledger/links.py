"""The chains of a page as links between its numbers: what is equal to what, and what each chain decides
about each digit."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from tallybook.diagnostics import Diagnostic
from tallybook.latex.evaluate import evaluate
from tallybook.latex.facts import units
from tallybook.latex.tree import Annotated, Chain, Node, Num, Relation, Sym
from tallybook.ledger.blame import show
from tallybook.ledger.chains import Refuted, Stretch, stretches
from tallybook.ledger.desk import unit_behind
from tallybook.ledger.legs import Leg, atoms_in, bare
from tallybook.ledger.probe import Probe, Side
from tallybook.numerals.measures import prefix_of
from tallybook.span import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tallybook.latex.tree import Value
    from tallybook.ledger.desk import Desk
    from tallybook.ledger.reading import Atom, BlockReading
    from tallybook.span import Source


_BRACE = re.compile(r"\\(?:under|over)brac(?:e|ket)\b")


@dataclass(frozen=True, slots=True)
class Links:
    """One stretch with the atoms of each of its closed legs."""

    stretch: Stretch
    legs: tuple[tuple[Leg, tuple[Atom, ...]], ...]
    bindings: Mapping[str, Value]
    span: Span
    _sides: dict[int, Side] = field(default_factory=dict, compare=False, repr=False)

    def probe(self, leg: Leg, place: Num, desk: Desk) -> Probe:
        """Ask what a numeral of one of the legs could be."""
        side = self._sides.get(id(leg))
        if side is None:
            side = Side(self.stretch, leg, self.bindings, desk.conventions, desk.rounded)
            self._sides[id(leg)] = side
        return Probe(side, place)


def read_chains(desk: Desk) -> tuple[list[Links], list[tuple[Refuted, BlockReading]]]:
    """All chains of a page, evaluated; values stated for symbols are noted on the desk on the way."""
    links: list[Links] = []
    refuted: list[tuple[Refuted, BlockReading]] = []
    for block in desk.focus:
        by_span = {atom.span: atom for atom in block.atoms}
        stated = len(desk.bindings)
        for formula in block.formulas:
            for part in formula.parts:
                for chain in _chains(part, desk.reading.text):
                    bindings = desk.bound(chain.span.start, block.number)
                    near = desk.just_stated(chain.span.start, block.number)
                    found, false = stretches(chain, bindings, desk.conventions, desk.rounded, near)
                    refuted.extend((one, block) for one in false if chain is part or not one.divides)
                    for stretch in found:
                        legs = tuple(
                            (leg, _atoms(leg.node, by_span))
                            for leg in stretch.legs
                            if leg.value is not None or leg in stretch.wrong
                        )
                        if len(legs) > 1 and any(atoms for _, atoms in legs):
                            first, last = stretch.legs[0].node.span, stretch.legs[-1].node.span
                            links.append(Links(stretch, legs, bindings, first.cover(last)))
                    _bind(chain, block.number, desk)
        if len(desk.bindings) > stated:
            desk.bindings.sort(key=_of_block)  # those of later blocks may be known from an earlier look
    return links, refuted


def _of_block(binding: tuple[tuple[int, int], int, str, Value]) -> int:
    return binding[0][0]


def _chains(part: Node, text: str) -> Iterator[Chain]:
    """The chains of a formula, and the labels of its braces: ``\\underbrace{2 + 3}_{=5}`` says 2 + 3 = 5."""
    for node in part.walk():
        if isinstance(node, Chain):
            yield node
        elif isinstance(node, Annotated) and _BRACE.match(text, node.span.start):
            note, body = node.note, bare(node.body)
            if isinstance(note, Chain) and len(note.operands) == len(note.relations):
                yield replace(note, span=node.span, operands=(body, *note.operands))
            elif isinstance(note, Num) and note.numeral.value not in (1, len(list(body.children()))):
                relation = Relation("=", Span(note.span.start, note.span.start))
                yield Chain(node.span, (body, note), (relation,), None)


def _atoms(node: Node, by_span: dict[Span, Atom]) -> tuple[Atom, ...]:
    return tuple(atoms_in(node, by_span))


def _bind(chain: Chain, block: int, desk: Desk) -> None:
    """``x = 3`` binds ``x`` for what follows in its section."""
    if len(chain.operands) < 2 or any(relation.symbol not in ("=", ":=") for relation in chain.relations):
        return
    first = bare(chain.operands[0])
    if not isinstance(first, Sym):
        return
    for operand in chain.operands[1:]:
        value = evaluate(operand, {}, conventions=desk.conventions)
        if value is not None:
            desk.bindings.append(((block, chain.span.end - 1), desk.headings[block].number, first.key, value))
            behind = unit_behind(desk.reading.text, chain.span.end)
            if any(prefix_of(unit) and unit != "kg" for unit in (*units(operand), behind)):
                desk.prefixed.add((block, first.key))
            return


def weigh(desk: Desk, links: list[Links]) -> None:
    """Note on the desk what each chain that holds decides about each of its numbers."""
    for one in links:
        if not one.stretch.holds or one.stretch.loose:
            continue
        for leg, atoms in one.legs:
            for atom in atoms:
                node = atom.node
                if node is None or desk.pinned.get(atom.order):
                    continue
                probe = one.probe(leg, node, desk)
                if probe.notices():
                    desk.pinned[atom.order] = True
                    desk.passes.pop(atom.order, None)
                else:
                    desk.pinned[atom.order] = False
                    desk.passes[atom.order] = probe.passes


def findings(desk: Desk, source: Source, page: str) -> list[Diagnostic]:
    """A finding for each ordering and each divisibility that does not hold."""
    return [
        Diagnostic(
            "T112",
            "the divisibility does not hold" if one.divides else "the ordering does not hold",
            source,
            one.left.node.span.cover(one.right.node.span),
            f"{show(one.left.value.value)} against {show(one.right.value.value)}",
            subject=page,
        )
        for one, _ in desk.refuted
        if one.left.value is not None and one.right.value is not None
    ]
