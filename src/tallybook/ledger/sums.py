"""The expressions of the first degree that a script computes with: ``1.8*x + 32``."""

from __future__ import annotations

import ast
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


def linear(tree: ast.AST) -> Iterator[tuple[Fraction, Fraction]]:
    """Slope and constant of each sum of a multiple of something and a number, without their signs. Names
    that are assigned one number and nothing else stand for it."""
    known = _constants(tree)
    for node in ast.walk(tree):
        if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Add | ast.Sub):
            continue
        for product, rest in ((node.left, node.right), (node.right, node.left)):
            constant = _value(rest, known)
            if constant is None or not isinstance(product, ast.BinOp) or not isinstance(product.op, ast.Mult):
                continue
            for factor in (product.left, product.right):
                slope = _value(factor, known)
                if slope is not None:
                    yield slope, constant


def _constants(tree: ast.AST) -> dict[str, Fraction]:
    found: dict[str, Fraction] = {}
    bound: set[str] = set()
    for node in ast.walk(tree):
        for target, value in _assigned(node):
            number = _value(value, {})
            if number is None or target in bound:
                found.pop(target, None)
            else:
                found[target] = number
            bound.add(target)
    arguments = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    return {name: number for name, number in found.items() if name not in arguments}


def _assigned(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Names and what they are assigned, also those of ``a, b = 1.8, 32``."""
    if isinstance(node, ast.AugAssign | ast.For | ast.comprehension):
        for name in ast.walk(node.target):
            if isinstance(name, ast.Name):
                yield name.id, name
    if not isinstance(node, ast.Assign):
        return
    for target in node.targets:
        if isinstance(target, ast.Name):
            yield target.id, node.value
        elif isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            for one, value in zip(target.elts, node.value.elts, strict=False):
                if isinstance(one, ast.Name):
                    yield one.id, value


def _value(node: ast.expr, known: dict[str, Fraction]) -> Fraction | None:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return _value(node.operand, known)
    if isinstance(node, ast.Name):
        return known.get(node.id)
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        shown = repr(node.value)
        return Fraction(shown) if shown not in ("inf", "nan") else None
    return None
