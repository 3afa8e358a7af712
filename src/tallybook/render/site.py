"""A book -> the files of its site. Nothing is written here."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

from tallybook import urls
from tallybook.diagnostics import Diagnostic, Noted, in_order
from tallybook.render import articles, home, views
from tallybook.render.addresses import link
from tallybook.render.chapter import statements
from tallybook.render.checks import check
from tallybook.render.citations import BIBLIOGRAPHY, Citations
from tallybook.render.desk import Desk
from tallybook.render.lists import NOTATION
from tallybook.render.pages import alone
from tallybook.render.previews import Previews
from tallybook.render.problems import problems
from tallybook.render.shelves import Shelves
from tallybook.render.solutions import Solutions
from tallybook.render.theme import Theme
from tallybook.render.together import together
from tallybook.span import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from tallybook.model import Book, Chapter, ContractReport, Ledger, Print
    from tallybook.render.material import Material
    from tallybook.render.remembered import Remembered


def render_site(
    book: Book,
    prints: Mapping[str, Print],
    ledgers: Mapping[str, Ledger],
    contracts: Mapping[str, ContractReport],
    *,
    templates: Path | None = None,
    search: bool = False,
    data: Mapping[str, bytes] | None = None,
    solutions: Solutions = Solutions.INLINE,
    reruns: Mapping[str, views.Rerun] | None = None,
    jobs: int | None = None,
    kept: Path | None = None,
    remembered: Remembered | None = None,
) -> Noted[dict[str, bytes]]:
    """All files of the site, by path relative to its root.

    ``prints`` go by the file name of the check, ``ledgers`` by the id of the page, ``contracts`` by the
    id of the chapter. ``templates`` is the book's own folder of templates; ``search`` tells whether an
    index for searching will stand beside the site, ``data`` are ledgers for tools by the id of the page,
    ``solutions`` says where those of exercises stand, ``reruns`` what readers run checks with, by the name of
    the check. Up to ``jobs`` pages are made at once (default: a
    processor each). ``kept`` is a folder for what may be forgotten: compiled templates; ``remembered`` are
    pages that were published before, which are taken as they are while they would show the same. Findings:
    M101 for mathematics that cannot be shown, P101 for a template that fails.
    """
    theme, citations = Theme(templates, kept / "templates" if kept else None), Citations(book)
    theme.prepare()
    site = Site(
        book, prints, ledgers, contracts, theme, citations, search, data or {}, solutions, reruns or {}
    )
    site.everything(jobs, remembered if remembered and ledgers.keys() <= remembered.ledgers.keys() else None)
    return Noted(site.files, in_order(site.findings))


@dataclass
class Site:
    """A site in the making, whole or page by page; ``files`` and ``findings`` are what came of it."""

    book: Book
    prints: Mapping[str, Print]
    ledgers: Mapping[str, Ledger]
    contracts: Mapping[str, ContractReport]
    theme: Theme
    citations: Citations
    search: bool = False
    data: Mapping[str, bytes] = field(default_factory=dict)
    solutions: Solutions = Solutions.INLINE
    reruns: Mapping[str, views.Rerun] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)
    findings: list[Diagnostic] = field(default_factory=list)
    _articles: dict[str, tuple[views.Article, tuple[Diagnostic, ...]]] = field(default_factory=dict)
    """The article that was made last, by its address."""

    @cached_property
    def chapters(self) -> Mapping[str, Chapter]:
        """The chapters by the folder of their pages."""
        return {urls.chapter_url(chapter).partition("/")[0]: chapter for chapter in self.book.chapters}

    @cached_property
    def desks(self) -> Mapping[str, Desk]:
        """What the pages of each chapter share, by its id."""
        data = frozenset(self.data)
        return {
            chapter.config.id: Desk(
                self.book,
                chapter,
                self.prints,
                self.ledgers,
                self.citations,
                data,
                self.solutions,
                self.reruns,
            )
            for chapter in self.book.chapters
        }

    @cached_property
    def shelves(self) -> Shelves:
        """What stands beside the pages."""
        return Shelves(self.theme)

    @cached_property
    def previews(self) -> Previews:
        """What references lead to, in brief."""
        return Previews(self.citations, tuple(self.desks.values()))

    def everything(self, jobs: int | None = None, remembered: Remembered | None = None) -> None:
        """Make every page, up to ``jobs`` at once, but for those that are ``remembered`` as they are now."""
        home.home(self)
        together(self, jobs, remembered)
        home.bibliography(self)
        home.notation(self)
        home.redirects(self)
        home.summary(self)
        self.assets()

    def render(self, url: str) -> None:
        """Make the page at an address, with the files that go with it; none if there is no such page."""
        whole = {one.url: home.redirects for one in self.book.config.redirects}
        whole |= {urls.HOME: home.home, BIBLIOGRAPHY: home.bibliography, NOTATION: home.notation}
        chapter = self.chapters.get(url.partition("/")[0])
        if url in whole:
            whole[url](self)
        elif chapter and url in (makes := self.pages(chapter)):
            makes[url]()

    def pages(self, chapter: Chapter) -> Mapping[str, Callable[[], None]]:
        """How each page of a chapter is made, by its address, in the order of the book."""
        desk = self.desks[chapter.config.id]
        found: dict[str, Callable[[], None]] = {
            urls.chapter_url(chapter): partial(statements, self, desk),
        }
        if chapter.has_problems:
            found[urls.problems_url(chapter)] = partial(problems, self, desk)
        pages = [*chapter.problems, *chapter.exercises, *chapter.readings, *chapter.articles]
        for before, page, after in zip([None, *pages], pages, [*pages[1:], None], strict=False):
            url, whole = desk.material(page).url, desk.material(page).home
            found[url] = partial(alone, self, desk, page, before, after, url)
            if whole != url:
                found[whole] = partial(alone, self, desk, page, page, None, whole)
        shown = [page for page in chapter.pages if not desk.material(page).withheld]
        for name in dict.fromkeys(page.front.check for page in shown if page.front.check):
            found[urls.check_url(chapter, name)] = partial(check, self, desk, name)
        return found

    def assets(self) -> None:
        """The assets of the theme."""
        try:
            self.files.update(self.theme.assets())
        except OSError as error:
            message = f"the assets of the theme cannot be read: {error.strerror}"
            self.findings.append(Diagnostic("P101", message, self.book.source, Span(0, 0)))

    def article(
        self, material: Material, url: str, prefix: str = "", deeper: int = 0, *, brief: bool = False
    ) -> views.Article:
        """A page as shown on ``url``; what is found wrong with it is noted."""
        known = self._articles.get(url) if not prefix else None
        if known is None:
            known = articles.view(material, url, prefix, deeper, brief=brief)
            if not prefix:  # the page of its check shows its ledger
                self._articles = {url: known}
        self.findings += known[1]
        return known[0]

    def write(self, here: views.Here, template: str, about: tuple[str, ...] = (), **context: object) -> None:
        """Make a page; ``about`` are the ids of what it refers to."""
        here = replace(
            here,
            root=urls.relative(urls.HOME, here.url).removesuffix(urls.HOME),
            entry=link(here.url),
            address=self.address(here.url),
        )
        symbols = any(chapter.config.notation for chapter in self.book.chapters)
        self.make(
            here.url,
            template,
            here=here,
            contents=self.shelves.beside(here),
            bibliography=link(BIBLIOGRAPHY) if self.citations.works else "",
            notation=link(NOTATION) if symbols else "",
            previews=self.previews.of(about),
            search=self.search,
            runnable=bool(self.reruns),
            **context,
        )

    def make(self, url: str, template: str, **context: object) -> None:
        """Make a file from a template; one that fails is a finding."""
        try:
            self.files[url] = self.theme.page(template, url, book=self.book.config, **context)
        except Exception as error:  # a template may raise anything
            self.findings.append(self.theme.fault(error, template))

    def address(self, url: str) -> str:
        """The address of a page in the world, "" while the book does not say where it is published."""
        base = self.book.config.url
        return f"{base.rstrip('/')}/{url.removesuffix(urls.HOME)}" if base else ""
