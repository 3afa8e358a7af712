"""Evidence against by the script's own names: ``T = 101325`` where the script says ``T = 300`` and means
something else by 101325."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallybook.latex.tree import Chain, Num, Sym
from tallybook.ledger.facts import Origin
from tallybook.ledger.legs import bare, lone_numeral
from tallybook.ledger.named import plain_name
from tallybook.model import Evidence, EvidenceKind
from tallybook.numerals.agree import given_agrees

if TYPE_CHECKING:
    from tallybook.ledger.desk import Desk, Found
    from tallybook.ledger.facts import Fact, Pool


def apply(desk: Desk) -> Found:
    """Evidence against numbers assigned to a symbol that the script assigns another literal to, where only
    the literal of another name has their value."""
    tables = desk.pool.tables
    if "assigned" not in tables:
        tables["assigned"] = _literals(desk.pool)
    literals: dict[str, Fact] = tables["assigned"]
    if len(literals) < 2:
        return
    for block in desk.focus:
        by_span = {atom.span: atom for atom in block.atoms}
        for part in (part for one in block.formulas for part in one.parts):
            if not isinstance(part, Chain) or len(part.operands) != 2 or part.relations[0].symbol != "=":
                continue
            left, right = map(bare, part.operands)
            if not isinstance(left, Sym) or not isinstance(right, Num) or right.span not in by_span:
                continue
            atom, numeral = by_span[right.span], lone_numeral(right)
            fact = literals.get(plain_name(desk.reading.text[left.span.start : left.span.end]))
            quoted = desk.quoted.get(atom.order)
            if fact is None or quoted is None or numeral is None or atom.mark is not None:
                continue
            other = quoted is not fact and literals.get(quoted.label) is quoted
            if other and not given_agrees(numeral, fact.numeral):
                detail = f"{fact.label} = {fact.numeral.text}"
                yield (
                    atom,
                    Evidence(
                        EvidenceKind.GIVEN,
                        detail,
                        False,
                        script_line=fact.script_line,
                        value=fact.numeral.text,
                    ),
                )


def _literals(pool: Pool) -> dict[str, Fact]:
    """The names that a script gives one literal to, and that no line of the print has."""
    found: dict[str, list[Fact]] = {}
    for fact in pool.facts:
        if fact.label.isidentifier() and fact.origin in (Origin.SCRIPT, Origin.PRINT):
            found.setdefault(fact.label, []).append(fact)
    return {
        name: facts[0]
        for name, facts in found.items()
        if len(facts) == 1 and facts[0].origin is Origin.SCRIPT and not facts[0].shared
    }
