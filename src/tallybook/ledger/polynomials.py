"""Evidence by coefficients: a polynomial in the text against the array of its coefficients in the check, as
``np.roots([1, -6, 11, -6])`` has them for ``x^3 - 6x^2 + 11x - 6``."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from tallybook.latex.tree import Add, Chain, Div, Mul, Neg, Node, Num, Pow, Sym
from tallybook.ledger.facts import Origin
from tallybook.ledger.legs import bare
from tallybook.model import Evidence, EvidenceKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tallybook.ledger.desk import Desk, Found
    from tallybook.ledger.facts import Series

_HIGHEST = 40
_KINDS = frozenset({"array", "literal", "given"})


@dataclass(slots=True)
class Polynomial:
    """Coefficients by degree, and the numerals that write them."""

    variable: str = ""
    terms: dict[int, Fraction] = field(default_factory=dict)
    nodes: list[Num] = field(default_factory=list)

    @property
    def values(self) -> list[Fraction]:
        """All coefficients, the highest first, those not written among them."""
        return [self.terms.get(degree, Fraction(0)) for degree in range(max(self.terms), -1, -1)]


def apply(desk: Desk) -> Found:
    """Evidence for the coefficients of a polynomial that stand in one array of the check, in falling or
    rising order of their powers."""
    arrays = [one for one in desk.pool.series if one.kind in _KINDS and len(one.facts) > 2]
    if not arrays:
        return
    for block in desk.focus:
        by_span = {atom.span: atom for atom in block.atoms}
        for formula in block.formulas:
            for part in formula.parts:
                for polynomial in _polynomials(part):
                    series = _array(polynomial.values, arrays)
                    if series is None:
                        continue
                    first = series.facts[0]
                    kind = EvidenceKind.PRINTED if first.origin is Origin.PRINT else EvidenceKind.GIVEN
                    line = first.line if first.origin is Origin.PRINT else None
                    for node in polynomial.nodes:
                        if node.span in by_span:
                            yield (
                                by_span[node.span],
                                Evidence(kind, first.text, True, True, line, first.script_line, part.span),
                            )


def _array(values: list[Fraction], arrays: list[Series]) -> Series | None:
    for series in arrays:
        have = [fact.value for fact in series.facts]
        if have in (values, values[::-1]):
            return series
    return None


def _polynomials(part: Node) -> Iterator[Polynomial]:
    for side in part.operands if isinstance(part, Chain) else (part,):
        node = bare(side)
        if isinstance(node, Add):
            found = Polynomial()
            if all(_term(each, Fraction(1), found) for each in node.terms) and len(found.values) > 2:
                yield found


def _term(node: Node, sign: Fraction, found: Polynomial) -> bool:
    """Take in one term; False for what is no term of a polynomial in one symbol."""
    if isinstance(node, Neg):
        return _term(node.operand, -sign, found)
    coefficient, degree = sign, 0
    for factor in node.factors if isinstance(node, Mul) else (node,):
        if isinstance(factor, Num):
            coefficient *= factor.numeral.value
            found.nodes.append(factor)
        elif (
            isinstance(factor, Div)
            and isinstance(factor.numerator, Num)
            and isinstance(factor.denominator, Num)
        ):
            if not factor.denominator.numeral.value:
                return False
            coefficient *= factor.numerator.numeral.value / factor.denominator.numeral.value
            found.nodes.extend((factor.numerator, factor.denominator))
        else:
            power = _power(factor, found)
            if not power:
                return False
            degree += power
    if degree in found.terms or degree > _HIGHEST:
        return False
    found.terms[degree] = coefficient
    return True


def _power(node: Node, found: Polynomial) -> int:
    """The degree of a power of the polynomial's symbol, 0 for anything else."""
    exponent = 1
    if isinstance(node, Pow) and isinstance(node.exponent, Num):
        value = node.exponent.numeral.value
        exponent = int(value) if value.denominator == 1 and 0 < value <= _HIGHEST else 0
        node = node.base
    if not isinstance(node, Sym) or found.variable not in ("", node.key):
        return 0
    found.variable = node.key
    return exponent
