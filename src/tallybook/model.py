"""What the stages exchange. Frozen data, no behaviour beyond looking things up."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from tallybook.cited import Reference
    from tallybook.config import BookConfig, ChapterConfig, Declaration, Limits
    from tallybook.diagnostics import Diagnostic
    from tallybook.numerals.numeral import Numeral
    from tallybook.span import Source, Span


class Kind(StrEnum):
    """What a page is."""

    PROBLEM = "problem"
    EXERCISE = "exercise"
    STATEMENTS = "statements"
    READING = "reading"
    ARTICLE = "article"


@dataclass(frozen=True, slots=True)
class RawChapter:
    """The files of one folder under ``chapters/``, as read. ``folder`` is its path within the book."""

    folder: str
    config: Source | None
    statements: Source | None
    problems: tuple[Source, ...] = ()
    exercises: tuple[Source, ...] = ()
    readings: tuple[Source, ...] = ()
    articles: tuple[Source, ...] = ()


@dataclass(frozen=True, slots=True)
class RawBook:
    """All files of a book, as read and before anything is made of them. ``checks`` holds the scripts by file
    name."""

    config: Source
    chapters: tuple[RawChapter, ...]
    checks: Mapping[str, Source]
    bibliographies: tuple[Source, ...] = ()
    """BibTeX files beside ``book.yaml``."""


@dataclass(frozen=True, slots=True)
class Section:
    """A section or a step. ``key`` is its canonical name: ``statement``, ``solution``, ``check-numeric``;
    for a step ``step``."""

    key: str
    title: str
    level: int
    heading: Span
    body: Span
    """From behind the heading to the next heading of the same or a higher level."""
    steps: tuple[Section, ...] = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing on a page: the script that prints it, what it shows in words, and where it stands.

    ``under`` is the title of the section or step that it closes, "" for the first section. ``words`` are the
    places of ``alt`` and ``caption``, whose numbers are claims.
    """

    script: str
    alt: str
    caption: str = ""
    under: str = ""
    words: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Correction:
    """What was wrong on a page once it was published: the day it was corrected (``2026-03-14``), what is said
    of it, and who found it. ``words`` are the places of all three, whose numbers are claims unless they are
    dates."""

    date: str
    text: str
    by: str = ""
    words: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The validated head of a page. Fields that a kind of page does not have are empty."""

    id: str
    title: str
    variant: str = ""
    difficulty: int = 0
    precision: str = ""
    decimals: int | None = None
    source: str = ""
    """The work that a reading reads, by the name it is cited with."""
    check: str = ""
    excerpt: tuple[str, ...] = ()
    draws_on: tuple[str, ...] = ()
    figures: tuple[Figure, ...] = ()
    corrections: tuple[Correction, ...] = ()
    declared: tuple[Declaration, ...] = ()
    limits: Limits | None = None
    words: tuple[Span, ...] = ()
    """Where the title and the precision stand, whose numbers are claims."""
    lines: Mapping[str, int] = field(default_factory=dict)
    """The line each key stands on, counted from 1, for findings about its value."""


@dataclass(frozen=True, slots=True)
class Page:
    """A problem, an exercise, a reading, an article or the statements of a chapter. ``body`` is the text
    behind the front matter."""

    id: str
    kind: Kind
    title: str
    source: Source
    front: FrontMatter
    body: Span
    sections: tuple[Section, ...]
    references: tuple[Reference, ...] = ()
    """What the body refers to, in order."""


@dataclass(frozen=True, slots=True)
class Statement:
    """What the chapter's own text proves and others cite: ``I.5.2`` (an equation, cited as ``(I.5.2)``),
    ``I.5.T4``, ``I.5.P01``."""

    id: str
    kind: str
    """``equation``, ``theorem``, ``principle``, ``definition`` or ``entry``."""
    title: str
    source: Source
    heading: Span
    body: Span


@dataclass(frozen=True, slots=True)
class Chapter:
    """One folder under ``chapters/``."""

    folder: str
    config: ChapterConfig
    source: Source
    statements: tuple[Statement, ...]
    statements_page: Page | None
    problems: tuple[Page, ...]
    exercises: tuple[Page, ...]
    readings: tuple[Page, ...] = ()
    articles: tuple[Page, ...] = ()

    @property
    def has_problems(self) -> bool:
        """Whether there is a page of problems and exercises; a chapter that is only read has none."""
        return bool(self.problems or self.exercises or not (self.readings or self.articles))

    @property
    def pages(self) -> tuple[Page, ...]:
        """Every page that has a ledger."""
        head = (self.statements_page,) if self.statements_page else ()
        return (*head, *self.problems, *self.exercises, *self.readings, *self.articles)


@dataclass(frozen=True, slots=True)
class Book:
    """A whole book as read and parsed. ``checks`` holds the scripts by file name."""

    config: BookConfig
    source: Source
    chapters: tuple[Chapter, ...]
    checks: Mapping[str, Source]
    inventories: tuple[Inventory, ...] = ()
    """What other books have published."""


@dataclass(frozen=True, slots=True)
class InventoryEntry:
    """Something in another book; ``url`` is absolute, "" where that book's address is not known."""

    id: str
    kind: str
    title: str
    url: str


