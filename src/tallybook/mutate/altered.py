"""One block of a page with another number in it, read alone.

Its text is appended behind the page's own, so that all other blocks keep their offsets and need not be read
again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tallybook.ledger.account import prepare
from tallybook.ledger.desk import Desk
from tallybook.ledger.reading import BlockReading, Reading, read_block
from tallybook.markup.segment import Piece, PieceKind
from tallybook.span import Span

if TYPE_CHECKING:
    from tallybook.ledger.reading import Atom
    from tallybook.mutate.mutants import Mutant
    from tallybook.mutate.subject import Subject

_CONTEXT = 2  # characters around a block that its reading may look at
_DIVIDES = re.compile(r"[$|\n]|\\[()\[\]]")
_PLAIN = re.compile(r"[A-Za-z][A-Za-z -]*|[\d.,{}\\%+−\u2009\u202f-]*")
"""What Markdown cannot take for its own, save at the start of a line."""


def apart(text: str, block: BlockReading, mutant: Mutant) -> bool:
    """Whether a mutant leaves the division of the page into blocks and pieces as it is, so that one block
    may be read alone."""
    start, end = mutant.span.start, mutant.span.end
    piece = next((one for one in block.block.pieces if mutant.span in one.span), None)
    if piece is None:
        return False
    if piece.kind in (PieceKind.MATH, PieceKind.DISPLAY):
        return not _DIVIDES.search(mutant.written)
    if piece.kind is not PieceKind.TEXT or _PLAIN.fullmatch(mutant.written) is None:
        return False
    if "$" in (text[start - 1 : start], text[end : end + 1]):
        return False
    if block.block.table >= 0 or (mutant.written[0].isalpha() and text[start].isalpha()):
        return True
    return bool(text[text.rfind("\n", 0, start) + 1 : start].strip(" \t>#*-+"))


@dataclass(frozen=True, slots=True)
class Altered:
    """A block as it was and as it reads with a mutant in it. ``alone`` is a desk with nothing but that
    reading, whose text has the altered block appended."""

    block: BlockReading
    reading: BlockReading
    alone: Desk


def read_altered(subject: Subject, desk: Desk, block: BlockReading, mutant: Mutant, order: int) -> Altered:
    """Read a block with a mutant in it; its atoms are numbered from ``order``."""
    text = desk.reading.text
    first = max(block.block.span.start - _CONTEXT, 0)
    last = min(block.block.span.end + _CONTEXT, len(text))
    appended = len(text) + 2
    by, longer, end = appended - first, len(mutant.written) - len(mutant.span), mutant.span.end
    whole = f"{text}\n\n{text[first : mutant.span.start]}{mutant.written}{text[end:last]}"

    def there(span: Span) -> Span:
        start = span.start + by + (longer if span.start >= end else 0)
        return Span(start, max(start, span.end + by + (longer if span.end >= end else 0)))

    old = block.block
    pieces = tuple(Piece(one.kind, there(one.span), there(one.inner), one.reason) for one in old.pieces)
    marks = tuple(replace(one, span=there(one.span), inner=there(one.inner)) for one in old.marks)
    moved = replace(old, span=there(old.span), pieces=pieces, marks=marks)
    reading = read_block(whole, moved, block.number, order, subject.conventions, subject.against.macros)
    references = [
        (there(span), id_)
        for span, id_ in desk.references
        if span in old.span and not span.overlaps(mutant.span)
    ]
    alone = Desk(Reading(whole, [reading]), desk.pool, desk.script, desk.conventions, references=references)
    prepare(alone)
    return Altered(block, reading, alone)


def alike(altered: Altered, atom: Atom) -> bool:
    """Whether an altered block reads as it did but for one number: the same numbers, the same expressions
    around them."""
    reading, block = altered.reading, altered.block
    others = [(one.numeral.text, one.numeral.value) for one in block.atoms if one is not atom]
    number = block.atoms.index(atom)
    new = [(one.numeral.text, one.numeral.value) for at, one in enumerate(reading.atoms) if at != number]
    return others == new and _shape(reading) == _shape(block)


def _shape(reading: BlockReading) -> list[type]:
    return [type(node) for one in reading.formulas for part in one.parts for node in part.walk()]


def atom_at(altered: Altered, mutant: Mutant) -> Atom | None:
    """The atom that a mutant was read as in its altered block, None if it was read as anything else."""
    shift = altered.reading.block.span.start - altered.block.block.span.start
    start, end = mutant.place
    for atom in altered.reading.atoms:
        if (atom.span.start - shift, atom.span.end - shift) == (start, end):
            return atom if mutant.value is None or atom.numeral.value == mutant.value else None
    return None
