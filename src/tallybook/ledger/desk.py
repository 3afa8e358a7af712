"""Everything the rules of evidence look at, laid out once for a page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from tallybook.latex.tree import Call, Chain, Div, Group, Matrix, Mixed, Node, Pow, Sequence, Sym, Value
from tallybook.ledger import match
from tallybook.ledger.facts import is_rounded
from tallybook.ledger.legs import bare, lone_numeral
from tallybook.ledger.portions import portion_of
from tallybook.ledger.words import stems
from tallybook.model import Evidence
from tallybook.numerals.numeral import Conventions, Form
from tallybook.numerals.units import canonical, is_unit, unit_at

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from collections.abc import Sequence as SequenceOf
    from fractions import Fraction

    from tallybook.config import Declaration
    from tallybook.latex.tree import Formula
    from tallybook.ledger.chains import Refuted
    from tallybook.ledger.facts import Fact, Pool
    from tallybook.ledger.identities import Pair
    from tallybook.ledger.links import Links
    from tallybook.ledger.reading import Atom, BlockReading, Reading
    from tallybook.ledger.script import Script
    from tallybook.numerals.numeral import Numeral
    from tallybook.span import Span

Found = Iterator[tuple["Atom", Evidence]]
"""What a rule yields: evidence, each for one atom."""


@dataclass(frozen=True, slots=True)
class Heading:
    """The headings that stand over a block."""

    section: str = ""
    step: str = ""
    number: int = 0
    """Counts sections of level 2, so that bindings of symbols do not leave theirs."""


@dataclass(slots=True)
class Desk:
    """A page, what its check says, and what the book has declared."""

    reading: Reading
    pool: Pool
    script: Script
    conventions: Conventions
    declared: SequenceOf[Declaration] = ()
    references: SequenceOf[tuple[Span, str]] = ()
    """References of the page, each with the id it resolves to."""
    matrices: SequenceOf[str] = ()
    """Symbols, as LaTeX, that the index of notation calls matrices."""
    focus: list[BlockReading] = field(default_factory=list)
    """The blocks whose numbers are judged: all of them, or for a mutant those it can touch."""
    headings: list[Heading] = field(default_factory=list)
    known: list[BlockReading] = field(default_factory=list)
    """While only some blocks are in focus, those whose evidence is known from an earlier look."""
    bindings: list[tuple[tuple[int, int], int, str, Value]] = field(default_factory=list)
    """Values that the page states for symbols: ((block, offset), section, key, value), in the order of the
    text."""
    prefixed: set[tuple[int, str]] = field(default_factory=set)
    """Symbols whose value is stated with a prefix of its unit (2.2 kΩ), each with the block that says so: a
    chain that uses them may be in other units, and so be confirmed by them, never refuted."""
    contexts: dict[int, match.Context] = field(default_factory=dict)
    around: dict[tuple[int, tuple[int, int], tuple[int, int]], Around] = field(default_factory=dict)
    """What clauses have in common, by block, clause and sentence."""
    quoted: dict[int, Fact] = field(default_factory=dict)
    """The fact each atom (by its order) was taken to quote."""
    meant: dict[int, tuple[Fact, ...]] = field(default_factory=dict)
    """The facts that an atom's place means, where its number agrees with none of them."""
    rivals: dict[int, Fact] = field(default_factory=dict)
    """A fact that a mutant of an atom would agree with."""
    refuted: list[tuple[Refuted, BlockReading]] = field(default_factory=list)
    """Orderings of the page that are false."""
    literals: frozenset[Fraction] = frozenset()
    """Values of the decimal literals of the script."""
    _rows: dict[tuple[int, int], list[BlockReading]] | None = None
    page_values: frozenset[Fraction] = frozenset()
    """Values of all numerals of the page: what a swap could put in a claim's place."""
    page_words: frozenset[Fraction] = frozenset()
    """Values of its number words, likewise."""
    pinned: dict[int, bool] = field(default_factory=dict)
    """For each atom of a chain that holds, by its order: whether the chain would break if its last digit
    were another."""
    passes: dict[int, Callable[[Fraction], bool]] = field(default_factory=dict)
    """For each atom of a chain that holds and does not pin it: which other values the chain would let
    pass."""
    pairs: SequenceOf[Pair] = ()
    """The pairs of sides in focus that may be identities."""
    links: list[Links] = field(default_factory=list)
    """The chains of the page; to begin with, those of the blocks that are out of focus."""
    elsewhere: Mapping[int, SequenceOf[Evidence]] = field(default_factory=dict)
    """What the rules before arithmetic found for the numbers out of focus, by their order."""
    asked: dict[Fraction, set[int]] = field(default_factory=dict)
    """The values of facts of which a number wanted to know whether they stand on the page too; by value the
    blocks of these numbers."""
    crossing: bool = False
    """Whether a formula gave evidence to a number of another block."""
    before_arithmetic: dict[int, tuple[Evidence, ...]] = field(default_factory=dict)
    """What the rules before arithmetic found, for a later look at the page with one block altered."""

    @property
    def everything(self) -> list[BlockReading]:
        """The blocks whose numbers are judged, those left out of focus because their evidence is known among
        them."""
        return [*self.focus, *self.known]

    def context(self, atom: Atom) -> match.Context:
        """The words and numbers around an atom, the nearest weighing most."""
        known = self.contexts.get(atom.order)
        if known is None:
            known = _context(self, atom)
            self.contexts[atom.order] = known
        return known

    @property
    def rounded(self) -> Callable[[Numeral], bool]:
        """Whether a decimal is a rounding: the print has it or more digits of it, and no input of the check
        is exactly it. Chains keep this question longer than the desk lives."""
        return partial(is_rounded, self.pool, self.conventions)

    def bound(self, offset: int, block: int) -> dict[str, Value]:
        """The values of symbols that hold at a place: stated before it in the same section, the last one
        counting."""
        section = self.headings[block].number
        return {
            key: value for at, where, key, value in self.bindings if at < (block, offset) and where == section
        }

    def cells(self, table: int, row: int, column: int) -> list[BlockReading]:
        """The cells of a table that speak of one of its cells: those of its row, and the head of its
        column."""
        if self._rows is None:
            self._rows = {}
            for block in self.reading.blocks:
                if block.block.table >= 0:
                    self._rows.setdefault((block.block.table, block.block.row), []).append(block)
        heads = self._rows.get((table, 0), []) if row else []
        return [*(one for one in heads if one.block.column == column), *self._rows.get((table, row), [])]

    def just_stated(self, offset: int, block: int) -> frozenset[str]:
        """The symbols whose value was stated before a place, in its block or the one before, those left out
        that have a prefix of their unit."""
        prefixed = {key for where, key in self.prefixed if where <= block}
        stated = (key for at, _, key, _ in self.bindings if (block - 1, 0) <= at < (block, offset))
        return frozenset(key for key in stated if key not in prefixed)


