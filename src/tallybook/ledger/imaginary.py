"""Whether ``i`` or ``j`` is the imaginary unit on a page: only where nothing counts with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallybook.latex.noted import names_of
from tallybook.latex.tree import Add, BigOp, Call, Chain, Div, Matrix, Mul, Node, Pow, Sequence, Sym
from tallybook.ledger.legs import bare

if TYPE_CHECKING:
    from tallybook.ledger.desk import Desk

_UNITS = ("i", "j")
_INSIDE = (Add, Mul, Pow, Div)


def imaginary_unit(desk: Desk) -> str:
    """The symbol that is the imaginary unit of a page, "" if none is: a factor, term or exponent, and nowhere
    an index, a bound variable, an argument, or a symbol with a value of its own."""
    seen: set[str] = set()
    for block in desk.reading.blocks:
        for formula in block.formulas:
            for part in formula.parts:
                if names_of(part).isdisjoint(_UNITS):
                    continue
                for node in part.walk():
                    if isinstance(node, _INSIDE):
                        seen.update(each.key for each in node.children() if isinstance(each, Sym))
    for unit in _UNITS:
        if (
            unit in seen
            and not any(key == unit for _, _, key, _ in desk.bindings)
            and not _counts(desk, unit)
        ):
            return unit
    return ""


def _counts(desk: Desk, unit: str) -> bool:
    return any(
        _is_index(node, unit)
        for block in desk.reading.blocks
        for formula in block.formulas
        for part in formula.parts
        for node in part.walk()
    )


def _is_index(node: Node, unit: str) -> bool:
    if isinstance(node, Sym):
        return node.key != unit and any(unit in label for label in node.labels if len(label) <= 3)
    if isinstance(node, BigOp):
        return node.variable is not None and node.variable.key == unit
    if isinstance(node, Call):
        return node.function is not None and any(_is(each, unit) for each in node.arguments)
    if isinstance(node, Chain):
        symbols = {relation.symbol for relation in node.relations}
        return any(_is(each, unit) for each in node.operands) and (
            symbols != {"="} or _is(node.operands[0], unit)
        )
    return isinstance(node, (Sequence, Matrix)) and any(_is(each, unit) for each in node.children())


def _is(node: Node, unit: str) -> bool:
    node = bare(node)
    return isinstance(node, Sym) and node.key == unit
