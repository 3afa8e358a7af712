"""The trees of formulas, their spans, and macros."""

from __future__ import annotations

import pytest

from latex_cases import load, parse, sketch
from tallybook.latex.tree import Num, Sym

MACROS = {
    "mat": r"\mathbf{#1}",
    "R": r"\mathbb{R}",
    "half": r"\tfrac12",
    "pair": "(#1, 7, #2)",
    "loop": r"\loop\loop",
    "idx": "x_{#1}",
    "ReLU": r"\operatorname{ReLU}",
}


@pytest.mark.parametrize(("formula", "expected"), load("structure"), ids=lambda value: value)
def test_structure(formula: str, expected: str) -> None:
    assert " | ".join(sketch(part) for part in parse(formula)[0].parts) == expected


@pytest.mark.parametrize(
    ("source", "key", "labels"),
    [
        (r"N_{\text{wide}}", "N_wide", ("wide",)),
        ("x_1", "x_1", ("1",)),
        ("W^{(2)}", "W^(2)", ("2",)),
        (r"W_{ij}^{(\ell)}", "W_ij^(ell)", ("ij", "ell")),
        (r"W^{(\ell)}_{ij}", "W_ij^(ell)", ("ell", "ij")),
        (r"t_{18}^\star", "t_18^star", ("18", "star")),
        (r"\alpha", "alpha", ()),
    ],
)
def test_names_of_symbols(source: str, key: str, labels: tuple[str, ...]) -> None:
    (symbol,) = parse(source)[0].parts
    assert isinstance(symbol, Sym)
    assert (symbol.key, symbol.labels) == (key, labels)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (r"\mat{W}^{(1)}", "mathbf(W)^(1)"),
        (r"\R^{10}", "(^ mathbb(R) 10)"),
        (r"\half + 3\half", "(+ (/ 1 2) (mixed 3 (/ 1 2)))"),
        (r"\pair{3}{4} = 5", "(= ((3 7 4)) 5)"),
        (r"\ReLU(2)", "(ReLU() 2)"),
        (r"\idx{3} + 1", "(+ x_3 1)"),
    ],
)
def test_macros(source: str, expected: str) -> None:
    assert " | ".join(sketch(part) for part in parse(source, macros=MACROS)[0].parts) == expected


def test_digits_of_a_macro_are_nobodys_claim_and_its_arguments_keep_their_spans() -> None:
    formula, text = parse(r"\pair{3}{41} + \half", macros=MACROS)
    claims = [text[node.span.start : node.span.end] for node in formula.claims()]
    assert claims == ["3", "41"]
    assert [node.numeral.value for node in formula.numerals()] == [3, 7, 41, 1, 2]


def test_unknown_commands_are_recorded_with_their_place() -> None:
    formula, text = parse(r"2 + \frobnicate{3}")
    assert [(text[span.start : span.end], name) for span, name in formula.unknown] == [
        (r"\frobnicate", "frobnicate")
    ]
    assert [node.numeral.value for node in formula.claims()] == [2, 3]


def test_an_endless_macro_ends() -> None:
    formula, _ = parse(r"\loop + 5", macros=MACROS)
    assert [node.numeral.value for node in formula.claims()] == [5]


@pytest.mark.parametrize("case", load("structure"), ids=lambda case: case[0])
def test_a_node_covers_the_nodes_below_it(case: list[str]) -> None:
    formula, _ = parse(case[0])
    for part in formula.parts:
        assert part.span in formula.span
        for node in part.walk():
            assert all(child.span in node.span for child in node.children())


def test_relations_know_their_place() -> None:
    formula, text = parse(r"a = b \approx 3")
    (chain,) = formula.parts
    assert [text[each.span.start : each.span.end] for each in chain.relations] == ["=", r"\approx"]  # type: ignore[attr-defined]  # a Chain
    assert isinstance(chain.operands[-1], Num)  # type: ignore[attr-defined]  # a Chain
