"""What the templates are given: plain data, every text already HTML or to be escaped by the template."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markupsafe import Markup

    from tallybook.model import ContractReport


@dataclass(frozen=True, slots=True)
class Link:
    """A link to a page of the site or a place on it; "" as ``url`` is none."""

    url: str
    label: str
    title: Markup | str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents at the side: groups of links, those of the page itself below its own."""

    title: Link
    groups: tuple[tuple[str, tuple[Link, ...]], ...]


@dataclass(frozen=True, slots=True)
class Here:
    """The page being made."""

    url: str
    title: str
    description: str
    crumbs: tuple[Link, ...]
    contents: Contents | None = None
    toc: tuple[Link, ...] = ()
    previous: Link | None = None
    next: Link | None = None
    root: str = ""
    """What leads to the root of the site, "" or ``../``…"""
    entry: str = ""
    """Its own address, as the contents link to it."""
    address: str = ""
    """Where it is published, "" where the book does not say."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What a link leads to, in brief."""

    url: str
    label: str
    html: Markup


@dataclass(frozen=True, slots=True)
class Variant:
    """A kind of problem with its meaning and its place in the legend."""

    key: str
    title: str
    meaning: str
    url: str
    count: int = 0


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing with what is said of it, and the script that made it."""

    svg: Markup
    caption: Markup
    script: str
    script_url: str


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a solution; ``number`` is 0 for a subsection that is none."""

    number: int
    title: Markup
    anchor: str
    html: Markup
    figures: tuple[Figure, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a page."""

    key: str
    title: Markup
    anchor: str
    html: Markup
    steps: tuple[Step, ...] = ()
    back: tuple[Link, ...] = ()
    """Who draws on it, for a statement."""
    figures: tuple[Figure, ...] = ()
    label: str = ""
    """What a statement is called: ``Theorem I.5.T1``."""


@dataclass(frozen=True, slots=True)
class Listing:
    """Numbered lines. ``first`` is the number of the first, ``anchor`` stands before each number."""

    lines: tuple[Markup, ...]
    first: int = 1
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A function cut from a script."""

    name: str
    listing: Listing
    url: str


@dataclass(frozen=True, slots=True)
class Run:
    """When and with what a check was executed."""

    iso: str
    when: str
    versions: str
    seconds: str


@dataclass(frozen=True, slots=True)
class Rerun:
    """What a reader runs a check with: its path in the book, the Python there, the names of the archives of
    the packages it needs, and the paths of the other files of the book."""

    path: str
    python: str
    packages: tuple[str, ...]
    files: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Check:
    """A check as a page shows it."""

    name: str
    url: str
    script_url: str
    print_url: str
    excerpts: tuple[Excerpt, ...]
    run: Run | None
    lines: int
    rerun: Rerun | None = None


@dataclass(frozen=True, slots=True)
class Proof:
    """One evidence of a claim, with the addresses of the lines it rests on."""

    kind: str
    detail: Markup
    holds: bool
    print_url: str = ""
    print_line: int = 0
    script_url: str = ""
    script_line: int = 0


@dataclass(frozen=True, slots=True)
class Row:
    """A claim of a ledger. All of it, its proofs too, is HTML: there are many, and they are not escaped."""

    name: str
    claim: Markup
    label: Markup
    """The attribute that names a link around the claim, where it is mathematics."""
    url: str
    """Where it stands in the text."""
    where: Markup
    proofs: tuple[Proof, ...]
    strength: str


@dataclass(frozen=True, slots=True)
class Ledger:
    """A page's ledger with its figures. ``kinds`` counts the claims by the kinds of their evidence."""

    verdict: str
    rows: tuple[Row, ...]
    kinds: tuple[tuple[str, int], ...]
    strong: int
    weak: int
    open: int
    owner: Link | None = None


@dataclass(frozen=True, slots=True)
class Correction:
    """What was wrong on a page once it was published."""

    iso: str
    text: Markup
    by: str


@dataclass(frozen=True, slots=True)
class Article:
    """A problem, an exercise, a reading or a chapter's own text."""

    id: str
    kind: str
    kind_name: str
    title: Markup
    url: str
    anchor: str
    prefix: str
    variant: Variant | None
    difficulty: int
    precision: Markup
    source: Link | None
    """What a reading reads: how it is cited, its address and its entry in the bibliography."""
    lead: Markup
    sections: tuple[Section, ...]
    notes: Markup
    check: Check | None
    draws_on: tuple[Link, ...]
    back: tuple[Link, ...]
    ledger: Ledger | None
    data: str = ""
    """The ledger for tools."""
    corrections: tuple[Correction, ...] = ()
    solutions: str = "inline"
    """Where the solution of an exercise stands: ``inline``, ``apart`` or ``none``."""
    solution_url: str = ""
    """The page of its solution, "" if that is this page or none."""


@dataclass(frozen=True, slots=True)
class Node:
    """Something of a chapter on its map, by the upper left corner of its box."""

    x: int
    y: int
    label: str
    title: str
    url: str


@dataclass(frozen=True, slots=True)
class Edge:
    """A line of a map; ``path`` as SVG has it."""

    path: str
    title: str


@dataclass(frozen=True, slots=True)
class Chart:
    """The map of a chapter; ``box`` and ``line`` are the size of its boxes."""

    width: int
    height: int
    box: int
    line: int
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]


@dataclass(frozen=True, slots=True)
class ChapterCard:
    """A chapter as others tell of it; the map is for the index of the book."""

    id: str
    title: str
    tagline: str
    url: str
    problems_url: str
    contract: ContractReport | None
    claims: int
    verified: int
    pages: int
    chart: Chart | None


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the book: its chapters, and as links those that stand elsewhere or are to come."""

    id: str
    title: str
    entries: tuple[ChapterCard | Link, ...]


@dataclass(frozen=True, slots=True)
class WorkEntry:
    """An entry of the bibliography and the pages that cite it."""

    key: str
    anchor: str
    text: str
    url: str
    back: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Symbol:
    """An entry of the index of notation, with a link to what defines it."""

    html: Markup
    meaning: Markup
    where: Link


@dataclass(frozen=True, slots=True)
class Notation:
    """The symbols of a chapter."""

    chapter: Link
    symbols: tuple[Symbol, ...]
