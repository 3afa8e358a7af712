"""Evidence by counting: a number that announces what the page itself shows, such as ``four lessons:`` before
four items."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tallybook.model import Evidence, EvidenceKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tallybook.ledger.desk import Desk, Found
    from tallybook.ledger.reading import Atom, BlockReading
    from tallybook.ledger.runs import Compound

_BOLD = re.compile(r"\s*(?:\*\*|__)\S")
_LARGEST = 40


def apply(desk: Desk, compounds: Sequence[Compound]) -> Found:
    """Evidence (or, for a list announced by a colon, evidence against) for numbers that count what
    follows."""
    yield from _lists(desk)
    yield from _runs(desk)
    yield from _bold(desk)


def _candidates(block: BlockReading) -> list[Atom]:
    return [
        atom
        for atom in block.atoms
        if atom.numeral.value.denominator == 1
        and 2 <= atom.numeral.value <= _LARGEST
        and atom.numeral.form in ("word", "integer")
    ]


def _lists(desk: Desk) -> Found:
    blocks = desk.reading.blocks
    for number, block in enumerate(blocks[:-1]):
        if block.block.kind != "paragraph" or not block.text.plain.rstrip().endswith(":"):
            continue
        inside = block.block.lists
        following = [one for one in blocks[number + 1 :] if len(one.block.lists) > len(inside)]
        if not following or following[0] is not _next(blocks, number):
            continue
        the_list = following[0].block.lists[len(inside)][0]
        items = max(
            one.block.lists[len(inside)][1]
            for one in following
            if one.block.lists[len(inside)][0] == the_list
        )
        last = block.text.sentence(block.block.span.end - 1)[0] + block.text.start
        announcing = [
            atom for atom in _candidates(block) if atom.span.start >= last and atom.numeral.form == "word"
        ]
        if not announcing:
            continue
        atom = announcing[-1]
        holds = atom.numeral.value == items
        yield (
            atom,
            Evidence(
                EvidenceKind.COUNTED, f"{items} items follow", holds, holds, span=following[0].block.span
            ),
        )


def _next(blocks: Sequence[BlockReading], number: int) -> BlockReading | None:
    """The next block that is not the marker of a list item."""
    for block in blocks[number + 1 :]:
        if block.block.kind != "marker":
            return block
    return None


def _runs(desk: Desk) -> Found:
    """``The four groups have 1358, 1820, 837 and 366 members``: the run of numbers in the same sentence."""
    from tallybook.ledger.runs import lists

    for block in desk.focus:
        for run in lists(block, desk):
            first, last = block.text.sentence(run.span.start)
            for atom in _candidates(block):
                where = atom.span.start - block.text.start
                if (
                    first <= where < last
                    and atom.span.end <= run.span.start
                    and atom.numeral.value == len(run.items) > 1
                ):
                    yield (
                        atom,
                        Evidence(
                            EvidenceKind.COUNTED,
                            f"{len(run.items)} numbers follow",
                            True,
                            True,
                            span=run.span,
                        ),
                    )


def _bold(desk: Desk) -> Found:
    """``Three consequences.`` before three paragraphs that open in bold type."""
    blocks = desk.reading.blocks
    text = desk.reading.text
    for number, block in enumerate(blocks):
        candidates = [atom for atom in _candidates(block) if atom.numeral.form == "word"]
        if not candidates or block.block.kind not in ("paragraph", "heading"):
            continue
        following = 0
        for other in blocks[number + 1 :]:
            if other.block.kind == "heading":
                break
            if other.block.kind == "paragraph" and _BOLD.match(text, other.block.span.start):
                following += 1
        for atom in candidates:
            if atom.numeral.value == following:
                yield (
                    atom,
                    Evidence(EvidenceKind.COUNTED, f"{following} paragraphs with titles follow", True, True),
                )
