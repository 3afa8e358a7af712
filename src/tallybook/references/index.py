"""Everything in a book that can be cited, with the address it is published at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tallybook.ids import is_chapter
from tallybook.model import Kind
from tallybook.references.collect import Names
from tallybook.urls import chapter_url, page_url, statement_url

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tallybook.config import BookConfig, ChapterConfig
    from tallybook.model import Book, Chapter


@dataclass(frozen=True, slots=True)
class Target:
    """Something that can be cited.

    ``kind`` is ``problem``, ``exercise``, ``reading``, ``article``, ``chapter``, the kind of a statement,
    ``place`` or ``work``. ``url`` is relative to the root of the site, absolute for what stands elsewhere,
    "" where there is nothing to go to. ``status`` is that of a place (``to come``), for what another book
    holds that book.
    """

    id: str
    kind: str
    title: str
    url: str = ""
    status: str = ""


def index(book: Book) -> Mapping[str, Target]:
    """All targets by id, works by key. What the book holds goes before places that are declared."""
    found: dict[str, Target] = {}
    for target in _targets(book):
        found.setdefault(target.id, target)
    return found


def names(book: Book, chapter: Chapter | None = None) -> Names:
    """What a chapter's text can cite beyond the shape of ids."""
    chapters = [item.config.id for item in book.chapters]
    return names_of(book.config, chapters, chapter.config if chapter else None)


def names_of(book: BookConfig, chapters: Iterable[str], chapter: ChapterConfig | None = None) -> Names:
    """The same from the settings of a book and a chapter, and the ids of all chapters."""
    places = [place.id for place in book.places]
    works = (*book.works, *(chapter.works if chapter else ()))
    return Names(
        chapters=frozenset(id_ for id_ in (*chapters, *places) if is_chapter(id_)),
        places=tuple(id_ for id_ in places if " " in id_),
        works=tuple(work.key for work in works),
        inventories=frozenset(neighbour.name for neighbour in book.neighbours),
    )


def _targets(book: Book) -> Iterator[Target]:
    for chapter in book.chapters:
        config = chapter.config
        yield Target(config.id, "chapter", config.title, chapter_url(chapter))
        for statement in chapter.statements:
            yield Target(statement.id, statement.kind, statement.title, statement_url(chapter, statement))
        for page in (page for page in chapter.pages if page.kind is not Kind.STATEMENTS):
            yield Target(page.id, page.kind.value, page.title, page_url(chapter, page))
    for place in book.config.places:
        yield Target(place.id, "place", place.title, place.url, place.status)
    for inventory in book.inventories:
        for entry in inventory.entries:
            id_ = f"{inventory.name}:{entry.id}"
            yield Target(id_, entry.kind, entry.title, entry.url, f"in {inventory.title}")
    for works in (book.config.works, *(chapter.config.works for chapter in book.chapters)):
        for work in works:
            yield Target(work.key, "work", work.text, work.url)
