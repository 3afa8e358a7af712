"""What was heard of a page the last time, for looking at it again after a small change.

An editor and ``serve`` look at one page again and again, and hardly a block of it changes. The rules look
again at blocks that were altered and at every block whose evidence could hang on what these say (``kept``).
All else is as it was, evidence for evidence; where that is not certain, the whole page is heard anew.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

from tallybook.ledger.kept import Kept, block_of
from tallybook.ledger.single import LONG

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tallybook.ledger.account import Given
    from tallybook.ledger.desk import Desk
    from tallybook.ledger.kept import Known
    from tallybook.ledger.links import Links
    from tallybook.ledger.reading import Atom
    from tallybook.ledger.runs import Compound
    from tallybook.model import Claim, Evidence
    from tallybook.numerals.numeral import Conventions
    from tallybook.span import Source

    Said = list[tuple[Atom, Evidence]]

WHOLE, BLOCK = True, False
"""What a rule looks at: the whole page each time, or the blocks in focus."""
_MOST_KEPT = 24  # pages


class Heard:
    """What the rules say of a page, taken down rule by rule; of blocks that need not be looked at, from what
    is known."""

    def __init__(
        self, kept: Known | None = None, desk: Desk | None = None, anew: frozenset[int] = frozenset()
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
        self.rules.append([] if whole else said)
        return said

    def completed(
        self, desk: Desk, compounds: list[Compound], chains: list[Links]
    ) -> tuple[list[Compound], list[Links]]:
        """The compounds and the chains of the whole page, in the order of the text."""
        self.compounds = self.all_compounds = compounds
        if self._kept is not None:
            old, anew = self._kept, self._anew
            known = [one for one in self._kept.compounds if one.anchor.block not in anew]
            self.all_compounds = [*known, *compounds]
            chains.extend(one for one in old.links if block_of(one) not in anew)
            chains.sort(key=block_of)
            desk.refuted.extend(one for one in old.refuted if one[1].number not in anew)
            desk.refuted.sort(key=lambda one: one[1].number)
        return self.all_compounds, chains

    def end(self, desk: Desk) -> None:
        """After the last rule: the pairs of sides of the whole page, in the order of the text."""
        if self._kept is not None:
            self._focus(desk, whole=True)
            known = (one for one in self._kept.pairs if one.block.number not in self._anew)
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
