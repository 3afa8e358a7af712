"""A book as parsed, in memory: a page whose text alone has changed takes its old place."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from tallybook import inventory, urls
from tallybook.live.shelf import Change, Shelf
from tallybook.model import Kind
from tallybook.parse import Known, parse_book
from tallybook.references import index, names, outdated, resolve_page
from tallybook.render import BIBLIOGRAPHY, NOTATION, Citations

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from tallybook.diagnostics import Diagnostic
    from tallybook.model import Book, Chapter, Page
    from tallybook.references import Target
    from tallybook.span import Source


_GROUPS = {
    Kind.PROBLEM: "problems",
    Kind.EXERCISE: "exercises",
    Kind.READING: "readings",
    Kind.ARTICLE: "articles",
}


@dataclass(frozen=True, slots=True)
class Address:
    """What stands at an address of the site: the page that is rendered for it, the ids of what it shows."""

    url: str
    ids: tuple[str, ...]


@dataclass
class Text:
    """The book below ``root`` with everything that can be said of it before a check runs."""

    root: Path
    known: Known = field(default_factory=Known)

    def __post_init__(self) -> None:
        self.shelf = Shelf.of(self.root)
        self.targets: Mapping[str, Target] = {}
        self._citations: Citations | None = None
        self._parse()
        self.known.kept = None  # from here on texts come and go with every key, and are known in memory

    def refresh(self, paths: Iterable[Path]) -> frozenset[str]:
        """Take in what has changed at some paths; returns the ids of the pages that it may concern."""
        before = self.shelf.findings
        change, altered = self.shelf.refresh(paths)
        if change is Change.WHOLE or (change is Change.TEXTS and not all(map(self._swap, altered))):
            self._parse()
            return frozenset(self.pages)
        if before != self.shelf.findings:
            return frozenset(self.pages)
        return frozenset(self._ids[path] for path in altered)

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """What is wrong with the files and the book as a whole; each page's references are apart."""
        return (*self.shelf.findings, *self._parsed, *self._outdated)

    def id_of(self, path: str) -> str:
        """The id of the page in a file, "" if it holds none."""
        return self._ids.get(path, "")

    def unresolved(self, page: Page) -> tuple[Diagnostic, ...]:
        """The references of a page that lead nowhere."""
        chapter, _ = self.pages[page.id]
        return tuple(resolve_page(self.book, chapter, page, self.targets))

    def citations(self) -> Citations:
        """Who cites what."""
        if self._citations is None:
            self._citations = Citations(self.book)
        return self._citations

    def modules(self) -> tuple[Source, ...]:
        """The scripts that are no check of a page."""
        return tuple(source for name, source in self.book.checks.items() if name not in self.users)

    def _parse(self) -> None:
        """All of it, as far as it is not known."""
        noted = parse_book(self.shelf.raw, self.known)
        others = inventory.load(self.root, noted.value)
        self.book = replace(noted.value, inventories=others.value)
        self._parsed = (*noted.diagnostics, *others.diagnostics)
        self.pages: dict[str, tuple[Chapter, Page]] = {
            page.id: (chapter, page) for chapter in self.book.chapters for page in chapter.pages
        }
        self.users: dict[str, list[str]] = {}
        for id_, (_, page) in self.pages.items():
            self.users.setdefault(page.front.check, []).append(id_)
        targets = index(self.book)
        if targets != self.targets:
            self.targets = targets
        self._outdated = tuple(outdated(self.book, self.targets))
        self._names = {chapter.config.id: names(self.book, chapter) for chapter in self.book.chapters}
        self._ids = {page.source.path: page.id for _, page in self.pages.values()}
        self._citations = None
        self.addresses = dict(_addresses(self.book))

    def _swap(self, path: str) -> bool:
        """Put a page with another text in the place of the old one; False if more than that has changed."""
        id_ = self._ids.get(path)
        if id_ is None:
            return False
        chapter, old = self.pages[id_]
        before = self.known.pages[path]
        others = [one for one in self._parsed if one.source.path != path]
        if old.kind is Kind.STATEMENTS or len(self._parsed) - len(others) != len(set(before.findings)):
            return False
        scripts = {name: self.known.script(source) for name, source in self.shelf.raw.checks.items()}
        source = self.shelf.sources[path]
        cited = self._names[chapter.config.id]
        made = self.known.page(source, old.kind, chapter.config, self.book.config, scripts, cited)
        page = made.page
        same = (page.id, page.title, replace(page.front, lines={})) == (
            *(old.id, old.title),
            replace(old.front, lines={}),
        )
        if not same or made.broken or before.broken:
            return False
        self._parsed = (*others, *made.findings)
        group = _GROUPS[page.kind]
        pages = tuple(page if one is old else one for one in getattr(chapter, group))
        fresh = replace(chapter, **{group: pages})  # type: ignore[arg-type]  # the fields hold pages
        chapters = tuple(fresh if one is chapter else one for one in self.book.chapters)
        self.book = replace(self.book, chapters=chapters)
        for other in fresh.pages:
            self.pages[other.id] = (fresh, other)
        if self._citations is not None:
            self._citations = self._citations.after(self.book, old, page)
        return True


def _addresses(book: Book) -> Iterable[tuple[str, Address]]:
    """Every address of the site, assets left out."""
    yield urls.HOME, Address(urls.HOME, ())
    yield BIBLIOGRAPHY, Address(BIBLIOGRAPHY, ())
    yield NOTATION, Address(NOTATION, ())
    for redirect in book.config.redirects:
        yield redirect.url, Address(redirect.url, ())
    for chapter in book.chapters:
        statements = (chapter.statements_page.id,) if chapter.statements_page else ()
        yield urls.chapter_url(chapter), Address(urls.chapter_url(chapter), statements)
        shown = tuple(page.id for page in (*chapter.problems, *chapter.exercises))
        if chapter.has_problems:
            yield urls.problems_url(chapter), Address(urls.problems_url(chapter), shown)
        users: dict[str, list[str]] = {}
        for page in chapter.pages:
            if page.kind is not Kind.STATEMENTS:
                url = urls.page_url(chapter, page)
                for name in (url, *(urls.script_url(chapter, one.script) for one in page.front.figures)):
                    yield name, Address(url, (page.id,))
            yield urls.ledger_url(chapter, page), Address(urls.page_url(chapter, page), (page.id,))
            if page.front.check:
                users.setdefault(page.front.check, []).append(page.id)
        for check, ids in users.items():
            url = urls.check_url(chapter, check)
            folder = url.rpartition("/")[0]
            for name in (url, f"{folder}/{check}", f"{folder}/{check.removesuffix('.py')}.txt"):
                yield name, Address(url, tuple(ids))
