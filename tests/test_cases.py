"""Errata, awkward notations, faults of tools and true pages of other fields, each with its right verdict."""

from __future__ import annotations

import contextlib
import io
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from tallybook import verify
from tallybook.diagnostics import Severity
from tallybook.numerals.numeral import Conventions

CASES = Path(__file__).parent / "data" / "cases"
ELSEWHERE = {
    "C20": "an unstable print is the executor's finding",
    "C21": "octal numbers are refused by the reader of YAML",
    "C22": "doubled keys are refused by the reader of YAML",
    "C23": "links are the reader's business",
}
ALSO = {"C12": ["2021", "3", "4"], "C18": ["700th"]}
"""Numbers that a case says may be flagged beside those that must."""
DECIMAL_COMMA = frozenset({"A05"})


def load() -> list[Any]:
    return [
        case for name in "abcdefghi" for case in yaml.safe_load((CASES / f"{name}.yaml").read_text("utf-8"))
    ]


@cache
def printed(script: str) -> str:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(script, "check", "exec"), {"__name__": "__main__"})
    return out.getvalue()


def ledger(case: Any, text: str) -> Any:
    script = case.get("script", "")
    return verify(
        text,
        printed=printed(script),
        script=script,
        given=[str(item) for item in case.get("given", [])],
        conventions=Conventions(
            decimal_mark=case.get("decimal_mark", "," if case["id"] in DECIMAL_COMMA else ".")
        ),
    )


def flagged(text: str, found: Any) -> list[str]:
    return [text[d.span.start : d.span.end] for d in found.findings if d.severity is Severity.ERROR]


def problems(case: Any) -> list[str]:
    """What is wrong with the tool's verdict on a case; empty if it is right."""
    wrong: list[str] = []
    text = case["input"]
    got = ledger(case, text)
    spans = [d.span for d in got.findings if d.severity is Severity.ERROR]
    verdict = case["verdict"]
    if verdict in ("accept", "ignore") and not got.ok:
        wrong.append(f"{got.verdict}, flagged {flagged(text, got)}")
    if verdict in ("reject", "error") and got.verdict != "rejected":
        wrong.append(f"verdict {got.verdict}")
    if verdict == "undecided" and got.ok:
        wrong.append("accepted in silence")
    for token in case.get("must_flag", []) if verdict != "accept" else []:
        places = [i for i in range(len(text)) if text.startswith(token, i)]
        if not any(s.start < p + len(token) and p < s.end for s in spans for p in places):
            wrong.append(f"{token!r} is not flagged")
    if verdict == "reject":
        tokens = case.get("must_flag", []) + ALSO.get(case["id"], [])
        for span in spans:
            hit = any(
                text.startswith(token, i) and span.start < i + len(token) and i < span.end
                for token in tokens
                for i in range(len(text))
            )
            if not hit:
                wrong.append(f"flags {text[span.start : span.end]!r} as well")
    if "fixed_input" in case:
        fixed = ledger(case, case["fixed_input"])
        if not fixed.ok:
            wrong.append(f"fixed: {fixed.verdict}, flagged {flagged(case['fixed_input'], fixed)}")
    for mutation in case.get("mutations_to_reject", []):
        assert mutation["old"] in text
        changed = text.replace(mutation["old"], mutation["new"], 1)
        if ledger(case, changed).ok:
            wrong.append(f"accepts {mutation['new']!r} for {mutation['old']!r}")
    for token in case.get("not_a_claim", []):
        for i in range(len(text)):
            if text.startswith(token, i):
                inside = [
                    c
                    for c in got.claims
                    if c.span.start < i + len(token) and i < c.span.end and verdict != "undecided"
                ]
                if inside:
                    wrong.append(f"{token!r} read as a claim")
    return wrong


@pytest.mark.parametrize("case", [c for c in load() if c["id"] not in ELSEWHERE], ids=lambda c: c["id"])
def test_case(case: Any) -> None:
    assert problems(case) == []
