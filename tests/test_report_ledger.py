"""The ledger of a page as a table and as data, from claims made by hand."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from tallybook.model import (
    Claim,
    Evidence,
    EvidenceKind,
    FrontMatter,
    Kind,
    Ledger,
    NotClaim,
    Page,
    Strength,
)
from tallybook.numerals.numeral import Form, Numeral
from tallybook.report import Look, ledger_json, ledger_table
from tallybook.span import Source, Span

TEXT = "It takes $12\\,345$ steps\nof 0.5 m, about 日本 6170 m in I.5.\n"
PAGE = Page(
    "I.5.B01",
    Kind.PROBLEM,
    "A walk",
    Source("chapters/i-5/problems/b01.md", TEXT),
    FrontMatter("I.5.B01", "A walk", check="walk.py"),
    Span(0, len(TEXT)),
    (),
)


def claim(text: str, value: Fraction, strength: Strength, *evidence: Evidence, **more: str) -> Claim:
    """A claim at the first place where its text stands."""
    start = TEXT.index(text)
    span = Span(start, start + len(text))
    numeral = Numeral(span, text, value, Fraction(1), Form.INTEGER)
    return Claim(
        span, text, numeral, evidence, strength, "Solution", more.get("survivor", ""), more.get("settle", "")
    )


STEPS = Evidence(EvidenceKind.PRINTED, "steps = 12345", pins=True, line=1, script_line=7)
CHAIN = Evidence(EvidenceKind.ARITHMETIC, "12345 / 2 = 6172.5", holds=False)
LEDGER = Ledger(
    "I.5.B01",
    (
        claim("12\\,345", Fraction(12345), Strength.STRONG, STEPS),
        claim("0.5", Fraction(1, 2), Strength.WEAK, survivor="2 (legs)", settle="[0.5]{=step}"),
        claim("6170", Fraction(6170), Strength.CONTRADICTED, CHAIN),
    ),
    (NotClaim(Span(TEXT.index("I.5"), TEXT.index("I.5") + 3), "I.5", "a label"),),
    (),
    "rejected",
    ("3: rest = 99",),
)


def test_the_table() -> None:
    assert ledger_table.render([(PAGE, LEDGER)], Look(100)) == (
        "I.5.B01  A walk\n"
        "chapters/i-5/problems/b01.md, checked by walk.py\n"
        "\n"
        "line:col  claim    strength      evidence\n"
        "-- Solution\n"
        "    1:11  12\\,345  strong        printed (line 7): steps = 12345\n"
        "     2:4  0.5      weak          would pass as well: 2 (legs)\n"
        "                                 to settle: [0.5]{=step}\n"
        "    2:20  6170     contradicted  against: arithmetic: 12345 / 2 = 6172.5\n"
        "\n"
        "no claims, and why\n"
        "    2:30  I.5                           a label\n"
        "\n"
        "printed, and used by no claim\n"
        "  3: rest = 99\n"
        "\n"
        "rejected: 3 claims (1 strong, 1 weak, 1 contradicted)\n"
    )


@pytest.mark.parametrize("width", [60, 80])
def test_the_table_is_cut_to_the_terminal(width: int) -> None:
    long = Evidence(EvidenceKind.PRINTED, "x" * 500)
    ledger = Ledger("I.5.B01", (claim("0.5", Fraction(1, 2), Strength.STRONG, long),), (), (), "verified")
    lines = ledger_table.render([(PAGE, ledger)], Look(width)).splitlines()
    assert max(map(len, lines)) == width
    assert "x" * 500 in ledger_table.render([(PAGE, ledger)], Look(1000))


def test_a_page_without_claims() -> None:
    shown = ledger_table.render([(PAGE, Ledger("I.5.B01", (), (), (), "verified"))], Look())
    assert shown.endswith("\nno claims\n\nverified: 0 claims\n")


def test_colours_mark_what_does_not_stand() -> None:
    shown = ledger_table.render([(PAGE, LEDGER)], Look(100, color=True))
    assert "\x1b[1;31mcontradicted\x1b[0m" in shown
    assert "\x1b[1;33mweak        \x1b[0m" in shown


def test_the_data() -> None:
    (page,) = json.loads(ledger_json.render([(PAGE, LEDGER)]))["pages"]
    assert (page["id"], page["check"], page["verdict"], page["unused"]) == (
        "I.5.B01",
        "walk.py",
        "rejected",
        ["3: rest = 99"],
    )
    steps, half, walk = page["claims"]
    assert (steps["line"], steps["column"], steps["text"], steps["value"]) == (1, 11, "12\\,345", "12345")
    assert steps["evidence"] == [
        {
            "kind": "printed",
            "detail": "steps = 12345",
            "holds": True,
            "pins": True,
            "print_line": 1,
            "script_line": 7,
        }
    ]
    assert (half["value"], half["survivor"], half["settle"]) == ("1/2", "2 (legs)", "[0.5]{=step}")
    assert (walk["strength"], walk["evidence"][0]["holds"]) == ("contradicted", False)
    assert page["not_claims"][0]["reason"] == "a label"
