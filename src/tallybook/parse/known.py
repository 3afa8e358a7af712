"""What was made of the files of a book, in memory and between runs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tallybook.model import Page
from tallybook.parse.kept import KeptFiles, context, digest
from tallybook.parse.page import ParsedPage, read_page, used_scripts
from tallybook.parse.scripts import Script, read_script
from tallybook.parse.settings import book_config, chapter_config

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tallybook.config import BookConfig, ChapterConfig
    from tallybook.diagnostics import Noted
    from tallybook.model import Kind
    from tallybook.references import Names
    from tallybook.span import Source


@dataclass(slots=True)
class Known:
    """What was made of the files of a book. A file that is the same object again is not parsed again, and one
    that holds what is ``kept`` of it is not either."""

    kept: KeptFiles | None = None

    books: dict[str, tuple[Source, Noted[BookConfig]]] = field(default_factory=dict)
    chapters: dict[str, tuple[Source, BookConfig, Noted[ChapterConfig]]] = field(default_factory=dict)
    scripts: dict[str, tuple[Source, Script]] = field(default_factory=dict)
    pages: dict[str, ParsedPage] = field(default_factory=dict)
    _waiting: list[tuple[Source, bytes, object]] = field(default_factory=list)
    """What is to be kept."""
    _context: tuple[Names, BookConfig, bytes] | None = None
    """The digest of what the pages of a chapter are made of, for the chapter that was parsed last."""

    def book(self, source: Source) -> Noted[BookConfig]:
        """The settings of the book."""
        known = self.books.get(source.path)
        if known is None or known[0] is not source:
            known = self.books[source.path] = (source, book_config(source))
        return known[1]

    def chapter(self, source: Source, book: BookConfig) -> Noted[ChapterConfig]:
        """The settings of a chapter."""
        known = self.chapters.get(source.path)
        if known is None or known[0] is not source or known[1] != book:
            known = self.chapters[source.path] = (source, book, chapter_config(source, book))
        return known[2]

    def script(self, source: Source) -> Script:
        """What a script defines and imports."""
        known = self.scripts.get(source.path)
        if known is None or known[0] is not source:
            known = self.scripts[source.path] = (source, self._script(source))
        return known[1]

    def page(
        self,
        source: Source,
        kind: Kind,
        config: ChapterConfig,
        book: BookConfig,
        scripts: Mapping[str, Script],
        cited: Names,
    ) -> ParsedPage:
        """A page, read by ``read_page``."""
        known = self.pages.get(source.path)
        if known is not None and known.page.source is source and known.page.kind is kind:
            used = used_scripts(known.page, scripts)
            # a script that is missing is a finding that names all those there are
            if all(used) and (config.id, config.title, book, cited, *used) == known.made_of:
                return known
        made = self.pages[source.path] = self._page(source, kind, config, book, scripts, cited)
        return made

    def settle(self) -> None:
        """Keep what was made."""
        if self.kept is not None:
            self.kept.keep(self._waiting, {*self.pages, *self.scripts})
            self.kept.let_go()
        self._waiting.clear()

    def _script(self, source: Source) -> Script:
        if self.kept is None:
            return read_script(source)
        under = digest(source)
        found = self.kept.find(source, under)
        if isinstance(found, tuple) and len(found) == 2:
            return Script(source, *found)
        made = read_script(source)
        if made.fault is None:
            self._waiting.append((source, under, (made.names, made.imports)))
        return made

    def _page(
        self,
        source: Source,
        kind: Kind,
        config: ChapterConfig,
        book: BookConfig,
        scripts: Mapping[str, Script],
        cited: Names,
    ) -> ParsedPage:
        if self.kept is None:
            return read_page(source, kind, config, book, scripts, cited)
        if self._context is None or self._context[0] is not cited or self._context[1] is not book:
            self._context = (cited, book, context(config, book, cited))
        under = digest(source, kind.value, self._context[2])
        found = self.kept.find(source, under)
        if isinstance(found, tuple) and len(found) == 2 and isinstance(found[0], Page):
            page, said = found
            used = used_scripts(page, scripts)
            if said == _said(used):
                return ParsedPage(page, (), False, (config.id, config.title, book, cited, *used))
        made = read_page(source, kind, config, book, scripts, cited)
        said = _said(used_scripts(made.page, scripts))
        if said is not None and not made.findings and not made.broken:
            self._waiting.append((source, under, (made.page, said)))
        return made


def _said(used: Iterable[Script | None]) -> tuple[tuple[tuple[str, ...], bool], ...] | None:
    """What the scripts that a page names define, as far as a page is held against it; None if one is
    missing."""
    found = [None if script is None else (script.names, script.fault is None) for script in used]
    return None if None in found else tuple(one for one in found if one is not None)
