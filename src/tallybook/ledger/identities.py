"""Pairs of sides that may be identities in symbols, and whether they are: by exact values at sampled rational
points, or by SymPy."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tallybook.latex.evaluate import evaluate
from tallybook.latex.facts import free_symbols
from tallybook.latex.symbolic import TURNED, untransposed
from tallybook.latex.tree import BigOp, Call, Cases, Chain, Derivative, Node, Pow, Sym
from tallybook.latex.unfolding import is_limiting
from tallybook.ledger.chains import EQUALITIES
from tallybook.ledger.definitions import Definitions, definitions
from tallybook.ledger.domain import ENOUGH, Domain, domain_of, sampled
from tallybook.ledger.imaginary import imaginary_unit
from tallybook.ledger.legs import bare
from tallybook.ledger.matrices import Shaped, shaped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tallybook.latex.tree import Value
    from tallybook.ledger.desk import Desk
    from tallybook.ledger.reading import BlockReading
    from tallybook.numerals.numeral import Conventions

CONSTANTS = frozenset({"e"})
_SPECIAL = frozenset({"zeta", "Gamma"})


@dataclass(frozen=True, slots=True)
class Scope:
    """How a pair of sides is to be understood: ``unit`` is the symbol that may be the imaginary unit."""

    conventions: Conventions
    domain: Domain
    unit: str = ""
    shaped: Shaped = field(default_factory=Shaped)


@dataclass(slots=True)
class Pair:
    """Neighbouring sides of a chain that may be an identity, what is defined put in."""

    sides: tuple[Node, Node]
    relation: str
    chain: Chain
    block: BlockReading
    scope: Scope

    _how: str | None = None

    @property
    def how(self) -> str:
        """How it was established that it is one, in words for people; "" if it was not."""
        if self._how is None:
            self._how = identity(*self.sides, self.scope)
        return self._how

    @property
    def matrices(self) -> frozenset[str]:
        """Those of its symbols that do not commute."""
        return self.scope.shaped.within(free_symbols(self.sides[0]) | free_symbols(self.sides[1]))


def pairs(desk: Desk) -> Iterator[Pair]:
    """All pairs of sides of the page that may be identities."""
    unit = imaginary_unit(desk)
    known = definitions(desk)
    shapes: Shaped | None = None
    for block in desk.focus:
        scope: Scope | None = None
        for formula in block.formulas:
            for part in formula.parts:
                if not isinstance(part, Chain):
                    continue
                for sides, relation in _pairs(part, known, unit):
                    if shapes is None:
                        shapes = shaped(desk)
                    if scope is None:
                        scope = Scope(desk.conventions, domain_of(block, desk.reading.text), unit, shapes)
                    yield Pair(sides, relation, part, block, scope)


def _pairs(chain: Chain, known: Definitions, unit: str) -> list[tuple[tuple[Node, Node], str]]:
    """Neighbouring sides that share their symbols: only such a pair can be an identity (``y = 2x`` defines,
    ``2x = x + x`` is one). Constants are no symbols where a limit is taken: ``\\lim … = e``."""
    found: list[tuple[tuple[Node, Node], str]] = []
    offset = len(chain.operands) - len(chain.relations)
    for number in range(1, len(chain.operands)):
        relation = chain.relations[number - offset].symbol
        if relation not in EQUALITIES:
            continue
        left, right = (known.expanded(side, unit) for side in chain.operands[number - 1 : number + 1])
        left, right = _differentiated(left, right)
        one, other = _symbols(left), _symbols(right)
        if (
            (one and other <= one)
            or (one < other and (one or unit in other))
            or (other - CONSTANTS <= one and (decided_by_sympy(left) or decided_by_sympy(right)))
        ):
            found.append(((left, right), relation))
    return found


def _symbols(side: Node) -> frozenset[str]:
    """The free symbols of a side, transposed ones as they are without."""
    found = free_symbols(side)
    if not any("^" in key or key in TURNED for key in found):
        return found
    raised = {
        node.exponent.key for node in side.walk() if isinstance(node, Pow) and isinstance(node.exponent, Sym)
    }
    return frozenset(map(untransposed, found - (raised & TURNED)))


def _differentiated(left: Node, right: Node) -> tuple[Node, Node]:
    """``\\int f\\,dx = F + C`` says that the derivative of the right side is f."""
    for one, other in ((left, right), (right, left)):
        core = bare(one)
        if not isinstance(core, BigOp) or core.name != "int" or core.variable is None:
            continue
        if core.body is not None and core.lower is None and core.upper is None:
            return core.body, Derivative(other.span, other, core.variable)
    return left, right


def identity(left: Node, right: Node, scope: Scope) -> str:
    """How an identity was established, in words for people; "" if it was not."""
    symbols = sorted(free_symbols(left) | free_symbols(right))
    if scope.unit in symbols:
        proven = equal(left, right, scope.unit)
        return f"proven by SymPy, {scope.unit} the imaginary unit" if proven else ""
    matrices = scope.shaped.within(frozenset(symbols))
    if matrices:  # never by numbers, which commute
        return "proven by SymPy, products in order" if equal(left, right, matrices=matrices) else ""
    if decided_by_sympy(left) or decided_by_sympy(right):
        if not symbols:
            a, b = (evaluate(side, {}, conventions=scope.conventions) for side in (left, right))
            return "proven by SymPy" if a is not None and b is not None and _is_same(a, b) else ""
        return "proven by SymPy" if equal(left, right) else ""
    points = sampled(left, right, symbols, scope.conventions, scope.domain)
    if points >= ENOUGH:
        where = f" with {scope.domain.text}" if scope.domain.text else ""
        return f"holds exactly at {points} sampled rational points{where}"
    if points >= 0 and any(isinstance(node, Cases | BigOp) for side in (left, right) for node in side.walk()):
        return "proven by SymPy" if equal(left, right) else ""
    return ""


def _is_same(a: Value, b: Value) -> bool:
    if a.exact and b.exact:
        return a.value == b.value
    return abs(a.value - b.value) <= (abs(a.value) + 1) / 10**40


def decided_by_sympy(side: Node) -> bool:
    """Whether no sampling decides about a side: it holds a limit, an integral, a derivative or the like."""
    return any(
        is_limiting(node) or (isinstance(node, Call) and node.name in _SPECIAL) for node in side.walk()
    )


def equal(
    left: Node, right: Node, imaginary: str = "", matrices: frozenset[str] = frozenset()
) -> bool | None:
    """What SymPy says about two sides: True, False, or None where it cannot tell."""
    from tallybook.latex import to_sympy  # late: only pages with such formulas pay for SymPy

    return to_sympy.equal(left, right, imaginary=imaginary, matrices=matrices)
