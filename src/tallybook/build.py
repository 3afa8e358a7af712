"""The pipeline. The order of its stages stands here and nowhere else.

chapters/*.md ─ read ─ parse ─┐
                              ├─ ledger ─ contract ─┬─ render ─ publish ─ build/site
checks/*.py ─── execute ──────┘                     └─ report
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from tallybook import inventory, receipt, runnable, search, stages
from tallybook.accounts import Accounts, Kept, ledgers
from tallybook.diagnostics import Diagnostic, Noted, in_order
from tallybook.execute import Cache, CheckRequest, levels, run_checks
from tallybook.parse import KeptFiles, Known, parse_book
from tallybook.publish import publish, published
from tallybook.read import read_book
from tallybook.references import resolve
from tallybook.render import Remembered, Solutions, render_site
from tallybook.report import ledger_json
from tallybook.report.summary import Report
from tallybook.urls import HOME, chapter_url

if TYPE_CHECKING:
    from tallybook.model import Book, Chapter, ContractReport, Ledger, Page, Print

SITE = Path(receipt.SITE)
"""Where the site of a book is published, from the book's root."""
Progress = Callable[[int, int], None]
"""Told how many checks of how many are done."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the book is and how its checks are executed; see ``run_checks``.

    ``jobs`` is also how many pages are accounted for and rendered at once, ``cache`` whether their ledgers
    are remembered; ``solutions`` says where those of exercises stand on the site, ``runnable`` whether
    readers can run the checks there.
    """

    root: Path = field(default_factory=Path)
    jobs: int | None = None
    cold: bool = False
    recheck: bool = True
    sandbox: str = "best"
    cache: bool = True
    farm: str = ""
    install: bool = False
    solutions: Solutions = Solutions.INLINE
    runnable: bool = False


@dataclass(frozen=True, slots=True)
class Loaded:
    """A book as read, parsed and referred to, before any check is executed."""

    settings: Settings
    book: Book
    findings: tuple[Diagnostic, ...]

    @property
    def pages(self) -> tuple[Page, ...]:
        """All pages that have a ledger, in the book's order."""
        return tuple(page for chapter in self.book.chapters for page in chapter.pages)


@dataclass(frozen=True, slots=True)
class Verified:
    """What was found out about a book or some of its pages. Ledgers, contracts go by id, prints by check."""

    book: Book
    prints: Mapping[str, Print]
    ledgers: Mapping[str, Ledger]
    contracts: Mapping[str, ContractReport]
    site: Mapping[str, bytes]
    """The files of the site; whole if the whole book was verified."""
    report: Report

    @property
    def ok(self) -> bool:
        """Whether it may be published."""
        return self.report.errors == 0


def load(settings: Settings) -> Loaded:
    """Read and parse a book. Raises ``NoBookError`` where there is none; everything else is a finding."""
    raw = read_book(settings.root)
    parsed = parse_book(raw.value, Known(KeptFiles.of_book(settings.root) if settings.cache else None))
    others = inventory.load(settings.root, parsed.value)
    book = replace(parsed.value, inventories=others.value)
    found = (*raw.diagnostics, *parsed.diagnostics, *others.diagnostics, *resolve(book))
    return Loaded(settings, book, in_order(found))


def verify(loaded: Loaded, pages: Sequence[Page] | None = None, progress: Progress | None = None) -> Verified:
    """Verify some pages, by default the whole book.

    The findings are those of these pages and their checks, and of chapters that are among them as a whole.
    """
    root, wanted = loaded.settings.root, loaded.pages if pages is None else tuple(pages)
    book = loaded.book if pages is None else stages.only(loaded.book, wanted)
    cited = stages.links(wanted)
    prints = _execute(loaded.settings, stages.requests(loaded.book, root, wanted, cited), progress)
    unknown = stages.unprinted(wanted, prints, loaded.findings)
    accounted = _account(loaded, wanted, prints, cited, unknown)
    accounts = accounted.ledgers
    heads = stages.heads(loaded.book, prints, accounts)
    contracts = stages.contracts(loaded.book, accounts, heads, unknown)
    # a part of a book looks different, and is not what is remembered of the whole
    known = accounted.digests if pages is None else None
    site = _rendered(book, loaded.settings, prints, accounts, contracts, known)
    found = in_order(
        (
            *stages.without_print(loaded.findings, unknown, prints, wanted, accounts),
            *stages.of_checks(wanted, prints, accounts),
            *stages.figures(book, wanted, prints),
            *(finding for head in heads.values() for finding in head.findings),
            *stages.declarations(loaded.book, accounts, heads),
            *stages.beside_prints(wanted, prints, accounts),
            *(finding for contract in contracts.values() for finding in contract.diagnostics),
            *site.diagnostics,
        )
    )
    report = Report(
        found,
        tuple(stages.page_report(page, accounts[page.id], unknown, found) for page in wanted),
        levels(prints.values()),
    )
    if pages is not None:
        report = report.about(
            {chapter.source.path for chapter in book.chapters if chapter.config.id in contracts}
        )
    files = {**site.value, **inventory.published(book)}
    return Verified(loaded.book, prints, accounts, contracts, files, report)


