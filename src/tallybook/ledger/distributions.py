"""Distributions with their parameters: ``N(0, 0.5^2)``. That a variance is written as the square of the
deviation is notation; the 2 states nothing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tallybook.latex.tree import Call, Num, Pow

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tallybook.latex.tree import Formula, Node
    from tallybook.span import Span

_NORMAL = re.compile(r"(?:math\w+\()?(?:N|Normal|normal|Lognormal|LogNormal|LN)\)?\Z")


def squares(formula: Formula) -> Iterator[Span]:
    """The exponents of the variances of normal distributions."""
    for part in formula.parts:
        yield from _squares(part)


def _squares(node: Node) -> Iterator[Span]:
    if isinstance(node, Call) and len(node.arguments) == 2 and _NORMAL.match(node.name):
        variance = node.arguments[1]
        if (
            isinstance(variance, Pow)
            and isinstance(variance.base, Num)
            and isinstance(variance.exponent, Num)
        ):
            exponent = variance.exponent.numeral
            if exponent.value == 2 and exponent.digits == "2":
                yield exponent.span
    for child in node.children():
        yield from _squares(child)
