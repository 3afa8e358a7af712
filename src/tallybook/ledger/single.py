"""Evidence by value for one number: the printed, given or cited fact that its place means."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tallybook.ledger import match
from tallybook.ledger.desk import Desk, fits, of_kind
from tallybook.ledger.facts import Origin
from tallybook.ledger.words import stems
from tallybook.model import Evidence, EvidenceKind
from tallybook.numerals.agree import agrees, given_agrees, stands_whole
from tallybook.numerals.notation import ONE, written
from tallybook.numerals.numeral import Form

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from fractions import Fraction

    from tallybook.ledger.facts import Fact
    from tallybook.ledger.reading import Atom
    from tallybook.numerals.numeral import Numeral

_KINDS = {
    Origin.PRINT: EvidenceKind.PRINTED,
    Origin.SCRIPT: EvidenceKind.GIVEN,
    Origin.GIVEN: EvidenceKind.GIVEN,
    Origin.CITED: EvidenceKind.CITED,
}


LONG = 2_000  # facts of a print that nobody describes line by line
_MOST_KEPT = 4096  # numerals whose facts are remembered
FEW = 12  # larger number words are no idiom: who writes *sixty-eight* states a number
_COUNT = 100  # number words are counts: a printed number beyond is not what one of them was meant to be


@dataclass(frozen=True, slots=True)
class Choice:
    """What a place means and whether its number agrees. ``fact`` is the agreeing fact with the best score,
    None if no fact
    agrees; ``meant`` are the facts that tie for the best score of all; ``decisive`` a fact that the place
    names outright and that says something else."""

    fact: Fact | None
    meant: tuple[Fact, ...]
    pins: bool
    rival: Fact | None = None
    """A fact that the place could mean as well and that a mutant would agree with."""
    decisive: Fact | None = None


def choose(
    desk: Desk,
    atom: Atom,
    numeral: Numeral | None = None,
    previous: Fact | None = None,
    possible: Callable[[Fraction], bool] | None = None,
) -> Choice:
    """Judge one number against the pool. ``numeral`` stands in for the atom's own (the value of the
    expression it is in);
    ``possible`` tells which values the arithmetic around it would let pass: the place can mean no other."""
    numeral = numeral or atom.numeral
    context = desk.context(atom)
    pool = desk.pool
    found = match.scores(context, pool, previous)
    tied, top = match.best(found, lambda n: _may_be(desk, numeral, context, n, possible))
    meant = tuple(pool.facts[n] for n in tied) if top > 0 else ()
    agreeing = [n for n in candidates(desk, numeral) if fits(numeral, context, pool.facts[n])]
    if not agreeing:
        return Choice(None, meant, False, None, _decisive(context, numeral, meant, None, 0.0, desk))
    chosen = max(agreeing, key=lambda n: (found.get(n, 0.0), pool.facts[n].origin is Origin.PRINT))
    fact, own = pool.facts[chosen], found.get(chosen, 0.0)
    rivals: Iterator[Fact] = (other for other in meant if reachable(desk, numeral, other, atom.block))
    if top <= 0:
        rivals = (
            other
            for other in _anything(desk)
            if fits(numeral, context, other)
            and reachable(desk, numeral, other, atom.block)
            and (possible is None or possible(other.value))
        )
    rival = next(rivals, None)
    pins = rival is None and (top <= 0 or own >= top - match.MARGIN)
    if numeral.percent and own <= 0 and any(score > match.STEP for score in found.values()):
        pins = False  # a lone percentage of the print where the text speaks of something else
    if context.left and context.left.isdisjoint(fact.names) and _assigned(desk, context):
        pins = False  # *k = 20* where the check prints a k, and the 20 for something else
    return Choice(fact, meant, pins, rival, _decisive(context, numeral, meant, fact, own, desk))


def _assigned(desk: Desk, context: match.Context) -> bool:
    """Whether the check prints a number under the very name that a place assigns to."""
    facts = (desk.pool.facts[n] for name in context.left for n in desk.pool.by_name.get(name, ()))
    return any(fact.origin is Origin.PRINT and context.left <= fact.own for fact in facts)


def _anything(desk: Desk) -> Iterable[Fact]:
    """What a place that nothing describes could mean: any fact, of a long print those that stand on the
    page."""
    if len(desk.pool.facts) <= LONG:
        return desk.pool.facts
    return [desk.pool.facts[n] for value in desk.page_values for n in desk.pool.by_value.get(value, ())[:1]]


def _may_be(
    desk: Desk, numeral: Numeral, context: match.Context, n: int, possible: Callable[[Fraction], bool] | None
) -> bool:
    """Whether a place can mean a fact: it is of the right kind, and arithmetic around it would let its value
    pass."""
    fact = desk.pool.facts[n]
    counts = numeral.form is Form.WORD and numeral.value.denominator == 1 and numeral.value <= _COUNT
    if counts and _COUNT < fact.value > numeral.value:
        return False
    return of_kind(numeral, context, fact) and (possible is None or possible(fact.value))


def candidates(desk: Desk, numeral: Numeral) -> list[int]:
    """Numbers of the facts that a numeral agrees with, by its digits alone."""
    known: dict[object, list[int]] = desk.pool.tables.setdefault("candidates", {})
    key = (
        numeral.value, numeral.text, numeral.ulp, numeral.form, numeral.sign, numeral.percent, numeral.digits,
        numeral.unit, numeral.currency, numeral.scaled, numeral.approximate, numeral.uncertainty,
    )  # fmt: skip
    found = known.get(key)
    if found is None:
        if len(known) >= _MOST_KEPT:
            known.clear()
        found = known[key] = _candidates(desk, numeral)
    return found


def _candidates(desk: Desk, numeral: Numeral) -> list[int]:
    pool, conventions = desk.pool, desk.conventions
    value = numeral.value
    found = [n for n in pool.by_value.get(value, ()) if _agree(numeral, pool.facts[n], desk)]
    if numeral.ulp or numeral.form in (Form.FRACTION, Form.REPEATING, Form.TRUNCATED, Form.WORD):
        slack = numeral.ulp if numeral.ulp else abs(value) / 10**12
        if numeral.form is Form.INTEGER and stands_whole(numeral):
            slack = max(abs(value), ONE) / 10**13  # nothing but the noise of a float that was printed in full
        for n in pool.near(value, slack):
            if pool.facts[n].value != value and _agree(numeral, pool.facts[n], desk):
                found.append(n)
    if numeral.approximate or numeral.scaled or numeral.form is Form.SCIENTIFIC:
        for n, fact in enumerate(pool.facts):
            if (
                fact.value.denominator == 1
                and fact.value != value
                and agrees(numeral, fact.numeral, conventions)
            ):
                found.append(n)
    if numeral.digits:
        found.extend(n for n in pool.strings if n not in found and _agree(numeral, pool.facts[n], desk))
    return found


def _agree(numeral: Numeral, fact: Fact, desk: Desk) -> bool:
    if fact.origin in (Origin.SCRIPT, Origin.GIVEN):
        return given_agrees(numeral, fact.numeral) and not _in_another_unit(numeral, fact, desk)
    if numeral.value != fact.value and fact.numeral.form is Form.DECIMAL and fact.value in desk.literals:
        return False  # the print repeats an input: that stands whole
    return agrees(numeral, fact.numeral, desk.conventions)


def _in_another_unit(numeral: Numeral, fact: Fact, desk: Desk) -> bool:
    """Whether the check prints the value of a literal, always with another unit or currency than the text."""
    if not (numeral.unit or numeral.currency):
        return False
    printed = [desk.pool.facts[n].numeral for n in desk.pool.by_value.get(fact.value, ())]
    told = [one for one in printed if one.unit or one.currency]
    if any("/" in one.unit for one in told):
        return False  # so many metres in a second, for m/s
    return bool(told) and not any(agrees(numeral, one, desk.conventions) for one in told)


def _decisive(
    context: match.Context,
    numeral: Numeral,
    meant: tuple[Fact, ...],
    chosen: Fact | None,
    own: float,
    desk: Desk,
) -> Fact | None:
    """A printed fact that the place names outright (its whole label stands beside the number or on the left
    of its
    assignment) and that says something else, unless a fact of that name, or one that shares anything with
    the place, agrees."""
    part = numeral.form is Form.WORD and numeral.value.denominator != 1
    if numeral.form is Form.ORDINAL or part or context.compared or not context.alone:
        return None  # *half of the eggs* is not their number
    shares = chosen.names & context.beside - unit_stems(chosen) if chosen is not None and own > 0 else ()
    given = chosen is not None and chosen.origin in (Origin.SCRIPT, Origin.GIVEN) and not chosen.shared
    for fact in (*meant, *_siblings(chosen, desk), *_of_another_kind(context, chosen, desk)):
        if (
            fact.origin is not Origin.PRINT
            or not fact.own
            or not fact.own <= context.beside
            or "(" in fact.label
        ):
            continue
        if numeral.form is Form.WORD and not 0 <= fact.value <= _COUNT and numeral.value <= FEW:
            continue
        if numeral.percent and not fact.numeral.percent and fact in meant:
            continue
        if given and len(fact.own) < 2 and not fact.own <= context.told:
            continue  # an input of the check beside a common word: *the price of 80 rises*
        if shares and not (shares < fact.own and chosen is not None and not chosen.own <= context.beside):
            return None  # what agrees is beside the number as well
        alike = (other for other in desk.pool.facts if other.own & fact.own)
        if any(
            (other.own >= fact.own or other.own <= context.beside) and _agree(numeral, other, desk)
            for other in alike
        ):
            return None
        return fact
    return None


def _siblings(chosen: Fact | None, desk: Desk) -> Iterable[Fact]:
    """The other numbers of a line that names each of its numbers."""
    if chosen is None or chosen.origin is not Origin.PRINT or not chosen.own or not chosen.shared:
        return ()
    numbers = {n for value in chosen.company for n in desk.pool.by_value[value]}
    found = (desk.pool.facts[n] for n in sorted(numbers))
    return [fact for fact in found if fact.line == chosen.line and fact.own.isdisjoint(chosen.own)]


def _of_another_kind(context: match.Context, chosen: Fact | None, desk: Desk) -> list[Fact]:
    """Printed percentages whose name is beside a number that has evidence under another name: *a rate of
    80* for ``rate 21%``, beside ``price 80``."""
    if chosen is None or chosen.origin is not Origin.PRINT or not chosen.own or chosen.numeral.percent:
        return []
    numbers = {n for name in context.beside for n in desk.pool.by_name.get(name, ())}
    found = (desk.pool.facts[n] for n in sorted(numbers))
    return [one for one in found if one.numeral.percent and one.own <= context.beside - chosen.own]


def unit_stems(fact: Fact) -> frozenset[str]:
    """The words of a fact's unit, which stands behind every number of its kind and names none."""
    return frozenset(stems(fact.numeral.unit))


