"""Helpers of the tests of ``tallybook.latex``: the cases as data, and the sketch of a tree."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from tallybook.latex.parser import parse_formula
from tallybook.latex.tree import (
    Add,
    Annotated,
    BigOp,
    Bound,
    Call,
    Cases,
    Chain,
    Div,
    Dots,
    EvalBar,
    Formula,
    Group,
    Matrix,
    Mixed,
    Mod,
    Mul,
    Neg,
    Node,
    Num,
    Opaque,
    PlusMinus,
    Pow,
    Sequence,
    Sym,
    Text,
)
from tallybook.numerals.numeral import Conventions

DATA = Path(__file__).parent / "data" / "latex"


def load(name: str) -> list[Any]:
    """The cases of one file."""
    found: list[Any] = yaml.safe_load((DATA / f"{name}.yaml").read_text(encoding="utf-8"))
    return found


def parse(formula: str, decimal_mark: str = ".", macros: dict[str, str] | None = None) -> tuple[Formula, str]:
    """The formula parsed in the middle of a text whose neighbours are digits, and that text."""
    text = f"12${formula}$34"
    parsed = parse_formula(
        text, 3, 3 + len(formula), conventions=Conventions(decimal_mark=decimal_mark), macros=macros or {}
    )
    return parsed, text


def sketch(node: Node) -> str:
    """A tree in brackets, short enough to be read."""

    def many(*nodes: Node) -> str:
        return " ".join(sketch(each) for each in nodes)

    match node:
        case Num():
            marks = ("?" if node.numeral.ambiguous else "") + ("°" if node.numeral.unit == "°" else "")
            value = node.numeral.value
            if value.denominator == 1:
                return f"{value}{marks}"
            places = len(node.numeral.text.partition(".")[2])
            plain = f"{value.numerator * 10**places // value.denominator}/{10**places}"
            return (f"{value}" if value.denominator < 1000 else plain) + marks
        case Sym():
            return node.key
        case Text():
            return f'"{node.text.strip()}"'
        case Dots():
            return "…"
        case Neg():
            return f"(- {sketch(node.operand)})"
        case Add():
            return f"(+ {many(*node.terms)})"
        case Mul():
            return f"({'.' if node.implicit else '*'} {many(*node.factors)})"
        case Div():
            return f"(/ {many(node.numerator, node.denominator)})"
        case Mixed():
            return f"(mixed {many(node.whole, node.fraction)})"
        case Pow():
            return f"(^ {many(node.base, node.exponent)})"
        case PlusMinus():
            return f"(± {many(*([node.left] if node.left else []), node.right)})"
        case Call():
            base = f"@{sketch(node.base)}" if node.base else ""
            return f"({node.name}{'()' if node.function else ''}{base} {many(*node.arguments)})"
        case BigOp():
            ends = [
                sketch(each) if each else "-" for each in (node.variable, node.lower, node.upper, node.body)
            ]
            return f"({node.name} {' '.join(ends)})"
        case Group():
            return f"({node.kind}{many(*node.items)}))"
        case Sequence():
            return f"[{node.separator} {many(*node.items)}]"
        case Matrix() | Cases():
            kind = node.kind if isinstance(node, Matrix) else "cases"
            return f"{{{kind} {'; '.join(many(*row) for row in node.rows)}}}"
        case EvalBar():
            return f"(at {many(node.body, node.condition)})"
        case Annotated():
            return f"(note {many(node.body, node.note)})"
        case Mod():
            return f"(mod {many(*([node.body] if node.body else []), node.modulus)})"
        case Bound():
            return f"(val{node.relation} {sketch(node.body)} {node.name})"
        case Opaque():
            return f"?{node.reason}"
        case Chain():
            modulus = f" mod {sketch(node.modulus)}" if node.modulus else ""
            signs = " ".join(each.symbol for each in node.relations)
            return f"({signs} {many(*node.operands)}{modulus})"
    raise AssertionError(node)
