"""Evidence against a number by its spelling: ``00.25`` and ``-05`` are no way to write a number, whatever
their value."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tallybook.model import Evidence, EvidenceKind
from tallybook.numerals.numeral import Form

if TYPE_CHECKING:
    from tallybook.ledger.desk import Desk, Found

_ZEROS = re.compile(r"[-+−±]?\s*0+\d[\d\s,{}\\]*[.,]\d")  # a decimal with a zero before its whole part


def apply(desk: Desk) -> Found:
    """Decimals with a leading zero too many. (Whole numbers with one are digit strings, and compared as
    such.)"""
    for block in desk.focus:
        for atom in block.atoms:
            numeral = atom.numeral
            if numeral.form in (Form.DECIMAL, Form.SCIENTIFIC, Form.REPEATING) and _ZEROS.match(numeral.text):
                yield atom, Evidence(EvidenceKind.PRINTED, "a leading zero too many", False, False)