def headings(reading: Reading) -> list[Heading]:
    """For each block, the section and step it stands under."""
    current = Heading()
    found: list[Heading] = []
    for block in reading.blocks:
        if block.block.kind == "heading":
            title = block.text.plain.strip()
            if block.block.level <= 2:
                current = Heading(title, "", current.number + 1)
            else:
                current = Heading(current.section, title, current.number)
        found.append(current)
    return found


def left_side(formula: Formula | None, span: Span) -> Node | None:
    """What stands on the left of the assignment a numeral is in, if that is a symbol or a call of one."""
    if formula is None:
        return None
    for part in formula.parts:
        if span not in part.span or not isinstance(part, Chain):
            continue
        first = part.operands[0]
        own = next((one for one in part.operands if span in one.span), None)
        if isinstance(first, Sym | Call | Pow) and own is not None and own is not first and _is_result(own):
            return first
    return None


def _is_alone(formula: Formula, span: Span) -> bool:
    """Whether a numeral is a whole side of its chain, a whole part of its formula or a member of a list."""
    for part in formula.parts:
        if span in part.span:
            sides = part.operands if isinstance(part, Chain) else (part,)
            own = next((one for one in sides if span in one.span), None)
            if own is None:
                return False
            core = bare(own)
            members = core.items if isinstance(core, Group | Sequence) else (own,)
            return any(span in one.span and lone_numeral(one) is not None for one in members)
    return True


