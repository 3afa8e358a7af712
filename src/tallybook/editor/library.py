"""The books whose pages are open in an editor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallybook import urls
from tallybook.build import Settings
from tallybook.live import Shows, Workshop
from tallybook.read import CONFIG, NoBookError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from tallybook.diagnostics import Diagnostic
    from tallybook.model import Page

Found = dict["Path", tuple["Diagnostic", ...]]
"""Findings by file; a file without any is among them when it had some before."""


class Library:
    """Books by their folder, each read with the first of its files. Use it from one thread, and close it."""

    def __init__(self) -> None:
        self._books: dict[Path, Shows] = {}
        self._open: set[Path] = set()
        self._told: dict[Path, set[Path]] = {}

    def book(self, path: Path) -> Shows | None:
        """The book that a file belongs to, None if it belongs to none."""
        root = next((folder for folder in path.parents if (folder / CONFIG).is_file()), None)
        if root is None:
            return None
        if root not in self._books:
            try:
                self._books[root] = Shows(Workshop(Settings(root)))
            except NoBookError:
                return None
        return self._books[root]

    def page(self, path: Path) -> tuple[Shows, Page] | None:
        """The page in a file."""
        shows = self.book(path)
        if shows is None:
            return None
        text = shows.workshop.text
        id_ = text.id_of(path.relative_to(text.root).as_posix())
        return (shows, text.pages[id_][1]) if id_ else None

    def opened(self, path: Path, text: str) -> Found:
        """An editor has opened a file: its page is looked at first."""
        self._open.add(path)
        return self.changed(path, text) | self._looked_at(self.book(path))

    def changed(self, path: Path, text: str | None) -> Found:
        """An editor holds another text of a file; None: it holds none any more. No check runs."""
        shows = self.book(path)
        if shows is None:
            return {}
        shop = shows.workshop
        if text is None:
            self._open.discard(path)
        try:
            shop.draft(path, text)
        except NoBookError:
            self._let_go(shows)
            return {}
        found = self.page(path)
        if found is None:
            return self._all(shows)
        page = found[1]
        shows.forget(urls.page_url(*shop.text.pages[page.id]))
        shop.ensure([page.id], execute=False)
        return {path: tuple(one for one in shows.findings() if one.source.path == page.source.path)}

    def saved(self, paths: Iterable[Path]) -> Found:
        """Files have changed on the disk: the pages that are open are executed and verified anew."""
        found: Found = {}
        changed: dict[int, tuple[Shows, list[Path]]] = {}
        for path in paths:
            shows = self.book(path)
            if shows is not None:
                changed.setdefault(id(shows), (shows, []))[1].append(path)
        for shows, files in changed.values():
            try:
                shows.refresh(files)
            except NoBookError:
                self._let_go(shows)
            else:
                found |= self._looked_at(shows)
        return found

    def step(self) -> bool:
        """Verify one page more of those that no editor shows, as a reader would see it; False if none is
        left."""
        for shows in self._books.values():
            shop = shows.workshop
            if id_ := shop.step():
                shows.page(urls.page_url(*shop.text.pages[id_]))
                return True
        return False

    def everything(self) -> Found:
        """The findings in all files of all books."""
        found: Found = {}
        for shows in self._books.values():
            found |= self._all(shows)
        return found

    def close(self) -> None:
        """Let go of every book."""
        for shows in tuple(self._books.values()):
            self._let_go(shows)

    def _looked_at(self, shows: Shows | None) -> Found:
        """Verify the pages of a book that are open."""
        for path in self._open if shows else ():
            found = self.page(path)
            if found is not None and found[0] is shows:
                shows.page(urls.page_url(*shows.workshop.text.pages[found[1].id]))
        return self._all(shows) if shows else {}

    def _all(self, shows: Shows) -> Found:
        root = shows.workshop.settings.root
        found: dict[Path, list[Diagnostic]] = {}
        for one in shows.findings():
            found.setdefault(root / one.source.path, []).append(one)
        before = self._told.get(root, set())
        self._told[root] = set(found)
        return {path: tuple(found.get(path, ())) for path in (*found, *(before - found.keys()))}

    def _let_go(self, shows: Shows) -> None:
        shows.workshop.close()
        self._books = {root: one for root, one in self._books.items() if one is not shows}
