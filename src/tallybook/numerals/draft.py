"""Making numerals and spans in bulk.

A frozen dataclass sets each of its fields through ``object.__setattr__`` and takes four times as long as a
mutable one.
A listing has hundreds of thousands of numerals, so they are filled as a mutable draft that then becomes a
numeral.
"""

from __future__ import annotations

from dataclasses import MISSING, field, fields, make_dataclass
from typing import TYPE_CHECKING

from tallybook.numerals.numeral import Numeral
from tallybook.span import Span

_new, _set_start, _set_end = object.__new__, vars(Span)["start"].__set__, vars(Span)["end"].__set__


def span_of(start: int, end: int) -> Span:
    """A span whose order is known: half of the constructor's time, and half of all objects of a tree are
    spans."""
    span = _new(Span)
    _set_start(span, start)
    _set_end(span, end)
    return span


if TYPE_CHECKING:
    from fractions import Fraction

    make_numeral = Numeral
else:
    _Draft = make_dataclass(
        "_Draft",
        [
            (f.name, f.type, field(default=None if f.default is MISSING else f.default))
            for f in fields(Numeral)
        ],
        slots=True,
        eq=False,
    )

    def make_numeral(*values, **named):
        """A numeral, with the arguments of ``Numeral``."""
        draft = _Draft(*values, **named)
        draft.__class__ = Numeral
        return draft


def with_value(numeral: Numeral, value: Fraction) -> Numeral:
    """The numeral with another value, as if that were written to its digits."""
    return make_numeral(
        numeral.span, numeral.text, value, numeral.ulp, numeral.form, numeral.sign, numeral.percent,
        numeral.digits, numeral.unit, numeral.currency, numeral.scaled, numeral.approximate,
        numeral.uncertainty, numeral.ambiguous, numeral.year,
    )  # fmt: skip
