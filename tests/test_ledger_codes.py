"""Every finding of the ledger: the text that gives it, its place, and the same text put right."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallybook import verify
from tallybook.config import Declaration
from tallybook.diagnostics import Severity
from tallybook.ledger.account import Given, account
from tallybook.span import Source, Span

PRINT = "wide.parameters = 620663784\nhidden layers = 6\nratio = 3.87\n"

CASES = [
    # code, text, print, the digits at fault, the text put right
    ("T101", "$N = 12$", "N = 21", "12", "$N = 21$"),
    ("T102", "It has 4097 units.", "width = 4096", "4097", "It has 4096 units."),
    ("T103", "It takes 3.", "3\n4", "3", None),
    ("T104", "It has six layers.", "5", "six", None),
    ("T106", "It is [3.87]{=ration}.", PRINT, "3.87", "It is [3.87]{=ratio}."),
    ("T107", "It is [4]{=size}.", "size = 4\nsize = 5", "4", None),
    ("T109", r"$784 \cdot 512 + 512 = 401\,921$", "", r"401\,921", r"$784 \cdot 512 + 512 = 401\,920$"),
    ("T110", "the point $(1,000)$", "", "1,000", None),
    ("T111", r"$\log 1000 = 6.9078$", "", r"\log 1000 = 6.9078", r"$\ln 1000 = 6.9078$"),
    ("T112", r"$2 \cdot 3 < 5$", "2 3 5 7", r"2 \cdot 3 < 5", r"$2 \cdot 3 < 7$"),
    ("T113", "It is not [3.87]{!=ratio}.", PRINT, "3.87", "It is not [3.78]{!=ratio}."),
    (
        "T114",
        "There are three lessons:\n\n- a\n- b\n- c\n- d\n",
        "",
        "three",
        "There are four lessons:\n\n- a\n- b\n- c\n- d\n",
    ),
    ("T119", "$(x + 1)^2 = x^3 + 2x + 1$", "", "3", "$(x + 1)^2 = x^2 + 2x + 1$"),
    ("T117", "a share of 00.25", "share = 0.25", "00.25", "a share of 0.25"),
]


@pytest.mark.parametrize(
    ("code", "text", "printed", "fault", "right"), CASES, ids=[case[0] for case in CASES]
)
def test_the_finding_stands_at_its_digits(
    code: str, text: str, printed: str, fault: str, right: str | None
) -> None:
    ledger = verify(text, printed=printed)
    found = [finding for finding in ledger.findings if finding.code == code]
    assert [text[one.span.start : one.span.end] for one in found] == [fault]
    assert found[0].severity is (Severity.WARNING if code in ("T103", "T104") else Severity.ERROR)
    if right is not None:
        assert verify(right, printed=printed).ok


def test_t105_digits_that_no_rule_reads_fail_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "It has 4096 units."
    monkeypatch.setattr("tallybook.ledger.reading.read_prose", lambda *_: ())
    ledger = verify(text, printed="units = 4096")
    assert [(f.code, text[f.span.start : f.span.end]) for f in ledger.findings] == [("T105", "4096")]
    assert ledger.verdict == "rejected"


def declared(text: str, printed: str, *declarations: Declaration) -> list[str]:
    ledger = account(
        Source("page.md", text), Span(0, len(text)), Given(printed=printed, declared=declarations)
    )
    return [finding.code for finding in ledger.findings]


def test_t108_a_declaration_must_be_needed() -> None:
    atoms = Declaration("10^{80}", "a standard estimate", "atoms")
    text = "The universe holds some $10^{80}$ atoms."
    assert declared(text, "") == ["T102", "T102"]
    assert declared(text, "", atoms) == []
    assert declared("Nothing is said.", "", atoms) == ["T108"]
    assert declared("The universe holds some $10^{80}$ stars.", "", atoms) == ["T108", "T102", "T102"]


def test_t116_derived_values_are_printed_to_the_promised_places() -> None:
    text = "---\ndecimals: 3\n---\nThe share is 0.25."
    body = Span(text.index("The"), len(text))

    def codes(printed: str, script: str) -> list[str]:
        given = Given(printed=printed, script=script, decimals=3)
        return [finding.code for finding in account(Source("page.md", text), body, given).findings]

    assert codes("share = 0.250", "print('share = 0.250')") == []
    assert codes("share = 0.25", "one, four = 1, 4\nprint('share =', one / four)") == ["T116"]
    assert codes("share = 0.25", "share = 0.25\nprint('share =', share)") == []


@pytest.mark.parametrize(
    "text",
    [
        "The value is " + "7" * 100_000 + ".",
        "$" + "+".join(["1"] * 50_000) + " = 50000$",
        "$" + "2^{" * 300 + "1" + "}" * 300 + " = 1$",
        " ".join(str(i * 7919 % 1000) for i in range(25_000)),
        "value 1e999999999",
        "$" + "{" * 5000 + "3" + "}" * 5000 + "$",
    ],
    ids=["digits", "sum", "tower", "prose", "exponent", "braces"],
)
def test_t118_bounds_refuse_aloud(text: str) -> None:
    ledger = verify(text, printed="5")
    assert ledger.verdict == "rejected"
    assert {finding.code for finding in ledger.findings} & {"T118", "T102", "T105"}


def test_every_code_of_the_ledger_stands_here() -> None:
    here = Path(__file__).read_text(encoding="utf-8").upper()
    folder = Path(__file__).parents[1] / "src" / "tallybook" / "codes"
    assert [path.stem for path in folder.glob("T*.md") if path.stem not in here] == []
