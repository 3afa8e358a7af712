"""Evidence by a range of the check: ``0 \\le i < 10``, ``i \\in \\{0, 1, \\dots, 9\\}`` and ``1 + 2 + \\dots
+ 100`` against ``range(10)``, ``range(1, 101)``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallybook.latex.tree import Add, Chain, Dots, Group, Node, Num, Sequence, Sym
from tallybook.ledger.legs import bare
from tallybook.model import Evidence, EvidenceKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tallybook.ledger.desk import Desk, Found
    from tallybook.ledger.facts import Series

_MOST_SHOWN = 6


def apply(desk: Desk) -> Found:
    """Evidence for the ends of a range, however the text writes it, and for the members it shows."""
    ranges = [series for series in desk.pool.series if series.kind == "range" and len(series.facts) > 2]
    if not ranges:
        return
    for block in desk.focus:
        by_span = {atom.span: atom for atom in block.atoms}
        for formula in block.formulas:
            for part in formula.parts:
                for nodes, numbers in _written(part):
                    series = next((one for one in ranges if _is(one, numbers)), None)
                    if series is None:
                        continue
                    rivals = [one for one in ranges if one is not series and _shares_end(one, numbers)]
                    detail = series.facts[0].text or series.label
                    for node in nodes:
                        if node.span in by_span:
                            yield (
                                by_span[node.span],
                                Evidence(
                                    EvidenceKind.GIVEN,
                                    detail,
                                    True,
                                    not rivals,
                                    script_line=series.facts[0].script_line,
                                    span=part.span,
                                ),
                            )


def _written(part: Node) -> Iterator[tuple[list[Num], list[int]]]:
    """The ranges that a formula writes: the numerals, and what they say: first members in order, and the
    last."""
    if isinstance(part, Chain) and len(part.operands) == 3 and isinstance(bare(part.operands[1]), Sym):
        low, high = bare(part.operands[0]), bare(part.operands[2])
        signs = [relation.symbol for relation in part.relations]
        if isinstance(low, Num) and isinstance(high, Num) and set(signs) <= {"<", "≤"}:
            a, b = low.numeral.value, high.numeral.value
            if a.denominator == b.denominator == 1:
                yield [low, high], [int(a) + (signs[0] == "<"), int(b) - (signs[1] == "<")]
    for node in part.walk():
        items: tuple[Node, ...] = ()
        if isinstance(node, Group | Sequence):
            items = node.items
        elif isinstance(node, Add):
            items = node.terms
        if 3 <= len(items) <= _MOST_SHOWN and isinstance(items[-2], Dots):
            shown = [each for each in items if isinstance(each, Num)]
            values = [each.numeral.value for each in shown]
            if len(shown) == len(items) - 1 and all(value.denominator == 1 for value in values):
                yield shown, [int(value) for value in values]


def _is(series: Series, numbers: list[int]) -> bool:
    """Whether numbers are the first members of a range, in order, and its last."""
    values = [fact.value for fact in series.facts]
    first = numbers[:-1]
    return values[: len(first)] == first and values[-1] == numbers[-1] and len(first) < len(values)


def _shares_end(series: Series, numbers: list[int]) -> bool:
    """Whether another range differs in one end only, so that an altered text could mean it."""
    return (series.facts[0].value == numbers[0]) is not (series.facts[-1].value == numbers[-1])
