"""Evidence against two numbers that are each other's: the coefficients of a line (``32x + 1.8``), the
coordinates of a point, the literals of two names (``pipe_a``, ``pipe_b``) in one sentence.

Each of the two has evidence as a number. What tells is that both stand in the other's place, and nothing
has them in the places where they stand.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from tallybook.latex.tree import Add, Mul, Neg, Num, Sym
from tallybook.ledger.facts import Origin
from tallybook.ledger.legs import bare
from tallybook.model import Evidence, EvidenceKind
from tallybook.numerals.agree import agrees

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tallybook.latex.tree import Node
    from tallybook.ledger.desk import Desk, Found
    from tallybook.ledger.facts import Fact
    from tallybook.ledger.reading import Atom, BlockReading
    from tallybook.ledger.runs import Compound
    from tallybook.numerals.numeral import Numeral

_SLOPE = re.compile(r"(?:\A|[\W_])(?:slope|gradient)\Z", re.IGNORECASE)
_INTERCEPT = re.compile(r"(?:\A|[\W_])intercept\Z", re.IGNORECASE)
_AXES = ("x", "y", "z")
_OTHER_ORDER = re.compile(r"\b[yz]\s*(?:,|and)\s*[xy]\b")
_PART = re.compile(r"[\W_]+")


def apply(desk: Desk, compounds: Iterable[Compound]) -> Found:
    """Evidence against numbers that are exchanged in pairs."""
    for block in desk.focus:
        yield from _lines(desk, block)
        yield from _names(desk, block)
    yield from _points(desk, compounds)


def _lines(desk: Desk, block: BlockReading) -> Found:
    """Exchanged coefficients of an expression of the first degree in one symbol."""
    slopes, intercepts = _labelled(desk, _SLOPE), _labelled(desk, _INTERCEPT)
    if not desk.script.linear and not (len(slopes) == len(intercepts) == 1):
        return
    by_span = {atom.span: atom for atom in block.atoms}
    for slope, constant in (pair for one in block.formulas for part in one.parts for pair in _linear(part)):
        a, b = by_span.get(slope.span), by_span.get(constant.span)
        if a is None or b is None or a.mark or b.mark:
            continue
        here, crossed = (
            (abs(a.numeral.value), abs(b.numeral.value)),
            (abs(b.numeral.value), abs(a.numeral.value)),
        )
        detail = ""
        if crossed in desk.script.linear and here not in desk.script.linear and here[0] != here[1]:
            detail = "the script has them the other way round"
        elif len(slopes) == len(intercepts) == 1 and not desk.script.linear:
            s, i = slopes[0].numeral, intercepts[0].numeral
            if _fits(desk, (a, b), (i, s)) and not _fits(desk, (a, b), (s, i)):
                detail = f"{slopes[0].label} {s.text}, {intercepts[0].label} {i.text}"
        if detail:
            yield from _both(a, b, detail)


def _linear(node: Node) -> Iterator[tuple[Num, Num]]:
    """The slope and the constant of each sum ``ax + b`` in a formula."""
    if isinstance(node, Add) and len(node.terms) == 2:
        terms = [bare(term.operand) if isinstance(term, Neg) else bare(term) for term in node.terms]
        products = [term for term in terms if isinstance(term, Mul)]
        constants = [term for term in terms if isinstance(term, Num)]
        if len(products) == len(constants) == 1 and len(products[0].factors) == 2:
            factor, symbol = map(bare, products[0].factors)
            if isinstance(factor, Num) and isinstance(symbol, Sym):
                yield factor, constants[0]
    for child in node.children():
        yield from _linear(child)


def _labelled(desk: Desk, pattern: re.Pattern[str]) -> list[Fact]:
    return [fact for fact in _printed(desk) if pattern.search(fact.label)]


def _printed(desk: Desk) -> Iterator[Fact]:
    return (fact for fact in desk.pool.facts if fact.origin is Origin.PRINT and not fact.cited)


def _points(desk: Desk, compounds: Iterable[Compound]) -> Found:
    """Exchanged coordinates, where the print has one ``x`` and one ``y`` and no array of these numbers."""
    axes = [[fact for fact in _printed(desk) if fact.label == axis] for axis in _AXES]
    if not (len(axes[0]) == len(axes[1]) == 1 and len(axes[2]) < 2):
        return
    point = [axis[0] for axis in axes if axis]
    numerals = [fact.numeral for fact in point]
    for compound in compounds:
        atoms = [item.atoms[0] for item in compound.items if len(item.atoms) == 1]
        if compound.kind != "tuple" or len(atoms) != len(compound.items) or len(atoms) != len(point):
            continue
        block = desk.reading.blocks[atoms[0].block]
        first, last = block.text.sentence(atoms[0].span.start)
        if _fits(desk, atoms, numerals) or _OTHER_ORDER.search(block.text.plain[first:last]):
            continue
        values = [atom.numeral.value for atom in atoms]
        same = sorted(values) == sorted(one.value for one in numerals)
        array = any(
            [f.value for f in series.facts] == values for series in desk.pool.arrays.get(len(atoms), ())
        )
        if same and not array and not any(atom.mark for atom in atoms):
            detail = ", ".join(f"{fact.label} = {fact.numeral.text}" for fact in point)
            for atom, fact in zip(atoms, point, strict=True):
                if atom.numeral.value != fact.value:
                    yield atom, _against(detail, EvidenceKind.PRINTED, fact)


def _names(desk: Desk, block: BlockReading) -> Found:
    """Literals of two names that differ in one word, each told of the other's."""
    tables = desk.pool.tables
    if "crossed" not in tables:
        tables["crossed"] = list(_twins(desk.pool.facts))
    twins: list[tuple[Fact, str, Fact, str]] = tables["crossed"]
    if not twins or block.block.table >= 0:
        return
    text = desk.reading.text
    for place, (a, b) in enumerate(pairwise(block.atoms)):
        sentence = block.text.sentence(a.span.start)
        if block.text.sentence(b.span.start) != sentence or a.mark or b.mark:
            continue
        start, end = block.text.start + sentence[0], block.text.start + sentence[1]
        if place:
            start = max(start, block.atoms[place - 1].span.end)
        if place + 2 < len(block.atoms):
            end = min(end, block.atoms[place + 2].span.start)
        parts = (text[start : a.span.start], text[a.span.end : b.span.start], text[b.span.end : end])
        for one, first, other, second in twins:
            if a.numeral.value != one.value or b.numeral.value != other.value:
                continue
            told = [(_says(part, first), _says(part, second)) for part in parts]
            if told in _CROSSED:
                detail = f"{one.label} = {one.numeral.text}, {other.label} = {other.numeral.text}"
                yield a, _against(detail, EvidenceKind.GIVEN, other)
                yield b, _against(detail, EvidenceKind.GIVEN, one)


