"""What the mutants of a claim, a page and a book came to."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tallybook.mutate.mutants import Kind


class Verdict(StrEnum):
    """What became of a mutant."""

    KILLED = "killed"
    SURVIVED = "survived"
    EQUIVALENT = "equivalent"
    UNREAD = "unread"
    """No mutant: the text is not read as the one number it was meant to be."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The verdict on a mutant. ``why`` are the evidence that let it pass, or the reason why it says
    nothing wrong."""

    kind: Kind
    text: str
    verdict: Verdict
    why: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rate:
    """How many of some mutants were killed."""

    killed: int = 0
    total: int = 0

    def __add__(self, other: Rate) -> Rate:
        return Rate(self.killed + other.killed, self.total + other.total)

    @property
    def percent(self) -> float:
        """The share killed, in percent; 100 where there was none to kill."""
        return 100 * self.killed / self.total if self.total else 100.0


@dataclass(frozen=True, slots=True)
class ClaimScore:
    """A claim and its mutants. ``explicit`` tells that the author bound it, ``declared`` that a
    declaration accounts for it."""

    line: int
    column: int
    text: str
    word: bool
    explicit: bool
    declared: bool
    outcomes: tuple[Outcome, ...]

    def rate(self, kind: Kind) -> Rate:
        """How many of its mutants of a kind were killed; equivalent and unread ones are not counted."""
        counted = [
            one.verdict
            for one in self.outcomes
            if one.kind is kind and one.verdict in (Verdict.KILLED, Verdict.SURVIVED)
        ]
        return Rate(counted.count(Verdict.KILLED), len(counted))

    def having(self, verdict: Verdict) -> tuple[Outcome, ...]:
        """Its mutants of a verdict."""
        return tuple(one for one in self.outcomes if one.verdict is verdict)


@dataclass(frozen=True, slots=True)
class PageScore:
    """A page and its claims."""

    page: str
    path: str
    claims: tuple[ClaimScore, ...]

    def rate(self, kind: Kind) -> Rate:
        """How many mutants of a kind were killed."""
        return sum((claim.rate(kind) for claim in self.claims), Rate())

    def count(self, verdict: Verdict) -> int:
        """How many mutants have a verdict."""
        return sum(len(claim.having(verdict)) for claim in self.claims)

    def markup(self, *, words: bool) -> Rate:
        """How many of the numerals, or of the number words, an author bound or declared."""
        claims = [claim for claim in self.claims if claim.word is words]
        return Rate(sum(claim.explicit or claim.declared for claim in claims), len(claims))


def book_rate(pages: Iterable[PageScore], kind: Kind) -> Rate:
    """How many mutants of a kind were killed on some pages."""
    return sum((page.rate(kind) for page in pages), Rate())


def book_markup(pages: Iterable[PageScore], *, words: bool) -> Rate:
    """How many numerals, or number words, of some pages an author bound or declared."""
    return sum((page.markup(words=words) for page in pages), Rate())
