"""``decimals: 3`` in the front matter is a rule about the print as well: derived values are printed to three
places."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from tallybook.diagnostics import Diagnostic
from tallybook.ledger.facts import Fact, Origin
from tallybook.numerals.numeral import Form, Numeral
from tallybook.span import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tallybook.ledger.account import Given
    from tallybook.ledger.desk import Desk
    from tallybook.span import Source


def promise(decimals: int) -> Fact:
    """The promised number of places as a fact: *printed to 3 d.p.* states it."""
    numeral = Numeral(
        Span(0, 0), str(decimals), Fraction(decimals), Fraction(1), Form.INTEGER, digits=str(decimals)
    )
    names = frozenset({"d", "p", "decimal", "plac"})
    return Fact(numeral, Origin.GIVEN, "decimals", names, names, frozenset(), 0, 0, f"decimals: {decimals}")


def findings(desk: Desk, source: Source, against: Given) -> Iterator[Diagnostic]:
    """Derived decimals of the print with other places than promised; a literal of the script is not
    derived."""
    if against.decimals is None:
        return
    line = source.text.find("decimals:")
    span = Span(max(line, 0), max(line, 0) + (9 if line >= 0 else 0))
    for fact in desk.pool.facts:
        numeral = fact.numeral
        if fact.origin is not Origin.PRINT or fact.cited or numeral.form is not Form.DECIMAL or fact.in_label:
            continue
        places = len(numeral.text.partition(".")[2].rstrip(" %"))
        if places == against.decimals or numeral.value in desk.literals:
            continue
        place = f"   ({against.check}:{fact.script_line})" if fact.script_line else ""
        yield Diagnostic(
            "T116",
            f"{numeral.text} is printed to {places} places",
            source,
            span,
            f"promises {against.decimals}",
            (f"print: {fact.text}{place}",),
            ("print it to the promised places",),
            subject=against.page,
        )
