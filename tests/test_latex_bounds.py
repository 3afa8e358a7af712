"""What must hold of any input: nothing raises, nothing hangs, no digit is lost."""

from __future__ import annotations

import time
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from latex_cases import load, parse
from tallybook import verify
from tallybook.latex.commands import TABLE
from tallybook.latex.evaluate import evaluate
from tallybook.latex.facts import both_signs, free_symbols

if TYPE_CHECKING:
    from tallybook.latex.tree import Formula

MACROS = {
    "mat": r"\mathbf{#1}",
    "half": r"\tfrac12",
    "pair": "(#1, 7, #2)",
    "loop": r"\loop\loop",
    "swap": "#2#1",
}
FORMULAS = [case["formula"] for case in load("numerals")]
FORMULAS += [case[0] for name in ("structure", "values") for case in load(name)]


def every_digit_once(formula: Formula, text: str) -> None:
    """Every digit is in one claim or in one ignored span."""
    owners = [span for span, _ in formula.ignored if len(span)] + [node.span for node in formula.claims()]
    counts = [0] * len(text)
    for span in owners:
        for offset in range(span.start, span.end):
            counts[offset] += 1
    lost = [
        (offset, counts[offset])
        for offset in range(formula.span.start, formula.span.end)
        if text[offset].isdecimal() and counts[offset] != 1
    ]
    assert lost == []
    assert not any(counts[: formula.span.start]) and not any(counts[formula.span.end :])  # noqa: PT018 (one statement about the outside)


@pytest.mark.parametrize("source", FORMULAS)
def test_every_digit_is_in_one_claim_or_ignored(source: str) -> None:
    every_digit_once(*parse(source))


PIECES = [
    *TABLE, "12", "3.5", r"150\,528", "1,000", "{", "}", "(", ")", "^2", "_1", r"\begin{cases}",
    r"\end{cases}", r"\begin{aligned}", r"\end{aligned}", r"\text{a 3 b4}", r"\text{", r"\mathrm{GB}",
    r"\mathbf{12}", r"\mathbf{1}", r"\left(", r"\right)", r"\left|", r"\right|_", "%7\n", r"\num{1.2e3}",
    r"\qty{1}{\metre}", r"\begin{bmatrix}", r"\end{bmatrix}", r"\half", r"\pair", r"\loop", r"\swap",
    r"\foo", "0x1F", r"\overline{3}", "0.", ".5", "1e5", "½", "３", r"\overset{!}{=}", r"\hspace{2em}",
    "[2pt]", r"\tag{1.2}", r"\sum_{i=0}^{n}", r"\bigr\rvert_", "$", "#1", "12:30", r"\mathtt{0x1F}",
    r"\mathrm{m^2}", "10^{", "10^8", " ", "\n",
]  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=25), st.sampled_from(".,"))
def test_any_heap_of_tokens_is_read_and_keeps_its_digits(pieces: list[str], mark: str) -> None:
    formula, text = parse(" ".join(pieces), mark, MACROS)
    every_digit_once(formula, text)
    for part in formula.parts:
        evaluate(part)
        free_symbols(part)
        both_signs(part)


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=40))
def test_any_text_is_read(source: str) -> None:
    every_digit_once(*parse(source))


LONG = {
    "braces": "{" * 50_000 + "5" + "}" * 50_000,
    "brackets": "(" * 50_000 + "5" + ")" * 50_000,
    "open brackets": "(" * 100_000,
    "roots": r"\sqrt{" * 16_000 + "2",
    "fractions": r"\frac{1}{" * 10_000 + "2" + "}" * 10_000,
    "signs": "-" * 100_000 + "5",
    "divisions": "1/" * 50_000 + "1",
    "factorials": "5" + "!" * 100_000,
    "powers": "2^{" * 33_000 + "2",
    "double powers": "2" + "^2" * 50_000,
    "sum": "1+" * 50_000 + "1",
    "bars": "|x" * 50_000,
    "digits": "9" * 10_000,
    "too many digits": "9" * 100_000,
    "list": "123," * 25_000,
    "relations": "1=" * 50_000,
    "logarithms": r"\log " * 20_000 + "2",
    "texts": r"\text{a 1 }" * 9_000,
    "cells": r"\begin{bmatrix}" + "1&" * 50_000 + r"\end{bmatrix}",
    "matrices": r"\begin{bmatrix}" * 6_000 + "1",
    "bold": r"\mathbf{1 }" * 9_000,
    "remainders": r"5\bmod " * 14_000 + "3",
    "space": " " * 100_000,
    "calls": "f(" * 50_000 + "1",
    "unknown": r"\foo{" * 20_000 + "1",
    "macros": r"\half" * 20_000,
    "tower": "9^{9^{9^{9^{9^{9}}}}}",
}


