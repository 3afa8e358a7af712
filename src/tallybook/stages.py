"""What each stage of the pipeline is given: which checks, which prints, which pages."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from tallybook.contract import audit
from tallybook.diagnostics import Diagnostic, Label, Severity
from tallybook.execute import CheckRequest
from tallybook.execute.difference import difference, notes
from tallybook.ledger.account import Given, account, cited_by, given_of
from tallybook.ledger.declared import unneeded_by_all
from tallybook.ledger.labels import figure_findings
from tallybook.model import Book, Chapter, ContractReport, Kind, Ledger, Page, Print, Strength
from tallybook.references import collect, names
from tallybook.report.summary import PageReport
from tallybook.span import Span

if TYPE_CHECKING:
    from pathlib import Path

    from tallybook.ledger.memory import Memory

Links = Mapping[str, tuple[tuple[Span, str], ...]]
"""The references in the text of each page, by its id: where each stands and the id it is to."""

WITHOUT_PRINT = frozenset({"T105", "T109", "T110", "T111", "T112", "T114"})
"""Findings on numbers that stand whatever the check prints."""


def only(book: Book, pages: Iterable[Page]) -> Book:
    """The book as if it held nothing but some of its pages; chapters that are left empty go."""
    wanted = {page.id for page in pages}
    kept = []
    for chapter in book.chapters:
        groups = (chapter.problems, chapter.exercises, chapter.readings, chapter.articles)
        problems, exercises, readings, articles = (
            tuple(page for page in group if page.id in wanted) for group in groups
        )
        own = chapter.statements_page if chapter.config.id in wanted else None
        if problems or exercises or readings or articles or own:
            kept.append(
                replace(
                    chapter,
                    statements_page=own,
                    problems=problems,
                    exercises=exercises,
                    readings=readings,
                    articles=articles,
                )
            )
    return replace(book, chapters=tuple(kept))


def links(pages: Iterable[Page]) -> Links:
    """The references of some pages."""
    return {page.id: tuple((one.span, one.id) for one in page.references) for page in pages}


def requests(book: Book, root: Path, pages: Iterable[Page], cited: Links) -> list[CheckRequest]:
    """The checks of some pages and of the pages they cite, and the scripts of their figures."""
    by_id = {page.id: page for chapter in book.chapters for page in chapter.pages}
    found: dict[str, CheckRequest] = {}
    for page in pages:
        for other in (page, *(by_id[id_] for _, id_ in cited[page.id] if id_ in by_id)):
            source = book.checks.get(other.front.check)
            if source is not None:
                limits = other.front.limits or book.config.limits
                found.setdefault(other.id, CheckRequest(source, root, limits))
        for figure in page.front.figures:
            source = book.checks.get(figure.script)
            if source is not None:
                limits = page.front.limits or book.config.limits
                found.setdefault(f"figure {figure.script}", CheckRequest(source, root, limits))
    return list(found.values())


def unprinted(
    pages: Iterable[Page], prints: Mapping[str, Print], findings: Iterable[Diagnostic]
) -> frozenset[str]:
    """The ids of pages whose print is not known: the check failed or is missing, the front matter is
    unreadable."""
    at_fault = {
        finding.subject
        for finding in findings
        if finding.severity is Severity.ERROR and finding.code.startswith("F")
    }
    return frozenset(
        page.id
        for page in pages
        if (
            page.front.check not in prints or not prints[page.front.check].ok
            if page.front.check
            else page.id in at_fault
        )
    )


def held_against(
    book: Book, pages: Iterable[Page], prints: Mapping[str, Print], cited: Links
) -> list[tuple[Page, Given]]:
    """Some pages in the order of the book, each with what it is held against."""
    checks = {page.id: page.front.check for chapter in book.chapters for page in chapter.pages}
    usable = {name: one for name, one in prints.items() if one.ok}
    wanted = {page.id for page in pages}
    return [
        (page, given_of(page, chapter.config, book.config, usable, cited[page.id], checks))
        for chapter in book.chapters
        for page in chapter.pages
        if page.id in wanted
    ]


def ledgers(
    book: Book,
    pages: Iterable[Page],
    prints: Mapping[str, Print],
    cited: Links,
    unknown: Container[str],
    memory: Memory | None = None,
) -> dict[str, Ledger]:
    """The ledgers of some pages. What an ``unknown`` print leaves open is not held against each number. A
    ``memory`` is for who looks at the same pages again and again."""
    conventions = book.config.conventions
    return {
        page.id: left_open(account(page.source, page.body, against, conventions, memory), unknown)
        for page, against in held_against(book, pages, prints, cited)
    }


def heads(book: Book, prints: Mapping[str, Print], found: Container[str]) -> dict[str, Ledger]:
    """The ledgers of what readers see of ``chapter.yaml``, by id, for chapters whose pages are all ``found``.

    That of ``book.yaml`` goes by "", if all chapters are.
    """
    made = {
        chapter.config.id: head(book, chapter, prints)
        for chapter in book.chapters
        if all(page.id in found for page in chapter.pages)
    }
    if len(made) == len(book.chapters):
        against = Given(shared=book.config.declared, head=book.config.words)
        made[""] = account(book.source, Span(0, 0), against, book.config.conventions)
    return made


def head(book: Book, chapter: Chapter, prints: Mapping[str, Print]) -> Ledger:
    """The ledger of what readers see of ``chapter.yaml``: held against the check of the chapter's statements,
    and against those of pages of the chapter that the words name."""
    config, page = chapter.config, chapter.statements_page
    checks = {one.id: one.front.check for one in chapter.pages}
    usable = {name: prints[name] for name in checks.values() if name in prints and prints[name].ok}
    known = names(book, chapter)
    links = tuple(
        (one.span, one.id) for words in config.words for one in collect(chapter.source, words, known)
    )
    own = usable.get(page.front.check) if page else None
    against = Given(
        printed=own.stdout if own else "",
        script=own.check.text if own else "",
        check=own.check.path if own else "",
        cited=cited_by(links, usable, checks),
        shared=(*config.declared, *book.config.declared),
        references=links,
        macros=dict(config.macros),
        page=config.id,
        head=config.words,
    )
    return account(chapter.source, Span(0, 0), against, book.config.conventions)


def declarations(
    book: Book, found: Mapping[str, Ledger], heads: Mapping[str, Ledger]
) -> Iterator[Diagnostic]:
    """The declarations of chapters and of the book that nothing needs, as far as ``heads`` reach."""
    for chapter in book.chapters:
        if chapter.config.id in heads:
            ledgers = [heads[chapter.config.id], *(found[page.id] for page in chapter.pages)]
            yield from unneeded_by_all(chapter.config.declared, chapter.source, ledgers)
    if "" in heads:
        yield from unneeded_by_all(book.config.declared, book.source, [*heads.values(), *found.values()])


def figures(book: Book, pages: Iterable[Page], prints: Mapping[str, Print]) -> Iterator[Diagnostic]:
    """What is wrong with the figures of some pages: no drawing, labels that nothing accounts for."""
    for page in pages:
        check = prints.get(page.front.check)
        for figure in page.front.figures:
            drawn = prints.get(figure.script)
            if drawn and drawn.ok and (not page.front.check or (check and check.ok)):
                yield from figure_findings(page.id, drawn, check, book.config.conventions)


def left_open(ledger: Ledger, unknown: Container[str]) -> Ledger:
    """A ledger; if it was made without its print, what that would have decided is open for each of its
    numbers."""
    if ledger.page not in unknown:
        return ledger
    kept = tuple(finding for finding in ledger.findings if finding.code in WITHOUT_PRINT)
    return replace(ledger, findings=kept, verdict="rejected")


def contracts(
    book: Book, found: Mapping[str, Ledger], heads: Mapping[str, Ledger], unknown: Container[str]
) -> dict[str, ContractReport]:
    """The contracts of those chapters whose pages all have their ledger, as the words of ``chapter.yaml``
    have."""
    return {
        chapter.config.id: audit(
            chapter,
            book.config,
            weak(heads[chapter.config.id], unknown)
            + sum(weak(found[page.id], unknown) for page in chapter.pages),
        )
        for chapter in book.chapters
        if chapter.config.id in heads
    }


def weak(ledger: Ledger, unknown: Container[str]) -> int:
    """How many weak claims a page holds; none are counted where the print that would decide is missing."""
    if ledger.page in unknown:
        return 0
    return sum(claim.strength is Strength.WEAK for claim in ledger.claims)


def of_checks(
    pages: Sequence[Page], prints: Mapping[str, Print], found: Mapping[str, Ledger]
) -> Iterator[Diagnostic]:
    """The findings of the checks of some pages, each naming the pages that rest on it."""
    users: dict[str, list[Page]] = {}
    for page in pages:
        for name in (page.front.check, *(figure.script for figure in page.front.figures)):
            if name in prints:
                users.setdefault(name, []).append(page)
    for name, using in users.items():
        for finding in prints[name].findings:
            places = (Label(page.source, _check_line(page), f"the check of {page.id}") for page in using)
            yield replace(
                finding,
                subject=using[0].id if len(using) == 1 else "",
                related=(*finding.related, *places),
                notes=(*finding.notes, *(_unverified(page, found[page.id]) for page in using)),
            )


def without_print(
    findings: Iterable[Diagnostic],
    unknown: Container[str],
    prints: Mapping[str, Print],
    pages: Iterable[Page],
    found: Mapping[str, Ledger],
) -> Iterator[Diagnostic]:
    """The findings of parsing; one that leaves a page without its check says so for all its numbers."""
    checkless = {page.id: page for page in pages if page.id in unknown and page.front.check not in prints}
    for finding in findings:
        blamed = finding.severity is Severity.ERROR and finding.code.startswith("F")
        page = checkless.pop(finding.subject, None) if blamed else None
        if page is None:
            yield finding
        else:
            yield replace(finding, notes=(*finding.notes, _unverified(page, found[page.id])))


def beside_prints(
    pages: Iterable[Page], prints: Mapping[str, Print], found: Mapping[str, Ledger]
) -> Iterator[Diagnostic]:
    """The findings of some ledgers; where a check prints otherwise than it did, with what is different."""
    for page in pages:
        made = prints.get(page.front.check)
        changed = difference(made.before, made.stdout) if made and made.ok and made.before else ()
        for finding in found[page.id].findings:
            if changed and finding.code not in WITHOUT_PRINT:
                told = notes(changed, finding.source[finding.span])
                yield replace(finding, notes=(*finding.notes, *told))
            else:
                yield finding


def _unverified(page: Page, ledger: Ledger) -> str:
    return f"ledger: the {len(ledger.claims)} numbers of {page.id} are not verified"


def _check_line(page: Page) -> Span:
    """The line of the front matter that names the check."""
    line = page.front.lines.get("check", 0)
    return page.source.line_span(line) if line else Span(0, 0)


def page_report(
    page: Page, ledger: Ledger, unknown: Container[str], found: Iterable[Diagnostic]
) -> PageReport:
    """A page for the reporters, with the verdict on everything about it."""
    paths = (page.source.path, f"checks/{page.front.check}") if page.front.check else (page.source.path,)
    counted = page.kind is not Kind.STATEMENTS
    claims = len(ledger.claims)
    report = PageReport(
        page.id, str(page.kind), page.title, paths, claims, weak(ledger, unknown), "", counted
    )
    failed = any(finding.severity is Severity.ERROR and report.owns(finding) for finding in found)
    verdict = ledger.verdict if ledger.verdict != "verified" or not failed else "rejected"
    return replace(report, verdict=verdict)