@dataclass(frozen=True, slots=True)
class Inventory:
    """What another book can be cited by, as ``name:id``; ``title`` is that book's."""

    name: str
    title: str
    entries: tuple[InventoryEntry, ...]


@dataclass(frozen=True, slots=True)
class RunRecord:
    """How a print came about: what a page may say of its execution comes from here."""

    when: str
    """UTC, ISO 8601, of the run itself (a cached print keeps the time of its run)."""
    seconds: float
    versions: tuple[tuple[str, str], ...]
    """Python first, then the packages the script imports."""
    containment: str = "limits"


@dataclass(frozen=True, slots=True)
class Print:
    """What a check printed. ``findings`` are what went wrong in running it; then ``ok`` is False."""

    check: Source
    stdout: str
    record: RunRecord | None = None
    findings: tuple[Diagnostic, ...] = ()
    cached: bool = False
    before: str | None = field(default=None, compare=False)
    """What an earlier version of the check printed, where this run took its place."""

    @property
    def ok(self) -> bool:
        """Whether the check ran to its end and printed something that may be used as evidence."""
        return not self.findings


class EvidenceKind(StrEnum):
    """What accounts for a claim."""

    PRINTED = "printed"
    GIVEN = "given"
    ARITHMETIC = "arithmetic"
    ALGEBRA = "algebra"
    FORMULA = "formula"
    CITED = "cited"
    SEQUENCE = "sequence"
    COUNTED = "counted"
    DECLARED = "declared"


class Strength(StrEnum):
    """How much all evidence of a claim together would notice."""

    STRONG = "strong"
    WEAK = "weak"
    UNACCOUNTED = "unaccounted"
    CONTRADICTED = "contradicted"


@dataclass(frozen=True, slots=True)
class Evidence:
    """One reason why a claim may stand. ``detail`` is for people (``wide.parameters = 620663784``)."""

    kind: EvidenceKind
    detail: str
    holds: bool = True
    pins: bool = False
    """Whether it leaves the claim no other value that a mutant could take."""
    line: int | None = None
    """Line of the print, counted from 1."""
    script_line: int | None = None
    """Line of the check that printed it or holds the literal, counted from 1."""
    span: Span | None = None
    """The chain, the cited reference or the list in the text."""
    value: str = ""
    """The printed number alone, where the evidence is one that a text contradicts."""
    cut: bool = False
    """Whether the number is a rounding of an exact value that could stand whole: it is weak, whatever else
    holds."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A number in the text with everything that accounts for it."""

    span: Span
    text: str
    numeral: Numeral
    evidence: tuple[Evidence, ...] = ()
    strength: Strength = Strength.UNACCOUNTED
    where: str = ""
    """The section and step it stands in, for people."""
    survivor: str = ""
    """For a weak claim: a mutant that would survive."""
    settle: str = ""
    """For a weak claim: the shortest binding that would settle it."""
    explicit: bool = False
    """Whether an author's binding marks it."""

    @property
    def value(self) -> object:
        """The exact value, a ``Fraction``."""
        return self.numeral.value

    @property
    def is_word(self) -> bool:
        """Whether it is a number word."""
        return self.numeral.form in ("word", "ordinal")


@dataclass(frozen=True, slots=True)
class NotClaim:
    """Digits that were seen and are no claim, and why."""

    span: Span
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Ledger:
    """All claims of a page with their evidence.

    ``verdict`` is ``verified``, ``rejected`` or ``undecided`` (something needs a declaration or a
    convention).
    ``unused`` are printed numbers that no claim uses, each as ``line: name = value``.
    ``unread`` are formulas that hold something that was not read as mathematics, and why.
    """

    page: str
    claims: tuple[Claim, ...]
    not_claims: tuple[NotClaim, ...]
    findings: tuple[Diagnostic, ...]
    verdict: str
    unused: tuple[str, ...] = ()
    unread: tuple[NotClaim, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether every claim is accounted for and none contradicted."""
        return self.verdict == "verified"


@dataclass(frozen=True, slots=True)
class Term:
    """One promise. ``required`` and ``reached`` are counts (for a share: fractions of the problems).

    ``text`` is the promise for readers, ``badge`` what is shown in brief (``7/5 problems``), "" for the
    terms that are only listed. ``code`` is that of the finding when it is missed, ``shortfall`` what the
    finding says.
    """

    code: str
    text: str
    required: Fraction
    reached: Fraction
    met: bool
    shortfall: str
    badge: str = ""


@dataclass(frozen=True, slots=True)
class ContractReport:
    """The contract of a chapter: its class (``M3``, ``Load-bearing``) and all its terms, none if it has no
    contract."""

    key: str
    title: str
    terms: tuple[Term, ...]
    diagnostics: tuple[Diagnostic, ...]

    @property
    def met(self) -> bool:
        """Whether every term is met."""
        return all(term.met for term in self.terms)

    @property
    def badges(self) -> tuple[str, ...]:
        """The counts in brief, and the verdict."""
        verdict = "quota met, and enforced" if self.met else "quota missed"
        return (*(term.badge for term in self.terms if term.badge), verdict) if self.terms else ()
