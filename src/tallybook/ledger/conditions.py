"""Evidence by condition: an equation in symbols that the values stated on the page satisfy (``x^2 - 5x + 6 =
0``, ``x_1 = 3``)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice, product
from typing import TYPE_CHECKING

from tallybook.latex.evaluate import evaluate
from tallybook.latex.facts import both_signs, free_symbols
from tallybook.latex.rewrite import nudged, rebuilt
from tallybook.latex.tree import Chain, Node, Num, PlusMinus, Sym, Value
from tallybook.ledger.identities import equal
from tallybook.ledger.imaginary import imaginary_unit
from tallybook.ledger.legs import bare, exact_numeral, lone_numeral
from tallybook.model import Evidence, EvidenceKind
from tallybook.numerals.agree import agrees
from tallybook.numerals.notation import exact
from tallybook.numerals.numeral import Form

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from tallybook.ledger.desk import Desk, Found
    from tallybook.ledger.reading import Atom
    from tallybook.span import Span

_MOST = 16
Roots = Mapping[str, "list[tuple[Node, Mapping[Span, Atom]]]"]


def apply(desk: Desk) -> Found:
    """Evidence for the numbers of conditions. A zero that an open side is set to needs no source, but is
    weak without solutions."""
    roots = _roots(desk)
    for block in desk.focus:
        by_span = {atom.span: atom for atom in block.atoms}
        for formula in block.formulas:
            for part in formula.parts:
                if isinstance(part, Chain):
                    for pair in _neighbours(part):
                        yield from _condition(desk, pair, by_span, block.number, pair is part)
                        if roots:
                            yield from _with_roots(desk, pair, by_span, roots)


def _roots(desk: Desk) -> Roots:
    """What the page says symbols are with both signs, ``x = 2 \\pm 3i``: the right sides, by symbol."""
    unit = ""
    found: dict[str, list[tuple[Node, Mapping[Span, Atom]]]] = {}
    for block in desk.focus:
        for part in (part for formula in block.formulas for part in formula.parts):
            if not isinstance(part, Chain) or [one.symbol for one in part.relations] != ["="]:
                continue
            left, right = bare(part.operands[0]), part.operands[-1]
            if not isinstance(left, Sym) or not any(isinstance(node, PlusMinus) for node in right.walk()):
                continue
            symbols = free_symbols(right)
            unit = unit or (imaginary_unit(desk) if symbols else "")
            if not symbols - {unit}:
                found.setdefault(left.key, []).append((right, {one.span: one for one in block.atoms}))
    return found


def _with_roots(desk: Desk, part: Chain, by_span: Mapping[Span, Atom], roots: Roots) -> Found:
    """Evidence for the numbers of a condition in one symbol and of the pair of roots that is stated for it;
    or against the latter."""
    symbols = free_symbols(part)
    stated = roots.get(next(iter(symbols)), []) if len(symbols) == 1 else []
    if len(stated) != 1:
        return
    ((root, places),) = stated
    (key,) = symbols
    unit = next(iter(free_symbols(root)), "")
    verdict = _solves(part, key, root, unit)
    if verdict is None:
        return
    both = [(node, by_span) for node in part.walk() if verdict] + [(node, places) for node in root.walk()]
    for node, where in both:
        if isinstance(node, Num) and node.span in where:
            pins = verdict and not _solves(nudged(part, node), key, nudged(root, node), unit)
            detail = "satisfied with both signs" if verdict else "does not satisfy the equation"
            yield where[node.span], Evidence(EvidenceKind.ALGEBRA, detail, verdict, pins, span=root.span)


def _solves(part: Node, key: str, root: Node, unit: str) -> bool | None:
    """Whether both values of a root satisfy an equation; None where that cannot be told."""
    if not isinstance(part, Chain):
        return None
    verdicts: list[bool | None] = []
    for value in both_signs(root):
        left, right = (_put(side, key, value) for side in part.operands)
        verdicts.append(equal(left, right, unit))
    return None if None in verdicts else all(verdicts)


def _put(side: Node, key: str, value: Node) -> Node:
    return rebuilt(side, lambda node: value if isinstance(node, Sym) and node.key == key else None)


def _neighbours(part: Chain) -> list[Chain]:
    """The equations of a chain: itself if it is one; of a longer one, those of an expression in symbols and a
    number, such as the last of ``f(B) = d^2/4d = d/4 = 256``."""
    if len(part.operands) == 2 and [one.symbol for one in part.relations] == ["="]:
        return [part]
    if len(part.operands) != len(part.relations) + 1:
        return []
    return [
        Chain(left.span.cover(right.span), (left, right), (relation,))
        for left, relation, right in zip(part.operands, part.relations, part.operands[1:], strict=False)
        if relation.symbol == "=" and lone_numeral(right) is not None and lone_numeral(left) is None
    ]


def _condition(desk: Desk, part: Chain, by_span: Mapping[Span, Atom], block: int, whole: bool) -> Found:
    if not free_symbols(part) or not _is_condition(part):
        return
    atoms = [by_span[node.span] for node in part.walk() if isinstance(node, Num) and node.span in by_span]
    solutions = [point for point in _points(desk, part) if _satisfied(desk, part, point)]
    if atoms and solutions:
        shown = ", ".join(f"{key} = {exact(value.value)}" for key, value in solutions[0].items())
        for atom in atoms:
            pins = atom.node is not None and not all(
                _satisfied(desk, nudged(part, atom.node), point) for point in solutions
            )
            detail = f"satisfied by {shown}"
            yield atom, Evidence(EvidenceKind.ALGEBRA, detail, True, pins, span=part.span)
        return
    if not whole:
        return
    if atoms and (stated := _unsatisfied(desk, part, block)):
        detail = "the values stated do not satisfy it"
        for atom in (*atoms, *stated):
            yield atom, Evidence(EvidenceKind.ALGEBRA, detail, False, False, span=part.span)
        return
    zero = lone_numeral(part.operands[1])
    if zero is not None and zero.value == 0:
        for atom in atoms:
            if atom.span in part.operands[1].span:
                yield atom, Evidence(EvidenceKind.ALGEBRA, "an equation set to zero", span=part.span)


def _unsatisfied(desk: Desk, part: Chain, block: int) -> list[Atom]:
    """The numbers stated as the solution of a condition, in its paragraph or the next, that do not satisfy
    it. None if a
    symbol has several values on the page, or one stated elsewhere."""
    point: dict[str, Value] = {}
    where: list[int] = []
    later = False
    for symbol in free_symbols(part):
        stated = [(at[0], value) for at, _, key, value in desk.bindings if key == symbol]
        if len(stated) != 1 or not 0 <= stated[0][0] - block <= 1:
            return []
        where.append(stated[0][0])
        point[symbol] = stated[0][1]
        later = later or any(
            at > (block, part.span.start) for at, _, key, _ in desk.bindings if key == symbol
        )
    if not later:
        return []  # a formula with the values put in: what it gives is for the rule of chains
    sides = [evaluate(side, point, conventions=desk.conventions) for side in part.operands]
    values = [side.value for side in sides if side is not None and side.exact]
    if len(values) < len(sides) or values[0] == values[1] or _rounded(desk, part, values):
        return []
    wanted = {value.value for value in point.values()}
    return [
        atom
        for block_ in desk.focus
        if block_.number in where
        for atom in block_.atoms
        if atom.numeral.value in wanted and atom.span not in part.span
    ]


def _rounded(desk: Desk, part: Chain, values: list[Fraction]) -> bool:
    """Whether a side is a decimal and the correct rounding of the other."""
    for side, other in zip(part.operands, reversed(values), strict=True):
        numeral = lone_numeral(side)
        if numeral is not None and numeral.form is not Form.INTEGER:
            return agrees(numeral, exact_numeral(other, side.span, ""), desk.conventions)
    return False


def _is_condition(part: Chain) -> bool:
    """Whether a side is more than a name: ``x = 3`` states a value, ``x + 1 = 4`` is a condition."""
    return not any(isinstance(bare(side), Sym) for side in part.operands)


def _points(desk: Desk, part: Chain) -> Iterator[Mapping[str, Value]]:
    """Values that the page states for the symbols; ``x_1`` and ``x_2`` are values of ``x``."""
    symbols = sorted(free_symbols(part))
    choices: list[list[Value]] = []
    for symbol in symbols:
        values = [value for _, _, key, value in desk.bindings if key == symbol or _indexed(key, symbol)]
        if not values:
            return
        choices.append(list({value.value: value for value in values}.values()))
    for values_ in islice(product(*choices), _MOST):
        yield dict(zip(symbols, values_, strict=True))


def _indexed(key: str, symbol: str) -> bool:
    return key.startswith(symbol + "_") and key[len(symbol) + 1 :].isdigit()


def _satisfied(desk: Desk, part: Node, point: Mapping[str, Value]) -> bool:
    if not isinstance(part, Chain):
        return False
    left, right = (evaluate(side, point, conventions=desk.conventions) for side in part.operands)
    return left is not None and right is not None and left.value == right.value
