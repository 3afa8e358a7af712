"""Evidence by print, given or citation for single numbers, and for numbers written as an expression
(``10^5``, ``\\tfrac12``)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tallybook.latex.evaluate import evaluate
from tallybook.latex.tree import BigOp, Call, Chain, Div, Mixed, Mul, Node, Pow, Value
from tallybook.ledger.desk import fits
from tallybook.ledger.facts import Fact, Origin
from tallybook.ledger.legs import atoms_in, bare, exact_numeral
from tallybook.ledger.single import FEW, Choice, candidates, choose, evidence
from tallybook.ledger.words import stems
from tallybook.model import Evidence, EvidenceKind
from tallybook.numerals.agree import agrees
from tallybook.numerals.numeral import Form

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tallybook.ledger.desk import Desk, Found
    from tallybook.ledger.reading import Atom, BlockReading


def apply(desk: Desk, so_far: Mapping[int, list[Evidence]]) -> Found:
    """Evidence for every number by itself. One that a compound already quotes keeps that."""
    for block in desk.focus:
        previous: Fact | None = None
        sentence = -1
        for atom in block.atoms:
            here = block.text.sentence(atom.span.start)[0]
            previous = previous if here == sentence else None
            sentence = here
            if atom.mark is not None:
                continue
            if atom.order in desk.quoted and any(one.pins for one in so_far.get(atom.order, ())):
                previous = desk.quoted[atom.order]
                continue
            if desk.pinned.get(atom.order):
                fact = known(desk, atom)
                if fact is not None:
                    desk.quoted.setdefault(atom.order, fact)
                    previous = fact
                    yield atom, evidence(fact, False)
                elif atom.numeral.form is Form.DECIMAL and desk.context(atom).alone:
                    yield from _spelt_otherwise(atom, choose(desk, atom, previous=previous))
                continue
            choice = choose(desk, atom, previous=previous, possible=desk.passes.get(atom.order))
            if choice.fact is None and atom.numeral.sign == "-" and not desk.context(atom).alone:
                unsigned = replace(
                    atom.numeral, value=-atom.numeral.value, sign=""
                )  # minus an input, in an expression
                choice = choose(desk, atom, unsigned, previous)
            if choice.fact is None and atom.numeral.form is Form.WORD and atom.numeral.value.numerator == 1:
                whole = replace(atom.numeral, value=1 / atom.numeral.value, form=Form.FRACTION)  # one in 4000
                choice = replace(choose(desk, atom, whole, previous), decisive=None)
            if (
                choice.decisive is not None
                and not so_far.get(atom.order)
                and not _served(block, atom, choice, desk)
            ):
                yield atom, contradiction(choice.decisive)
            elif choice.fact is not None:
                desk.quoted.setdefault(atom.order, choice.fact)
                if choice.rival is not None:
                    desk.rivals[atom.order] = choice.rival
                previous = choice.fact
                yield atom, evidence(choice.fact, choice.pins)
            else:
                desk.meant[atom.order] = choice.meant
                shown = _otherwise_shown(desk, atom)
                if shown is not None:
                    yield atom, contradiction(shown)
        yield from _expressions(block, desk)


def _spelt_otherwise(atom: Atom, choice: Choice) -> Found:
    """A result of a chain that its place names in print: the same value, shown with more digits or another
    sign than it has there."""
    meant = [fact for fact in choice.meant if fact.origin is Origin.PRINT]
    same = [fact for fact in meant if fact.value == atom.numeral.value and fact.numeral.form is Form.DECIMAL]
    if choice.fact is None and same and len(same) == len(choice.meant):
        yield atom, contradiction(same[0])


def _otherwise_shown(desk: Desk, atom: Atom) -> Fact | None:
    """A printed number of the same value that the text shows otherwise, with more digits or another sign,
    where no number
    of the check agrees: 2.50 for a printed 2.5, -0.0 for +0.0."""
    numeral = atom.numeral
    if numeral.form is not Form.DECIMAL:
        return None
    facts = [desk.pool.facts[n] for n in desk.pool.by_value.get(numeral.value, ())]
    decimals = [fact for fact in facts if fact.origin is Origin.PRINT and fact.numeral.form is Form.DECIMAL]
    return decimals[0] if len(decimals) == len(facts) and decimals else None


def _served(block: BlockReading, atom: Atom, choice: Choice, desk: Desk) -> bool:
    """Whether another number of the sentence says what the decisive fact says and is free to: the name is
    beside it too, or no other
    printed name is. (*The mean is 40 and the median 12*, with both exchanged, serves neither name.)"""
    fact = choice.decisive
    if fact is None:
        return True
    word = atom.numeral.form is Form.WORD and atom.numeral.value > FEW
    own = choice.fact.origin is Origin.PRINT if choice.fact else word
    counts = own and _counts(block, atom, fact)
    first, last = block.text.sentence(atom.span.start)
    for other in block.atoms:
        if other is atom or not first <= other.span.start - block.text.start < last:
            continue
        if agrees(other.numeral, fact.numeral, desk.conventions):
            quoted = desk.quoted.get(other.order, fact)
            if quoted.origin is not Origin.PRINT or quoted.value != fact.value:
                continue  # it says something else: a member of a list of inputs
            if fact.numeral.percent and not other.numeral.percent:
                continue  # a factor of a formula: 0.01 for a printed 1 %
            if counts and other.order == atom.order + 1:
                continue  # *512 seeds 640 germinated*: the seeds are the 512
            beside = desk.context(other).beside
            if fact.own <= beside or not any(
                one.origin is Origin.PRINT and one.own and one.own <= beside for one in desk.pool.facts
            ):
                return True
    return False


def _counts(block: BlockReading, atom: Atom, fact: Fact) -> bool:
    """Whether the very next word behind a number is the name of a fact: *512 seeds*."""
    return any(name in fact.own for word in block.text.after(atom.span, None, 1) for name in stems(word))


def known(desk: Desk, atom: Atom) -> Fact | None:
    """A fact of the same value for a number that its chain pins down already: whose it is does not matter
    then."""
    context = desk.context(atom)
    facts = [desk.pool.facts[n] for n in candidates(desk, atom.numeral)]
    fitting = [fact for fact in facts if fits(atom.numeral, context, fact)]
    value = atom.numeral.value
    return min(
        fitting,
        key=lambda fact: (fact.value != value, fact.origin is not Origin.PRINT, fact.shared),
        default=None,
    )


def contradiction(fact: Fact) -> Evidence:
    """Evidence against: what the check printed for this very name."""
    return Evidence(
        EvidenceKind.PRINTED,
        fact.text,
        False,
        line=fact.line if fact.origin is Origin.PRINT else None,
        script_line=fact.script_line,
        value=fact.numeral.text,
    )


def _expressions(block: BlockReading, desk: Desk) -> Found:
    """Numbers written with several numerals: the value of the whole is what the print may hold."""
    by_span = {atom.span: atom for atom in block.atoms}
    for formula in block.formulas:
        for part in formula.parts:
            for node, value in closed(part, desk):
                atoms = atoms_in(node, by_span)
                if not atoms or any(atom.mark for atom in atoms):
                    continue
                numeral = exact_numeral(
                    value.value, node.span, desk.reading.text[node.span.start : node.span.end]
                )
                choice = choose(desk, atoms[0], numeral)
                if choice.fact is not None:
                    for atom in atoms:
                        yield atom, evidence(choice.fact, choice.pins)


def closed(root: Node, desk: Desk) -> list[tuple[Node, Value]]:
    """The largest closed expressions that are more than one numeral and read as one number, each with its
    value. A side of a chain is computed, and arithmetic accounts for it: that its result is printed says
    nothing of what it was computed from."""
    found: list[tuple[Node, Value]] = []
    sides: set[Node] = set()
    stack: list[Node] = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, Chain):
            stack.extend(node.operands)
            valued = [one for one in node.operands if evaluate(one, {}, conventions=desk.conventions)]
            sides.update(map(bare, valued) if len(valued) > 1 else ())
            continue
        core = bare(node)
        computed = core in sides and isinstance(core, Div | Call | Mul) and not _scientific(core)
        if not computed and isinstance(core, Pow | Mixed | Div | Call | BigOp | Mul):
            value = evaluate(core, {}, conventions=desk.conventions)
            if value is not None:
                found.append((core, value))
                if not isinstance(core, Mul):
                    continue
        stack.extend(core.children())
    return found


def _scientific(node: Node) -> bool:
    """Whether a product is a number times a power of ten."""
    if not isinstance(node, Mul):
        return False
    powers = [one for one in map(bare, node.factors) if isinstance(one, Pow)]
    return len(powers) == 1 and len(node.factors) == 2
