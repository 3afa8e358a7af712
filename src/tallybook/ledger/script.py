"""The literals of a check, read from its syntax tree: what a text may state as given."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache

from tallybook.ledger.facts import Fact, Origin, Series
from tallybook.ledger.sums import linear
from tallybook.ledger.words import stems
from tallybook.numerals.numeral import Form, Numeral
from tallybook.span import Span

_STRUCTURAL_CALLS = frozenset({"round", "print", "quantize", "ljust", "rjust", "zfill", "format", "exit"})
_RANGE_LIMIT = 100_000


@dataclass(frozen=True, slots=True)
class Script:
    """Literals and printing lines of a check."""

    facts: tuple[Fact, ...] = ()
    series: tuple[Series, ...] = ()
    linear: frozenset[tuple[Fraction, Fraction]] = frozenset()
    """Slope and constant of every ``1.8*x + 32``, without their signs."""
    prints: tuple[tuple[int, tuple[str, ...]], ...] = ()
    """For each call that may print: its line and the fixed parts of its strings."""

    def printing_line(self, text: str) -> int | None:
        """The line of the script whose call has the longest fixed text in common with a printed line."""
        best, length = None, 0
        for line, parts in self.prints:
            if all(part in text for part in parts) and (size := sum(map(len, parts))) > length:
                best, length = line, size
        return best


@dataclass(slots=True)
class _Collector:
    """The walk over a syntax tree."""

    source: str
    facts: list[Fact] = field(default_factory=list)
    series: list[Series] = field(default_factory=list)
    prints: list[tuple[int, tuple[str, ...]]] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)


@lru_cache(maxsize=64)
def read_script(source: str) -> Script:
    """The literals of a script. A script that does not parse has none (running it reports the error)."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return Script()
    collector = _Collector(source, lines=source.splitlines())
    try:
        _visit(tree, "", collector)
    except RecursionError:
        return Script()
    return Script(
        tuple(collector.facts), tuple(collector.series), frozenset(linear(tree)), tuple(collector.prints)
    )


def _visit(node: ast.AST, name: str, out: _Collector) -> None:
    if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
        _assignment(node, name, out)
    elif isinstance(node, ast.Call):
        _call(node, name, out)
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        _function(node, out)
    elif isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values, strict=True):
            label = key.value if isinstance(key, ast.Constant) and isinstance(key.value, str) else ""
            if key is not None:
                _visit(key, name, out)
            _visit(value, f"{name} {label}".strip(), out)
    elif isinstance(node, ast.List | ast.Tuple | ast.Set):
        _array(node, name, out)
    elif isinstance(node, (ast.Subscript, ast.FormattedValue)):
        _visit(node.value, name, out)
    elif isinstance(node, ast.For | ast.comprehension):
        target = ast.unparse(node.target) if isinstance(node.target, ast.Name) else name
        _visit(node.iter, target, out)
        for child in ast.iter_child_nodes(node):
            if child is not node.iter and child is not node.target:
                _visit(child, name, out)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd):
        for child in (node.left, node.right):
            if isinstance(child, ast.Constant) and (bits := _mask(child.value)):
                out.facts.append(_fact(_integer(bits), "bits", child, out))
            _visit(child, name, out)
    elif isinstance(node, ast.Compare) and isinstance(node.left, ast.Name):
        for child in node.comparators:
            _visit(child, node.left.id, out)
    elif (number := _number(node, out)) is not None:
        out.facts.append(_fact(number, name, node, out))
        for child in ast.walk(node):  # the parts of Fraction(1, 2) are literals too
            if (
                child is not node
                and isinstance(child, ast.Constant)
                and isinstance(node, ast.BinOp | ast.Call)
            ):
                part = _number(child, out)
                if part is not None:
                    out.facts.append(_fact(part, name, child, out))
    else:
        for child in ast.iter_child_nodes(node):
            _visit(child, name, out)


def _mask(value: object) -> int:
    """How many bits a mask of ones keeps: 8 for 0xff; 0 for what is none."""
    if not isinstance(value, int) or isinstance(value, bool) or value < 3 or value & (value + 1):
        return 0
    return value.bit_length()


