"""Long pages are read; what is too much to be read within a second is refused aloud, never let pass."""

from __future__ import annotations

import pytest

from tallybook import verify
from tallybook.diagnostics import Severity


def errors(text: str, printed: str) -> list[str]:
    return [one.code for one in verify(text, printed=printed).findings if one.severity is Severity.ERROR]


def matrix(rows: list[list[int]]) -> str:
    inside = r"\\".join("&".join(map(str, row)) for row in rows)
    return rf"The table of remainders is $\begin{{pmatrix}}{inside}\end{{pmatrix}}$."


def test_a_matrix_of_forty_rows_is_read() -> None:
    rows = [[i * j % 9 for j in range(40)] for i in range(40)]
    ledger = verify(matrix(rows), printed=f"remainders = {rows}")
    assert ledger.ok
    assert len(ledger.claims) == 1600


def test_one_wrong_digit_of_it_is_found() -> None:
    rows = [[i * j % 9 for j in range(40)] for i in range(40)]
    text = matrix([*rows[:17], [8 - rows[17][0], *rows[17][1:]], *rows[18:]])
    assert not verify(text, printed=f"remainders = {rows}").ok


def test_a_list_of_two_thousand_numbers_is_read() -> None:
    numbers = [i * 7919 % 1000 for i in range(2000)]
    text = f"The residues are {', '.join(map(str, numbers))}."
    assert verify(text, printed=f"residues = {numbers}").ok
    assert not verify(text.replace(" 919,", " 929,", 1), printed=f"residues = {numbers}").ok


def test_a_sum_of_five_hundred_terms_is_added_up() -> None:
    terms = [i % 90 + 10 for i in range(500)]
    text = f"${'+'.join(map(str, terms))} = {sum(terms)}$"
    printed = "\n".join(map(str, terms))
    assert errors(text, printed) == []
    assert errors(text.replace(f"= {sum(terms)}", f"= {sum(terms) + 1}"), printed) == ["T109"]


@pytest.mark.parametrize(
    "text",
    [
        "|a|b|\n|---|---|\n" + "\n".join(f"|{i}|{i * i}|" for i in range(3000)),
        "[" * 20_000 + "5",
        ", ".join(str(i * 7919 % 1000) for i in range(6000)),
    ],
    ids=["table", "brackets", "list"],
)
def test_more_is_refused_with_one_finding(text: str) -> None:
    assert errors(text, "5") == ["T118"]


def test_a_sum_of_sums_that_takes_too_long_is_no_value() -> None:
    text = r"$\sum_{k=1}^{10^{5}} \sum_{j=1}^{10^5} k j = 5$"
    assert not verify(text, printed="").ok
