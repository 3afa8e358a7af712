"""``book.yaml`` and ``chapter.yaml`` as frozen data. Reading and validating them is the work of ``parse``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tallybook.numerals.numeral import Conventions

if TYPE_CHECKING:
    from tallybook.span import Span

HARDEST = 3
"""The greatest difficulty, shown ▲▲▲."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A kind of problem: ``numeric`` with its title (*numerical instantiation*) and a sentence of
    explanation."""

    key: str
    title: str
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class Quota:
    """What a class of chapters promises. ``at_least_one_of`` are groups of variants of which each must have
    a problem."""

    key: str
    title: str
    problems: int = 0
    variants: int = 0
    max_share: float = 1.0
    """No variant may make up more than this share of the problems."""
    exercises: int = 0
    at_least_one_of: tuple[tuple[str, ...], ...] = ()
    hardest: int = 0
    """At least this many problems of difficulty 3."""
    weak: int = 0
    """How many weak claims the chapter may hold."""


@dataclass(frozen=True, slots=True)
class Place:
    """Something that may be cited and does not stand in this book's files: it exists elsewhere or is to
    come."""

    id: str
    title: str
    status: str = "to come"
    url: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the book: its id (``I``, as chapters begin with it) and title."""

    id: str
    title: str


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Another book that may be cited, as ``name:id``: the path of its inventory, and where it is published,
    if not where that says."""

    name: str
    path: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class Work:
    """An entry of the bibliography; ``key`` is how it is cited (``Zaslavsky 1975``)."""

    key: str
    text: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class Symbol:
    """An entry of the index of notation: a symbol as LaTeX, what it stands for, the id of what defines it.

    ``span`` is the place of the symbol in ``chapter.yaml``, ``target`` that of the id.
    """

    latex: str
    meaning: str
    where: str
    span: Span
    target: Span


@dataclass(frozen=True, slots=True)
class Declaration:
    """A value that the author restates with its source or reason; the text must match it.

    ``text`` is the numeral (or word, or formula) as written in the page; ``reason`` why it may stand there.
    """

    text: str
    reason: str
    near: str = ""
    """Words that must stand in the same sentence; "" means anywhere on the page."""
    source: str = ""
    """The work it is taken from, by the name it is cited with."""
    line: int = 0

    @property
    def why(self) -> str:
        """The reason with its source, for people."""
        return f"{self.source}: {self.reason}" if self.source else self.reason


@dataclass(frozen=True, slots=True)
class Redirect:
    """An address that a page had, relative to the root of the site, and the id of what it leads to now."""

    url: str
    id: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class Limits:
    """What a check may use: seconds of time, bytes of memory and of output, threads and processes, open
    files.
    """

    seconds: float = 10.0
    memory: int = 1 << 30
    output: int = 1_000_000
    processes: int = 64
    files: int = 256


@dataclass(frozen=True, slots=True)
class ChapterConfig:
    """One chapter: its id (``I.5``), title, class of contract (``M3``), macros of its mathematics and
    bibliography."""

    id: str
    title: str
    contract: str
    tagline: str = ""
    macros: tuple[tuple[str, str], ...] = ()
    """LaTeX macros, name without backslash and definition with ``#1``…"""
    works: tuple[Work, ...] = ()
    declared: tuple[Declaration, ...] = ()
    notation: tuple[Symbol, ...] = ()
    words: tuple[Span, ...] = ()
    """What readers see of ``chapter.yaml``, whose numbers are claims: the title, the tagline, the meanings of
    symbols."""


@dataclass(frozen=True, slots=True)
class BookConfig:
    """The book: title, conventions, variants, classes of contract, places that may be cited."""

    title: str
    authors: tuple[str, ...] = ()
    language: str = "en"
    url: str = ""
    """Where the site is published, "" if it is not told."""
    repository: str = ""
    """Where errors are reported: the address of the book's repository."""
    conventions: Conventions = field(default_factory=Conventions)
    variants: tuple[Variant, ...] = ()
    quotas: tuple[Quota, ...] = ()
    parts: tuple[Part, ...] = ()
    neighbours: tuple[Neighbour, ...] = ()
    places: tuple[Place, ...] = ()
    works: tuple[Work, ...] = ()
    declared: tuple[Declaration, ...] = ()
    limits: Limits = Limits()
    redirects: tuple[Redirect, ...] = ()
    words: tuple[Span, ...] = ()
    """What readers see of ``book.yaml``, whose numbers are claims: titles, and what variants mean."""
