"""A book -> the files of its site. Nothing is written here."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import TYPE_CHECKING

from markupsafe import Markup

from tallybook import urls
from tallybook.diagnostics import Diagnostic, Noted, in_order
from tallybook.model import Kind
from tallybook.render import articles, code, ledger, outline, prose, views
from tallybook.render.citations import BIBLIOGRAPHY, Citations, name
from tallybook.render.desk import Desk
from tallybook.render.redirects import redirects
from tallybook.render.theme import Theme
from tallybook.span import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from tallybook.model import Book, Chapter, ContractReport, Ledger, Page, Print
    from tallybook.render.articles import Material


def render_site(
    book: Book,
    prints: Mapping[str, Print],
    ledgers: Mapping[str, Ledger],
    contracts: Mapping[str, ContractReport],
    *,
    templates: Path | None = None,
) -> Noted[dict[str, bytes]]:
    """All files of the site, by path relative to its root.

    ``prints`` go by the file name of the check, ``ledgers`` by the id of the page, ``contracts`` by the
    id of the
    chapter. ``templates`` is the book's own folder of templates. Findings: M101 for mathematics that
    cannot be shown,
    P101 for a template that fails.
    """
    site = Site(book, prints, ledgers, contracts, Theme(templates), Citations(book))
    site.everything()
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
    files: dict[str, bytes] = field(default_factory=dict)
    findings: list[Diagnostic] = field(default_factory=list)

    def home(self) -> None:
        """The index of the book."""
        targets = self.citations.targets.values()
        parts = outline.parts(self.book, targets, self._card)
        coming = tuple(
            outline.to_come(target) for target in targets if target.kind == "place" and " " in target.id
        )
        here = views.Here(urls.HOME, "", self.book.config.title, "", ())
        self._write(here, "home.html", outline=parts, coming=coming)

    @cached_property
    def chapters(self) -> Mapping[str, Chapter]:
        """The chapters by the folder of their pages."""
        return {urls.chapter_url(chapter).partition("/")[0]: chapter for chapter in self.book.chapters}

    def everything(self) -> None:
        """Make every page."""
        self.home()
        for chapter in self.book.chapters:
            for make in self.pages(chapter).values():
                make()
        self.bibliography()
        self.redirects()
        self.assets()

    def render(self, url: str) -> None:
        """Make the page at an address, with the files that go with it; none if there is no such page."""
        whole = {one.url: self.redirects for one in self.book.config.redirects}
        whole |= {urls.HOME: self.home, BIBLIOGRAPHY: self.bibliography}
        chapter = self.chapters.get(url.partition("/")[0])
        make = whole.get(url) or (self.pages(chapter).get(url) if chapter else None)
        if make:
            make()

    def pages(self, chapter: Chapter) -> Mapping[str, Callable[[], None]]:
        """How each page of a chapter is made, by its address, in the order of the book."""
        desk = Desk(self.book, chapter, self.prints, self.ledgers, self.citations)
        found: dict[str, Callable[[], None]] = {
            urls.chapter_url(chapter): partial(self._statements, desk),
        }
        if chapter.has_problems:
            found[urls.problems_url(chapter)] = partial(self._problems, desk)
        pages = [*chapter.problems, *chapter.exercises, *chapter.readings, *chapter.articles]
        for before, page, after in zip([None, *pages], pages, [*pages[1:], None], strict=False):
            found[urls.page_url(chapter, page)] = partial(self._page, desk, page, before, after)
        for check in dict.fromkeys(page.front.check for page in chapter.pages if page.front.check):
            found[urls.check_url(chapter, check)] = partial(self._check, desk, check)
        return found

    def assets(self) -> None:
        """The assets of the theme."""
        try:
            self.files.update(self.theme.assets())
        except OSError as error:
            message = f"the assets of the theme cannot be read: {error.strerror}"
            self.findings.append(Diagnostic("P101", message, self.book.source, Span(0, 0)))

    def bibliography(self) -> None:
        """The works that the book cites."""
        if not self.citations.works:
            return
        entries = tuple(
            views.WorkEntry(work.id, urls.slug(work.id), work.title, work.url, self._citing(work.id))
            for work in sorted(self.citations.works, key=lambda work: work.id.casefold())
        )
        here = views.Here(BIBLIOGRAPHY, "", "Bibliography", "", (self._home_link(BIBLIOGRAPHY),))
        self._write(here, "bibliography.html", works=entries)

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
            (self._home_link(url),),
            self._contents(chapter, url),
            toc,
            previous=self._beside(chapter, -1, url),
            next=self._first(chapter, url),
        )
        self._write(here, "chapter.html", chapter=self._card(chapter, url), article=article)

    def _first(self, chapter: Chapter, url: str) -> views.Link:
        """Where one reads on after the chapter's own page."""
        if chapter.has_problems:
            return views.Link(urls.relative(urls.problems_url(chapter), url), "Problems")
        page = (*chapter.articles, *chapter.readings)[0]
        return views.Link(urls.relative(urls.page_url(chapter, page), url), page.id, self._plain(page.title))

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
            self._crumbs(chapter, url),
            self._contents(chapter, url),
            previous=views.Link(
                urls.relative(urls.chapter_url(chapter), url), f"Chapter {chapter.config.id}"
            ),
            next=self._beside(chapter, 1, url),
        )
        self._write(
            here,
            "problems.html",
            chapter=self._card(chapter, url),
            variants=tuple(variant for variant in desk.variants.values() if variant.count),
            problems=tuple(shown[page.id] for page in chapter.problems),
            exercises=tuple(shown[page.id] for page in exercises),
        )

    def _page(self, desk: Desk, page: Page, before: Page | None, after: Page | None) -> None:
        material, chapter = desk.material(page), desk.chapter
        url = material.url
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
        here = views.Here(
            url,
            urls.relative(urls.HOME, url).removesuffix(urls.HOME),
            title,
            "",
            (*self._crumbs(chapter, url), *self._shelf(page, chapter, url)),
            self._contents(chapter, url),
            toc,
            *around,
        )
        self._write(here, "page.html", article=article)

    def _shelf(self, page: Page, chapter: Chapter, url: str) -> tuple[views.Link, ...]:
        """The page on which a problem or an exercise stands among the others."""
        if page.kind not in (Kind.PROBLEM, Kind.EXERCISE):
            return ()
        return (views.Link(urls.relative(urls.problems_url(chapter), url), "Problems"),)

    def _check(self, desk: Desk, name: str) -> None:
        chapter = desk.chapter
        users = [desk.material(page) for page in chapter.pages if page.front.check == name]
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
                page_url = urls.relative(material.url, url)
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
            self._crumbs(chapter, url),
            self._contents(chapter, url),
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
        )

    def _contents(self, chapter: Chapter, url: str) -> views.Contents:
        def entry(page: Page) -> views.Link:
            target = urls.page_url(chapter, page)
            return views.Link(
                urls.relative(target, url), page.id, self._plain(page.title), here=target == url
            )

        groups = (
            ("Problems", chapter.problems),
            ("Exercises", chapter.exercises),
            ("Readings", chapter.readings),
            ("Articles", chapter.articles),
        )
        top = (
            views.Link(
                urls.relative(urls.chapter_url(chapter), url),
                "",
                Markup("What the chapter proves" if chapter.has_problems else "What the chapter is about"),
                here=urls.chapter_url(chapter) == url,
            ),
            views.Link(
                urls.relative(urls.problems_url(chapter), url),
                "",
                Markup("Problems and exercises"),
                here=urls.problems_url(chapter) == url,
            ),
        )
        head = views.Link(
            urls.relative(urls.chapter_url(chapter), url),
            f"Chapter {chapter.config.id}",
            Markup.escape(chapter.config.title),
        )
        lists = tuple((name, tuple(entry(page) for page in pages)) for name, pages in groups if pages)
        return views.Contents(head, (("", top if chapter.has_problems else top[:1]), *lists))

    def _plain(self, title: str) -> Markup:
        return Markup.escape(prose.plain(title))

    def _title(self, page: Page, material: Material, url: str) -> Markup:
        return prose.line(page.title, prose.Setting(page, url, self.citations, material.mathematics))

    def _citing(self, id_: str) -> tuple[views.Link, ...]:
        found = (self.citations.targets[page] for page in self.citations.citing.get(id_, ()))
        return tuple(views.Link(target.url, name(target), self._plain(target.title)) for target in found)

    def _home_link(self, url: str) -> views.Link:
        return views.Link(urls.relative(urls.HOME, url), self.book.config.title)

    def _beside(self, chapter: Chapter, step: int, url: str) -> views.Link | None:
        """The chapter so many places behind another one in the book, if there is one."""
        place = self.book.chapters.index(chapter) + step
        if not 0 <= place < len(self.book.chapters):
            return None
        other = self.book.chapters[place]
        link = urls.relative(urls.chapter_url(other), url)
        return views.Link(link, f"Chapter {other.config.id}", Markup.escape(other.config.title))

    def _crumbs(self, chapter: Chapter, url: str) -> tuple[views.Link, ...]:
        label = f"Chapter {chapter.config.id}"
        return (
            self._home_link(url),
            views.Link(
                urls.relative(urls.chapter_url(chapter), url), label, Markup.escape(chapter.config.title)
            ),
        )

    def _write(self, here: views.Here, template: str, **context: object) -> None:
        bibliography = urls.relative(BIBLIOGRAPHY, here.url) if self.citations.works else ""
        try:
            self.files[here.url] = self.theme.page(
                template, book=self.book.config, here=here, bibliography=bibliography, **context
            )
        except Exception as error:  # a template may raise anything
            self.findings.append(self.theme.fault(error, template))