def _is_result(side: Node) -> bool:
    """Whether a side is what the left side is said to be: a number, a list, a matrix; not an expression it
    is computed by."""
    core = bare(side)
    if isinstance(core, Pow):
        return lone_numeral(core.base) is not None and lone_numeral(core.exponent) is not None
    if isinstance(core, Div):
        return lone_numeral(core.numerator) is not None and lone_numeral(core.denominator) is not None
    return lone_numeral(side) is not None or isinstance(core, Group | Matrix | Sequence | Mixed)


def _context(desk: Desk, atom: Atom) -> match.Context:
    reading = desk.reading.blocks[atom.block]
    text = reading.text
    around = _around(desk, reading, text.clause(atom.span.start), text.sentence(atom.span.start))
    context = match.Context(dict(around.words), _company(reading, atom, around), cited=around.cited)
    left = left_side(atom.formula, atom.span)
    near: set[str] = set()
    if left is not None:
        names = stems(desk.reading.text[left.span.start : left.span.end].translate(_COMMANDS))
        context.add(names, match.LEFT_SIDE)
        context.left = frozenset(names)
        near.update(names)
    formula = atom.formula.span if atom.formula is not None else None
    context.unit = unit_behind(desk.reading.text, atom.span.end)
    after = text.after(atom.span, formula, 3 + len(stems(context.unit)))
    before = text.before(atom.span, formula)
    after = _behind_portion(desk, reading, atom, after)
    context.compared = bool(before) and before[-1].lower() in _COMPARING
    said = before if before and before[-1].lower() in _SAYING else ()
    context.told = frozenset(
        name for word in (*text.after(atom.span, formula, 1), *said) for name in stems(word)
    )
    beside = [name for word in (*after, *before) for name in stems(word)]
    context.add(beside, match.BESIDE)
    near.update(beside)
    context.beside = frozenset(near)
    context.alone = atom.formula is None or _is_alone(atom.formula, atom.span)
    if reading.block.table >= 0:
        near.update(_heads(desk, reading, atom, context))
        context.beside = frozenset(near)
    return context


def _behind_portion(desk: Desk, reading: BlockReading, atom: Atom, after: tuple[str, ...]) -> tuple[str, ...]:
    """The words that are said behind a number, also where it is a part or a whole: of *twelve of the forty
    patients recovered* the patients are forty and those who recovered twelve."""
    found = portion_of(reading, atom, desk.reading.text)
    if found is None:
        return after
    part, whole = found
    words = reading.text.after(whole.span, whole.formula.span if whole.formula is not None else None, 4)
    if atom is part:
        return words[1:] or words
    return words[:1] if len(words) > 1 else ()


@dataclass(slots=True)
class Around:
    """What the numbers of one clause have around them in common."""

    clause: tuple[int, int]
    sentence: tuple[int, int]
    words: dict[str, float]
    company: dict[Fraction, float]
    often: dict[Fraction, int]
    """How often each value of the sentence stands in it."""
    cited: frozenset[str]


def _around(desk: Desk, reading: BlockReading, clause: tuple[int, int], sentence: tuple[int, int]) -> Around:
    key = (reading.number, clause, sentence)
    known = desk.around.get(key)
    if known is None:
        text, heading = reading.text, desk.headings[reading.number]
        words: dict[str, float] = {}
        for stems_, weight in (
            (text.names(clause), match.CLAUSE),
            (text.names(sentence), match.SENTENCE),
            (stems(heading.step), match.STEP),
            (stems(heading.section), match.SECTION),
        ):
            for stem in stems_:
                words.setdefault(stem, weight)
        first, last = sentence[0] + text.start, sentence[1] + text.start
        members = [atom for atom in reading.atoms if first <= atom.span.start < last]
        often: dict[Fraction, int] = {}
        for atom in members:
            often[atom.numeral.value] = often.get(atom.numeral.value, 0) + 1
        cited = frozenset(target for span, target in desk.references if first <= span.start < last)
        known = Around(clause, sentence, words, _weighted(members, clause, text.start), often, cited)
        desk.around[key] = known
    return known