def _assignment(node: ast.Assign | ast.AnnAssign | ast.AugAssign, name: str, out: _Collector) -> None:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    value = node.value
    if value is None:
        return
    first = targets[0]
    if (
        isinstance(first, ast.Tuple)
        and isinstance(value, ast.Tuple)
        and len(first.elts) == len(value.elts)
        and not any(isinstance(item, ast.Starred) for item in (*first.elts, *value.elts))
    ):
        for target, item in zip(first.elts, value.elts, strict=True):
            _visit(item, ast.unparse(target), out)
        _array(value, " ".join(ast.unparse(target) for target in first.elts), out, visit=False)
        return
    _visit(value, " ".join(ast.unparse(target) for target in targets) if targets else name, out)


def _function(node: ast.FunctionDef | ast.AsyncFunctionDef, out: _Collector) -> None:
    arguments = (*node.args.posonlyargs, *node.args.args)
    defaults = node.args.defaults
    for argument, default in zip(arguments[len(arguments) - len(defaults) :], defaults, strict=True):
        _visit(default, f"{node.name} {argument.arg}", out)
    for argument, keyword in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True):
        if keyword is not None:
            _visit(keyword, f"{node.name} {argument.arg}", out)
    for child in node.body:
        _visit(child, node.name if isinstance(child, ast.Return) else "", out)


def _call(node: ast.Call, name: str, out: _Collector) -> None:
    called = ast.unparse(node.func) if isinstance(node.func, ast.Name | ast.Attribute) else ""
    short = called.rpartition(".")[2]
    if short == "range":
        _range(node, name, out)
        return
    value = _number(node, out)
    if value is not None:
        out.facts.append(_fact(value, name, node, out))
    parts = tuple(
        piece.value.strip()
        for argument in node.args
        for piece in (argument.values if isinstance(argument, ast.JoinedStr) else [argument])
        if isinstance(piece, ast.Constant) and isinstance(piece.value, str) and piece.value.strip()
    )
    if parts or short == "print":
        out.prints.append((node.lineno, parts))
    arguments = node.args[:1] if short in _STRUCTURAL_CALLS - {"print"} else node.args
    for argument in arguments:
        _visit(argument, name or (short if short not in ("print", "sum", "len") else ""), out)
    for keyword in node.keywords:
        if keyword.arg not in ("sep", "end", "key", "ndigits"):
            _visit(keyword.value, f"{name} {keyword.arg or ''}".strip(), out)
    if isinstance(node.func, ast.Attribute):
        _visit(node.func.value, name, out)


def _range(node: ast.Call, name: str, out: _Collector) -> None:
    """``range(1, 101)`` is the numbers 1 to 100. Its bound alone is no given: nothing in the check is 101."""
    bounds = [_number(argument, out) for argument in node.args]
    if any(bound is None or bound.value.denominator != 1 for bound in bounds) or not bounds:
        for argument in node.args:
            if not isinstance(argument, ast.Constant):
                _visit(argument, name, out)
        return
    numbers = range(*(int(bound.value) for bound in bounds if bound is not None))
    if not 0 < len(numbers) <= _RANGE_LIMIT:
        return
    kept = numbers if len(numbers) <= 200 else (*numbers[:3], *numbers[-1:])
    facts = [_fact(_integer(number), name, node, out) for number in kept]
    out.facts.extend((facts[0], facts[-1]))
    out.series.append(
        Series(tuple(facts), "range", name, frozenset(stems(name)), whole=len(kept) < len(numbers))
    )


def _array(node: ast.List | ast.Tuple | ast.Set, name: str, out: _Collector, *, visit: bool = True) -> None:
    values = _values(node, out)
    if values is not None and len(values) > 1:
        facts = tuple(_fact(value, name, node, out) for value in values)
        out.series.append(Series(facts, "literal", name, frozenset(stems(name)), whole=True))
    if visit:
        before = len(out.facts)
        for item in node.elts:
            _visit(item, name, out)
        out.facts[before:] = [replace(fact, shared=True) for fact in out.facts[before:]]
        if len(out.facts) == before and values:
            out.facts.extend(_fact(value, name, node, out) for value in values)


