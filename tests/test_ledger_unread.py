"""What was not read as mathematics: listed, and never passed over."""

from __future__ import annotations

import pytest

from tallybook import verify
from tallybook.diagnostics import Severity


def test_an_unknown_command_is_told_at_its_place() -> None:
    text = r"We have $\foo{3} + \R$ and 3."
    (found,) = [one for one in verify(text, printed="3").findings if one.code == "M101"]
    assert text[found.span.start : found.span.end] == r"\foo"
    assert found.severity is Severity.WARNING


@pytest.mark.parametrize(
    "tex",
    [
        r"\R^n",
        r"\argmax_x f",
        r"\bm{x}",
        r"\qty{5}{\metre}",
        r"\varkappa",
        r"\nparallel",
        r"\utilde{x}",
        r"\val{3}{a}",
    ],
)
def test_standard_commands_are_silent(tex: str) -> None:
    assert not [one for one in verify(f"${tex}$").findings if one.code == "M101"]


def test_unread_formulas_are_listed_and_their_numbers_are_claims() -> None:
    text = r"Here $\frac{1$ and $2 + 2 = 4$ stand."
    ledger = verify(text)
    (unread,) = ledger.unread
    assert (text[unread.span.start : unread.span.end], unread.reason) == (r"\frac{1", "argument missing")
    assert "1" in [claim.text for claim in ledger.claims]
