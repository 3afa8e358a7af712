"""Decimals that say less than the print they quote."""

from __future__ import annotations

import pytest

from tallybook import verify


def weak(text: str, printed: str, script: str = "") -> list[str]:
    """The numbers of a text that are not strong."""
    return [
        one.text for one in verify(text, printed=printed, script=script).claims if one.strength != "strong"
    ]


@pytest.mark.parametrize(
    ("text", "printed", "script", "expected"),
    [
        ("The output is 1.25.", "output = 1.2500", "", []),
        ("The output is 1.2.", "output = 1.2500", "", ["1.2"]),
        ("The output is 1.23.", "output = 1.2340", "", []),  # a zero at the end may be chance
        ("The output is about 1.2.", "output = 1.2500", "", []),
        ("The width is 1.2.", "output = 1.2500", "width = 1.2", []),
        ("The outputs are $(2.5000, 3.1000)$.", "outputs = [2.5000, 3.1000]", "", []),
        ("The outputs are $(2.500, 3.1000)$.", "outputs = [2.5000, 3.1000]", "", ["2.500"]),
        ("The outputs are $(2.50, 3.10)$.", "outputs = [2.5000, 3.1000]", "", []),
    ],
)
def test_what_is_less_than_the_print_is_weak(
    text: str, printed: str, script: str, expected: list[str]
) -> None:
    assert verify(text, printed=printed, script=script).ok
    assert weak(text, printed, script) == expected


def test_the_finding_says_why() -> None:
    found = verify("The output is 1.2.", printed="output = 1.2500").findings
    assert [(one.code, one.message) for one in found] == [
        ("T103", "1.2 is a rounding of a short exact value")
    ]


@pytest.mark.parametrize("shown", ["2.00000", "-2.0000", "2.0000"])
def test_the_result_of_a_chain_is_spelt_as_its_name_is_printed(shown: str) -> None:
    printed = "gradient = +2.0000"
    assert verify("The gradient is $(1)(2) = +2.0000$.", printed=printed).ok
    assert not verify(f"The gradient is $(1)(2) = {shown}$.", printed=printed).ok


def test_a_word_that_is_not_round_stands_for_nothing_near_it() -> None:
    printed = "total = 1048576"
    assert verify("That is [a million]{~total}.", printed=printed).ok
    assert not verify("That is [one million and one]{~total}.", printed=printed).ok
