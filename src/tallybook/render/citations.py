"""The references of a book as links of its site, and who cites what."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from markupsafe import Markup

from tallybook import urls
from tallybook.ids import is_chapter
from tallybook.references import Reference, ReferenceKind, Target, index
from tallybook.render.addresses import link
from tallybook.span import Span

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tallybook.model import Book, Page

BIBLIOGRAPHY = "bibliography.html"
_BEFORE = re.compile(r"(?:Chapter|\()\s*\Z")


@dataclass(frozen=True)
class Citations:
    """What a book can cite, and who cites it."""

    book: Book

    @cached_property
    def targets(self) -> Mapping[str, Target]:
        """Everything that can be cited, by id, works by key."""
        return index(self.book)

    @cached_property
    def macros(self) -> Mapping[str, Sequence[tuple[str, str]]]:
        """The macros that the title of a target may use, by its id: those of its own chapter."""
        found: dict[str, Sequence[tuple[str, str]]] = {}
        for chapter in self.book.chapters:
            ids = [statement.id for statement in chapter.statements] + [page.id for page in chapter.pages]
            found.update(dict.fromkeys(ids, chapter.config.macros))
        return found

    @cached_property
    def works(self) -> tuple[Target, ...]:
        """The bibliography."""
        return tuple(target for target in self.targets.values() if target.kind == "work")

    @cached_property
    def citing(self) -> Mapping[str, tuple[str, ...]]:
        """The ids of the pages that draw on or cite something, by its id, in the order of the book."""
        found: dict[str, dict[str, None]] = {}
        for chapter in self.book.chapters:
            for page in chapter.pages:
                cited = (reference.id for reference in page.references)
                for id_ in (*page.front.draws_on, *cited):
                    if id_ != page.id and id_ in self.targets:
                        found.setdefault(id_, {})[page.id] = None
        return {id_: tuple(pages) for id_, pages in found.items()}

    def after(self, book: Book, old: Page, new: Page) -> Citations:
        """The same with another text of one page, whose id, title and place are what they were."""
        made = Citations(book)
        kept = ["targets", "works", "macros"]
        if {one.id for one in old.references} == {one.id for one in new.references}:
            kept.append("citing")
        made.__dict__.update({name: self.__dict__[name] for name in kept if name in self.__dict__})
        return made

    def url(self, id_: str) -> str:
        """The address of a target as a link, "" if there is nothing to go to."""
        target = self.targets.get(id_)
        if target is None:
            return ""
        url = f"{BIBLIOGRAPHY}#{urls.slug(target.id)}" if target.kind == "work" else target.url
        return link(url)

    def link(self, id_: str, words: Markup) -> Markup:
        """Words that cite something: a link, or for what is to come the words with its title."""
        target = self.targets.get(id_)
        if target is None:
            return words
        url = self.url(id_)
        if url:
            return Markup('<a class="ref" href="{}" title="{}">{}</a>').format(url, bare(target.title), words)
        title = f"{bare(target.title)} ({target.status})" if target.status else bare(target.title)
        return Markup('<span class="ref to-come" title="{}">{}</span>').format(title, words)


def name(target: Target) -> str:
    """What a target is called: ``Problem I.5.B04``, ``Equation (I.5.2)``, ``Chapter I.11``."""
    if target.kind == "place":
        return f"Chapter {target.id}" if is_chapter(target.id) else target.id
    label = f"({target.id})" if target.kind == "equation" else target.id
    return target.id if target.kind == "work" else f"{target.kind.capitalize()} {label}"


def extent(reference: Reference, text: str, within: Span) -> Span:
    """The words that become the link: the id with its brackets, or with *Chapter* before it, as far as
    ``within`` goes."""
    span = reference.span
    before = _BEFORE.search(text, within.start, span.start)
    if before is None:
        return span
    if text[before.start()] != "(":
        return Span(before.start(), span.end) if reference.kind is ReferenceKind.CHAPTER else span
    closed = (
        before.end() == before.start() + 1 and text[span.end : span.end + 1] == ")" and span.end < within.end
    )
    return Span(before.start(), span.end + 1) if closed and reference.kind is ReferenceKind.ID else span


def bare(title: str) -> str:
    """A title without the marks of mathematics."""
    return title.replace("$", "")