def _values(node: ast.AST, out: _Collector) -> list[Numeral] | None:
    """The numbers of a literal array, flattened; None if something in it is no literal."""
    if isinstance(node, ast.List | ast.Tuple | ast.Set):
        found: list[Numeral] = []
        for item in node.elts:
            inner = _values(item.value if isinstance(item, ast.Starred) else item, out)
            if inner is None:
                return None
            found.extend(inner)
        return found
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        left, right = node.left, node.right
        if (
            isinstance(left, ast.List | ast.Tuple)
            and isinstance(right, ast.Constant)
            and isinstance(right.value, int)
        ):
            inner = _values(left, out)
            return inner * min(right.value, 1000) if inner is not None else None
    number = _number(node, out)
    return None if number is None else [number]


def _number(node: ast.AST, out: _Collector) -> Numeral | None:
    """The exact number an expression of literals stands for, or None."""
    if isinstance(node, ast.Constant):
        if isinstance(node.value, bool) or not isinstance(node.value, int | float):
            return None
        if isinstance(node.value, int):
            return _integer(node.value)
        return _decimal(_literal_text(node, out))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
        inner = _number(node.operand, out)
        if inner is None or isinstance(node.op, ast.UAdd):
            return inner
        return Numeral(
            inner.span, f"-{inner.text}", -inner.value, inner.ulp, inner.form, "-", digits=inner.digits
        )
    if isinstance(node, ast.Call) and not node.keywords:
        called = (
            ast.unparse(node.func).rpartition(".")[2]
            if isinstance(node.func, ast.Name | ast.Attribute)
            else ""
        )
        if called in ("Fraction", "F", "Rational", "Decimal", "D", "mpf", "Q", "R", "S", "Integer"):
            return _constructed(node.args, out)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        return _ratio(node.left, node.right, out)
    return None


def _constructed(arguments: list[ast.expr], out: _Collector) -> Numeral | None:
    if len(arguments) == 1:
        only = arguments[0]
        if isinstance(only, ast.Constant) and isinstance(only.value, str):
            return _decimal(only.value)
        return _number(only, out)
    if len(arguments) == 2:
        return _ratio(arguments[0], arguments[1], out)
    return None


def _ratio(above: ast.expr, below: ast.expr, out: _Collector) -> Numeral | None:
    top, bottom = _number(above, out), _number(below, out)
    if top is None or bottom is None or bottom.value == 0:
        return None
    value = top.value / bottom.value
    return Numeral(Span(0, 0), f"{top.text}/{bottom.text}", value, Fraction(0), Form.FRACTION)


_LONGEST = 10**4000  # longer integers are not written out


def _integer(value: int) -> Numeral:
    text = str(value) if abs(value) < _LONGEST else "…"
    return Numeral(
        Span(0, 0), text, Fraction(value), Fraction(1), Form.INTEGER, "-" if value < 0 else "", digits=text
    )


_DECIMAL = re.compile(r"\s*([+-]?)(\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE]([+-]?\d+))?\s*\Z")


def _decimal(text: str) -> Numeral | None:
    match = _DECIMAL.match(text)
    if match is None:
        try:
            value = Fraction(text)
        except (ValueError, ZeroDivisionError):
            return None
        return Numeral(Span(0, 0), text, value, Fraction(0), Form.FRACTION)
    sign, digits, exponent = match[1], match[2].replace("_", ""), int(match[3] or 0)
    if abs(exponent) > 5000:
        return None
    places = len(digits.partition(".")[2])
    scale = Fraction(10) ** exponent
    value = Fraction(digits) * scale * (-1 if sign == "-" else 1)
    form = Form.SCIENTIFIC if match[3] else Form.DECIMAL if "." in digits else Form.INTEGER
    return Numeral(Span(0, 0), text.strip(), value, scale / 10**places, form, sign, digits=digits)


def _literal_text(node: ast.Constant, out: _Collector) -> str:
    """The literal as it is written: ``0.10`` keeps its zero, which the float has lost."""
    try:
        line = out.lines[node.lineno - 1].encode()
        return line[node.col_offset : node.end_col_offset].decode()
    except (IndexError, UnicodeDecodeError):
        return repr(node.value)


def _fact(numeral: Numeral, name: str, node: ast.AST, out: _Collector) -> Fact:
    line = getattr(node, "lineno", 0)
    text = out.lines[line - 1].strip() if 0 < line <= len(out.lines) else ""
    names = frozenset(stems(name))
    return Fact(
        numeral, Origin.SCRIPT, name, names, names, frozenset(), line, len(out.facts), text, script_line=line
    )
