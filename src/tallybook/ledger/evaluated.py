"""Evidence by formula: the numbers of ``s = \\frac12 g t^2 = 44.1``, where the check has values for all of
its symbols by name and the formula gives with them what the text or the print says that it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallybook.latex.evaluate import evaluate
from tallybook.latex.facts import free_symbols
from tallybook.latex.rewrite import nudged
from tallybook.latex.tree import Call, Chain, Node, Num, Sym, Value
from tallybook.ledger.chains import EQUALITIES
from tallybook.ledger.facts import Origin
from tallybook.ledger.legs import bare, exact_numeral, lone_numeral
from tallybook.ledger.named import plain_name
from tallybook.model import Evidence, EvidenceKind
from tallybook.numerals.agree import agrees

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tallybook.ledger.desk import Desk, Found
    from tallybook.ledger.facts import Fact, Pool
    from tallybook.ledger.reading import Atom
    from tallybook.numerals.numeral import Numeral
    from tallybook.span import Span


def apply(desk: Desk) -> Found:
    """Evidence for the numbers of sides in symbols that agree with a number of their chain, or with the
    printed value of the symbol they define."""
    tables = desk.pool.tables
    if "valued" not in tables:
        tables["valued"] = _valued(desk.pool)
    valued: dict[str, Fact] = tables["valued"]
    if not valued:
        return
    for block in desk.focus:
        by_span = {atom.span: atom for atom in block.atoms}
        for formula in block.formulas:
            for part in formula.parts:
                if isinstance(part, Chain) and all(one.symbol in EQUALITIES for one in part.relations):
                    yield from _chain(desk, part, by_span, valued)


def _valued(pool: Pool) -> dict[str, Fact]:
    """The numbers that the check has one of under a name; the printed one where the script has it too."""
    found: dict[str, list[Fact]] = {}
    for fact in pool.facts:
        own = not (fact.shared or fact.in_label or fact.cited) and fact.origin in (
            Origin.SCRIPT,
            Origin.PRINT,
        )
        if own and fact.label.isidentifier():
            found.setdefault(fact.label, []).append(fact)
    return {
        name: max(facts, key=lambda one: one.origin is Origin.PRINT)
        for name, facts in found.items()
        if len({fact.value for fact in facts}) == 1
    }


def _chain(desk: Desk, chain: Chain, by_span: Mapping[Span, Atom], valued: Mapping[str, Fact]) -> Found:
    text = desk.reading.text
    names = {
        node.key: plain_name(text[node.span.start : node.span.end])
        for node in chain.walk()
        if isinstance(node, Sym)
    }
    bindings = {key: Value(valued[name].value) for key, name in names.items() if name in valued}
    targets = [numeral for one in chain.operands if (numeral := lone_numeral(one)) is not None]
    first = bare(chain.operands[0])
    if isinstance(first, Sym) and names[first.key] in valued:
        targets.append(valued[names[first.key]].numeral)
    if not targets or not bindings:
        return
    for side in chain.operands:
        nodes = [node for node in side.walk() if isinstance(node, Num) and node.span in by_span]
        symbols = free_symbols(side)
        if not nodes or not symbols or not symbols <= bindings.keys() or isinstance(bare(side), Sym | Call):
            continue
        if not _gives(desk, side, bindings, targets):
            continue
        shown = ", ".join(f"{names[key]} = {valued[names[key]].numeral.text}" for key in sorted(symbols))
        for node in nodes:
            pins = not any(_gives(desk, nudged(side, node, by), bindings, targets) for by in (1, -1))
            yield (
                by_span[node.span],
                Evidence(EvidenceKind.FORMULA, f"with {shown}", True, pins, span=chain.span),
            )


def _gives(desk: Desk, side: Node, bindings: Mapping[str, Value], targets: list[Numeral]) -> bool:
    value = evaluate(side, bindings, conventions=desk.conventions)
    if value is None:
        return False
    exact = exact_numeral(value.value, side.span, "")
    return any(agrees(one, exact, desk.conventions) for one in targets)
