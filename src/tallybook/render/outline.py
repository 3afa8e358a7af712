"""The book's table of contents: its parts and chapters in order, those to come among those that are there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from tallybook.ids import is_chapter, order
from tallybook.render import views
from tallybook.render.addresses import link
from tallybook.render.citations import bare, name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tallybook.model import Book, Chapter
    from tallybook.references import Target


def parts(
    book: Book, targets: Iterable[Target], card: Callable[[Chapter], views.ChapterCard]
) -> tuple[views.Part, ...]:
    """The parts that hold anything, in the order ``book.yaml`` gives them, those it does not name behind.

    ``targets`` are the book's; of them the places that are chapters are listed where they will stand.
    """
    entries: dict[str, views.ChapterCard | views.Link] = {
        target.id: to_come(target) for target in targets if target.kind == "place" and is_chapter(target.id)
    }
    entries.update((chapter.config.id, card(chapter)) for chapter in book.chapters)
    found: dict[str, list[views.ChapterCard | views.Link]] = {part.id: [] for part in book.config.parts}
    for id_ in sorted(entries, key=order):
        found.setdefault(id_.partition(".")[0], []).append(entries[id_])
    titles = {part.id: part.title for part in book.config.parts}
    return tuple(
        views.Part(id_, titles.get(id_, ""), tuple(inside)) for id_, inside in found.items() if inside
    )


def to_come(target: Target) -> views.Link:
    """A place as the contents list it: a link only if there is somewhere to go."""
    return views.Link(link(target.url), name(target), Markup.escape(bare(target.title)), note=target.status)
