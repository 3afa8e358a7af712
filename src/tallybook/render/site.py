"""A book -> the files of its site. Nothing is written here."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

from tallybook import urls
from tallybook.diagnostics import Diagnostic, Noted, in_order
from tallybook.render import articles, code, ledger, lists, navigation, outline, prose, views
from tallybook.render.citations import BIBLIOGRAPHY, Citations
from tallybook.render.desk import Desk
from tallybook.render.lists import NOTATION
from tallybook.render.map import chart
from tallybook.render.previews import Previews
from tallybook.render.redirects import redirects
from tallybook.render.solutions import Solutions
from tallybook.render.theme import Theme
from tallybook.render.together import together
from tallybook.span import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from markupsafe import Markup

    from tallybook.model import Book, Chapter, ContractReport, Ledger, Page, Print
    from tallybook.render.articles import Material

BADGE, SITEMAP = "badge.svg", "sitemap.xml"


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
    jobs: int | None = None,
) -> Noted[dict[str, bytes]]:
    """All files of the site, by path relative to its root.

    ``prints`` go by the file name of the check, ``ledgers`` by the id of the page, ``contracts`` by the
    id of the chapter. ``templates`` is the book's own folder of templates; ``search`` tells whether an
    index for searching will stand beside the site, ``data`` are ledgers for tools by the id of the page,
    ``solutions`` says where those of exercises stand. Up to ``jobs`` pages are made at once (default: a
    processor each). Findings: M101 for mathematics that cannot be shown, P101 for a template that fails.
    """
    theme, citations = Theme(templates), Citations(book)
    site = Site(book, prints, ledgers, contracts, theme, citations, search, data or {}, solutions)
    site.everything(jobs)
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
    files: dict[str, bytes] = field(default_factory=dict)
    findings: list[Diagnostic] = field(default_factory=list)

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
                self.book, chapter, self.prints, self.ledgers, self.citations, data, self.solutions
            )
            for chapter in self.book.chapters
        }

    @cached_property
    def previews(self) -> Previews:
        """What references lead to, in brief."""
        return Previews(
            {page.id: desk.material(page) for desk in self.desks.values() for page in desk.chapter.pages}
        )

    def everything(self, jobs: int | None = None) -> None:
        """Make every page, up to ``jobs`` at once."""
        self.home()
        together(self, jobs)
        self.bibliography()
        self.notation()
        self.redirects()
        self.summary()
        self.assets()

    def render(self, url: str) -> None:
        """Make the page at an address, with the files that go with it; none if there is no such page."""
        whole = {one.url: self.redirects for one in self.book.config.redirects}
        whole |= {urls.HOME: self.home, BIBLIOGRAPHY: self.bibliography, NOTATION: self.notation}
        chapter = self.chapters.get(url.partition("/")[0])
        make = whole.get(url) or (self.pages(chapter).get(url) if chapter else None)
        if make:
            make()

    def pages(self, chapter: Chapter) -> Mapping[str, Callable[[], None]]:
        """How each page of a chapter is made, by its address, in the order of the book."""
        desk = self.desks[chapter.config.id]
        found: dict[str, Callable[[], None]] = {
            urls.chapter_url(chapter): partial(self._statements, desk),
        }
        if chapter.has_problems:
            found[urls.problems_url(chapter)] = partial(self._problems, desk)
        pages = [*chapter.problems, *chapter.exercises, *chapter.readings, *chapter.articles]
        for before, page, after in zip([None, *pages], pages, [*pages[1:], None], strict=False):
            url, home = desk.material(page).url, desk.material(page).home
            found[url] = partial(self._page, desk, page, before, after, url)
            if home != url:
                found[home] = partial(self._page, desk, page, page, None, home)
        shown = [page for page in chapter.pages if not desk.material(page).withheld]
        for check in dict.fromkeys(page.front.check for page in shown if page.front.check):
            found[urls.check_url(chapter, check)] = partial(self._check, desk, check)
        return found

    def assets(self) -> None:
        """The assets of the theme."""
        try:
            self.files.update(self.theme.assets())
        except OSError as error:
            message = f"the assets of the theme cannot be read: {error.strerror}"
            self.findings.append(Diagnostic("P101", message, self.book.source, Span(0, 0)))

    def home(self) -> None:
        """The index of the book."""
        targets = self.citations.targets.values()
        parts = outline.parts(self.book, targets, self._card)
        coming = tuple(
            outline.to_come(target) for target in targets if target.kind == "place" and " " in target.id
        )
        here = views.Here(urls.HOME, "", self.book.config.title, "", ())
        self._write(here, "home.html", outline=parts, coming=coming)

    def bibliography(self) -> None:
        """The works that the book cites."""
        if self.citations.works:
            here = navigation.top(self.book, BIBLIOGRAPHY, "Bibliography")
            self._write(here, "bibliography.html", works=lists.works(self.citations))

    def notation(self) -> None:
        """The symbols that the chapters list."""
        listed = lists.notation(self.desks.values())
        self.findings += listed.diagnostics
        if listed.value:
            here = navigation.top(self.book, NOTATION, "Notation")
            self._write(here, "notation.html", chapters=listed.value)

    def summary(self) -> None:
        """What tells others of the book: a badge with its figures, and the addresses of its pages."""
        claims = sum(len(item.claims) for item in self.ledgers.values())
        self._make(BADGE, "badge.svg", claims=claims, ok=all(item.ok for item in self.ledgers.values()))
        if self.book.config.url:
            pages = sorted(name for name in self.files if name.endswith(".html"))
            self._make(SITEMAP, "sitemap.xml", addresses=[self._address(page) for page in pages])

    def redirects(self) -> None:
        """What is left at addresses that pages had."""
        for here, target in redirects(self.book, self.citations):
            self._write(here, "redirect.html", target=target)

    def _statements(self, desk: Desk) -> None:
        chapter = desk.chapter
        material = desk.material(chapter.statements_page) if chapter.statements_page else None
        url = urls.chapter_url(chapter)
        title = f"{chapter.config.title}"
        article = self._article(material, url) if material else None
        toc = (
            tuple(
                views.Link(f"#{section.anchor}", section.label or section.title, section.title)
                for section in article.sections
            )
            if article
            else ()
        )
        here = views.Here(
            url,
            urls.relative(urls.HOME, url).removesuffix(urls.HOME),
            title,
            chapter.config.tagline,
            (navigation.home_link(self.book, url),),
            navigation.contents(chapter, url),
            toc,
            previous=navigation.beside(self.book, chapter, -1, url),
            next=navigation.first(chapter, url),
        )
        if material and chapter.config.id in self.data:
            self.files[urls.ledger_url(chapter, material.page)] = self.data[chapter.config.id]
        ids = (statement.id for statement in chapter.statements)
        about = self._about(material, url, *ids) if material else ()
        self._write(here, "chapter.html", about, chapter=self._card(chapter, url), article=article)

    def _problems(self, desk: Desk) -> None:
        chapter = desk.chapter
        url = urls.problems_url(chapter)
        exercises = sorted(chapter.exercises, key=lambda page: (page.front.difficulty, page.id))
        shown = {
            page.id: self._article(desk.material(page), url, f"{urls.anchor(page.id)}-", deeper=1)
            for page in (*chapter.problems, *exercises)
        }
        here = views.Here(
            url,
            urls.relative(urls.HOME, url).removesuffix(urls.HOME),
            f"Problems of chapter {chapter.config.id}",
            chapter.config.tagline,
            navigation.crumbs(self.book, chapter, url),
            navigation.contents(chapter, url),
            previous=views.Link(
                urls.relative(urls.chapter_url(chapter), url), f"Chapter {chapter.config.id}"
            ),
            next=navigation.beside(self.book, chapter, 1, url),
        )
        self._write(
            here,
            "problems.html",
            tuple(
                id_
                for page in (*chapter.problems, *exercises)
                for id_ in self._about(desk.material(page), url)
                if id_ not in shown
            ),
            chapter=self._card(chapter, url),
            variants=tuple(variant for variant in desk.variants.values() if variant.count),
            problems=tuple(shown[page.id] for page in chapter.problems),
            exercises=tuple(shown[page.id] for page in exercises),
        )

    def _page(self, desk: Desk, page: Page, before: Page | None, after: Page | None, url: str) -> None:
        material, chapter = desk.material(page), desk.chapter
        article = self._article(material, url)
        toc = tuple(
            views.Link(f"#{section.anchor}", str(section.title.striptags()), section.title)
            for section in article.sections
        )
        around = [
            views.Link(
                urls.relative(urls.page_url(chapter, other), url), other.id, self._title(other, material, url)
            )
            if other
            else None
            for other in (before, after)
        ]
        title = f"{page.id} {prose.plain(page.title)}"
        title = title if url == material.url else f"Solution of {title}"
        here = views.Here(
            url,
            urls.relative(urls.HOME, url).removesuffix(urls.HOME),
            title,
            f"{article.kind_name} {page.id} of the chapter {chapter.config.title}",
            (
                *navigation.crumbs(self.book, chapter, url),
                *navigation.shelf(page, chapter, url),
            ),
            navigation.contents(chapter, url),
            toc,
            previous=around[0],
            next=around[1],
        )
        if article.data:
            self.files[urls.ledger_url(chapter, page)] = self.data[page.id]
        for script in material.scripts():
            if script in self.book.checks:
                self.files[urls.script_url(chapter, script)] = self.book.checks[script].text.encode()
        self._write(here, "page.html", self._about(material, url, page.id), article=article)

    def _check(self, desk: Desk, name: str) -> None:
        chapter = desk.chapter
        materials = (desk.material(page) for page in chapter.pages if page.front.check == name)
        users = [material for material in materials if not material.withheld]
        url = urls.check_url(chapter, name)
        folder = url.rpartition("/")[0]
        script, printed = self.book.checks.get(name), self.prints.get(name)
        if script:
            self.files[f"{folder}/{name}"] = script.text.encode()
        if printed:
            self.files[f"{folder}/{name.removesuffix('.py')}.txt"] = printed.stdout.encode()
        tables = []
        for material in users:
            if material.ledger:
                page_url = urls.relative(material.home, url)
                owner = views.Link(page_url, material.page.id, self._title(material.page, material, url))
                marked = frozenset(str(index) for index in range(1, len(material.ledger.claims) + 1))
                tables.append(
                    ledger.view(
                        material.ledger,
                        material.mathematics,
                        marked,
                        page_url=page_url,
                        check_url="",
                        owner=owner,
                    )
                )
        here = views.Here(
            url,
            urls.relative(urls.HOME, url).removesuffix(urls.HOME),
            name,
            f"The check {name} and what it printed.",
            navigation.crumbs(self.book, chapter, url),
            navigation.contents(chapter, url),
        )
        self._write(
            here,
            "check.html",
            check=articles.check(users[0], url),
            script=views.Listing(code.lines(script.text), 1, "script") if script else None,
            output=views.Listing(code.plain(printed.stdout), 1, "print") if printed else None,
            users=tuple(
                views.Link(urls.relative(item.url, url), item.page.id, self._title(item.page, item, url))
                for item in users
            ),
            ledgers=tuple(tables),
        )

    def _article(self, material: Material, url: str, prefix: str = "", deeper: int = 0) -> views.Article:
        article, findings = articles.view(material, url, prefix, deeper)
        self.findings += findings
        return article

    def _card(self, chapter: Chapter, base: str = urls.HOME) -> views.ChapterCard:
        report = self.contracts.get(chapter.config.id)
        own = [self.ledgers[page.id] for page in chapter.pages if page.id in self.ledgers]
        return views.ChapterCard(
            id=chapter.config.id,
            title=chapter.config.title,
            tagline=chapter.config.tagline,
            url=urls.relative(urls.chapter_url(chapter), base),
            problems_url=urls.relative(urls.problems_url(chapter), base) if chapter.has_problems else "",
            contract=report if report and report.terms else None,
            claims=sum(len(item.claims) for item in own),
            verified=sum(item.ok for item in own),
            pages=len(chapter.pages),
            chart=chart(chapter, self.citations, base),
        )

    def _title(self, page: Page, material: Material, url: str) -> Markup:
        return prose.line(page.title, prose.Setting(page, url, self.citations, material.mathematics))

    def _about(self, material: Material, url: str, *drawn_on: str) -> tuple[str, ...]:
        """The ids that a page has links to where it stands on ``url``; ``drawn_on`` are ids whose users it
        lists."""
        page, chapter = material.page, material.chapter
        own = [one.heading for one in chapter.statements if one.source is page.source]  # where ids are given
        own += [section.body for section in material.hidden(url)]
        references = (
            one
            for one in self.citations.of(page, chapter)
            if not any(span.overlaps(one.span) for span in own)
        )
        users = (user for id_ in drawn_on for user in self.citations.citing.get(id_, ()))
        return (*(one.id for one in references), *page.front.draws_on, *users)

    def _write(self, here: views.Here, template: str, about: tuple[str, ...] = (), **context: object) -> None:
        """Make a page; ``about`` are the ids of what it refers to."""
        bibliography = urls.relative(BIBLIOGRAPHY, here.url) if self.citations.works else ""
        symbols = any(chapter.config.notation for chapter in self.book.chapters)
        notation = urls.relative(NOTATION, here.url) if symbols else ""
        self._make(
            here.url,
            template,
            here=replace(here, address=self._address(here.url)),
            bibliography=bibliography,
            notation=notation,
            previews=self.previews.on(here.url, about),
            search=self.search,
            **context,
        )

    def _make(self, url: str, template: str, **context: object) -> None:
        try:
            self.files[url] = self.theme.page(template, book=self.book.config, **context)
        except Exception as error:  # a template may raise anything
            self.findings.append(self.theme.fault(error, template))

    def _address(self, url: str) -> str:
        """The address of a page in the world, "" while the book does not say where it is published."""
        base = self.book.config.url
        return f"{base.rstrip('/')}/{url.removesuffix(urls.HOME)}" if base else ""
