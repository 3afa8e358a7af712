"""What each page of a chapter shows, as a digest: while it is the same, so is the page.

A digest may change without need, and then the page is made again; it must never stay where the page would
not. So whatever a view looks at is named here, and a test compares what is remembered with what is made anew.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from importlib.metadata import version
from typing import TYPE_CHECKING

from tallybook import program, urls
from tallybook.model import Kind
from tallybook.render import problems

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tallybook.model import Chapter, Page, Section
    from tallybook.render.desk import Desk
    from tallybook.render.material import Material
    from tallybook.render.site import Site

_LIBRARIES = ("Jinja2", "MarkupSafe", "Pygments", "markdown-it-py", "math-core", "mdit-py-plugins")
"""What pages are made with; a test compares them with the imports of this package."""
_ELSEWHERE = re.compile(r"^ {0,3}\[[^\]\n]+\]:", re.MULTILINE)
"""A definition, of a link or a footnote, that stands anywhere and shows elsewhere."""


@dataclass
class Signatures:
    """The digests of the pages of a site."""

    site: Site
    ledgers: Mapping[str, bytes]
    """The digest of the ledger of each page."""

    def of(self, chapter: Chapter) -> Mapping[str, bytes]:
        """The digest of each page of a chapter that is made, by its address."""
        desk = self.site.desks[chapter.config.id]
        around = _digest(self._everywhere, *self._chapter(desk))
        found = {urls.chapter_url(chapter): self._of_chapter(desk, around)}
        if chapter.has_problems:
            found[urls.problems_url(chapter)] = self._of_problems(desk, around)
        pages = [*chapter.problems, *chapter.exercises, *chapter.readings, *chapter.articles]
        for before, page, after in zip([None, *pages], pages, [*pages[1:], None], strict=False):
            material = desk.material(page)
            beside = (one and (one.id, one.title, urls.page_url(chapter, one)) for one in (before, after))
            own = _digest(around, self._own(material), *beside, *self._shown(material, page.id))
            for url in {material.url, material.home}:
                found[url] = _digest(own, url)
        users: dict[str, list[Material]] = {}
        for page in chapter.pages:
            if page.front.check and not desk.material(page).withheld:
                users.setdefault(page.front.check, []).append(desk.material(page))
        for check, materials in users.items():
            owners = (part for one in materials for part in (one.page.id, one.home, self._own(one)))
            found[urls.check_url(chapter, check)] = _digest(around, check, *owners)
        return found

    @cached_property
    def _everywhere(self) -> bytes:
        """What all pages show, or are made with."""
        site = self.site
        return _digest(
            program.digest(),
            *map(version, _LIBRARIES),
            site.theme.signature(),
            site.book.config,
            site.search,
            site.solutions,
            sorted(site.reruns.items()),
            tuple(work.id for work in site.citations.works),
            any(chapter.config.notation for chapter in site.book.chapters),
        )

    def _chapter(self, desk: Desk) -> Iterator[object]:
        """What all pages of a chapter show of it, and of the chapters beside it."""
        chapters = self.site.book.chapters
        place = chapters.index(desk.chapter)
        yield desk.chapter.config
        yield desk.variants
        for page in desk.chapter.pages:
            yield page.id, page.kind, page.title, page.source.path
        for other in chapters[max(place - 1, 0) : place + 2]:
            yield other.config.id, other.config.title, urls.chapter_url(other)

    def _of_chapter(self, desk: Desk, around: bytes) -> bytes:
        chapter = desk.chapter
        parts: list[object] = [urls.chapter_url(chapter), *self._card(chapter)]
        if chapter.statements_page:
            material = desk.material(chapter.statements_page)
            ids = (statement.id for statement in chapter.statements)
            parts += (self._own(material), *self._shown(material, chapter.config.id, *ids))
        return _digest(around, *parts)

    def _of_problems(self, desk: Desk, around: bytes) -> bytes:
        chapter = desk.chapter
        listed = [desk.material(page) for page in (*chapter.problems, *chapter.exercises)]
        brief = len(listed) > problems.WHOLE
        parts: list[object] = [urls.problems_url(chapter), *self._card(chapter)]
        for one in listed:
            parts += (one.page.id, one.home)
            if brief:
                parts += (*self._told(one), *self._shown(one, section=one.told))
            else:
                parts += (self._own(one), *self._shown(one, one.page.id))
        return _digest(around, *parts)

    def _card(self, chapter: Chapter) -> Iterator[object]:
        ledgers = [self.site.ledgers[page.id] for page in chapter.pages if page.id in self.site.ledgers]
        yield self.site.contracts.get(chapter.config.id)
        yield sum(len(ledger.claims) for ledger in ledgers)
        yield sum(ledger.ok for ledger in ledgers)

    def _own(self, material: Material) -> bytes:
        """A page by itself: its text, its ledger, its check and what that printed, its figures."""
        page = material.page
        if page.id not in self._owned:
            checks = self.site.book.checks
            self._owned[page.id] = _digest(
                page.source.path,
                page.source.text,
                self.ledgers.get(page.id),
                page.id in self.site.data,
                material.script,
                *((one and (one.stdout, one.ok, one.record)) for one in (material.print, *material.drawn)),
                *((name, checks[name].text) for name in material.scripts() if name in checks),
            )
        return self._owned[page.id]

    @cached_property
    def _owned(self) -> dict[str, bytes]:
        return {}

    def _told(self, material: Material) -> tuple[object, ...]:
        """What is shown of a page that is listed among many."""
        page, told = material.page, material.told
        ledger = self.site.ledgers.get(page.id)
        spans = sorted((one.span.start, one.span.end) for one in ledger.claims) if ledger else []
        return _until(page, told), [one for one in spans if told is None or one[0] < told.body.end]

    def _shown(self, material: Material, *drawn_on: str, section: Section | None = None) -> Iterator[object]:
        """What a page, or a section of it, shows of others: what it cites, draws on and is drawn on by."""
        citations, page = self.site.citations, material.page
        cited = [one.id for one in page.references if section is None or section.body.overlaps(one.span)]
        users = [user for id_ in drawn_on for user in citations.citing.get(id_, ())]
        for id_ in dict.fromkeys((*cited, *page.front.draws_on, page.front.source, *users)):
            yield self._target(id_)
            yield self._preview(id_)
        for id_ in drawn_on:
            yield id_, citations.citing.get(id_, ())

    def _target(self, id_: str) -> object:
        citations = self.site.citations
        return id_, citations.targets.get(id_), citations.macros.get(id_)

    def _preview(self, id_: str) -> bytes:
        """What is shown of something that is cited, in brief."""
        if id_ not in self._previewed:
            self._previewed[id_] = b""
            material, section = self.site.previews.source(id_)
            if material and section:
                cited = (one.id for one in material.page.references if section.body.overlaps(one.span))
                self._previewed[id_] = _digest(
                    _until(material.page, section),
                    material.chapter.config.macros,
                    *map(self._target, dict.fromkeys(cited)),
                )
        return self._previewed[id_]

    @cached_property
    def _previewed(self) -> dict[str, bytes]:
        return {}


def _until(page: Page, section: Section | None) -> str:
    """A section with what stands before it, unless it is a statement; all of a page that has definitions."""
    text = page.source.text
    if section is None or _ELSEWHERE.search(text):
        return text
    start = section.heading.start if page.kind is Kind.STATEMENTS else 0
    return text[start : section.body.end]


def _digest(*parts: object) -> bytes:
    found = blake2b(digest_size=16)
    for part in parts:
        found.update(part if isinstance(part, bytes) else repr(part).encode("utf-8", "surrogatepass"))
        found.update(b"\0")
    return found.digest()
