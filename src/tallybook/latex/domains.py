"""The numbers of a domain that say nothing but where a symbol lives: the 0 of ``x > 0``, both of ``0 \\le p
\\le 1``, the 1 of ``n \\ge 1``."""

from __future__ import annotations

from tallybook.latex.tree import Call, Chain, Group, Neg, Node, Num, Sequence, Sym
from tallybook.numerals.numeral import Form

_ORDERINGS = frozenset({"<", "≤", ">", "≥", "≠"})
_CONSTANTS = frozenset({"pi", "e", "infty"})
_COUNTING = frozenset("ijklmnpqrstKLMN")
"""Letters that stand for whole numbers, which begin with 1."""


def domain_bounds(chain: Chain) -> list[Num]:
    """The bounds of a chain of orderings that are structural: 0 beside a symbol, 0 and 1 (or -1 and 1) around
    one, 1 beside the size of one (``|x| < 1``) or below one that counts. Any other number is a claim."""
    operands = chain.operands
    if len(operands) != len(chain.relations) + 1 or any(
        one.symbol not in _ORDERINGS for one in chain.relations
    ):
        return []
    if len(operands) == 3:
        low, middle, high = operands
        ends = {_whole(low), _whole(high)}
        if _is_symbol(middle) and ends in ({0, 1}, {-1, 1}):
            return [one for one in (low, high) if isinstance(one, Num)]
    found: list[Num] = []
    for number, operand in enumerate(operands):
        if not isinstance(operand, Num):
            continue
        beside = [operands[n] for n in (number - 1, number + 1) if 0 <= n < len(operands)]
        value = _whole(operand)
        if (value == 0 and any(map(_is_symbol, beside))) or (
            value == 1 and len(operands) == 2 and _starts(beside[0], chain.relations[0].symbol, number)
        ):
            found.append(operand)
    return found


def _starts(other: Node, relation: str, number: int) -> bool:
    """Whether 1 is where a count begins or what a size stays below."""
    upwards = (relation in ("≥", ">")) is (number == 1) and relation != "≠"
    if isinstance(other, Sym):
        return upwards and other.key in _COUNTING and relation in ("≥", "≤")
    size = isinstance(other, Call) and other.name == "abs" and len(other.arguments) == 1
    return size and isinstance(other, Call) and _is_symbol(other.arguments[0]) and relation in ("<", ">")


def _is_symbol(node: Node) -> bool:
    """Whether a node is a symbol, a list of symbols, or one in brackets or with a sign."""
    if isinstance(node, Sequence | Group):
        return all(map(_is_symbol, node.items))
    if isinstance(node, Neg):
        return _is_symbol(node.operand)
    return isinstance(node, Sym) and node.key not in _CONSTANTS


def _whole(node: Node) -> int | None:
    if not isinstance(node, Num) or node.numeral.form is not Form.INTEGER:
        return None
    plain = not (node.numeral.percent or node.numeral.unit or node.numeral.currency)
    return int(node.numeral.value) if plain else None
