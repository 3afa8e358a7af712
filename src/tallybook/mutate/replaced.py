"""The page with one number replaced where it stands: its block is not read again, only that number is
another."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tallybook.latex.evaluate import evaluate
from tallybook.latex.rewrite import substituted
from tallybook.ledger.compound import compounds
from tallybook.ledger.reading import Reading
from tallybook.mutate.desks import fresh

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tallybook.latex.tree import Node, Value
    from tallybook.ledger.desk import Desk
    from tallybook.ledger.reading import Atom
    from tallybook.ledger.runs import Compound
    from tallybook.mutate.survey import Place
    from tallybook.numerals.numeral import Numeral


@dataclass(frozen=True, slots=True)
class Replaced:
    """A desk whose focus is the block of the replaced number. ``atom`` is the new one, ``old`` what stood
    there."""

    desk: Desk
    atom: Atom
    old: Atom
    place: Place

    @classmethod
    def of(cls, base: Desk, place: Place, atom: Atom, new: Numeral, *, last: bool) -> Replaced:
        """Replace an atom's numeral. ``last`` tells that its value stands nowhere else on the page."""
        block = base.reading.blocks[atom.block]
        node, whole, formulas = atom.node, atom.formula, block.formulas
        if atom.node is not None and atom.formula is not None:
            node = replace(atom.node, numeral=new)
            parts = tuple(substituted(part, atom.node, node) for part in atom.formula.parts)
            whole = replace(atom.formula, parts=parts)
            formulas = [whole if one is atom.formula else one for one in formulas]
        put = replace(atom, numeral=new, node=node, formula=whole)
        atoms = [put if one is atom else one for one in block.atoms]
        changed = replace(block, atoms=atoms, formulas=formulas)
        blocks = list(base.reading.blocks)
        blocks[block.number] = changed
        values = base.page_values - {atom.numeral.value} if last else base.page_values
        desk = fresh(
            base,
            reading=Reading(base.reading.text, blocks),
            focus=[changed],
            contexts=dict(base.contexts),
            bindings=base.bindings,
            page_values=values | {new.value},
        )
        return cls(desk, put, atom, place)

    @property
    def plain(self) -> bool:
        """Whether it is a member of its compounds by itself (or with a minus), never a part of an
        expression."""
        return all(
            len(item.atoms) == 1 and item.numeral.span == self.old.span
            for group in self.place.compounds
            for item in group.items
            if self.old in item.atoms
        )

    def compounds(self) -> list[Compound]:
        """The compounds that it is in, with the new number in its place."""
        if not self.plain:
            return [one for one in compounds(self.desk) if any(self.atom in item.atoms for item in one.items)]
        return [self._put(group) for group in self.place.compounds]

    def _put(self, group: Compound) -> Compound:
        items = []
        for item in group.items:
            if self.old in item.atoms:
                new = self.atom.numeral
                if item.numeral.value != self.old.numeral.value:
                    new = replace(new, value=-new.value, sign="" if new.sign == "-" else "-")
                items.append(replace(item, atoms=(self.atom,), numeral=new))
            else:
                items.append(item)
        return replace(group, items=tuple(items))

    def wholes(self) -> Iterator[tuple[Node, Value | None]]:
        """The closed expressions that it is in, each with its new value."""
        for whole in self.place.wholes:
            if self.old.node is not None and self.atom.node is not None:
                changed = substituted(whole, self.old.node, self.atom.node)
                yield whole, evaluate(changed, {}, conventions=self.desk.conventions)
