"""A page read for its numbers: every digit becomes an atom (a claim in the making) or is listed as no
claim."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from tallybook.latex.parser import parse_formula
from tallybook.latex.tree import Bound, Formula, Node, Num, Text
from tallybook.ledger.behind import completed
from tallybook.ledger.context import BlockText
from tallybook.ledger.distributions import squares
from tallybook.ledger.words import NUMBERED
from tallybook.markup.segment import TOO_MUCH, Block, Piece, PieceKind, segment
from tallybook.model import NotClaim
from tallybook.numerals.numeral import Conventions, Form, NotNumeral, Numeral
from tallybook.numerals.prose import read_prose
from tallybook.numerals.words import read_words
from tallybook.span import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


@dataclass(frozen=True, slots=True, eq=False)
class Atom:
    """A number at its place. ``node`` and ``formula`` tell where in a formula it stands, if it stands in one.

    ``mark`` is the author's binding, as (relation, name). ``block`` is the number of its block, ``order`` of
    itself on the page: one more than the number before it in its block, and whatever other blocks hold.
    """

    numeral: Numeral
    block: int
    order: int
    node: Num | None = None
    formula: Formula | None = None
    mark: tuple[str, str] | None = None

    @property
    def span(self) -> Span:
        """Where it stands."""
        return self.numeral.span


@dataclass(slots=True)
class BlockReading:
    """One block with its numbers in the order of the text. Once its desk is prepared it stays as it is, and
    serves the page again as long as its text does."""

    number: int
    block: Block
    text: BlockText
    atoms: list[Atom] = field(default_factory=list)
    formulas: list[Formula] = field(default_factory=list)
    not_claims: list[NotClaim] = field(default_factory=list)
    wanted: frozenset[str] = frozenset()
    """The digits of its numbers, as they were read."""
    shares: tuple[Numeral, ...] = ()
    """Its percentages, as they were read, all standing at 0."""
    noted: dict[str, frozenset[str]] = field(default_factory=dict, init=False, repr=False, compare=False)
    """Names in it, found when somebody first asks (``memory``)."""


@dataclass(slots=True)
class Reading:
    """A whole text. ``anew`` are the numbers of the blocks that no earlier reading had; None for all."""

    text: str
    blocks: list[BlockReading]
    anew: frozenset[int] | None = None

    def atoms(self) -> Iterator[Atom]:
        """All atoms in the order of the text."""
        for block in self.blocks:
            yield from block.atoms


_NUMERIC = r"(?:[\d.,\u2009\u202f\u00a0()]|\\,|\\%|%|[-+−*/·×^=≈]|\s(?=[-+−*/·×^=≈(\d])|(?<=[-+−*/·×^=≈)])\s)"
_PROSE_CHAIN = re.compile(
    r"(?<![\w.,$])(?:[(+−-]?[\d.]"
    + _NUMERIC
    + r"*[-+−*/·×^]"
    + _NUMERIC
    + r"*[\d)%])\s*[=≈]\s*"
    + r"[-+−(]?[\d.]"
    + _NUMERIC
    + r"*"
)
UNREADABLE = "unreadable:"
"""How the reason begins for what was seen and could not be read."""
_LONGEST_BLOCK = 40_000  # characters of a paragraph or formula
_MOST_NUMBERS = 2_500  # in a paragraph
PLACES = 4_096  # numbers of atoms that a block has for itself
_MOST_CELLS = 2_500  # of a table
_CODE_NUMERAL = re.compile(
    r"\s*[-+−]?(?:0[xX][0-9A-Fa-f]+|0[bBoO][0-7]+|"
    r"\.?\d[\d.,_ \u2009\u202f\u00a0]*(?:[eE][-+]?\d+)?\s*%?)\s*\Z"
)
_DIGIT = re.compile(r"\d[\d.,]*")


def blocks_of(text: str, stretches: Sequence[Span]) -> list[Block]:
    """The blocks of some stretches of a text, as they are read."""
    return [
        block for stretch in stretches for block in _within_bounds(segment(text, stretch.start, stretch.end))
    ]


def read_text(
    text: str,
    blocks: Sequence[Block],
    conventions: Conventions,
    macros: Mapping[str, str],
    known: Mapping[int, BlockReading] | None = None,
) -> Reading:
    """All numbers of some blocks of a text. Every digit in them ends in an atom or in a ``NotClaim``.
    ``known`` are those that have been read before, by their place."""
    before = known or {}
    readings = [
        before[number]
        if number in before
        else read_block(text, block, number, number * PLACES, conventions, macros)
        for number, block in enumerate(blocks)
    ]
    anew = None if known is None else frozenset(range(len(blocks))).difference(before)
    return Reading(text, readings, anew)


def _within_bounds(blocks: Sequence[Block]) -> Iterator[Block]:
    """The blocks, each table of too many cells as one that is not read."""
    tables: dict[int, list[Block]] = {}
    for block in blocks:
        if block.table >= 0:
            tables.setdefault(block.table, []).append(block)
    for block in blocks:
        cells = tables.get(block.table, [])
        if len(cells) <= _MOST_CELLS:
            yield block
        elif block is cells[0]:
            yield Block(TOO_MUCH, block.span.cover(cells[-1].span), ())


def read_block(
    text: str, block: Block, number: int, order: int, conventions: Conventions, macros: Mapping[str, str]
) -> BlockReading:
    """The numbers of one block; ``order`` is the number of its first atom on the page."""
    reading = BlockReading(number, block, BlockText.of(text, block))
    if block.kind == TOO_MUCH:
        reason = "a paragraph of too many brackets, or a table of too many cells"
        reading.not_claims.append(NotClaim(block.span, "", f"{UNREADABLE} {reason}"))
        return reading
    if len(block.span) > _LONGEST_BLOCK:
        reading.not_claims.append(
            NotClaim(block.span, "", f"{UNREADABLE} a paragraph of {len(block.span)} characters")
        )
        return reading
    found: list[tuple[Numeral, Num | None, Formula | None, tuple[str, str] | None]] = []
    for piece in block.pieces:
        if piece.kind is PieceKind.TEXT:
            _text(text, piece.span.start, piece.span.end, reading, found, conventions, macros)
        elif piece.kind in (PieceKind.MATH, PieceKind.DISPLAY):
            _formula(text, piece.inner, reading, found, conventions, macros)
        elif piece.kind is PieceKind.CODE and (only := _code_numeral(text, piece, conventions)) is not None:
            _item(only, reading, found)
        else:
            _hidden(text, piece, reading)
    _marked_words(text, reading, found)
    if len(found) > _MOST_NUMBERS:
        reading.not_claims.append(
            NotClaim(block.span, "", f"{UNREADABLE} {len(found)} numbers in one paragraph")
        )
        return reading
    found.sort(key=lambda entry: entry[0].span)
    for numeral, node, formula, mark in found:
        for written in block.marks:
            if numeral.span in written.inner:
                mark = (written.relation, written.name)
        reading.atoms.append(Atom(numeral, number, order + len(reading.atoms), node, formula, mark))
    numerals = [atom.numeral for atom in reading.atoms]
    reading.wanted = frozenset(one.digits.lstrip("0") for one in numerals if one.digits.strip("0"))
    reading.shares = tuple(dict.fromkeys(replace(one, span=_NOWHERE) for one in numerals if one.percent))
    return reading


_Found = list[tuple[Numeral, Num | None, Formula | None, tuple[str, str] | None]]


def _text(
    text: str,
    start: int,
    end: int,
    reading: BlockReading,
    found: _Found,
    conventions: Conventions,
    macros: Mapping[str, str],
) -> None:
    position = start
    for command in _COMMANDS.finditer(text, start, end):
        _text(text, position, command.start(), reading, found, conventions, macros)
        position = command.end()
        if command["quantity"]:
            _formula(text, Span(command.start(), position), reading, found, conventions, macros)
            continue
        for match in _DIGIT.finditer(text, *command.span()):
            reading.not_claims.append(NotClaim(Span(*match.span()), match[0], "label"))
    if position > start:
        _text(text, position, end, reading, found, conventions, macros)
        return
    if "=" in text[start:end] or "≈" in text[start:end]:
        for match in _PROSE_CHAIN.finditer(text, start, end):
            stop = match.start() + len(match[0].rstrip(" .,;:"))
            _plain(text, position, match.start(), reading, found, conventions)
            _formula(text, Span(match.start(), stop), reading, found, conventions, macros)
            position = stop
    _plain(text, position, end, reading, found, conventions)


def _plain(
    text: str, start: int, end: int, reading: BlockReading, found: _Found, conventions: Conventions
) -> None:
    if start >= end:
        return
    words = read_words(text, start, end)
    digits = read_prose(text, start, end, conventions)
    taken = [word.span for word in words if isinstance(word, Numeral)]
    for item in digits:
        if not any(span.overlaps(item.span) and len(span) >= len(item.span) for span in taken):
            _item(item, reading, found)
    covered = [item.span for item in digits if isinstance(item, Numeral)]
    for word in words:
        if not any(span.overlaps(word.span) and len(span) > len(word.span) for span in covered):
            _item(word, reading, found)


_NOWHERE = Span(0, 0)
_COMMANDS = re.compile(
    r"\\(?:(?:eqref|ref|cref|autoref|label|cite[a-z]*)\{[^}]*\}"
    r"|(?P<quantity>(?:num|qty|SI|ang)(?:\[[^\]]*\])?(?:\{[^{}]*\}){1,2}))"
)
"""Commands of LaTeX that are read outside of mathematics as well: labels, and numbers of siunitx."""


def _marked_words(text: str, reading: BlockReading, found: _Found) -> None:
    """A word that an author binds is a claim, whatever it would be without the mark: ``[half]{~share}``."""
    for mark in reading.block.marks:
        if any(numeral.span in mark.inner for numeral, *_ in found):
            continue
        alone = text[mark.inner.start : mark.inner.end]
        for word in read_words(alone, 0, len(alone)):
            if isinstance(word, Numeral):
                span = word.span.shift(mark.inner.start)
                found.append((replace(word, span=span), None, None, None))
                reading.not_claims[:] = [one for one in reading.not_claims if not one.span.overlaps(span)]


def _code_numeral(text: str, piece: Piece, conventions: Conventions) -> Numeral | None:
    """The number of a code span that holds one number and nothing else."""
    if not _CODE_NUMERAL.match(text, piece.inner.start, piece.inner.end):
        return None
    items = read_prose(text, piece.inner.start, piece.inner.end, conventions)
    return items[0] if len(items) == 1 and isinstance(items[0], Numeral) else None


def _item(item: Numeral | NotNumeral, reading: BlockReading, found: _Found) -> None:
    if isinstance(item, Numeral) and item.form is Form.ORDINAL and item.text.isalpha() and item.value <= 12:
        reading.not_claims.append(
            NotClaim(item.span, item.text, "a place in an order")
        )  # the first layer, the third column
    elif isinstance(item, Numeral):
        found.append((item, None, None, None))
    else:
        reading.not_claims.append(NotClaim(item.span, item.text, item.reason))


def _hidden(text: str, piece: Piece, reading: BlockReading) -> None:
    for match in _DIGIT.finditer(text, piece.span.start, piece.span.end):
        reading.not_claims.append(NotClaim(Span(*match.span()), match[0], piece.reason or "code"))


def _formula(
    text: str,
    span: Span,
    reading: BlockReading,
    found: _Found,
    conventions: Conventions,
    macros: Mapping[str, str],
) -> None:
    formula = parse_formula(text, span.start, span.end, conventions=conventions, macros=macros)
    formula = completed(text, formula)
    reading.formulas.append(formula)
    ignored = {where for where, _ in formula.ignored}
    for where in squares(formula):
        ignored.add(where)
        reading.not_claims.append(NotClaim(where, text[where.start : where.end], "a variance as a square"))
    if len(formula.parts) == 1 and isinstance(only := formula.parts[0], Num):
        shown = text[only.span.start : only.span.end] + text[span.end : span.end + 8].lstrip("$")
        if NUMBERED.match(shown) and text[span.end : span.end + 1] == "$":
            reading.not_claims.append(
                NotClaim(only.span, only.numeral.text, "a number inside a hyphenated word")
            )
            return
    for where, reason in formula.ignored:
        reading.not_claims.append(NotClaim(where, text[where.start : where.end], reason))
    for part in formula.parts:
        _nodes(part, None, formula, ignored, found)


def _nodes(
    node: Node, mark: tuple[str, str] | None, formula: Formula, ignored: set[Span], found: _Found
) -> None:
    if isinstance(node, Num):
        if node.span not in ignored and node.numeral.span not in ignored:
            found.append((node.numeral, node, formula, mark))
        return
    if isinstance(node, Text):
        for inner in node.numerals:
            _nodes(inner, mark, formula, ignored, found)
        return
    if isinstance(node, Bound):
        mark = (node.relation, node.name)
    for child in node.children():
        _nodes(child, mark, formula, ignored, found)


def unseen_digits(reading: Reading, start: int, end: int) -> list[Span]:
    """Digits of the text that are in no atom and in no ``NotClaim``: a fault of the reader, never let pass
    in silence."""
    seen = bytearray(end - start)
    for block in reading.blocks:
        for span in (*(atom.span for atom in block.atoms), *(other.span for other in block.not_claims)):
            first, last = max(span.start - start, 0), min(span.end - start, end - start)
            seen[first:last] = b"\x01" * max(last - first, 0)
    return [
        Span(match.start(), match.end())
        for match in re.finditer(r"\d+", reading.text[start:end])
        if not all(seen[match.start() : match.end()])
    ]
