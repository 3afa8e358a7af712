"""Which symbols of a page are matrices and vectors, so that their products may not be exchanged.

A symbol is a matrix where the page says so: it lies in a space of shape ``m \\times n``, is called a matrix
in words or in the index of notation, is transposed, or is a bold capital. Vectors are what lies in a space of
powers, bold small letters and arrows. A plain capital letter is a number.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tallybook.latex.parser import parse_formula
from tallybook.latex.symbolic import untransposed
from tallybook.latex.tree import Chain, Mul, Node, Pow, Sequence, Sym

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tallybook.ledger.desk import Desk
    from tallybook.ledger.reading import BlockReading

_SAID = re.compile(r"\bmatri(?:x|ces)\b(?:\s+(?:of\s+)?(?:weights\s+)?)?\Z", re.IGNORECASE)
_LISTED = re.compile(r"\s*(?:,|and|or|,\s*and)\s*\Z")
_BOLD = re.compile(r"(?:mathbf|boldsymbol|bm|symbf|mathbfit|pmb|vec|overrightarrow)\((\w+)\)")
_SPACES = frozenset({"mathbb(R)", "mathbb(C)", "mathbb(Q)", "mathbb(Z)", "mathbb(F)", "mathbb(K)"})


@dataclass(frozen=True, slots=True)
class Shaped:
    """The keys of the symbols that are matrices, and of those that are vectors."""

    matrices: frozenset[str] = frozenset()
    vectors: frozenset[str] = frozenset()

    def within(self, symbols: frozenset[str]) -> frozenset[str]:
        """Those among some symbols that do not commute: none where no matrix is among them."""
        bare = {untransposed(key) for key in symbols}
        matrices = {key for key in bare if key in self.matrices or _is_bold(key, capital=True)}
        if not matrices:
            return frozenset()
        vectors = {key for key in bare if key in self.vectors or _is_bold(key, capital=False)}
        return frozenset(matrices | vectors)


def shaped(desk: Desk) -> Shaped:
    """What a page says of the shapes of its symbols."""
    matrices: set[str] = set()
    vectors: set[str] = set()
    for latex in desk.matrices:
        for part in parse_formula(latex, 0, len(latex)).parts:
            matrices.update(_keys(part))
    for block in desk.reading.blocks:
        matrices.update(_said(block, desk.reading.text))
        for formula in block.formulas:
            for number, part in enumerate(formula.parts):
                if isinstance(part, Chain) and [one.symbol for one in part.relations] == ["∈"]:
                    shape = _dimensions(part.operands[-1])
                    listed = [one for one in formula.parts[:number] if isinstance(one, Sym)]
                    keys = [key for one in (*listed, part.operands[0]) for key in _keys(one)]
                    (matrices if shape == 2 else vectors).update(keys if shape else ())
                for node in part.walk():
                    if isinstance(node, Sym) and untransposed(node.key) != node.key:
                        key = untransposed(node.key)
                        (matrices if node.name[:1].isupper() else vectors).add(key)
    return Shaped(frozenset(matrices), frozenset(vectors))


def _is_bold(key: str, *, capital: bool) -> bool:
    found = _BOLD.match(key)
    return found is not None and found[1][:1].isupper() is capital


def _keys(node: Node) -> Iterator[str]:
    if isinstance(node, Sym):
        yield untransposed(node.key)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _keys(item)


def _dimensions(space: Node) -> int:
    """2 for ``\\mathbb{R}^{m \\times n}``, 1 for ``\\mathbb{R}^n``, 0 for what is no such space."""
    if not isinstance(space, Pow) or not isinstance(space.base, Sym) or space.base.key not in _SPACES:
        return 0
    return 2 if isinstance(space.exponent, Mul) and space.exponent.times else 1


def _said(block: BlockReading, text: str) -> Iterator[str]:
    """The symbols that stand behind the word *matrix* or in a list behind *matrices*."""
    end = -1
    for formula in block.formulas:
        before = text[max(formula.span.start - 40, block.block.span.start) : formula.span.start].rstrip(
            "$ (\\"
        )
        linked = 0 <= end < formula.span.start and _LISTED.match(text[end : formula.span.start].strip("$"))
        end = -1
        if linked or _SAID.search(before):
            for part in formula.parts:
                first = part.operands[0] if isinstance(part, Chain) and part.operands else part
                if isinstance(first, Sym | Sequence):
                    yield from _keys(first)
            end = formula.span.end