def _company(reading: BlockReading, atom: Atom, around: Around) -> dict[Fraction, float]:
    """The other numbers of an atom's clause and sentence, each with its weight."""
    value = atom.numeral.value
    if len(reading.atoms) <= _COMPANY and around.often.get(value) == 1:
        company = dict(around.company)
        company.pop(value, None)
        return company
    place = next(i for i, other in enumerate(reading.atoms) if other is atom)
    start = reading.text.start
    first, last = around.sentence[0] + start, around.sentence[1] + start
    near = reading.atoms[max(place - _COMPANY, 0) : place + _COMPANY]
    others = [one for one in near if one is not atom and first <= one.span.start < last]
    return _weighted(others, around.clause, start)


def _weighted(atoms: SequenceOf[Atom], clause: tuple[int, int], start: int) -> dict[Fraction, float]:
    company: dict[Fraction, float] = {}
    for atom in atoms:
        if clause[0] <= atom.span.start - start < clause[1]:
            company[atom.numeral.value] = match.COMPANY_CLAUSE
        else:
            company.setdefault(atom.numeral.value, match.COMPANY_SENTENCE)
    return company


def _heads(desk: Desk, reading: BlockReading, atom: Atom, context: match.Context) -> set[str]:
    """The heads of a cell's row and column, and the other numbers of its row. What comes back are the words
    of the row's head, if the cell holds the only number of its row."""
    block = reading.block
    names: set[str] = set()
    alone = len(reading.atoms) == 1
    for other in desk.cells(block.table, block.row, block.column):
        if other is reading:
            continue
        head_of_row = other.block.row == block.row and other.block.column == 0
        head_of_column = other.block.column == block.column and other.block.row == 0
        if head_of_row or head_of_column:
            context.add(stems(other.text.plain), match.HEAD)
            names.update(stems(other.text.plain) if head_of_row else ())
        if other.block.row == block.row:
            alone = alone and not other.atoms
            for mate in other.atoms:
                context.company[mate.numeral.value] = match.COMPANY_CLAUSE
    return names if alone else set()


_COMMANDS = str.maketrans({"\\": " ", "{": " ", "}": " ", "_": " ", "^": " ", "$": " "})
_COMPARING = frozenset({"above", "below", "over", "under", "than", "beyond", "exceeding", "least", "most"})
_SAYING = frozenset({"is", "are", "was", "were", "equals", "being"})
_COMPANY = 40  # numbers on either side that are looked at as company


def fits(numeral: Numeral, context: match.Context, fact: Fact) -> bool:
    """Whether a number could quote a fact: of its kind, and written in a form that may agree with it."""
    if not of_kind(numeral, context, fact):
        return False
    printed = fact.numeral
    if numeral.percent:
        return True
    if numeral.form in (Form.WORD, Form.ORDINAL):
        return numeral.value.denominator != 1 or printed.value.denominator == 1
    if numeral.form is Form.INTEGER and not numeral.approximate:
        return printed.value.denominator == 1
    if numeral.form is Form.DECIMAL and not numeral.scaled:
        return printed.form not in (Form.INTEGER, Form.DIGITS)
    return True


def of_kind(numeral: Numeral, context: match.Context, fact: Fact) -> bool:
    """Whether a place could mean a fact, whatever digits stand in it: percentage, unit and cited page are of
    the place."""
    if fact.cited and fact.cited not in context.cited:
        return False
    printed = fact.numeral
    if numeral.percent:
        return printed.percent or (printed.value.denominator != 1 and not printed.unit)
    return not printed.percent and unit_fits(numeral, context, fact)


def unit_fits(numeral: Numeral, context: match.Context, fact: Fact) -> bool:
    """Whether the units do not contradict each other. A unit on one side only is no contradiction."""
    unit, own = fact.numeral.unit, numeral.unit or context.unit
    return not unit or not own or canonical(own) == canonical(unit)


_BEHIND = re.compile(r"(?:\\[,;: ]|[\s$~])*([^\s,;:()$\\|]+)")


def unit_behind(text: str, end: int) -> str:
    """The unit that stands behind a number, also outside of its formula: ``$v = 7.67$ km/s``; "" if none
    does."""
    found = _BEHIND.match(text, end)
    if found is None:
        return ""
    word = found[1].rstrip(".!?")
    return unit_at(text, found.start(1), len(text)) or (word if is_unit(word) else "")
