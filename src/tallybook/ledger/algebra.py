"""Evidence by algebra: a term of an identity with symbols that holds exactly at sampled rational points, or
that SymPy proves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tallybook.latex.evaluate import evaluate
from tallybook.latex.facts import free_symbols
from tallybook.latex.rewrite import nudged
from tallybook.latex.tree import BigOp, Call, Cases, Chain, Derivative, Node, Num
from tallybook.latex.unfolding import is_limiting
from tallybook.ledger.chains import EQUALITIES
from tallybook.ledger.definitions import Definitions, definitions
from tallybook.ledger.domain import ENOUGH, Domain, domain_of, sampled
from tallybook.ledger.imaginary import imaginary_unit
from tallybook.ledger.legs import bare
from tallybook.model import Evidence, EvidenceKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tallybook.latex.tree import Value
    from tallybook.ledger.desk import Desk, Found
    from tallybook.ledger.reading import Atom
    from tallybook.numerals.numeral import Conventions
    from tallybook.span import Span

_SPECIAL = frozenset({"zeta", "Gamma"})
_CONSTANTS = frozenset({"e"})


def apply(desk: Desk) -> Found:
    """Evidence for the numbers on both sides of every identity of the page, and for those of the definitions
    it draws on. Against those of an equation of complex numbers that does not hold."""
    unit = imaginary_unit(desk)
    known = definitions(desk)
    everywhere: dict[Span, Atom] | None = None
    for block in desk.focus:
        by_span = {atom.span: atom for atom in block.atoms}
        domain: Domain | None = None
        for formula in block.formulas:
            for part in formula.parts:
                if not isinstance(part, Chain):
                    continue
                for sides in _pairs(part, known, unit):
                    places: Mapping[Span, Atom] = by_span
                    if any(side not in part.operands for side in sides):
                        if everywhere is None:
                            everywhere = {atom.span: atom for one in desk.focus for atom in one.atoms}
                        places = everywhere
                    if domain is None:
                        domain = domain_of(block, desk.reading.text)
                    yield from _of_pair(sides, places, part, Scope(desk.conventions, domain, unit))


@dataclass(frozen=True, slots=True)
class Scope:
    """How a pair of sides is to be understood: ``unit`` is the symbol that may be the imaginary unit."""

    conventions: Conventions
    domain: Domain
    unit: str = ""


def _of_pair(sides: tuple[Node, Node], places: Mapping[Span, Atom], part: Chain, scope: Scope) -> Found:
    left, right = sides
    nodes = {
        node.span: node
        for side in sides
        for node in side.walk()
        if isinstance(node, Num) and node.span in places
    }
    if not nodes:
        return
    how = identity(left, right, scope)
    if how:
        for node in nodes.values():
            pins = not identity(nudged(left, node), nudged(right, node), scope)
            yield places[node.span], Evidence(EvidenceKind.ALGEBRA, how, True, pins, span=part.span)
    elif _differ(left, right, scope.unit):
        detail = f"the sides differ, {scope.unit} the imaginary unit"
        for node in nodes.values():
            yield places[node.span], Evidence(EvidenceKind.ALGEBRA, detail, False, False, span=part.span)


def _differ(left: Node, right: Node, unit: str) -> bool:
    """Whether two complex numbers are different: expressions with no symbol but the imaginary unit."""
    symbols = (free_symbols(left) | free_symbols(right)) - _CONSTANTS
    return bool(unit) and symbols == {unit} and _equal(left, right, unit) is False


def _pairs(chain: Chain, known: Definitions, unit: str) -> list[tuple[Node, Node]]:
    """Neighbouring sides that share their symbols: only such a pair can be an identity (``y = 2x`` defines,
    ``2x = x + x`` is one). Constants are no symbols where a limit is taken: ``\\lim … = e``."""
    found: list[tuple[Node, Node]] = []
    offset = len(chain.operands) - len(chain.relations)
    for number in range(1, len(chain.operands)):
        if chain.relations[number - offset].symbol not in EQUALITIES:
            continue
        left, right = (known.expanded(side, unit) for side in chain.operands[number - 1 : number + 1])
        left, right = _differentiated(left, right)
        one, other = free_symbols(left), free_symbols(right)
        if (
            (one and other <= one)
            or (one < other and (one or unit in other))
            or (other - _CONSTANTS <= one and (_decided_by_sympy(left) or _decided_by_sympy(right)))
        ):
            found.append((left, right))
    return found


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
        proven = _equal(left, right, scope.unit)
        return f"proven by SymPy, {scope.unit} the imaginary unit" if proven else ""
    if _decided_by_sympy(left) or _decided_by_sympy(right):
        if not symbols:
            a, b = (evaluate(side, {}, conventions=scope.conventions) for side in (left, right))
            return "proven by SymPy" if a is not None and b is not None and _is_same(a, b) else ""
        return "proven by SymPy" if _equal(left, right) else ""
    points = sampled(left, right, symbols, scope.conventions, scope.domain)
    if points >= ENOUGH:
        where = f" with {scope.domain.text}" if scope.domain.text else ""
        return f"holds exactly at {points} sampled rational points{where}"
    if points >= 0 and any(isinstance(node, Cases | BigOp) for side in (left, right) for node in side.walk()):
        return "proven by SymPy" if _equal(left, right) else ""
    return ""


def _is_same(a: Value, b: Value) -> bool:
    if a.exact and b.exact:
        return a.value == b.value
    return abs(a.value - b.value) <= (abs(a.value) + 1) / 10**40


def _decided_by_sympy(side: Node) -> bool:
    """Whether no sampling decides about a side: it holds a limit, an integral, a derivative or the like."""
    return any(
        is_limiting(node) or (isinstance(node, Call) and node.name in _SPECIAL) for node in side.walk()
    )


def _equal(left: Node, right: Node, imaginary: str = "") -> bool | None:
    from tallybook.latex.to_sympy import equal  # late: only pages with such formulas pay for SymPy

    return equal(left, right, imaginary=imaginary)
