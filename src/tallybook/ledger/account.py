"""The ledger of a text: read it, lay out what its check says, let every rule of evidence speak, judge.

The order of the rules stands here and nowhere else.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import partial
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
    crossed,
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
    shown,
    spelling,
    spoken,
    unequal,
    unread,
)
from tallybook.ledger.desk import Desk, headings
from tallybook.ledger.judge import findings, judge
from tallybook.ledger.memory import BLOCK, WHOLE, Heard
from tallybook.ledger.pools import pool_of
from tallybook.ledger.reading import Reading, blocks_of, read_text
from tallybook.ledger.undecided import ambiguous, undecided_chains, waiting
from tallybook.model import Evidence, Ledger, NotClaim
from tallybook.numerals.numeral import Conventions, Form

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from tallybook.config import BookConfig, ChapterConfig, Declaration
    from tallybook.ledger.memory import Memory
    from tallybook.ledger.reading import Atom, BlockReading
    from tallybook.model import Claim, Page, Print
    from tallybook.span import Source, Span


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


def account(
    source: Source,
    body: Span,
    against: Given,
    conventions: Conventions | None = None,
    memory: Memory | None = None,
) -> Ledger:
    """The ledger of ``source[body]``. Never raises on bad text: what cannot be read is a finding. With a
    ``memory`` a page that it knows is heard only where that matters; the ledger is the same."""
    return examine(source, body, against, conventions, memory)[1]


def examine(
    source: Source,
    body: Span,
    against: Given,
    conventions: Conventions | None = None,
    memory: Memory | None = None,
) -> tuple[Desk, Ledger]:
    """The ledger of ``source[body]`` and the desk it was made at, for callers that alter one block and look
    again."""
    conventions = conventions or Conventions()
    desk, evidence, claims = _heard(source, body, against, conventions, memory)
    reading = desk.reading
    found: list[Diagnostic] = [
        *findings(desk, claims, source, against.page, against.check),
        *explicit.findings(desk, source),
        *declared.unneeded(desk, against.declared, source, evidence),
        *ambiguous(desk, source, against.page),
        *links.findings(desk, source, against.page),
        *unequal.findings(desk, source, against.page),
        *unread.unseen(reading, source, body, against.page),
        *unread.unreadable(reading, source, against.page),
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


def _heard(
    source: Source, body: Span, against: Given, conventions: Conventions, memory: Memory | None
) -> tuple[Desk, dict[int, list[Evidence]], tuple[Claim, ...]]:
    """The desk of a text, all evidence and the claims: as far as a memory knows them from the last time that
    this page was looked at, and else anew."""
    blocks = blocks_of(source.text, (*against.head, body))
    kept = memory.recall(source, against, conventions) if memory is not None else None
    if memory is not None and kept is not None:
        known = kept.at(source.text, against.references, blocks)
        reading = read_text(source.text, blocks, conventions, against.macros, known.blocks)
        desk = lay_out(reading, against, conventions)
        anew = known.anew(desk) if desk.pool is kept.desk.pool else None
        if anew is not None:
            heard = Heard(known, desk, anew)
            evidence = gather(desk, heard=heard)
            if heard.stands(desk):
                claims = judge(desk, evidence, heard)
                memory.keep(source, against, conventions, desk, heard, evidence, claims)
                return desk, evidence, claims
    reading = read_text(source.text, blocks, conventions, against.macros)
    desk = lay_out(reading, against, conventions)
    heard = Heard()
    evidence = gather(desk, heard=heard)
    claims = judge(desk, evidence)
    if memory is not None:
        memory.keep(source, against, conventions, desk, heard, evidence, claims)
    return desk, evidence, claims


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


def lay_out(reading: Reading, against: Given, conventions: Conventions) -> Desk:
    """The desk of a page: facts of its print, script, givens and cited pages; headings; references taken out
    of the claims."""
    wanted = frozenset().union(*(block.wanted for block in reading.blocks))
    shares = dict.fromkeys(share for block in reading.blocks for share in block.shares)
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
        tuple(shares),
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
    reading = desk.reading
    blocks = [one for one in reading.blocks if reading.anew is None or one.number in reading.anew]
    _take_out_references(desk, blocks)
    _take_out_years(desk, blocks)
    spoken.settle(desk, blocks)


def _take_out_references(desk: Desk, blocks: Sequence[BlockReading]) -> None:
    spans = [span for span, _ in desk.references]
    for block in blocks:
        near = [span for span in spans if span.overlaps(block.block.span)]
        if near:
            inside = [atom for atom in block.atoms if any(atom.span.overlaps(span) for span in near)]
            _drop(block.atoms, inside, block.not_claims, "reference", desk.reading.text)


def _take_out_years(desk: Desk, blocks: Sequence[BlockReading]) -> None:
    """A year after a word of time is a claim only where the check computes years."""
    if not any(atom.numeral.year for block in blocks for atom in block.atoms):
        return
    years = {
        int(fact.value)
        for fact in desk.pool.facts
        if fact.value.denominator == 1 and 1000 <= fact.value < 3000
    }
    for block in blocks:
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


def gather(
    desk: Desk,
    enough: Callable[[Atom, Evidence], bool] | None = None,
    heard: Heard | None = None,
) -> dict[int, list[Evidence]]:
    """What every rule has to say, by the order of the atom. ``enough`` tells of evidence after which the
    rest need not be heard; ``heard`` takes down what each rule says, and says what is known of it."""
    found: dict[int, list[Evidence]] = {order: list(known) for order, known in desk.elsewhere.items()}
    for number, (rule, whole) in enumerate(_rules(desk, found, heard or Heard())):
        said: list[tuple[Atom, Evidence]] = []
        if heard is not None:
            said = heard.begin(desk, number, whole)
            for atom, evidence in said:
                found.setdefault(atom.order, []).append(evidence)
        for atom, evidence in rule():
            found.setdefault(atom.order, []).append(evidence)
            said.append((atom, evidence))
            if enough is not None and enough(atom, evidence):
                return found
    if heard is not None:
        heard.end(desk)
    return found


def _rules(
    desk: Desk, found: Mapping[int, list[Evidence]], heard: Heard
) -> Iterator[tuple[Callable[[], Iterable[tuple[Atom, Evidence]]], bool]]:
    """The rules in their order; each sees what those before it have found. Those that look at the page as a
    whole are told from those that look at a block, what its table says and what has a symbol in common."""
    compounds = list(compound.compounds(desk))
    chains, desk.refuted = links.read_chains(desk)
    links.weigh(desk, chains)
    compounds, chains = heard.completed(desk, compounds, [*desk.links, *chains])
    desk.links = chains
    yield partial(explicit.apply, desk), WHOLE
    yield partial(named.apply, desk), BLOCK
    yield partial(compound.apply, desk, heard.compounds), BLOCK
    yield partial(printed.apply, desk, found), BLOCK
    yield lambda: list(aligned.apply(desk, found)), BLOCK
    yield lambda: list(echoes.apply(desk, found)), BLOCK
    yield lambda: list(rows.apply(desk, found)), BLOCK
    yield lambda: list(keyed.apply(desk, found)), WHOLE
    yield partial(assigned.apply, desk), BLOCK
    yield lambda: list(crossed.apply(desk, heard.compounds)), BLOCK
    yield partial(declared.apply, desk), BLOCK
    yield partial(sequence.apply, desk), WHOLE
    yield partial(ranges.apply, desk), BLOCK
    yield partial(polynomials.apply, desk), BLOCK
    yield partial(counted.apply, desk, compounds), WHOLE
    yield partial(formula.apply, desk), BLOCK
    yield partial(evaluated.apply, desk), WHOLE
    yield partial(moved.apply, desk), WHOLE
    yield partial(portions.apply, desk), WHOLE
    yield partial(shown.apply, desk), BLOCK
    desk.before_arithmetic = {order: tuple(known) for order, known in found.items()}
    yield partial(arithmetic.apply, desk, chains, found), WHOLE
    yield partial(algebra.apply, desk), BLOCK
    yield partial(conditions.apply, desk), WHOLE
    yield partial(congruence.apply, desk), BLOCK
    yield partial(waiting, desk), BLOCK
    yield partial(spelling.apply, desk), BLOCK
    yield lambda: list(shortened.apply(desk, heard.compounds, found)), BLOCK
    yield lambda: list(arithmetic.restated(desk, chains, found)), WHOLE
    yield lambda: list(mistyped.apply(desk, compounds, found)), WHOLE


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
