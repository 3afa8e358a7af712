"""What a renaming changes: files that move, files whose text changes, addresses that lead on."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tallybook.ids import PAGE_LETTER, chapter_of, is_chapter, is_page, is_statement
from tallybook.model import Kind
from tallybook.parse.front import split
from tallybook.references import index, names
from tallybook.rename.ids import Renaming, edited
from tallybook.rename.redirects import with_redirects
from tallybook.span import Source, Span
from tallybook.suggest import did_you_mean
from tallybook.urls import chapter_url, page_url, problems_url, slug

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tallybook.model import Book, Chapter, Page


class RenameError(Exception):
    """The book does not allow this renaming. The message says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Plan:
    """``moves`` are old and new paths, folders first, each from where the earlier ones have left it.

    ``changes`` are the files as read with their new texts, by the path they have after the moves.
    """

    moves: tuple[tuple[str, str], ...]
    changes: tuple[tuple[str, Source, str], ...]
    redirects: tuple[tuple[str, str], ...]


def plan(book: Book, old: str, new: str) -> Plan:
    """Everything that follows from calling ``old`` ``new``. Raises ``RenameError``."""
    targets = index(book)
    if old not in targets or targets[old].kind in ("place", "work"):
        known = [id_ for id_, target in targets.items() if target.kind not in ("place", "work")]
        hint = "".join(did_you_mean(old, known)) or "the ids are those of pages, statements and chapters"
        raise RenameError(f"there is no {old} in this book: {hint}")
    if new in targets:
        raise RenameError(f"the id {new} is taken by {targets[new].title!r}; choose another")
    _fits(book, targets[old].kind, old, new)
    folders = _folders(book, old, new)
    moves = {**_pages(book, old, new, folders), **_checks(book, old, new)}
    changes = tuple(_changes(book, Renaming(old, new), folders, moves))
    led = tuple(_redirects(book, Renaming(old, new), folders, moves))
    used = {there for _, there, _ in led}
    if led:
        before = next((text for _, source, text in changes if source is book.source), book.source.text)
        text = with_redirects(before, {here: id_ for here, _, id_ in led}, used)
        others = (one for one in changes if one[1] is not book.source)
        changes = (*others, (book.source.path, book.source, text))
    first = tuple(folders.items())
    later = tuple((_in_folder(path, folders), there) for path, there in moves.items())
    return Plan((*first, *later), changes, tuple((here, id_) for here, _, id_ in led))


def _fits(book: Book, kind: str, old: str, new: str) -> None:
    """Whether the new id has the shape that this kind of thing needs, and a chapter to stand in."""
    chapters = {chapter.config.id for chapter in book.chapters}
    if kind == "chapter":
        if not is_chapter(new):
            raise RenameError(f"{new} is no id of a chapter; write it as in I.5 or 0.LA")
        return
    if kind in list(Kind):
        if not is_page(new, Kind(kind)):
            example = f"I.5.{PAGE_LETTER[Kind(kind)]}01"
            raise RenameError(f"{new} has not the shape of an id for this {kind}; write it as in {example}")
        if chapter_of(new) not in chapters:
            wanted = chapter_of(new)
            raise RenameError(f"there is no chapter {wanted}; `tallybook new chapter {wanted}` starts it")
    elif not is_statement(new) or chapter_of(new) != chapter_of(old):
        raise RenameError(f"{new} is no id for this {kind}; begin it with {chapter_of(old)}")


def _folders(book: Book, old: str, new: str) -> dict[str, str]:
    """The folder of a chapter that is renamed, if it goes by the chapter's id."""
    for chapter in book.chapters:
        if chapter.config.id == old and posixpath.basename(chapter.folder) == slug(old):
            return {chapter.folder: posixpath.join(posixpath.dirname(chapter.folder), slug(new))}
    return {}


def _pages(book: Book, old: str, new: str, folders: Mapping[str, str]) -> dict[str, str]:
    """The file of a page that is renamed: its name begins with the last part of its id."""
    homes = {chapter.config.id: chapter.folder for chapter in book.chapters}
    for page in (page for chapter in book.chapters for page in chapter.pages):
        if page.id != old or page.kind is Kind.STATEMENTS:
            continue
        folder, name = posixpath.split(page.source.path)
        if chapter_of(new) != chapter_of(old):
            folder = posixpath.join(homes[chapter_of(new)], posixpath.basename(folder))
        there = posixpath.join(folder, _renamed(name, _member(old), _member(new)))
        return {page.source.path: there} if there != page.source.path else {}
    return {}


