"""Numbers that belong together in a text: what a compound is, and those that stand in a row in a sentence."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tallybook.ledger.moved import movements
from tallybook.numerals.numeral import Form

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tallybook.ledger.desk import Desk
    from tallybook.ledger.reading import Atom, BlockReading
    from tallybook.numerals.numeral import Numeral
    from tallybook.span import Span


@dataclass(frozen=True, slots=True)
class Item:
    """One member of a compound: its value as written, and the atoms it is made of."""

    numeral: Numeral
    atoms: tuple[Atom, ...]


@dataclass(frozen=True, slots=True)
class Compound:
    """Numbers that belong together in the text. ``gap`` is the place of an ellipsis among the items, -1 if
    there is none."""

    kind: str
    items: tuple[Item, ...]
    gap: int = -1

    @property
    def bracketed(self) -> bool:
        """Whether its ends are marked, so that it can only be the whole of an array, never a stretch of
        something longer."""
        return self.kind in ("tuple", "matrix", "shape", "factors")

    @property
    def anchor(self) -> Atom:
        """The atom whose surroundings stand for the whole."""
        return self.items[0].atoms[0]

    @property
    def span(self) -> Span:
        """From the first number to the last."""
        return self.items[0].atoms[0].span.cover(self.items[-1].atoms[-1].span)


_RANGE = frozenset({"–", "--", "to"})  # what stands between the ends of a range
_LIST_GAP = re.compile(r"[\s$,;]*(?:and|or|und)?[\s$]*\Z")


def lists(block: BlockReading, desk: Desk) -> Iterator[Compound]:
    """Numbers of one sentence with nothing but commas and *and* between them."""
    run: list[Atom] = []
    text = desk.reading.text
    moved = {one.second.order for one in movements(block, text)}
    for atom in block.atoms:
        if run:
            between = text[run[-1].span.end : atom.span.start]
            if _is_range(text, run[-1], between, atom) and atom.order not in moved:
                yield Compound("range", (Item(run[-1].numeral, (run[-1],)), Item(atom.numeral, (atom,))))
            linked = len(between) < 40 and ("," in between or "and" in between) and _LIST_GAP.match(between)
            if not linked or run[-1].formula is atom.formula is not None:
                if len(run) > 1:
                    yield Compound("list", tuple(Item(one.numeral, (one,)) for one in run))
                run = []
        run.append(atom)
    if len(run) > 1:
        yield Compound("list", tuple(Item(one.numeral, (one,)) for one in run))


def _is_range(text: str, first: Atom, between: str, last: Atom) -> bool:
    """Whether two numbers are the ends of something: ``11.1–13.7``, *between -1.2 and 0.2*, two clock times
    of a sentence."""
    word = between.strip(" $")
    if word in _RANGE:
        return True
    if word == "and":
        return text[max(first.span.start - 12, 0) : first.span.start].rstrip(" $").endswith("between")
    return first.numeral.form is last.numeral.form is Form.CLOCK and len(between) < 40 and "." not in between


_ANGLE = re.compile(
    r"\s*(?:°|\^\s*\\circ|\^\{\s*\\circ\s*\}|[′'’]|\^?\{?\s*\\?(?:mathrm|text|rm)?\s*\{?[hm]\}?\}?)\s*\Z"
)


def angles(block: BlockReading, desk: Desk) -> Iterator[Compound]:
    """Degrees, minutes and seconds: ``48°51′24″``."""
    text = desk.reading.text
    run: list[Atom] = []
    for atom in (*block.atoms, None):
        if run and (atom is None or not _ANGLE.match(text[run[-1].span.end : atom.span.start])):
            if len(run) > 1:
                yield Compound("angle", tuple(Item(one.numeral, (one,)) for one in run))
            run = []
        if atom is not None:
            run.append(atom)
