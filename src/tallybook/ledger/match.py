"""Which printed number a place in the text means, judged by everything around it except its own digits.

Each place has a context: words with a weight by their nearness (the left side of the assignment, the words
beside the
number, row and column heads, clause, sentence, step, section) and the other numbers of its clause and
sentence. Each fact has names and company.
The score of a fact is the weight of what the two share. The facts with the best score are what the place may
mean; a
value that agrees with another fact only is a weak match, for the right one could be altered to it unnoticed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import log
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from fractions import Fraction

    from tallybook.ledger.facts import Fact, Pool

LEFT_SIDE = 8.0
BESIDE = 5.0
HEAD = 6.0
CLAUSE = 4.0
SENTENCE = 2.5
STEP = 1.5
SECTION = 0.7
COMPANY_CLAUSE = 5.0
COMPANY_SENTENCE = 2.5
UNMATCHED = 0.6  # what a word of a fact's own label costs that nothing around the number says
TRIVIAL = 0.3  # the part of the weight of a 0 or 1 as company: they are everywhere
SHARED = 0.4  # the part of a name's weight that counts where several numbers of a line have it
MARGIN = 0.75  # scores nearer than this are a tie
NEXT = 1.0  # a fact printed directly behind the one just quoted


@dataclass(slots=True)
class Context:
    """What stands around one number. ``words`` maps a stem to its weight, the nearest place counting."""

    words: dict[str, float] = field(default_factory=dict)
    company: dict[Fraction, float] = field(default_factory=dict)
    beside: frozenset[str] = frozenset()
    """Stems of the words on the left side of its assignment and directly beside it."""
    left: frozenset[str] = frozenset()
    """Stems of the left side of its assignment alone."""
    unit: str = ""
    """The unit behind the number, also where that stands outside of its formula."""
    alone: bool = True
    """Whether the number is a value by itself, not a term or a factor of an expression."""
    told: frozenset[str] = frozenset()
    """Stems that bind it outright: the word directly behind it, or all before it where it follows *is*."""
    compared: bool = False
    """Whether it is compared with what the words before it name (*a median above 12*)."""
    cited: frozenset[str] = frozenset()
    """Ids of the pages that its sentence cites."""
    scores: dict[int, float] | None = field(default=None, init=False, repr=False, compare=False)
    """What ``scores`` found, once somebody has asked."""

    def add(self, stems: Iterable[str], weight: float) -> None:
        """Take in words found at a place of the given weight."""
        words = self.words
        for stem in stems:
            if words.get(stem, 0.0) < weight:
                words[stem] = weight


def scores(context: Context, pool: Pool, previous: Fact | None = None) -> dict[int, float]:
    """The score of every fact that shares anything with the context, by its number in the pool. Not to be
    altered."""
    known = context.scores
    if known is None:
        known = context.scores = _scores(context, pool)
    if previous is None:
        return known
    followers: dict[tuple[str, int], list[int]] | None = pool.tables.get("orders")
    if followers is None:
        followers = pool.tables["orders"] = {}
        for number, fact in enumerate(pool.facts):
            followers.setdefault((fact.origin, fact.order), []).append(number)
    following = followers.get((previous.origin, previous.order + 1), ())
    more = {number: known[number] + NEXT for number in following if number in known}
    return {**known, **more} if more else known


def _scores(context: Context, pool: Pool) -> dict[int, float]:
    total, facts = len(pool.facts), pool.facts
    result: dict[int, float] = {}
    rarities: dict[int, float] = pool.tables.setdefault("rarities", {})
    words, named = context.words, pool.by_name
    for stem, weight in words.items():
        numbers = named.get(stem)
        if not numbers:
            continue
        share = weight * _rarity(len(numbers), total, rarities)
        common = share * SHARED
        for number in numbers:
            result[number] = result.get(number, 0.0) + (common if facts[number].shared else share)
    for value, weight in context.company.items():
        numbers = pool.by_company.get(value)
        if not numbers:
            continue
        share = weight * _rarity(len(numbers), total, rarities) * (TRIVIAL if value in (0, 1) else 1.0)
        for number in numbers:
            result[number] = result.get(number, 0.0) + share
    for number, score in result.items():
        own = facts[number].own
        if own:
            result[number] = score - UNMATCHED * len(own.difference(words))
    return result


def _rarity(count: int, total: int, known: dict[int, float]) -> float:
    """Between 0 and 1: how much a name says that ``count`` of ``total`` facts have."""
    rarity = known.get(count)
    if rarity is None:
        rarity = 0.1 if count >= total else max(0.1, log((total + 1) / count) / log(total + 1))
        known[count] = rarity
    return rarity


def best(found: Mapping[int, float], may_be: Callable[[int], bool]) -> tuple[list[int], float]:
    """The facts that tie for the best score among those the place may mean, and that score; 0 if none shares
    anything.
    ``may_be`` is asked from the best score downwards, and no further than the margin."""
    top = 0.0
    tied: list[int] = []
    positive = [(-score, number) for number, score in found.items() if score > 0]
    positive.sort()
    for below, number in positive:
        score = -below
        if score < top - MARGIN:
            break
        if may_be(number):
            top = max(top, score)
            tied.append(number)
    return tied, top
