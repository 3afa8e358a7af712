"""The ledger of a text: read it, lay out what its check says, let every rule of evidence speak, judge.

The order of the rules stands here and nowhere else.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from tallybook.diagnostics import Diagnostic, Severity, in_order
from tallybook.ledger import (
    algebra,
    aligned,
    arithmetic,
    assigned,
    compound,
    conditions,
    congruence,
    counted,
    declared,
    echoes,
    evaluated,
    explicit,
    formula,
    keyed,
    links,
    mistyped,
    moved,
    named,
    places,
    polynomials,
    portions,
    printed,
    ranges,
    rows,
    sequence,
    shortened,
    spelling,
    spoken,
    unequal,
    unread,
)
from tallybook.ledger.blame import show
from tallybook.ledger.desk import Desk, headings
from tallybook.ledger.judge import findings, judge
from tallybook.ledger.pools import pool_of
from tallybook.ledger.reading import UNREADABLE, Reading, read_text, unseen_digits
from tallybook.ledger.undecided import ambiguous, undecided_chains, waiting
from tallybook.model import Evidence, Ledger, NotClaim
from tallybook.numerals.numeral import Conventions, Form, Numeral
from tallybook.span import Source, Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from tallybook.config import BookConfig, ChapterConfig, Declaration
    from tallybook.ledger.reading import Atom
    from tallybook.model import Page, Print


_MATRIX = re.compile(r"\bmatri(?:x|ces)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Given:
    """What a text is held against. ``cited`` are the prints and scripts of pages that it may cite, by page
    id."""

    printed: str = ""
    script: str = ""
    check: str = ""
    """Path of the script, for messages."""
    given: Sequence[str] = ()
    cited: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    declared: Sequence[Declaration] = ()
    """Declarations of the text itself: one that it does not need is an error."""
    shared: Sequence[Declaration] = ()
    """Declarations of its chapter and its book, which other texts may need."""
    references: Sequence[tuple[Span, str]] = ()
    """References of the text, each with the id it resolves to; their digits are no claims."""
    macros: Mapping[str, str] = field(default_factory=dict)
    page: str = ""
    decimals: int | None = None
    """The places that the front matter promises for every derived value of the print."""
    matrices: tuple[str, ...] = ()
    """Symbols, as LaTeX, that the index of notation calls matrices."""
    head: Sequence[Span] = ()
    """Text outside of the body that readers see: the title, the precision."""


def account(source: Source, body: Span, against: Given, conventions: Conventions | None = None) -> Ledger:
    """The ledger of ``source[body]``. Never raises on bad text: what cannot be read is a finding."""
    return examine(source, body, against, conventions)[1]


def examine(
    source: Source, body: Span, against: Given, conventions: Conventions | None = None
) -> tuple[Desk, Ledger]:
    """The ledger of ``source[body]`` and the desk it was made at, for callers that alter one block and look
    again."""
    conventions = conventions or Conventions()
    reading = read_text(source.text, (*against.head, body), conventions, against.macros)
    desk = lay_out(reading, against, conventions)
    evidence = gather(desk)
    claims = judge(desk, evidence)
    found: list[Diagnostic] = [
        *findings(desk, claims, source, against.page, against.check),
        *explicit.findings(desk, source),
        *declared.unneeded(desk, against.declared, source, evidence),
        *ambiguous(desk, source, against.page),
        *_orderings(desk, source, against.page),
        *unequal.findings(desk, source, against.page),
        *_unseen(reading, source, body, against.page),
        *_unreadable(reading, source, against.page),
        *places.findings(desk, source, against),
    ]
    undecided = undecided_chains(desk, source, against.page)
    not_claims = tuple(
        sorted((one for block in reading.blocks for one in block.not_claims), key=lambda one: one.span)
    )
    found.extend(undecided)
    return desk, Ledger(
        against.page,
        claims,
        not_claims,
        in_order(found),
        verdict(found),
        tuple(_unused(desk)),
        unread.formulas(reading),
    )


def given_of(
    page: Page,
    chapter: ChapterConfig,
    book: BookConfig,
    prints: Mapping[str, Print],
    references: Sequence[tuple[Span, str]],
    checks: Mapping[str, str],
) -> Given:
    """What a page of a book is held against. ``prints`` are by file name of the check, ``checks`` tells the
    check of every page."""
    own = prints.get(page.front.check)
    return Given(
        printed=own.stdout if own else "",
        script=own.check.text if own else "",
        check=own.check.path if own else "",
        cited=cited_by(references, prints, checks),
        declared=page.front.declared,
        shared=(*chapter.declared, *book.declared),
        references=references,
        macros=dict(chapter.macros),
        page=page.id,
        decimals=page.front.decimals,
        matrices=tuple(one.latex for one in chapter.notation if _MATRIX.search(one.meaning)),
        head=tuple(sorted(_head(page))),
    )


def cited_by(
    references: Iterable[tuple[Span, str]], prints: Mapping[str, Print], checks: Mapping[str, str]
) -> dict[str, tuple[str, str]]:
    """The prints and scripts of the pages that some references are to, by id; see ``given_of``."""
    return {
        target: (prints[checks[target]].stdout, prints[checks[target]].check.text)
        for _, target in references
        if checks.get(target) in prints
    }


def _head(page: Page) -> Iterable[Span]:
    """The title, the precision, the words of figures and of corrections, where the front matter has them."""
    yield from page.front.words
    for figure in page.front.figures:
        yield from figure.words
    for correction in page.front.corrections:
        yield from correction.words


def shares_of(reading: Reading) -> tuple[Numeral, ...]:
    """The percentages of a text, wherever they stand in it."""
    shares = (one.numeral for one in reading.atoms() if one.numeral.percent)
    return tuple(dict.fromkeys(replace(share, span=Span(0, 0)) for share in shares))


def lay_out(reading: Reading, against: Given, conventions: Conventions) -> Desk:
    """The desk of a page: facts of its print, script, givens and cited pages; headings; references taken out
    of the claims."""
    wanted = {one.numeral.digits.lstrip("0") for one in reading.atoms() if one.numeral.digits.strip("0")}
    cited = tuple(
        (page, *against.cited[page])
        for page in dict.fromkeys(target for _, target in against.references)
        if page in against.cited and page != against.page
    )
    pool, script = pool_of(
        against.printed,
        against.script,
        tuple(against.given),
        against.decimals,
        cited,
        conventions,
        wanted,
        shares_of(reading),
    )
    desk = Desk(
        reading,
        pool,
        script,
        conventions,
        (*against.declared, *against.shared),
        against.references,
        against.matrices,
        reading.blocks,
        headings(reading),
    )
    prepare(desk)
    desk.literals = frozenset(fact.value for fact in script.facts if fact.numeral.form is Form.DECIMAL)
    words = (Form.WORD, Form.ORDINAL)
    desk.page_values = frozenset(a.numeral.value for a in reading.atoms() if a.numeral.form not in words)
    desk.page_words = frozenset(a.numeral.value for a in reading.atoms() if a.numeral.form in words)
    return desk


def prepare(desk: Desk) -> None:
    """Take from the claims of a desk what turns out to be none (references, and years in citations and
    dates), and give the others what is said of them away from their digits."""
    _take_out_references(desk)
    _take_out_years(desk)
    spoken.settle(desk)


def _take_out_references(desk: Desk) -> None:
    spans = [span for span, _ in desk.references]
    for block in desk.reading.blocks:
        near = [span for span in spans if span.overlaps(block.block.span)]
        if near:
            inside = [atom for atom in block.atoms if any(atom.span.overlaps(span) for span in near)]
            _drop(block.atoms, inside, block.not_claims, "reference", desk.reading.text)


def _take_out_years(desk: Desk) -> None:
    """A year after a word of time is a claim only where the check computes years."""
    if not any(atom.numeral.year for atom in desk.reading.atoms()):
        return
    years = {
        int(fact.value)
        for fact in desk.pool.facts
        if fact.value.denominator == 1 and 1000 <= fact.value < 3000
    }
    for block in desk.reading.blocks:
        plain = [
            atom
            for atom in block.atoms
            if atom.numeral.year and not any(abs(year - atom.numeral.value) <= 150 for year in years)
        ]
        _drop(block.atoms, plain, block.not_claims, "year", desk.reading.text)


def _drop(atoms: list[Atom], out: Iterable[Atom], not_claims: list[NotClaim], reason: str, text: str) -> None:
    for atom in out:
        atoms.remove(atom)
        not_claims.append(NotClaim(atom.span, text[atom.span.start : atom.span.end], reason))


EQUATIONS = (
    named.apply,
    formula.apply,
    evaluated.apply,
    algebra.apply,
    conditions.apply,
    congruence.apply,
    ranges.apply,
    polynomials.apply,
)
"""The rules that look at one formula at a time; what they find does not hang on other evidence."""


def gather(desk: Desk, enough: Callable[[Atom, Evidence], bool] | None = None) -> dict[int, list[Evidence]]:
    """What every rule has to say, by the order of the atom. ``enough`` tells of evidence after which the
    rest need not be heard."""
    found: dict[int, list[Evidence]] = {order: list(known) for order, known in desk.elsewhere.items()}
    for pairs in _rules(desk, found):
        for atom, evidence in pairs:
            found.setdefault(atom.order, []).append(evidence)
            if enough is not None and enough(atom, evidence):
                return found
    return found


def _rules(desk: Desk, found: Mapping[int, list[Evidence]]) -> Iterator[Iterable[tuple[Atom, Evidence]]]:
    """The rules in their order; each sees what those before it have found."""
    compounds = list(compound.compounds(desk))
    chains, desk.refuted = links.read_chains(desk)
    links.weigh(desk, chains)
    desk.links = chains = [*desk.links, *chains]
    yield explicit.apply(desk)
    yield named.apply(desk)
    yield compound.apply(desk, compounds)
    yield printed.apply(desk, found)
    yield list(aligned.apply(desk, found))
    yield list(echoes.apply(desk, found))
    yield list(rows.apply(desk, found))
    yield list(keyed.apply(desk, found))
    yield assigned.apply(desk)
    yield declared.apply(desk)
    yield sequence.apply(desk)
    yield ranges.apply(desk)
    yield polynomials.apply(desk)
    yield counted.apply(desk, compounds)
    yield formula.apply(desk)
    yield evaluated.apply(desk)
    yield moved.apply(desk)
    yield portions.apply(desk)
    desk.before_arithmetic = {order: tuple(known) for order, known in found.items()}
    yield arithmetic.apply(desk, chains, found)
    yield algebra.apply(desk)
    yield conditions.apply(desk)
    yield congruence.apply(desk)
    yield waiting(desk)
    yield spelling.apply(desk)
    yield list(shortened.apply(desk, compounds, found))
    yield list(arithmetic.restated(desk, chains, found))
    yield list(mistyped.apply(desk, compounds, found))


def _orderings(desk: Desk, source: Source, page: str) -> list[Diagnostic]:
    return [
        Diagnostic(
            "T112",
            "the divisibility does not hold" if one.divides else "the ordering does not hold",
            source,
            one.left.node.span.cover(one.right.node.span),
            f"{show(one.left.value.value)} against {show(one.right.value.value)}",
            subject=page,
        )
        for one, _ in desk.refuted
        if one.left.value is not None and one.right.value is not None
    ]


def _unseen(reading: Reading, source: Source, body: Span, page: str) -> list[Diagnostic]:
    return [
        Diagnostic(
            "T105", f"the reader passed over {source[span]}", source, span, "read by no rule", subject=page
        )
        for span in unseen_digits(reading, body.start, body.end)
    ]


def _unreadable(reading: Reading, source: Source, page: str) -> list[Diagnostic]:
    """What was seen and is too long or too deep to be read: refused aloud, within bounds."""
    return [
        Diagnostic(
            "T118",
            "this is too much to be read",
            source,
            one.span,
            one.reason.removeprefix(UNREADABLE).strip(),
            (),
            ("write it shorter, or split it",),
            subject=page,
        )
        for block in reading.blocks
        for one in block.not_claims
        if one.reason.startswith(UNREADABLE)
    ]


def verdict(found: Iterable[Diagnostic]) -> str:
    """``rejected`` if anything is wrong, ``undecided`` if something waits for a declaration, else
    ``verified``."""
    errors = [one for one in found if one.severity is Severity.ERROR]
    if any(one.code not in ("T110", "T111") for one in errors):
        return "rejected"
    return "undecided" if errors else "verified"


def _unused(desk: Desk) -> Iterable[str]:
    used = {id(fact) for fact in desk.quoted.values()}
    lines = {fact.line for fact in desk.quoted.values() if fact.origin == "print"}
    for fact in desk.pool.facts:
        if fact.origin == "print" and not fact.cited and id(fact) not in used and fact.line not in lines:
            yield f"{fact.line}: {fact.text}"
