"""Evidence by sequence: the numbers of rows, steps and layers, 1, 2, 3 and so on with none missing."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from tallybook.model import Evidence, EvidenceKind

if TYPE_CHECKING:
    from tallybook.ledger.desk import Desk, Found
    from tallybook.ledger.reading import BlockReading


def apply(desk: Desk) -> Found:
    """Evidence for the first column of a table that counts its rows from 1 (or 0)."""
    columns: dict[int, list[BlockReading]] = {}
    for block in desk.reading.blocks:
        if block.block.table >= 0 and block.block.column == 0 and block.block.row > 0:
            columns.setdefault(block.block.table, []).append(block)
    for cells in columns.values():
        numbered = [cell for cell in cells if cell.atoms]
        if len(numbered) < 3 or any(len(cell.atoms) != 1 for cell in numbered):
            continue
        numbers = [cell.atoms[0].numeral.value for cell in numbered]
        if numbers[0] in (0, 1) and all(b - a == 1 for a, b in itertools.pairwise(numbers)):
            detail = f"rows {numbers[0]} to {numbers[-1]}"
            for cell in numbered:
                yield cell.atoms[0], Evidence(EvidenceKind.SEQUENCE, detail, True, True)
