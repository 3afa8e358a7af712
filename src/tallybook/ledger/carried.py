"""What was read and found in blocks of a text, carried to where they stand after an edit before them.

An edit that changes the length of a text, or its number of blocks, leaves most blocks as they are, save for
their places. Whatever holds places is copied with its places moved: one object once, so that what was the
same stays the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import TYPE_CHECKING, Any, TypeVar

from tallybook.latex import tree
from tallybook.latex.noted import Noted
from tallybook.ledger.chains import Refuted, Stretch
from tallybook.ledger.context import BlockText
from tallybook.ledger.identities import Pair
from tallybook.ledger.legs import Leg
from tallybook.ledger.links import Links
from tallybook.ledger.reading import PLACES, Atom, BlockReading
from tallybook.ledger.runs import Compound, Item
from tallybook.markup.segment import Mark, Piece
from tallybook.model import Claim, Evidence, NotClaim
from tallybook.numerals.draft import span_of
from tallybook.numerals.numeral import Numeral
from tallybook.span import Span

if TYPE_CHECKING:
    from tallybook.markup.segment import Block

T = TypeVar("T")
_Field = tuple[Callable[[Any], Any], Callable[[Any, Any], None]]
"""How to read and how to fill a field."""


def _is_node(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, tree.Node)


_NODES = frozenset(kind for kind in vars(tree).values() if _is_node(kind))
_PLACED = (
    *_NODES, tree.Formula, tree.Relation, Atom, Claim, Compound, Evidence, Item, Leg, Links, Mark, NotClaim,
    Numeral, Pair, Refuted, Stretch,
)  # fmt: skip
"""What holds places of the text, or what holds them. All else is the same everywhere."""
_SHARED = frozenset(
    [
        "str",
        "int",
        "bool",
        "int | None",
        "Fraction",
        "Fraction | None",
        "Form",
        "Value | None",
        "EvidenceKind",
    ]
)
"""Types of fields that hold no places."""


def _accessors(kind: type) -> tuple[tuple[_Field, ...], tuple[_Field, ...]]:
    """How to read and fill the fields of a class: those that are the same everywhere, and the others."""
    plans: tuple[list[_Field], list[_Field]] = ([], [])
    for field in fields(kind):
        slot = next(vars(base)[field.name] for base in kind.__mro__ if field.name in vars(base))
        plans[field.type not in _SHARED].append((slot.__get__, slot.__set__))
    return tuple(plans[0]), tuple(plans[1])


_PLANS = {kind: _accessors(kind) for kind in _PLACED}
_new = object.__new__
_set_block, _set_order = vars(Atom)["block"].__set__, vars(Atom)["order"].__set__
_set_sides = vars(Links)["_sides"].__set__  # what chains were asked is by the identity of their legs


class Carried:
    """Places behind ``boundary`` moved by some characters, and numbers of blocks by some blocks."""

    def __init__(self, boundary: int, characters: int, blocks: int) -> None:
        self.blocks = blocks
        self._boundary, self._characters = boundary, characters
        self._known: dict[int, Any] = {}

    def __call__(self, thing: T) -> T:
        """A thing in its new place; what holds no place as it is."""
        placed: T = self._placed(thing)
        return placed

    def _placed(self, thing: Any) -> Any:
        kind = type(thing)
        if kind is Span:
            return self.span(thing)
        if kind is tuple or kind is list:
            return kind(map(self._placed, thing)) if thing else thing
        plan = _PLANS.get(kind)
        if plan is None:
            return self._known.get(id(thing), thing) if kind is BlockReading else thing
        known = self._known.get(id(thing))
        if known is None:
            if kind is Evidence and thing.span is None:
                return thing
            known = self._known[id(thing)] = _new(kind)
            for get, put in plan[0]:
                put(known, get(thing))
            for get, put in plan[1]:
                put(known, self._placed(get(thing)))
            if kind in _NODES:
                self._note(thing, known)
            elif kind is Atom:
                _set_block(known, thing.block + self.blocks)
                _set_order(known, thing.order + self.blocks * PLACES)
            elif kind is Links:
                _set_sides(known, {})
        return known

    def span(self, span: Span) -> Span:
        """A stretch of the text, its ends each on its side of the boundary."""
        start, end, boundary = span.start, span.end, self._boundary
        return span_of(
            start + self._characters if start >= boundary else start,
            end + self._characters if end >= boundary else end,
        )

    def offset(self, offset: int) -> int:
        """A place in the text."""
        return offset + self._characters if offset >= self._boundary else offset

    def moves(self, block: Block) -> bool:
        """Whether a block stands elsewhere now."""
        return block.span.start >= self._boundary and bool(self._characters or self.blocks)

    def alike(self, old: Block, new: Block) -> bool:
        """Whether a block is another one in its new place, whatever number its table and its lists have."""
        return (
            old.kind == new.kind
            and self.span(old.span) == new.span
            and (old.level, old.row, old.column, old.table < 0)
            == (new.level, new.row, new.column, new.table < 0)
            and self._pieces(old) == new.pieces
            and self(old.marks) == new.marks
        )

    def _pieces(self, block: Block) -> tuple[Piece, ...]:
        return tuple(
            Piece(one.kind, self.span(one.span), self.span(one.inner), one.reason) for one in block.pieces
        )

    def block(self, old: BlockReading, block: Block) -> BlockReading:
        """What was read in a block, where it stands now."""
        if not self.moves(old.block):
            return old
        text = old.text
        moved = BlockReading(
            old.number + self.blocks,
            block,
            BlockText(block.span.start, text.plain, text.sentences, text.clauses, text._stems),
            self(old.atoms),
            self(old.formulas),
            self(old.not_claims),
            old.wanted,
            old.shares,
        )
        moved.noted.update(old.noted)
        self._known[id(old)] = moved
        return moved

    @staticmethod
    def _note(old: tree.Node, new: tree.Node) -> None:
        """What was found out about an expression and holds no place."""
        try:
            before: Noted = old.noted
        except AttributeError:
            return
        after = Noted()
        after.kinds, after.names, after.calls = before.kinds, before.names, before.calls
        after.free, after.values = before.free, before.values
        object.__setattr__(new, "noted", after)