def build(loaded: Loaded, progress: Progress | None = None, chapters: Sequence[Chapter] = ()) -> Verified:
    """Verify the whole book and publish it if it holds; if not, the site that was published last stays.

    With ``chapters`` only these are verified, and only their pages are published anew: what the site holds
    besides them stays as it is. Where there is no site yet it is one of these chapters alone.
    """
    target = loaded.settings.root / SITE
    if not chapters:
        verified = verify(loaded, None, progress)
    else:
        pages = tuple(page for chapter in chapters for page in chapter.pages)
        verified = _merged(verify(loaded, pages, progress), chapters, published(target), loaded)
    if verified.ok:
        old = f"{search.FOLDER}/"  # an index that was published with other chapters
        site = {name: data for name, data in verified.site.items() if not name.startswith(old)}
        index = search.Earlier.of_site(loaded.settings.root, target) if loaded.settings.cache else None
        publish({**site, **search.index(site, index)}, target)
    return verified


def _merged(
    verified: Verified, chapters: Sequence[Chapter], old: Mapping[str, bytes], loaded: Loaded
) -> Verified:
    """What was verified with a site that has these chapters new and the others as they were.

    So are the bibliography and the inventories. The contents, which tell how much of each chapter is
    verified, are new only where one of these chapters was not published yet.
    """
    if HOME not in old:
        return verified
    there = [one for one in loaded.book.chapters if one in chapters or chapter_url(one) in old]
    book = stages.only(loaded.book, [page for chapter in there for page in chapter.pages])
    made = _rendered(book, loaded.settings, verified.prints, verified.ledgers, verified.contracts)
    site = {**made.value, **inventory.published(book)}
    folders = tuple(chapter_url(chapter).removesuffix("index.html") for chapter in chapters)
    kept = {name: data for name, data in old.items() if not name.startswith(folders)}
    first = any(chapter_url(chapter) not in old for chapter in chapters)
    new = {
        name: data
        for name, data in site.items()
        if name.startswith((*folders, f"{runnable.FOLDER}/")) or ("/" not in name and (first or name != HOME))
    }
    return replace(verified, site={**kept, **new})


def _rendered(
    book: Book,
    settings: Settings,
    prints: Mapping[str, Print],
    accounts: Mapping[str, Ledger],
    contracts: Mapping[str, ContractReport],
    digests: Mapping[str, bytes] | None = None,
) -> Noted[dict[str, bytes]]:
    """The site of a book, with the ledgers of its pages for tools; with the ``digests`` of its ledgers, what
    is remembered of it is not made again."""
    root = settings.root
    kit = runnable.kit_of(root) if settings.runnable else None
    reruns = runnable.reruns(kit, book, root) if kit else {}
    pages = (page for chapter in book.chapters for page in chapter.pages if page.id in accounts)
    made = render_site(
        book,
        prints,
        accounts,
        contracts,
        templates=_templates(settings.root),
        search=search.available(),
        data=ledger_json.Files(pages, accounts),
        solutions=settings.solutions,
        reruns=reruns,
        jobs=settings.jobs,
        kept=root / ".tallybook" if settings.cache else None,
        remembered=Remembered.of_site(root, root / SITE, digests) if digests and settings.cache else None,
    )
    needed = runnable.published(kit, reruns.values(), root) if kit else {}
    return replace(made, value={**made.value, **needed})


def _execute(
    settings: Settings, requests: Sequence[CheckRequest], progress: Progress | None
) -> Mapping[str, Print]:
    return run_checks(
        requests,
        cache=Cache.of_book(settings.root) if settings.cache else None,
        jobs=settings.jobs,
        cold=settings.cold,
        sandbox=settings.sandbox,
        recheck=settings.recheck,
        progress=progress,
        farm=settings.farm,
        install=settings.install,
    )


def _account(
    loaded: Loaded,
    pages: Sequence[Page],
    prints: Mapping[str, Print],
    cited: stages.Links,
    unknown: Container[str],
) -> Accounts:
    """The ledgers of some pages: those that are kept, and the others made anew."""
    kept = Kept.of_book(loaded.settings.root) if loaded.settings.cache else None
    try:
        return ledgers(loaded.book, pages, prints, cited, unknown, kept=kept, jobs=loaded.settings.jobs)
    finally:
        if kept:
            kept.let_go()


def _templates(root: Path) -> Path | None:
    folder = root / "templates"
    return folder if folder.is_dir() else None
