"""Evidence by formula: digits of a definition, evaluated at every argument for which the check prints a
value.

The check prints ``intensity(8) = 3.938``; the text says ``intensity(B) = …``. The chain is evaluated with
``B`` = 8, the printed
value standing for the call, and both sides must agree; so at every printed argument.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from tallybook.latex.evaluate import evaluate
from tallybook.latex.rewrite import nudged, rebuilt
from tallybook.latex.tree import Call, Chain, EvalBar, Node, Num, Sym, Value
from tallybook.latex.unfolding import is_limiting
from tallybook.ledger.chains import EQUALITIES
from tallybook.ledger.facts import Origin
from tallybook.ledger.legs import atoms_in, bare, exact_numeral
from tallybook.model import Evidence, EvidenceKind
from tallybook.numerals.agree import agrees

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tallybook.ledger.desk import Desk, Found
    from tallybook.ledger.facts import Fact
    from tallybook.ledger.reading import Atom
    from tallybook.span import Span

_PRINTED_CALL = re.compile(r"([A-Za-z_][\w ]*)\(([^()]*)\)\Z")
_MOST_POINTS = 24


@dataclass(frozen=True, slots=True)
class Sample:
    """One printed value of a function: its arguments and the fact."""

    arguments: tuple[Fraction, ...]
    fact: Fact


Printed = dict[str, list[Sample]]


def samples(desk: Desk) -> Printed:
    """Printed lines of the form ``name(8) = 3.938``, by the name in lower case."""
    tables = desk.pool.tables
    if "samples" not in tables:
        tables["samples"] = _samples(desk.pool.facts)
    found: Printed = tables["samples"]
    return found


def _samples(facts: Iterable[Fact]) -> Printed:
    found: Printed = {}
    for fact in facts:
        if fact.origin is not Origin.PRINT or fact.in_label or fact.shared or fact.cited:
            continue
        match = _PRINTED_CALL.search(
            fact.label.rpartition(".")[2] if "(" not in fact.label.rpartition(".")[0] else fact.label
        )
        if match is None:
            continue
        try:
            arguments = tuple(Fraction(text.replace(" ", "")) for text in match[2].split(","))
        except (ValueError, ZeroDivisionError):
            continue
        found.setdefault(match[1].strip().lower(), []).append(Sample(arguments, fact))
    return found


def apply(desk: Desk) -> Found:
    """Evidence for the digits of definitions and identities between functions that the check prints, and of
    evaluation bars."""
    printed = samples(desk)
    for block in desk.focus:
        by_span = {atom.span: atom for atom in block.atoms}
        for formula in block.formulas:
            for part in formula.parts:
                if isinstance(part, Chain) and printed:
                    yield from _chain(desk, part, by_span, printed)
    yield from _bars(desk)


def _name(call: Call) -> str:
    return (call.function.key if call.function is not None else call.name).lower()


def _chain(desk: Desk, chain: Chain, by_span: Mapping[Span, Atom], printed: Printed) -> Found:
    if any(relation.symbol not in EQUALITIES for relation in chain.relations):
        return
    if any(is_limiting(node) for node in chain.walk()):
        return  # printed values at single arguments say nothing about a limit
    calls = [node for node in chain.walk() if isinstance(node, Call) and _name(node) in printed]
    atoms = atoms_in(chain, by_span)
    if not calls or not atoms:
        return
    points = list(_points(calls, printed))[:_MOST_POINTS]
    verdicts = [(point, _agree(desk, chain, point, printed)) for point in points]
    tested = [point for point, holds in verdicts if holds]
    refuted = [point for point, holds in verdicts if holds is False]
    if refuted and not tested and len(refuted) > 1:  # a formula for part of the domain holds somewhere
        yield from _refuted(desk, chain, atoms, printed[_name(calls[0])][0].fact)
    if not tested or refuted:
        return
    labels = [sample.fact for sample in printed[_name(calls[0])]]
    detail = f"{labels[0].text}: holds at {len(tested)} printed values"
    for atom in atoms:
        pins = atom.node is not None and any(
            _agree(desk, nudged(chain, atom.node), point, printed) is not True for point in tested
        )
        yield (
            atom,
            Evidence(
                EvidenceKind.FORMULA, detail, True, pins, labels[0].line, labels[0].script_line, chain.span
            ),
        )


def _refuted(desk: Desk, chain: Chain, atoms: list[Atom], fact: Fact) -> Found:
    """A formula that disagrees with every printed value of its function."""
    left = chain.operands[0].span
    for atom in atoms:
        if atom.span not in left:
            yield (
                atom,
                Evidence(
                    EvidenceKind.FORMULA, fact.text, False, False, fact.line, fact.script_line, chain.span
                ),
            )


def _points(calls: list[Call], printed: Printed) -> Iterator[dict[str, Value]]:
    """Values for the symbols that stand as arguments: those for which a value of the function is printed."""
    seen: set[tuple[tuple[str, Fraction], ...]] = set()
    for call in calls:
        symbols = [one.key for one in map(bare, call.arguments) if isinstance(one, Sym)]
        if len(symbols) != len(call.arguments):
            continue
        for sample in printed[_name(call)]:
            if len(sample.arguments) == len(symbols):
                point = tuple(zip(symbols, sample.arguments, strict=True))
                if point not in seen:
                    seen.add(point)
                    yield {key: Value(value) for key, value in point}
    if not seen and all(not isinstance(bare(one), Sym) for call in calls for one in call.arguments):
        yield {}


def _agree(desk: Desk, chain: Node, point: Mapping[str, Value], printed: Printed) -> bool | None:
    """Whether the sides agree at a point; None where fewer than two of them have a value there."""
    bindings = {key: value for _, _, key, value in desk.bindings}
    bindings.update(point)
    sides: list[tuple[Value, Fact | None]] = []
    for operand in chain.operands if isinstance(chain, Chain) else ():
        core = bare(operand)
        fact = _printed_value(desk, core, bindings, printed) if isinstance(core, Call) else None
        value = Value(fact.value) if fact is not None else None
        if value is None:
            value = evaluate(
                _with_printed(desk, operand, bindings, printed), bindings, conventions=desk.conventions
            )
        if value is not None:
            sides.append((value, fact))
    if len(sides) < 2 or not (any(fact for _, fact in sides) or _quotes(desk, chain, bindings, printed)):
        return None
    exact = next((value for value, fact in sides if fact is None), sides[0][0])
    for value, fact in sides:
        if fact is not None:
            if not agrees(fact.numeral, exact_numeral(exact.value, fact.numeral.span, ""), desk.conventions):
                return False
        elif value.value != exact.value:
            return False
    return True


def _quotes(desk: Desk, chain: Node, bindings: Mapping[str, Value], printed: Printed) -> bool:
    """Whether a printed value stands in for a call somewhere in the chain: without one nothing printed is
    tested."""
    return any(isinstance(one, Call) and _printed_value(desk, one, bindings, printed) for one in chain.walk())


def _printed_value(desk: Desk, call: Call, bindings: Mapping[str, Value], printed: Printed) -> Fact | None:
    known = printed.get(_name(call))
    if known is None:
        return None
    values = [evaluate(one, bindings, conventions=desk.conventions) for one in call.arguments]
    arguments = tuple(value.value for value in values if value is not None)
    return next((one.fact for one in known if one.arguments == arguments), None)


def _with_printed(desk: Desk, root: Node, bindings: Mapping[str, Value], printed: Printed) -> Node:
    """The expression with every call of a printed function replaced by its printed value."""

    def change(node: Node) -> Node | None:
        if isinstance(node, Call):
            fact = _printed_value(desk, node, bindings, printed)
            if fact is not None:
                return Num(node.span, replace(fact.numeral, span=node.span))
        return None

    return rebuilt(root, change)


def _bars(desk: Desk) -> Found:
    """``z|_{x=1} = 27`` with ``z = 3(x+2)^2`` defined on the page: the definition is evaluated, and both are
    accounted for."""
    everything = {atom.span: atom for block in desk.everything for atom in block.atoms}
    for block in desk.focus:
        for formula in block.formulas:
            for part in formula.parts:
                for bar in part.operands if isinstance(part, Chain) else ():
                    core = bare(bar)
                    if isinstance(core, EvalBar) and isinstance(part, Chain):
                        for atom, evidence in _bar(desk, part, core, everything):
                            desk.crossing = desk.crossing or atom.block != block.number
                            yield atom, evidence


def _bar(desk: Desk, part: Chain, bar: EvalBar, by_span: Mapping[Span, Atom]) -> Found:
    condition = bar.condition
    if (
        not isinstance(condition, Chain)
        or len(condition.operands) != 2
        or not isinstance(condition.operands[0], Sym)
    ):
        return
    point = evaluate(condition.operands[1], {}, conventions=desk.conventions)
    values = [
        evaluate(one, {}, conventions=desk.conventions) for one in part.operands if bare(one) is not bar
    ]
    targets = [value for value in values if value is not None]
    if point is None or not targets:
        return
    inner = bare(bar.body)
    bodies = list(_definitions(desk, inner.key)) if isinstance(inner, Sym) else [inner]
    for body in bodies:
        value = evaluate(body, {condition.operands[0].key: point}, conventions=desk.conventions)
        if value is None or any(target.value != value.value for target in targets):
            continue
        detail = desk.reading.text[part.span.start : part.span.end].strip()
        for root in (body, part):
            for atom in atoms_in(root, by_span):
                yield atom, Evidence(EvidenceKind.FORMULA, detail, True, True, span=part.span)


def _definitions(desk: Desk, key: str) -> Iterator[Node]:
    """What the page says a symbol is, where that has symbols itself."""
    for block in desk.reading.blocks:
        for formula in block.formulas:
            for part in formula.parts:
                if isinstance(part, Chain) and len(part.operands) > 1:
                    first = bare(part.operands[0])
                    if isinstance(first, Sym) and first.key == key:
                        yield from part.operands[1:]
