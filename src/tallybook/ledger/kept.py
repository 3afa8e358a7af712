"""A page as it was accounted for, and what of it still holds after the text was altered.

A block is known again where its text, the text around it and its table are as they were, wherever it stands
now. The rules look again at the others, and at every block whose evidence could hang on what these say.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from tallybook.latex.noted import calls_of, kinds_of, names_of
from tallybook.latex.tree import BigOp, Chain, Derivative, EvalBar
from tallybook.ledger import links
from tallybook.ledger.carried import Carried
from tallybook.ledger.imaginary import imaginary_unit
from tallybook.ledger.legs import bare
from tallybook.ledger.matrices import shaped
from tallybook.ledger.named import plain_name
from tallybook.ledger.reading import PLACES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from tallybook.latex.tree import Value
    from tallybook.ledger.account import Given
    from tallybook.ledger.desk import Desk, Heading
    from tallybook.ledger.links import Links
    from tallybook.ledger.reading import Atom, BlockReading
    from tallybook.ledger.runs import Compound
    from tallybook.markup.segment import Block
    from tallybook.model import Claim, Evidence
    from tallybook.numerals.numeral import Conventions
    from tallybook.span import Span

    Said = list[tuple[Atom, Evidence]]

    Binding = tuple[tuple[int, int], int, str, Value]
    Stated = set[tuple[int, int, str, Value | None]]

T = TypeVar("T")
_DERIVING = (BigOp, Derivative, EvalBar)
_NEAR = 80  # characters around a block that reading it may look at


@dataclass(slots=True)
class Kept:
    """A page as it was accounted for."""

    against: Given
    conventions: Conventions
    desk: Desk
    rules: list[Said]
    """What each rule for blocks said; nothing for those that look at the page as a whole."""
    compounds: list[Compound]
    evidence: Mapping[int, list[Evidence]]
    claims: Mapping[int, Claim]
    """By the identity of the atom."""

    def at(self, text: str, references: Sequence[tuple[Span, str]], blocks: Sequence[Block]) -> Known:
        """What holds of an altered text, everything in its new place."""
        old = self.desk.reading
        first, behind = _altered(old.text, text)
        more, longer = len(blocks) - len(old.blocks), len(text) - len(old.text)
        carried = Carried(behind, longer, more)
        before = {(carried.span(span), id_) for span, id_ in self.desk.references}
        moved = before.symmetric_difference(references)
        was = [one.block for one in old.blocks]
        origins: dict[int, int] = {}
        for number, block in enumerate(blocks):
            origin = number - more if block.span.start >= behind + longer else number
            if (
                0 <= origin < len(was)
                and not _reaches(was, origin, first, behind)
                and not _reaches(blocks, number, first, behind + longer)
                and (
                    was[origin] == block or (carried.moves(was[origin]) and carried.alike(was[origin], block))
                )
                and not any(span.overlaps(block.span) for span, _ in moved)
            ):
                origins[number] = origin
        tables = {one.table for number, one in enumerate(blocks) if number not in origins} - {-1}
        stay = frozenset(origins.values())
        gone = {one.table for number, one in enumerate(was) if number not in stay} - {-1}
        return Known(
            self,
            {
                number: origin
                for number, origin in origins.items()
                if blocks[number].table not in tables and was[origin].table not in gone
            },
            blocks,
            carried,
        )


class Known:
    """What holds of a page that was accounted for, after an alteration, by the numbers and places that its
    blocks have now. ``origins`` tells which each of the known blocks was."""

    def __init__(
        self, kept: Kept, origins: Mapping[int, int], blocks: Sequence[Block], carried: Carried
    ) -> None:
        old = kept.desk
        self.was = old
        """The desk of the page as it was."""
        self._carried = carried
        self._moved = {one.number for one in old.reading.blocks if carried.moves(one.block)}
        self._now = {origin: number for number, origin in origins.items()}
        self._gone = [one for one in old.reading.blocks if one.number not in self._now]
        """The blocks that are no longer known, where they were."""
        self.blocks = {
            number: carried.block(old.reading.blocks[origin], blocks[number])
            for number, origin in origins.items()
        }
        self.rules = [
            [self._placed(pair, block) for pair in said if (block := pair[0].block) in self._now]
            for said in kept.rules
        ]
        self.compounds = [
            self._placed(one, one.anchor.block) for one in kept.compounds if one.anchor.block in self._now
        ]
        evidence = {order: self._placed(one, order // PLACES) for order, one in kept.evidence.items()}
        self.evidence = self._orders(evidence)
        self.claims = {
            id(now): self._placed(kept.claims[id(atom)], origin)
            for number, origin in origins.items()
            for atom, now in zip(old.reading.blocks[origin].atoms, self.blocks[number].atoms, strict=True)
        }
        # what its desk has noted, of the blocks that are known
        self.links = [self._placed(one, block) for one in old.links if (block := block_of(one)) in self._now]
        self.refuted = [self._placed(one, one[1].number) for one in old.refuted if one[1].number in self._now]
        self.pairs = [
            self._placed(one, one.block.number) for one in old.pairs if one.block.number in self._now
        ]
        self._contexts, self._quoted = self._orders(old.contexts), self._orders(old.quoted)
        self._meant, self._rivals = self._orders(old.meant), self._orders(old.rivals)
        self._pinned, self._passes = self._orders(old.pinned), self._orders(old.passes)
        self._asked = {
            value: {self._now[one] for one in asking if one in self._now}
            for value, asking in old.asked.items()
        }
        self._prefixed = {(self._now[block], key) for block, key in old.prefixed if block in self._now}

    def anew(self, desk: Desk) -> frozenset[int] | None:
        """The blocks that the rules have to look at again; None if that is most of the page."""
        old, new = self.was, desk.reading
        if old.crossing or new.anew is None:
            return None
        found = set(new.anew)
        found.update(number for number, heading in self._headings(desk) if heading != desk.headings[number])
        found.update(self._restated(desk, frozenset(found)))
        unit = imaginary_unit(desk)
        if unit != imaginary_unit(old) or (old.pairs and shaped(desk) != shaped(old)):
            return None
        altered = [(old.reading.text, one) for one in self._gone]
        altered.extend((new.text, new.blocks[number]) for number in new.anew)
        names = frozenset().union(*(_names(block) for _, block in altered))
        lefts = frozenset().union(*(_lefts(text, block) for text, block in altered))
        lefts &= frozenset().union(*desk.pool.tables["names"])
        for block in new.blocks:
            derives = bool(unit) or _derives(block)
            if (derives and not names.isdisjoint(_names(block))) or not lefts.isdisjoint(
                _lefts(new.text, block)
            ):
                found.add(block.number)
        for before, after in ((old.page_values, desk.page_values), (old.page_words, desk.page_words)):
            for value in before ^ after:
                found.update(self._asked.get(value, ()))
        tables = {new.blocks[n].block.table for n in found} - {-1}
        found.update(one.number for one in new.blocks if one.block.table in tables)
        return frozenset(found) if 4 * len(found) <= 3 * len(new.blocks) else None

    def laid_before(self, desk: Desk, anew: frozenset[int]) -> None:
        """Note on a desk what is known of the blocks that are not looked at anew."""
        desk.contexts = _others(self._contexts, anew)
        desk.quoted = _others(self._quoted, anew)
        desk.meant = _others(self._meant, anew)
        desk.rivals = _others(self._rivals, anew)
        desk.pinned = _others(self._pinned, anew)
        desk.passes = _others(self._passes, anew)
        desk.asked = {value: set(blocks) for value, blocks in self._asked.items()}
        desk.bindings = [one for one in self._bindings(desk) if one[0][0] not in anew]
        desk.prefixed = {one for one in self._prefixed if one[0] not in anew}

    def _headings(self, desk: Desk) -> Iterator[tuple[int, Heading | None]]:
        """The known blocks, each with the heading that stood over it, by today's count of sections; None if
        its section has been cut in two or joined with another."""
        old, new, carried = self.was.headings, desk.headings, self._carried
        more = new[-1].number - old[-1].number if old and new else 0
        behind = len(old) - len(self._moved)
        first = max(
            old[behind - 1].number if behind else 0,
            new[behind + carried.blocks - 1].number - more if behind + carried.blocks > 0 else 0,
        )
        for origin, number in self._now.items():
            heading: Heading | None = old[origin]
            if more and origin >= behind:
                heading = replace(old[origin], number=old[origin].number + more)
                if old[origin].number <= first:
                    heading = None
            yield number, heading

    def _restated(self, desk: Desk, anew: frozenset[int]) -> set[int]:
        """The blocks that use a symbol of which other blocks state something else than they did."""
        self.laid_before(desk, anew)
        desk.focus = [one for one in desk.reading.blocks if one.number in anew]
        links.read_chains(desk)
        before, after = self._stated(desk), _stated(desk.bindings)
        keys = {key for _, _, key, _ in before ^ after}
        stays = not self._carried.blocks
        prefixed = {(one if stays else -1, key) for one, key in self.was.prefixed if one not in self._now}
        keys.update(key for _, key in (self._prefixed | prefixed) ^ desk.prefixed)
        if not keys:
            return set()
        places = {one[:3] for one in before} ^ {one[:3] for one in after}
        sections = {section for _, section, _ in places}
        found = {place + 1 for place, _, _ in places}
        for block in desk.reading.blocks:
            if not keys.isdisjoint(_names(block)) or desk.headings[block.number].number in sections:
                found.add(block.number)
        for pair in self.pairs:  # of what is defined elsewhere, symbols that its block does not show
            if not keys.isdisjoint(names_of(pair.sides[0]) | names_of(pair.sides[1])):
                found.add(pair.block.number)
        return found & set(range(len(desk.reading.blocks)))

    def _stated(self, desk: Desk) -> Stated:
        """The values that the page stated for symbols, each with its block and section. Where blocks were
        added or taken away, what another block said is not told from what none says now."""
        found = _stated(self._bindings(desk))
        for (block, _), section, key, value in self.was.bindings:
            if block not in self._now:
                if self._carried.blocks:
                    found.add((self._now.get(block + 1, -1) - 1, section, key, None))
                else:
                    found.add((block, section, key, value))
        return found

    def _bindings(self, desk: Desk) -> list[Binding]:
        """The values that known blocks state for symbols, under the sections of a desk."""
        return [
            ((now, self._carried.offset(offset)), desk.headings[now].number, key, value)
            for (block, offset), _, key, value in self.was.bindings
            if (now := self._now.get(block)) is not None
        ]

    def _placed(self, thing: T, block: int) -> T:
        """What belongs to a block, in its new place."""
        return self._carried(thing) if block in self._moved else thing

    def _orders(self, notes: Mapping[int, T]) -> dict[int, T]:
        """What is noted of atoms of known blocks, by their order now."""
        return {
            now * PLACES + order % PLACES: note
            for order, note in notes.items()
            if (now := self._now.get(order // PLACES)) is not None
        }


def _altered(old: str, new: str) -> tuple[int, int]:
    """Where two texts begin to differ, and from where on in the first they are alike again to their ends."""
    shorter = min(len(old), len(new))
    low, high = 0, shorter
    while low < high:
        middle = (low + high + 1) // 2
        if old[len(old) - middle :] == new[len(new) - middle :]:
            low = middle
        else:
            high = middle - 1
    behind = low
    low, high = 0, shorter - behind
    while low < high:
        middle = (low + high + 1) // 2
        if old[:middle] == new[:middle]:
            low = middle
        else:
            high = middle - 1
    return low, len(old) - behind


def _reaches(blocks: Sequence[Block], number: int, first: int, last: int) -> bool:
    """Whether reading a block looks at a stretch of the text: its own text, some before it, and behind it all
    of the next block and some more."""
    span = blocks[number].span
    next_but_one = blocks[number + 2].span.start if number + 2 < len(blocks) else span.end
    return first < max(span.end, next_but_one) + _NEAR and span.start - _NEAR < last


def _names(block: BlockReading) -> frozenset[str]:
    """The symbols and functions of a block; one with an index or a prime also under its own name."""
    if "symbols" not in block.noted:
        found: set[str] = set()
        for formula in block.formulas:
            for part in formula.parts:
                found.update(names_of(part))
        for name in tuple(found):
            bare_name, _, index = name.rstrip("'").rpartition("_")
            found.update((name.rstrip("'"), bare_name) if index.isdigit() else (name.rstrip("'"),))
        block.noted["symbols"] = frozenset(found)
    return block.noted["symbols"]


def _lefts(text: str, block: BlockReading) -> frozenset[str]:
    """What stands on the left of the equations of a block of a text, as a print could have it."""
    if "lefts" not in block.noted:
        spans = [
            bare(part.operands[0]).span
            for formula in block.formulas
            for part in formula.parts
            if isinstance(part, Chain) and len(part.operands) > 1
        ]
        block.noted["lefts"] = frozenset(plain_name(text[one.start : one.end]) for one in spans)
    return block.noted["lefts"]


def _derives(block: BlockReading) -> bool:
    """Whether a block has a formula in which the definitions of the page are put."""
    parts = (part for formula in block.formulas for part in formula.parts)
    return any(
        not kinds_of(part).isdisjoint(_DERIVING) or any(name.endswith("'") for name in calls_of(part))
        for part in parts
    )


def _stated(bindings: Iterable[Binding]) -> Stated:
    """Values that are stated for symbols, each with its block and section."""
    return {(block, section, key, value) for (block, _), section, key, value in bindings}


def block_of(one: Links) -> int:
    """The block that a chain stands in."""
    return next(atom.block for _, atoms in one.legs for atom in atoms)


def _others(notes: Mapping[int, T], anew: frozenset[int]) -> dict[int, T]:
    """What is noted of the atoms of other blocks."""
    return {order: note for order, note in notes.items() if order // PLACES not in anew}
