"""From what was typed to pages of a book, with a suggestion where nothing fits."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from tallybook.cli.group import UsageFaultError
from tallybook.read import NoBookError
from tallybook.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tallybook.build import Loaded, Settings
    from tallybook.model import Chapter, Page


def opened(load: Callable[[Settings], Loaded], chosen: Settings) -> Loaded:
    """The book; where there is none, what to do about it."""
    try:
        return load(chosen)
    except NoBookError as error:
        raise UsageFaultError(f"{error}; go to the folder of a book or name it with --root") from error


def selected(loaded: Loaded, ids: Sequence[str]) -> tuple[Page, ...] | None:
    """The pages that ids of pages and chapters name, in the book's order; without ids None, for all."""
    if not ids:
        return None
    chapters = {chapter.config.id: chapter.pages for chapter in loaded.book.chapters}
    pages = {page.id: (page,) for chapter in loaded.book.chapters for page in chapter.pages}
    named = {**pages, **chapters}  # the statements of a chapter go by its id, which means all of it
    wanted = {page.source.path for id_ in ids for page in named.get(id_) or _unknown(id_, named)}
    return tuple(page for (page,) in pages.values() if page.source.path in wanted)


def chapters_named(loaded: Loaded, words: Sequence[str]) -> tuple[Chapter, ...]:
    """The chapters that words name, by folder (``i-5``) or id (``I.5``), in the book's order."""
    names = {
        chapter.config.id: (PurePosixPath(chapter.folder).name, chapter.config.id)
        for chapter in loaded.book.chapters
    }
    known = [name for both in names.values() for name in both]
    for word in words:
        if word not in known:
            hint = "".join(did_you_mean(word, known)) or f"the chapters are {', '.join(names)}"
            raise UsageFaultError(f"there is no chapter {word!r} in this book: {hint}")
    wanted = set(words)
    return tuple(one for one in loaded.book.chapters if wanted.intersection(names[one.config.id]))


def _unknown(id_: str, known: Iterable[str]) -> tuple[Page, ...]:
    hint = "".join(did_you_mean(id_, known)) or "the ids are those in the front matter of the pages"
    raise UsageFaultError(f"there is no page or chapter {id_!r} in this book: {hint}")