def _checks(book: Book, old: str, new: str) -> dict[str, str]:
    """The checks of what is renamed, where they are named after it and serve nothing else."""
    renaming = Renaming(old, new)
    users: dict[str, list[Page]] = {}
    for page in (page for chapter in book.chapters for page in chapter.pages):
        users.setdefault(page.front.check, []).append(page)
    found = {}
    for name, pages in users.items():
        source = book.checks.get(name)
        if source and all(renaming.of(page.id) != page.id for page in pages):
            there = _renamed(name, slug(old), slug(new))
            if there != name:
                found[source.path] = posixpath.join(posixpath.dirname(source.path), there)
    return found


def _member(id_: str) -> str:
    return id_.rpartition(".")[2].lower()


def _renamed(name: str, old: str, new: str) -> str:
    """A file's name with another beginning; as it is, where it does not begin so."""
    return new + name[len(old) :] if re.match(rf"{re.escape(old)}(?![^\W_])", name) else name


def _in_folder(path: str, folders: Mapping[str, str]) -> str:
    for old, new in folders.items():
        if path.startswith(f"{old}/"):
            return new + path.removeprefix(old)
    return path


def _changes(
    book: Book, renaming: Renaming, folders: Mapping[str, str], moves: Mapping[str, str]
) -> Iterator[tuple[str, Source, str]]:
    """Every file whose text changes."""
    scripts = {
        posixpath.basename(old): posixpath.basename(new)
        for old, new in moves.items()
        if old.startswith("checks/")
    }
    for source, text in _texts(book, renaming):
        for old, new in scripts.items():
            text = re.sub(rf"(?<![\w.-]){re.escape(old)}(?![\w-])", new, text)
        if text != source.text:
            yield moves.get(source.path, _in_folder(source.path, folders)), source, text


def _texts(book: Book, renaming: Renaming) -> Iterator[tuple[Source, str]]:
    """Every file of the book with its new text."""
    whole = Span(0, len(book.source.text))
    yield book.source, edited(book.source.text, renaming.in_yaml(book.source, whole))
    for chapter in book.chapters:
        source = chapter.source
        yield source, edited(source.text, renaming.in_yaml(source, Span(0, len(source.text))))
        for page in chapter.pages:
            yield page.source, _page(book, chapter, page, renaming)
    for source in book.checks.values():
        yield source, edited(source.text, renaming.in_script(source))


def _page(book: Book, chapter: Chapter, page: Page, renaming: Renaming) -> str:
    region = split(page.source).value[0]

    def edits() -> Iterator[tuple[Span, str]]:
        if region:
            yield from renaming.in_yaml(page.source, region)
        yield from renaming.in_text(page.source, page.body, names(book, chapter))

    return edited(page.source.text, edits())


def _redirects(
    book: Book, renaming: Renaming, folders: Mapping[str, str], moves: Mapping[str, str]
) -> Iterator[tuple[str, str, str]]:
    """The addresses that change, as they were and as they are then, each with the id that is there."""
    homes = {chapter.config.id: chapter for chapter in book.chapters}
    for chapter in book.chapters:
        if chapter.folder in folders:
            moved = replace(chapter, folder=folders[chapter.folder])
            for url in (chapter_url, problems_url) if chapter.has_problems else (chapter_url,):
                yield url(chapter), url(moved), renaming.of(chapter.config.id)
        for page in (page for page in chapter.pages if page.kind is not Kind.STATEMENTS):
            if chapter.folder in folders or page.source.path in moves:
                id_ = renaming.of(page.id)
                home = homes.get(chapter_of(id_), chapter)
                there = replace(home, folder=folders.get(home.folder, home.folder))
                path = moves.get(page.source.path, page.source.path)
                yield page_url(chapter, page), page_url(there, replace(page, source=Source(path, ""))), id_
