"""Compound claims: matrices, tuples, shapes, lists, rows and columns, matched whole and in order."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tallybook.latex.evaluate import evaluate
from tallybook.latex.noted import kinds_of, numerals_of
from tallybook.latex.tree import (
    Add,
    Call,
    Chain,
    Dots,
    Group,
    Matrix,
    Mul,
    Neg,
    Node,
    Sequence,
    Sym,
)
from tallybook.ledger import match
from tallybook.ledger.facts import Origin
from tallybook.ledger.legs import atoms_in, bare, exact_numeral, lone_numeral
from tallybook.ledger.runs import Compound, Item, angles, lists
from tallybook.ledger.single import reachable
from tallybook.ledger.starts import likely, may_agree, starts
from tallybook.model import Evidence, EvidenceKind
from tallybook.numerals.agree import agrees, given_agrees

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tallybook.ledger.desk import Desk, Found
    from tallybook.ledger.facts import Fact, Series
    from tallybook.ledger.reading import Atom, BlockReading
    from tallybook.span import Span


_JOINING = (Matrix, Group, Mul, Call, Sequence)
"""Nodes whose parts may be a compound."""


@dataclass(frozen=True, slots=True)
class Match:
    """A stretch of a series that a compound agrees with whole."""

    series: Series
    start: int
    score: float


def compounds(desk: Desk) -> Iterator[Compound]:
    """All compounds of a page: those in formulas, lists in sentences, rows and columns of tables."""
    for block in desk.focus:
        by_span = {atom.span: atom for atom in block.atoms}
        for formula in block.formulas:
            for part in formula.parts:
                yield from _in_formula(part, by_span, desk)
        yield from lists(block, desk)
        yield from angles(block, desk)
    yield from _tables(desk)


def _in_formula(root: Node, by_span: Mapping[Span, Atom], desk: Desk) -> Iterator[Compound]:
    for node in root.walk() if not kinds_of(root).isdisjoint(_JOINING) else ():
        if isinstance(node, Matrix):
            yield from _from_nodes("matrix", [cell for row in node.rows for cell in row], by_span, desk)
        elif isinstance(node, Group) and len(node.items) > 1:
            yield from _from_nodes("tuple", list(node.items), by_span, desk)
        elif isinstance(node, Mul) and len(node.factors) > 1:
            yield from _from_nodes("factors", list(node.factors), by_span, desk)
        elif isinstance(node, Call) and len(node.arguments) > 1:
            yield from _from_nodes("tuple", list(node.arguments), by_span, desk)
        elif isinstance(node, Sequence):
            yield from _from_nodes("sequence", list(node.items), by_span, desk)
        elif isinstance(node, Mul) and node.times and len(node.factors) > 1:
            yield from _from_nodes("shape", list(node.factors), by_span, desk)
    for side in root.operands if isinstance(root, Chain) else (root,):
        yield from _coefficients(side, by_span)


def _from_nodes(kind: str, nodes: list[Node], by_span: Mapping[Span, Atom], desk: Desk) -> Iterator[Compound]:
    items: list[Item] = []
    gap = -1
    for node in nodes:
        if isinstance(node, Dots):
            if gap >= 0:
                return
            gap = len(items)
            continue
        item = _item(node, by_span, desk)
        if item is None:
            return
        items.append(item)
    if len(items) > 1:
        yield Compound(kind, tuple(items), gap)


def array_items(node: Node, by_span: Mapping[Span, Atom], desk: Desk) -> Iterator[Item]:
    """The members of a tuple, a list or a matrix; nothing if it is none or has members that are no
    numbers."""
    core = bare(node)
    cells = (
        [cell for row in core.rows for cell in row]
        if isinstance(core, Matrix)
        else list(core.items)
        if isinstance(core, Group | Sequence)
        else []
    )
    for compound in _from_nodes("array", cells, by_span, desk):
        yield from compound.items


def _item(node: Node, by_span: Mapping[Span, Atom], desk: Desk) -> Item | None:
    atoms = tuple(atoms_in(node, by_span))
    if not atoms:
        return None
    numeral = lone_numeral(node)
    if numeral is None:
        value = evaluate(bare(node), {}, conventions=desk.conventions)
        if value is None or not value.exact:
            return None
        numeral = exact_numeral(value.value, node.span, "")
    return Item(numeral, atoms)


def _coefficients(side: Node, by_span: Mapping[Span, Atom]) -> Iterator[Compound]:
    """The numbers of an open sum with their signs: ``3x_1 + 0x_2 - 0.5`` is 3, 0, -0.5 (an unwritten 1 is
    not there)."""
    if not isinstance(side, Add) or Sym not in kinds_of(side):
        return
    items: list[Item] = []
    for term in side.terms:
        negative = isinstance(term, Neg)
        numbers = [node for node in numerals_of(term) if node.span in by_span]
        if len(numbers) > 1:
            return
        for number in numbers:
            numeral = lone_numeral(Neg(number.span, number)) if negative else number.numeral
            if numeral is not None:
                items.append(Item(numeral, (by_span[number.span],)))
    if len(items) > 1:
        yield Compound("coefficients", tuple(items))


def _tables(desk: Desk) -> Iterator[Compound]:
    """The rows and columns that a cell in focus stands in."""
    rows: dict[tuple[int, int], list[BlockReading]] = {}
    columns: dict[tuple[int, int], list[BlockReading]] = {}
    tables = {block.block.table for block in desk.focus}
    for block in desk.reading.blocks:
        if block.block.table >= 0 and block.block.table in tables:
            rows.setdefault((block.block.table, block.block.row), []).append(block)
            if block.block.row > 0:
                columns.setdefault((block.block.table, block.block.column), []).append(block)
    focus = {block.number for block in desk.focus}
    for cells in rows.values():
        if focus.isdisjoint(cell.number for cell in cells):
            continue
        atoms = [atom for cell in cells for atom in cell.atoms]
        body = [atom for cell in cells if cell.block.column > 0 for atom in cell.atoms]
        for members in (atoms, body) if len(body) < len(atoms) else (atoms,):
            if len(members) > 1:
                yield Compound("row", tuple(Item(atom.numeral, (atom,)) for atom in members))
    for cells in columns.values():
        if focus.isdisjoint(cell.number for cell in cells):
            continue
        members = [atom for cell in cells for atom in cell.atoms]
        if len(members) > 1 and all(len(cell.atoms) == 1 for cell in cells):
            yield Compound("column", tuple(Item(atom.numeral, (atom,)) for atom in members))


def apply(desk: Desk, found_in: list[Compound]) -> Found:
    """Evidence for the members of every compound that agrees whole with a series of the print or the
    script."""
    for compound in found_in:
        matches = find(compound, desk)
        if not matches:
            continue
        top = max(one.score for one in matches)
        chosen = max(matches, key=lambda one: (one.score, one.series.facts[0].origin is Origin.PRINT))
        rivals = _rivals(compound, desk, top, _is_entire(chosen, compound)) if compound.gap < 0 else []
        others = _alternatives(compound, rivals, desk)
        lucky = chosen.score <= 0 and _named_otherwise(compound, desk)
        for number, item in enumerate(compound.items):
            fact = _fact(chosen, compound, number)
            alternatives = others.get(number, ())
            block = item.atoms[0].block
            pins = not lucky and not any(reachable(desk, item.numeral, one, block) for one in alternatives)
            kind = EvidenceKind.PRINTED if fact.origin is Origin.PRINT else EvidenceKind.GIVEN
            kind = EvidenceKind.CITED if fact.cited else kind
            detail = f"{fact.cited}: {fact.text}" if fact.cited else fact.text
            line = fact.line if fact.origin is Origin.PRINT else None
            evidence = Evidence(kind, detail, True, pins, line, fact.script_line, compound.span)
            for atom in item.atoms:
                desk.quoted.setdefault(atom.order, fact)
                yield atom, evidence


def _named_otherwise(compound: Compound, desk: Desk) -> bool:
    """Whether the place names another array of the same length: the one that happens to agree then proves
    little."""
    context = desk.context(compound.anchor)
    arrays = desk.pool.arrays.get(len(compound.items), ())
    return any(_score(series, context) >= match.CLAUSE for series in arrays)


def _surroundings(compound: Compound, desk: Desk) -> match.Context:
    """What stands around a compound: around its first number; for a row of a table around every cell of
    it."""
    context = desk.context(compound.anchor)
    if compound.kind != "row":
        return context
    whole = replace(context, words=dict(context.words))
    for item in compound.items[1:]:
        for name, weight in desk.context(item.atoms[0]).words.items():
            whole.add((name,), weight)
    return whole


def find(compound: Compound, desk: Desk) -> list[Match]:
    """The stretches of series that a compound agrees with, each with the score of its name in this place."""
    found: list[Match] = []
    if not may_agree(compound, desk):
        return found
    context = _surroundings(compound, desk)
    among = likely(compound, desk)
    for series, start in starts(compound, 0, desk):  # an ellipsis keeps its first member first
        if (among is None or (id(series), start) in among) and _agrees_at(compound, series, start, desk):
            found.append(Match(series, start, _score(series, context)))
    return found


def _agrees_at(compound: Compound, series: Series, start: int, desk: Desk) -> bool:
    if compound.gap >= 0:
        head, tail = compound.items[: compound.gap], compound.items[compound.gap :]
        facts = series.facts
        if len(facts) < len(head) + len(tail) or start or not head:
            return False
        pairs = [
            *zip(head, facts, strict=False),
            *(zip(tail, facts[len(facts) - len(tail) :], strict=True) if tail else ()),
        ]
        return all(item_agrees(desk, item, fact) for item, fact in pairs)
    stretch = series.facts[start : start + len(compound.items)]
    return all(item_agrees(desk, item, fact) for item, fact in zip(compound.items, stretch, strict=True))


def item_agrees(desk: Desk, item: Item, fact: Fact) -> bool:
    """Whether a member of a compound says what a fact says."""
    numeral = item.numeral
    if (
        numeral.percent
        and not fact.numeral.percent
        and fact.value.denominator <= 10**6
        and abs(fact.value) > 1
    ):
        # a list of shares printed without their sign: the list as a whole is company enough
        numeral = replace(numeral, value=numeral.value * 100, ulp=numeral.ulp * 100, percent=False)
    if fact.origin is Origin.PRINT or fact.cited:
        return agrees(numeral, fact.numeral, desk.conventions)
    return given_agrees(numeral, fact.numeral)


def _score(series: Series, context: match.Context) -> float:
    matched = sum(context.words.get(name, 0.0) for name in series.names)
    return matched - match.UNMATCHED * sum(1 for name in series.names if name not in context.words)


def _fact(found: Match, compound: Compound, number: int) -> Fact:
    if 0 <= compound.gap <= number:
        return found.series.facts[len(found.series.facts) - len(compound.items) + number]
    return found.series.facts[found.start + number]


def _is_entire(found: Match, compound: Compound) -> bool:
    """Whether a compound agrees with all of a series, not with a stretch of it."""
    return len(found.series.facts) == len(compound.items)


def _rivals(compound: Compound, desk: Desk, top: float, entire: bool) -> list[tuple[Fact, ...]]:
    """Stretches that the place could mean as well as the one that agrees, and that differ from it at one
    member: they have
    the first or the second member at its place."""
    length = len(compound.items)
    context = _surroundings(compound, desk)
    found: dict[tuple[int, int], tuple[Fact, ...]] = {}
    for index in (0, 1):
        for series, start in starts(compound, index, desk):
            key = (id(series), start)
            if key in found:
                continue
            if entire and len(series.facts) > length:
                continue  # what agrees with a whole line was not meant as a part of another
            if _score(series, context) >= top - match.MARGIN:
                found[key] = series.facts[start : start + length]
    return list(found.values())


def _alternatives(compound: Compound, rivals: list[tuple[Fact, ...]], desk: Desk) -> dict[int, list[Fact]]:
    """For each place, what stretches that differ from the compound nowhere else have there."""
    found: dict[int, list[Fact]] = {}
    for facts in rivals:
        wrong = -1
        for number, (item, fact) in enumerate(zip(compound.items, facts, strict=True)):
            if not item_agrees(desk, item, fact):
                if wrong >= 0:
                    break
                wrong = number
        else:
            if wrong >= 0:
                found.setdefault(wrong, []).append(facts[wrong])
    return found
