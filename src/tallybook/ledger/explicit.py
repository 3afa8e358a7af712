"""Explicit bindings: ``[109.8]{=conv.ratio}``, ``\\val{109.8}{conv.ratio}``, ``[a quarter]{~share}``,
``[10^7]{!=name}``."""

from __future__ import annotations

import difflib
from fractions import Fraction
from typing import TYPE_CHECKING

from tallybook.diagnostics import Diagnostic, Severity
from tallybook.ledger.printed import contradiction
from tallybook.ledger.single import evidence
from tallybook.numerals.agree import agrees, is_round, within

if TYPE_CHECKING:
    from tallybook.ledger.desk import Desk, Found
    from tallybook.ledger.facts import Fact
    from tallybook.span import Source

_NEAR = Fraction(5, 100)


def apply(desk: Desk) -> Found:
    """Evidence for atoms that an author bound; a binding that fails never falls through to a luckier one."""
    for atom in desk.reading.atoms():
        if atom.mark is None:
            continue
        relation, name = atom.mark
        facts = named(desk, name)
        if not facts:
            continue
        if relation == "=":
            good = next(
                (fact for fact in facts if agrees(atom.numeral, fact.numeral, desk.conventions)), None
            )
            yield atom, evidence(good, True) if good else contradiction(facts[0])
        elif relation == "~":
            numeral = atom.numeral
            near = (fact for fact in facts if within(numeral.value, fact.value, _NEAR))
            close = next((fact for fact in near if is_round(numeral) or fact.value == numeral.value), None)
            yield atom, evidence(close, True) if close else contradiction(facts[0])
        else:
            equal = next(
                (fact for fact in facts if agrees(atom.numeral, fact.numeral, desk.conventions)), None
            )
            yield atom, contradiction(equal) if equal else evidence(facts[0], True)


def named(desk: Desk, name: str) -> list[Fact]:
    """The printed facts of a name; numbers within the name itself are not meant."""
    return _by_label(desk).get(" ".join(name.split()), [])


def _by_label(desk: Desk) -> dict[str, list[Fact]]:
    tables = desk.pool.tables
    if "labels" not in tables:
        found: dict[str, list[Fact]] = {}
        for fact in desk.pool.facts:
            if not fact.in_label:
                found.setdefault(fact.label, []).append(fact)
        tables["labels"] = found
    labels: dict[str, list[Fact]] = tables["labels"]
    return labels


def findings(desk: Desk, source: Source) -> list[Diagnostic]:
    """Bindings to a name that the check does not print, or prints twice with different values."""
    found: list[Diagnostic] = []
    for atom in desk.reading.atoms():
        if atom.mark is None:
            continue
        name = atom.mark[1]
        facts = named(desk, name)
        values = {fact.value for fact in facts}
        if not facts:
            labels = sorted(label for label in _by_label(desk) if label)
            near = difflib.get_close_matches(name, labels, 3, 0.4)
            help_ = (f"printed names near it: {', '.join(near)}",) if near else ()
            found.append(
                Diagnostic(
                    "T106",
                    f"the check prints no {name}",
                    source,
                    atom.span,
                    "bound to it here",
                    (),
                    help_,
                    (),
                    Severity.ERROR,
                )
            )
        elif len(values) > 1 and len({fact.line for fact in facts}) > 1:
            notes = tuple(f"print: {fact.text}" for fact in facts[:4])
            found.append(
                Diagnostic(
                    "T107",
                    f"the check prints {name} with different values",
                    source,
                    atom.span,
                    "bound to it here",
                    notes,
                )
            )
    return found