def reachable(desk: Desk, numeral: Numeral, rival: Fact, block: int) -> bool:
    """Whether some mutant of the claim (another digit, or another number of the page) would agree with a
    rival fact. ``block`` is that of the claim: what it asks of the page is noted."""
    value = rival.value
    desk.asked.setdefault(value, set()).add(block)
    if numeral.form in (Form.WORD, Form.ORDINAL):
        could = value in desk.page_words or abs(value - numeral.value) == 1
    else:
        could = value in desk.page_values or _near(numeral.value, value, numeral.ulp)
    return could and value != numeral.value and not agrees(numeral, rival.numeral, desk.conventions)


def _near(own: Fraction, other: Fraction, ulp: Fraction) -> bool:
    """Whether one change of a digit could turn one value into the other (to the places shown)."""
    if ulp == 1 and own.denominator == 1 == other.denominator:
        one, two = abs(own.numerator), abs(other.numerator)
        if one > 1000 * two + 1000 or two > 1000 * one + 1000:
            return False
    if own == -other:
        return True
    if ulp and other.denominator != 1:
        other = round(other / ulp) * ulp
    a, b = abs(own), abs(other)
    if a == 0 or b == 0:
        return a + b < 10
    if a in (b * 10, b / 10, b * 100, b / 100):
        return True
    scale = ulp if ulp else 1
    first, second = written(int(a / scale)), written(int(b / scale))
    return one_edit(first, second)


def one_edit(first: str, second: str) -> bool:
    """Whether two digit strings differ by one digit changed, dropped or added, or by two neighbours
    exchanged."""
    if abs(len(first) - len(second)) > 1:
        return False
    if len(first) == len(second):
        differing = [i for i, (a, b) in enumerate(zip(first, second, strict=True)) if a != b]
        if len(differing) == 2:
            i, j = differing
            return j == i + 1 and first[i] == second[j] and first[j] == second[i]
        return len(differing) <= 1
    if len(first) > len(second):
        first, second = second, first
    return any(second[:i] + second[i + 1 :] == first for i in range(len(second)))


def evidence(fact: Fact, pins: bool) -> Evidence:
    """The evidence that a fact is."""
    detail = (
        fact.text
        if fact.origin in (Origin.PRINT, Origin.CITED)
        else f"{fact.label} {fact.numeral.text}".strip()
    )
    if fact.cited:
        detail = f"{fact.cited}: {detail}"
    line = fact.line if fact.origin is Origin.PRINT else None
    return Evidence(_KINDS[fact.origin], detail, True, pins, line=line, script_line=fact.script_line)
