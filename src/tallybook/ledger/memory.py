"""What was heard of a page the last time, for looking at it again after a small change.

An editor and ``serve`` look at one page again and again, and hardly a block of it changes. A block is read
again where its text, the text around it or its table has changed. The rules look again at these and at every
block whose evidence could hang on what they say: through a symbol, a heading, or a number that it was asked
for whether it stands on the page. All else is as it was, evidence for evidence; where that is not certain,
the whole page is heard anew.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from tallybook.latex.noted import calls_of, kinds_of, names_of
from tallybook.latex.tree import BigOp, Chain, Derivative, EvalBar
from tallybook.ledger import links
from tallybook.ledger.imaginary import imaginary_unit
from tallybook.ledger.legs import bare
from tallybook.ledger.matrices import shaped
from tallybook.ledger.named import plain_name
from tallybook.ledger.reading import PLACES
from tallybook.ledger.single import LONG

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tallybook.latex.tree import Value
    from tallybook.ledger.account import Given
    from tallybook.ledger.desk import Desk
    from tallybook.ledger.links import Links
    from tallybook.ledger.reading import Atom, BlockReading, Reading
    from tallybook.ledger.runs import Compound
    from tallybook.markup.segment import Block
    from tallybook.model import Claim, Evidence
    from tallybook.numerals.numeral import Conventions
    from tallybook.span import Source, Span

    Said = list[tuple[Atom, Evidence]]

T = TypeVar("T")
WHOLE, BLOCK = True, False
"""What a rule looks at: the whole page each time, or the blocks in focus."""
_MOST_KEPT = 24  # pages
_DERIVING = (BigOp, Derivative, EvalBar)
_NEAR = 80  # characters around a block that reading it may look at


class Heard:
    """What the rules say of a page, taken down rule by rule; of blocks that need not be looked at, from what
    is known."""

    def __init__(
        self, kept: Kept | None = None, desk: Desk | None = None, anew: frozenset[int] = frozenset()
    ):
        self.rules: list[Said] = []
        self.compounds: list[Compound] = []
        """Those of the blocks that are looked at."""
        self.all_compounds: list[Compound] = []
        self._kept, self._anew = kept, anew
        if kept is not None and desk is not None:
            kept.laid_before(desk, anew)
            self._focus(desk, whole=False)

    def begin(self, desk: Desk, number: int, whole: bool) -> Said:
        """Before a rule is heard: what is known that it says."""
        said: Said = []
        if self._kept is not None:
            self._focus(desk, whole=whole)
            if not whole:
                said = [pair for pair in self._kept.rules[number] if pair[0].block not in self._anew]
        self.rules.append(said)
        return said

    def completed(
        self, desk: Desk, compounds: list[Compound], chains: list[Links]
    ) -> tuple[list[Compound], list[Links]]:
        """The compounds and the chains of the whole page, in the order of the text."""
        self.compounds = self.all_compounds = compounds
        if self._kept is not None:
            old, anew = self._kept.desk, self._anew
            known = [one for one in self._kept.compounds if one.anchor.block not in anew]
            self.all_compounds = [*known, *compounds]
            chains.extend(one for one in old.links if _block_of(one) not in anew)
            chains.sort(key=_block_of)
            desk.refuted.extend(one for one in old.refuted if one[1].number not in anew)
            desk.refuted.sort(key=lambda one: one[1].number)
        return self.all_compounds, chains

    def end(self, desk: Desk) -> None:
        """After the last rule: the pairs of sides of the whole page, in the order of the text."""
        if self._kept is not None:
            self._focus(desk, whole=True)
            known = (one for one in self._kept.desk.pairs if one.block.number not in self._anew)
            desk.pairs = sorted((*known, *desk.pairs), key=lambda one: one.block.number)

    def claim(self, atom: Atom, evidence: list[Evidence]) -> Claim | None:
        """The claim of an atom, if it is known and all its evidence is what it was."""
        if self._kept is None or atom.block in self._anew:
            return None
        same = self._kept.evidence.get(atom.order, []) == evidence
        return self._kept.claims.get(id(atom)) if same else None

    def stands(self, desk: Desk) -> bool:
        """Whether what is known was right to be taken."""
        return not desk.crossing

    def _focus(self, desk: Desk, *, whole: bool) -> None:
        blocks = desk.reading.blocks
        desk.focus = [one for one in blocks if whole or one.number in self._anew]
        desk.known = [] if whole else [one for one in blocks if one.number not in self._anew]


@dataclass(slots=True)
class Kept:
    """A page as it was accounted for."""

    against: Given
    conventions: Conventions
    desk: Desk
    rules: list[Said]
    compounds: list[Compound]
    evidence: Mapping[int, list[Evidence]]
    claims: dict[int, Claim]

    def blocks(
        self, text: str, references: Iterable[tuple[Span, str]], blocks: Sequence[Block]
    ) -> dict[int, BlockReading]:
        """Of the blocks of an altered text those that read as they did, by their place."""
        old = self.desk.reading
        first, last = _altered(old.text, text)
        moved = set(references).symmetric_difference(self.desk.references)
        found: dict[int, BlockReading] = {}
        tables: set[int] = set()
        for number, block in enumerate(blocks):
            known = old.blocks[number] if number < len(old.blocks) else None
            if (
                known is not None
                and not _reaches(old.blocks, number, first, last)
                and known.block == block
                and not any(span.overlaps(block.span) for span, _ in moved)
            ):
                found[number] = known
            elif block.table >= 0 or (known is not None and known.block.table >= 0):
                tables.update((block.table, known.block.table if known is not None else -1))
        return {number: one for number, one in found.items() if one.block.table not in tables - {-1}}

    def anew(self, desk: Desk) -> frozenset[int] | None:
        """The blocks that the rules have to look at again; None if that is most of the page."""
        old, new = self.desk, desk.reading
        if old.crossing or new.anew is None or len(new.blocks) != len(old.reading.blocks):
            return None
        found = set(new.anew)
        found.update(n for n, (a, b) in enumerate(zip(old.headings, desk.headings, strict=True)) if a != b)
        found.update(self._restated(desk, frozenset(found)))
        unit = imaginary_unit(desk)
        if unit != imaginary_unit(old) or (old.pairs and shaped(desk) != shaped(old)):
            return None
        names = frozenset().union(*(_names(one.blocks[n]) for one in (old.reading, new) for n in new.anew))
        lefts = frozenset().union(*(_lefts(one, n) for one in (old.reading, new) for n in new.anew))
        lefts &= frozenset().union(*desk.pool.tables["names"])
        for block in new.blocks:
            derives = bool(unit) or _derives(block)
            if (derives and not names.isdisjoint(_names(block))) or not lefts.isdisjoint(
                _lefts(new, block.number)
            ):
                found.add(block.number)
        for before, after in ((old.page_values, desk.page_values), (old.page_words, desk.page_words)):
            for value in before ^ after:
                found.update(old.asked.get(value, ()))
        tables = {new.blocks[n].block.table for n in found} - {-1}
        found.update(one.number for one in new.blocks if one.block.table in tables)
        return frozenset(found) if 4 * len(found) <= 3 * len(new.blocks) else None

    def _restated(self, desk: Desk, anew: frozenset[int]) -> set[int]:
        """The blocks that use a symbol of which other blocks state something else than they did."""
        old = self.desk
        self.laid_before(desk, anew)
        desk.focus = [one for one in desk.reading.blocks if one.number in anew]
        links.read_chains(desk)
        before, after = _stated(old), _stated(desk)
        keys = {key for _, _, key, _ in before ^ after}
        keys.update(key for _, key in old.prefixed ^ desk.prefixed)
        if not keys:
            return set()
        places = {one[:3] for one in before} ^ {one[:3] for one in after}
        sections = {section for _, section, _ in places}
        found = {place + 1 for place, _, _ in places}
        for block in desk.reading.blocks:
            if not keys.isdisjoint(_names(block)) or desk.headings[block.number].number in sections:
                found.add(block.number)
        for pair in old.pairs:  # of what is defined elsewhere, symbols that its block does not show
            if not keys.isdisjoint(names_of(pair.sides[0]) | names_of(pair.sides[1])):
                found.add(pair.block.number)
        return found & set(range(len(desk.reading.blocks)))

    def laid_before(self, desk: Desk, anew: frozenset[int]) -> None:
        """Note on a desk what is known of the blocks that are not looked at anew."""
        old = self.desk
        desk.contexts = _others(old.contexts, anew)
        desk.quoted = _others(old.quoted, anew)
        desk.meant = _others(old.meant, anew)
        desk.rivals = _others(old.rivals, anew)
        desk.pinned = _others(old.pinned, anew)
        desk.passes = _others(old.passes, anew)
        desk.asked = {value: set(blocks) for value, blocks in old.asked.items()}
        desk.bindings = [one for one in old.bindings if one[0][0] not in anew]
        desk.prefixed = {one for one in old.prefixed if one[0] not in anew}


class Memory:
    """What was heard of the pages that somebody looks at again and again, those of the latest looks."""

    def __init__(self) -> None:
        self._pages: OrderedDict[tuple[str, str], Kept] = OrderedDict()

    def recall(self, source: Source, against: Given, conventions: Conventions) -> Kept | None:
        """What is known of a page, if it is read and held against the same as then."""
        kept = self._pages.get((source.path, against.page))
        if kept is None or kept.conventions != conventions:
            return None
        return kept if _held(kept.against) == _held(against) else None

    def keep(
        self,
        source: Source,
        against: Given,
        conventions: Conventions,
        desk: Desk,
        heard: Heard,
        evidence: Mapping[int, list[Evidence]],
        claims: Sequence[Claim],
    ) -> None:
        """Keep what was heard of a page, in the place of what was known."""
        key = (source.path, against.page)
        self._pages.pop(key, None)
        if len(desk.pool.facts) > LONG:
            return  # of these a number may mean whatever stands on the page
        if len(self._pages) >= _MOST_KEPT:
            self._pages.popitem(last=False)
        known = {id(atom): claim for atom, claim in zip(desk.reading.atoms(), claims, strict=True)}
        self._pages[key] = Kept(against, conventions, desk, heard.rules, heard.all_compounds, evidence, known)


def _held(against: Given) -> tuple[object, ...]:
    """What a page is held against beside its pool."""
    own, shared = tuple(against.declared), tuple(against.shared)
    return dict(against.macros), own, shared, tuple(against.matrices)


def _altered(old: str, new: str) -> tuple[int, int]:
    """Where two texts begin to differ, and from where on they are alike again, character by character; only
    of texts of one length can the second be told."""
    first, last = 0, min(len(old), len(new))
    while first < last:
        middle = (first + last + 1) // 2
        if old[first:middle] == new[first:middle]:
            first = middle
        else:
            last = middle - 1
    if len(old) != len(new):
        return first, max(len(old), len(new))
    low, high = first, len(old)
    while low < high:
        middle = (low + high) // 2
        if old[middle:high] == new[middle:high]:
            high = middle
        else:
            low = middle + 1
    return first, high


def _reaches(blocks: Sequence[BlockReading], number: int, first: int, last: int) -> bool:
    """Whether reading a block looks at a stretch of the text: its own text, some before it, and behind it all
    of the next block and some more."""
    span = blocks[number].block.span
    next_but_one = blocks[number + 2].block.span.start if number + 2 < len(blocks) else span.end
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


def _lefts(reading: Reading, number: int) -> frozenset[str]:
    """What stands on the left of the equations of a block, as a print could have it."""
    block = reading.blocks[number]
    if "lefts" not in block.noted:
        spans = [
            bare(part.operands[0]).span
            for formula in block.formulas
            for part in formula.parts
            if isinstance(part, Chain) and len(part.operands) > 1
        ]
        block.noted["lefts"] = frozenset(plain_name(reading.text[one.start : one.end]) for one in spans)
    return block.noted["lefts"]


def _stated(desk: Desk) -> set[tuple[int, int, str, Value]]:
    """The values that a page states for symbols, each with its block and section."""
    return {(at[0], section, key, value) for at, section, key, value in desk.bindings}


def _derives(block: BlockReading) -> bool:
    """Whether a block has a formula in which the definitions of the page are put."""
    parts = (part for formula in block.formulas for part in formula.parts)
    return any(
        not kinds_of(part).isdisjoint(_DERIVING) or any(name.endswith("'") for name in calls_of(part))
        for part in parts
    )


def _block_of(one: Links) -> int:
    return next(atom.block for _, atoms in one.legs for atom in atoms)


def _others(notes: Mapping[int, T], anew: frozenset[int]) -> dict[int, T]:
    """What is noted of the atoms of other blocks."""
    return {order: note for order, note in notes.items() if order // PLACES not in anew}