_NEITHER, _FIRST, _SECOND = (False, False), (True, False), (False, True)
_CROSSED = ([_SECOND, _FIRST, _NEITHER], [_NEITHER, _SECOND, _FIRST])


def _says(part: str, word: str) -> bool:
    """Whether a stretch of text has a word; of one letter, as a capital, for *a* is an article."""
    if len(word) == 1:
        return re.search(rf"(?<![^\W_]){re.escape(word.upper())}(?![^\W_])", part) is not None
    return re.search(rf"(?<![^\W_]){re.escape(word)}(?![^\W_])", part, re.IGNORECASE) is not None


def _twins(facts: Sequence[Fact]) -> Iterator[tuple[Fact, str, Fact, str]]:
    """Pairs of literals whose names are alike but for one word, with that word; both ways round."""
    named: dict[str, list[Fact]] = {}
    for fact in facts:
        if fact.origin is Origin.SCRIPT and fact.label.isidentifier() and not fact.shared:
            named.setdefault(fact.label, []).append(fact)
    single = [(fact[0], _PART.split(label.lower())) for label, fact in named.items() if len(fact) == 1]
    for one, words in single:
        for other, others in single:
            if one is other or one.value == other.value or len(words) != len(others) or len(words) < 2:
                continue
            unlike = [(w, o) for w, o in zip(words, others, strict=True) if w != o]
            if len(unlike) == 1:
                yield one, unlike[0][0], other, unlike[0][1]


def _fits(desk: Desk, atoms: Sequence[Atom], numerals: Sequence[Numeral]) -> bool:
    return all(agrees(a.numeral, n, desk.conventions) for a, n in zip(atoms, numerals, strict=True))


def _both(a: Atom, b: Atom, detail: str) -> Found:
    for atom, other in ((a, b), (b, a)):
        yield atom, Evidence(EvidenceKind.GIVEN, detail, False, value=other.numeral.text)


def _against(detail: str, kind: EvidenceKind, fact: Fact) -> Evidence:
    return Evidence(
        kind,
        detail,
        False,
        line=fact.line if kind is EvidenceKind.PRINTED else None,
        script_line=fact.script_line,
        value=fact.numeral.text,
    )
