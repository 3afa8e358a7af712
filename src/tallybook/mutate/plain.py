"""Mutants that can be told how they read without reading: plain digits in the place of plain digits, with
nothing near that could make something else of them."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from tallybook.latex.parser import parse_formula
from tallybook.latex.tree import Num
from tallybook.numerals.numeral import Conventions, Form, Numeral
from tallybook.numerals.prose import read_prose

if TYPE_CHECKING:
    from tallybook.ledger.reading import Atom
    from tallybook.mutate.mutants import Mutant
    from tallybook.span import Span

_PLAIN = re.compile(r"(?:[1-9]\d*|0|[1-9]\d{0,2}(?:\\,\d{3})+)(?:\.\d+)?")
_STRUCTURAL = ("0", "1")  # read as part of a set, a bracket, a shape where they stand in one
_YEARS = re.compile(r"[12]\d{3}")
_BEFORE = {True: re.compile(r"(?:[={(\[+&\s~]|\\[,;:!])\Z"), False: re.compile(r"(?:\A|[\s(])\Z")}
_AFTER = {
    True: re.compile(
        r"[ \n]*(?:\Z|[=)}\]+&$<>-]|,\s|[.,;]\Z"
        r"|\\(?:\\|cdot|qquad|quad|times\s*\d|;|Rightarrow|approx|le\b|ge\b|end\b|right))"
    ),
    False: re.compile(r"(?:\s|[.,;:)](?:\s|\Z)|\Z)(?!\s*(?:[×x*/^=]|\\))"),
}


def reads_as(atom: Atom, text: str, piece: Span, mutant: Mutant, conventions: Conventions) -> Numeral | None:
    """What a mutant of an atom reads as, with the atom's span; None where that takes reading its block.

    ``piece`` is the stretch of prose or mathematics that the atom stands in.
    """
    own, written = atom.numeral, mutant.written
    if not _is_plain(own) or _PLAIN.fullmatch(own.text) is None or _PLAIN.fullmatch(written) is None:
        return None
    mathematics = atom.formula is not None
    if (mathematics and written in _STRUCTURAL) or (not mathematics and _YEARS.fullmatch(written)):
        return None
    if (
        _BEFORE[mathematics].search(text, piece.start, own.span.start) is None
        and own.span.start > piece.start
    ):
        return None
    if _AFTER[mathematics].match(text, own.span.end, piece.end) is None:
        return None
    alone = _alone(written, mathematics, conventions)
    if alone is None or (mutant.value is not None and alone.value != mutant.value):
        return None
    return replace(alone, span=own.span, unit=own.unit, approximate=own.approximate)


def _is_plain(own: Numeral) -> bool:
    return own.form in (Form.INTEGER, Form.DECIMAL) and not (
        own.sign
        or own.percent
        or own.scaled
        or own.currency
        or own.ambiguous
        or own.year
        or own.approximate
        or own.uncertainty
    )


@lru_cache(maxsize=65536)
def _alone(written: str, mathematics: bool, conventions: Conventions) -> Numeral | None:
    if mathematics:
        parts = parse_formula(written, 0, len(written), conventions=conventions).parts
        found = [part.numeral for part in parts if isinstance(part, Num)] if len(parts) == 1 else []
    else:
        found = [one for one in read_prose(written, 0, len(written), conventions) if isinstance(one, Numeral)]
    whole = len(found) == 1 and len(found[0].span) == len(written) and _is_plain(found[0])
    return found[0] if whole else None