@pytest.mark.parametrize("source", LONG.values(), ids=LONG)
def test_long_and_deep_input_takes_time_in_proportion(source: str) -> None:
    start = time.process_time()
    formula, text = parse(source, macros=MACROS)
    assert time.process_time() - start < 5  # about half a second on a machine with nothing else to do
    every_digit_once(formula, text)
    for part in formula.parts[:20]:
        evaluate(part)
        free_symbols(part)


def test_ten_thousand_digits_are_read_exactly() -> None:
    formula, _ = parse("9" * 10_000 + " + 1 = 10^{10000}")
    (chain,) = formula.parts
    left, right = (evaluate(each) for each in chain.operands)  # type: ignore[attr-defined]  # a Chain
    assert left == right


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("+".join(["1"] * 50_000) + " = 50000", "unreadable: too long a formula"),
        (r"\frac{1}{2}+" * 8_000 + "0 = 4000", "unreadable: too long a formula"),
        ("+".join(["1"] * 3_000) + " = 3000", "unreadable: too long a formula"),
        ("1=" * 3_000 + "1", "unreadable: too long a formula"),
        ("(2)" * 3_000, "unreadable: too long a formula"),
        (r"2 \cdot " * 2_500 + "2", "unreadable: too long a formula"),
        ("2^{" * 3_000 + "1" + "}" * 3_000 + " = 1", "unreadable: nested too deeply"),
        (r"\frac{1}{" * 2_000 + "1" + "}" * 2_000 + " = 1", "unreadable: nested too deeply"),
        (r"\sqrt{" * 3_000 + "1" + "}" * 3_000 + " = 1", "unreadable: nested too deeply"),
        ("9" * 20_001, "unreadable: more than 20000 digits"),
        ("-" + "9" * 20_001 + r"\%", "unreadable: more than 20000 digits"),
    ],
    ids=lambda value: value[:20],
)
def test_what_is_too_large_is_passed_over_with_a_reason(source: str, reason: str) -> None:
    formula, text = parse(source)
    every_digit_once(formula, text)
    assert {why for _, why in formula.ignored} == {reason}
    assert len(formula.ignored) <= 2
    assert len(formula.claims()) < 100


def test_what_is_deep_within_the_bounds_is_read() -> None:
    formula, _ = parse("1+" + r"\cfrac{1}{2+" * 18 + "1" + "}" * 18)
    value = evaluate(formula.parts[0])
    assert value is not None
    assert abs(value.value**2 - 2) < Fraction(1, 10**10)  # the continued fraction of the root of 2
    assert formula.ignored == ()


def test_long_sums_within_the_bounds_have_a_value() -> None:
    formula, _ = parse("+".join(str(number) for number in range(1, 1_001)))
    value = evaluate(formula.parts[0])
    assert value is not None
    assert value.value == 500_500


@pytest.mark.parametrize("source", [r"\0", r"\7x", r"\12", r"a\3{4}"])
def test_digits_of_a_command_that_is_none_are_seen(source: str) -> None:
    every_digit_once(*parse(source))


LONG = [
    r"$512! \approx 3.48 \times 10^{11166}$.",
    r"It is of the order of $10^{11166}$.",
    r"It fell from $10^{6000}$ to $10^{5000}$.",
    f"We have ${'7' * 5000} = {'7' * 4999}8$.",
    f"It holds {'3' * 4500} grains.",
]


@pytest.mark.parametrize("text", LONG)
def test_wrong_numbers_of_thousands_of_digits_are_rejected(text: str) -> None:
    """More digits than the interpreter turns into text by itself."""
    ledger = verify(text, printed=f"size = {'7' * 5000}\nlog = 1166.5\n")
    assert ledger.verdict == "rejected"
    assert ledger.findings
