"""LaTeX mathematics: an expression tree in which every node knows its span, and its exact evaluation."""

from tallybook.latex.angles import angle_unit, in_unit
from tallybook.latex.evaluate import evaluate, undecided_log
from tallybook.latex.facts import both_signs, free_symbols, holds, holds_mod, units
from tallybook.latex.parser import parse_formula

__all__ = [
    "angle_unit",
    "both_signs",
    "evaluate",
    "free_symbols",
    "holds",
    "holds_mod",
    "in_unit",
    "parse_formula",
    "undecided_log",
    "units",
]
