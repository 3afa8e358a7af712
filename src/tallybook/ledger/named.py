"""Evidence by name: ``K(10) = 1023`` in the text and ``K(10) = 1023`` in the print; ``N_{\\text{wide}} =``
and a line ``N_wide = ``."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from tallybook.latex.tree import Call, Chain, Node, Sym
from tallybook.ledger.chains import EQUALITIES
from tallybook.ledger.compound import array_items, item_agrees
from tallybook.ledger.facts import Fact, Origin, Series
from tallybook.ledger.legs import atoms_in, bare, lone_numeral
from tallybook.model import Evidence, EvidenceKind
from tallybook.numerals.agree import agrees

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tallybook.ledger.desk import Desk, Found
    from tallybook.ledger.facts import Pool
    from tallybook.ledger.reading import Atom
    from tallybook.ledger.runs import Item
    from tallybook.span import Span

_COMMAND = re.compile(
    r"\\(?:text|mathrm|mathit|operatorname|mathbf|mathsf|left|right|mat|vec|hat|boldsymbol)\b\s*\*?"
)
_SPACE = re.compile(r"\\[,;:! ]|[\s{}$\\_^]")


def plain_name(source: str) -> str:
    """A name as the print could have it: ``N_{\\text{wide}}`` is ``N_wide``, ``t(0{,}25)`` is ``t(0,25)``."""
    return _SPACE.sub("", _COMMAND.sub("", source))


def apply(desk: Desk) -> Found:
    """Evidence for what stands in an equation whose left side is a printed name. A call is decisive: it has
    one value."""
    tables = desk.pool.tables
    if "names" not in tables:
        tables["names"] = _facts_by_name(desk.pool), _arrays_by_name(desk.pool)
    table, arrays = tables["names"]
    if not table and not arrays:
        return
    for block in desk.focus:
        by_span = {atom.span: atom for atom in block.atoms}
        for formula in block.formulas:
            for part in formula.parts:
                if isinstance(part, Chain):
                    yield from _equation(desk, part, by_span, table, arrays)


def _facts_by_name(pool: Pool) -> dict[str, list[Fact]]:
    table: dict[str, list[Fact]] = {}
    for fact in pool.facts:
        if (
            fact.origin is Origin.PRINT
            and fact.label
            and not fact.in_label
            and not fact.shared
            and not fact.cited
        ):
            for name in {
                fact.label,
                fact.label.rpartition(".")[2] if "(" not in fact.label.rpartition(".")[0] else fact.label,
            }:
                table.setdefault(_SPACE.sub("", name), []).append(fact)
    return table


def _arrays_by_name(pool: Pool) -> dict[str, list[Series]]:
    arrays: dict[str, list[Series]] = {}
    for series in pool.series:
        if (
            series.whole
            and series.label
            and series.facts[0].origin is Origin.PRINT
            and not series.facts[0].cited
        ):
            for name in {series.label, series.label.rpartition(".")[2]}:
                arrays.setdefault(_SPACE.sub("", name), []).append(series)
    return arrays


def _equation(
    desk: Desk,
    chain: Chain,
    by_span: Mapping[Span, Atom],
    table: Mapping[str, list[Fact]],
    arrays: Mapping[str, list[Series]],
) -> Found:
    if len(chain.operands) < 2 or any(one.symbol not in EQUALITIES for one in chain.relations):
        return
    left = bare(chain.operands[0])
    if lone_numeral(left) is not None:
        return
    name = plain_name(desk.reading.text[left.span.start : left.span.end])
    yield from _array(desk, chain, by_span, arrays.get(name, []))
    facts = table.get(name, [])
    right = [one for one in chain.operands[1:] if lone_numeral(one) is not None]
    if not facts or not right:
        return
    values = {fact.value for fact in facts}
    inside = atoms_in(left, by_span)
    for operand in right:
        atoms = atoms_in(operand, by_span)
        numeral = lone_numeral(operand)
        if numeral is None:
            continue
        good = [fact for fact in facts if agrees(numeral, fact.numeral, desk.conventions)]
        sure = len(values) == 1
        if good:
            for atom in (*atoms, *inside):
                desk.quoted.setdefault(atom.order, good[0])
                yield atom, _evidence(good[0], True, sure)
        elif sure and (_specific(left) or not _stated(desk, name, facts[0])) and _whole(facts[0], name):
            for atom in atoms:
                yield atom, _evidence(facts[0], False, False)


def _whole(fact: Fact, name: str) -> bool:
    """Whether a name is all of a printed label: ``k`` is not the ``k`` of ``deep.k``, which is one of
    several."""
    return _SPACE.sub("", fact.label) == name


def _stated(desk: Desk, name: str, fact: Fact) -> bool:
    """Whether the page states the printed value of a name somewhere: the symbol may then stand for other
    values, too."""
    for block in desk.reading.blocks:
        for formula in block.formulas:
            for part in formula.parts:
                if isinstance(part, Chain) and len(part.operands) > 1:
                    left = bare(part.operands[0])
                    if plain_name(desk.reading.text[left.span.start : left.span.end]) == name:
                        numerals = filter(None, map(lone_numeral, part.operands[1:]))
                        if any(agrees(one, fact.numeral, desk.conventions) for one in numerals):
                            return True
    return False


def _array(desk: Desk, chain: Chain, by_span: Mapping[Span, Atom], known: list[Series]) -> Found:
    """``x = (1, 1, 0)`` against the printed array ``x``: decisive where one array of that name and length is
    printed."""
    for operand in chain.operands[1:]:
        nodes = atoms_in(bare(operand), by_span)
        items = list(array_items(operand, by_span, desk))
        fitting = [one for one in known if len(one.facts) == len(items) > 1]
        if not nodes or not fitting:
            continue
        good = next((one for one in fitting if all(map(partial(item_agrees, desk), items, one.facts))), None)
        if good is None and _elsewhere(desk, items):
            continue
        chosen = good or (fitting[0] if len(fitting) == 1 else None)
        if chosen is None:
            continue
        for item, fact in zip(items, chosen.facts, strict=True):
            for atom in item.atoms:
                desk.quoted.setdefault(atom.order, fact)
                yield atom, _evidence(fact, item_agrees(desk, item, fact), len(fitting) == 1)


def _elsewhere(desk: Desk, items: list[Item]) -> bool:
    """Whether some other array of the check has exactly these members: the symbol then stands for another
    value here."""
    return any(
        len(one.facts) == len(items) and all(map(partial(item_agrees, desk), items, one.facts))
        for one, start in desk.pool.starts.get(items[0].numeral.value, ())
        if one.whole and start == 0
    )


def _specific(left: Node) -> bool:
    """Whether a left side has one value on a page: a call at numbers, a symbol with a worded label; a bare
    ``k`` may take several."""
    if isinstance(left, Call):
        return all(lone_numeral(one) is not None for one in left.arguments)
    return isinstance(left, Sym) and any(len(label) > 1 and label.isalpha() for label in left.labels)


def _evidence(fact: Fact, holds: bool, pins: bool) -> Evidence:
    return Evidence(
        EvidenceKind.PRINTED, fact.text, holds, pins, fact.line, fact.script_line, value=fact.numeral.text
    )
