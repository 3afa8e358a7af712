"""Sources to a book: every page, every statement, every setting, with all that is wrong with them."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from tallybook.config import BookConfig, ChapterConfig
from tallybook.diagnostics import Diagnostic, Label, Noted, in_order
from tallybook.ids import PAGE_LETTER, chapter_of, is_chapter, is_page, order
from tallybook.model import Book, Chapter, Kind, Page, RawBook, RawChapter, Statement
from tallybook.parse.bibliography import read_works
from tallybook.parse.figures import against_sections
from tallybook.parse.front import read_head
from tallybook.parse.scripts import Script, against_scripts, read_script, unused
from tallybook.parse.sections import read_sections
from tallybook.parse.settings import book_config, chapter_config
from tallybook.parse.statements import read_statements
from tallybook.references import Names, collect, names_of
from tallybook.span import Source, Span
from tallybook.urls import page_url

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


@dataclass(frozen=True, slots=True)
class ParsedPage:
    """A page with what is wrong with it alone. ``broken``: its front matter could not be read to its end."""

    page: Page
    findings: tuple[Diagnostic, ...]
    broken: bool
    made_of: tuple[object, ...]
    """What it was made of, besides its source; see ``Known``."""


@dataclass(slots=True)
class Known:
    """What was made of the files of a book. A file that is the same object again is not parsed again."""

    books: dict[str, tuple[Source, Noted[BookConfig]]] = field(default_factory=dict)
    chapters: dict[str, tuple[Source, BookConfig, Noted[ChapterConfig]]] = field(default_factory=dict)
    scripts: dict[str, tuple[Source, Script]] = field(default_factory=dict)
    pages: dict[str, ParsedPage] = field(default_factory=dict)

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
            known = self.scripts[source.path] = (source, read_script(source))
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
            used = _used(known.page, scripts)
            # a script that is missing is a finding that names all those there are
            if all(used) and (config.id, config.title, book, cited, *used) == known.made_of:
                return known
        made = self.pages[source.path] = read_page(source, kind, config, book, scripts, cited)
        return made


def parse_book(raw: RawBook, known: Known | None = None) -> Noted[Book]:
    """The book in a set of files. Never raises on bad input.

    Every page is in the result, as far as it could be read, with an id made from its file's name where it has
    none; of two with the same id only the first is. ``known`` is what was made of the same files before, and
    takes in what is made of them now.
    """
    known = known or Known()
    noted = known.book(raw.config)
    works = read_works(raw.bibliographies, noted.value.works)
    config = replace(noted.value, works=(*noted.value.works, *works.value))
    scripts = {name: known.script(source) for name, source in raw.checks.items()}
    parser = _Parser(config, scripts, [*noted.diagnostics, *works.diagnostics], known)
    parser.findings += [script.fault for script in scripts.values() if script.fault]
    configs = [parser.config(chapter) for chapter in raw.chapters]
    ids = [one.id for one in configs]
    chapters = [
        parser.chapter(chapter, own, names_of(config, ids, own))
        for chapter, own in zip(raw.chapters, configs, strict=True)
    ]
    if not parser.broken:
        parser.findings += unused(
            scripts,
            (
                name
                for chapter in chapters
                for page in chapter.pages
                for name in (page.front.check, *(figure.script for figure in page.front.figures))
            ),
        )
    chapters = parser.unique(sorted(chapters, key=lambda chapter: order(chapter.config.id)))
    book = Book(config, raw.config, tuple(chapters), raw.checks)
    return Noted(book, in_order(parser.findings))


@dataclass(slots=True)
class _Parser:
    book: BookConfig
    scripts: Mapping[str, Script]
    findings: list[Diagnostic]
    known: Known
    broken: bool = False
    """Whether some front matter could not be read to its end, so that any check may be in use."""

    def config(self, raw: RawChapter) -> ChapterConfig:
        """The settings of a chapter; one whose chapter.yaml is missing goes by the name of its folder."""
        name = posixpath.basename(raw.folder)
        guess = name.upper().replace("-", ".")
        guess = guess if is_chapter(guess) else ""
        if not raw.config:
            return ChapterConfig(guess, name, "")
        noted = self.known.chapter(raw.config, self.book)
        self.findings += noted.diagnostics
        return replace(noted.value, id=noted.value.id or guess)

    def chapter(self, raw: RawChapter, config: ChapterConfig, cited: Names) -> Chapter:
        """One chapter; ``cited`` is what its texts can cite."""
        source = raw.config or Source(f"{raw.folder}/chapter.yaml", "")
        page, statements = self.statements(raw.statements, config, cited) if raw.statements else (None, ())
        groups = (
            (Kind.PROBLEM, raw.problems),
            (Kind.EXERCISE, raw.exercises),
            (Kind.READING, raw.readings),
            (Kind.ARTICLE, raw.articles),
        )
        pages = (
            tuple(
                sorted(
                    (self.page(file, kind, config, cited) for file in files), key=lambda page: order(page.id)
                )
            )
            for kind, files in groups
        )
        chapter = Chapter(raw.folder, config, source, statements, page, *pages)
        self.findings += _addresses(chapter)
        return chapter

    def statements(
        self, source: Source, config: ChapterConfig, cited: Names
    ) -> tuple[Page, tuple[Statement, ...]]:
        """A chapter's own text, which goes by the chapter's id."""
        page = self.page(source, Kind.STATEMENTS, config, cited)
        noted = read_statements(source, page.sections, config.id)
        self.findings += (replace(finding, subject=page.id) for finding in noted.diagnostics)
        return page, noted.value

    def page(self, source: Source, kind: Kind, config: ChapterConfig, cited: Names) -> Page:
        """One page."""
        made = self.known.page(source, kind, config, self.book, self.scripts, cited)
        self.broken |= made.broken
        self.findings += made.findings
        return made.page

    def unique(self, chapters: Iterable[Chapter]) -> list[Chapter]:
        """The chapters without what has an id that something before it has."""
        first: dict[str, Label] = {}
        kept = []
        for chapter in chapters:
            place = _place(chapter.source, "id")
            if chapter.config.id and not self._claim(chapter.config.id, place, first):
                continue
            kept.append(
                replace(
                    chapter,
                    statements=tuple(
                        statement
                        for statement in chapter.statements
                        if self._claim(statement.id, _heading(statement), first)
                    ),
                    problems=self._pages(chapter.problems, first),
                    exercises=self._pages(chapter.exercises, first),
                    readings=self._pages(chapter.readings, first),
                    articles=self._pages(chapter.articles, first),
                )
            )
        return kept

    def _pages(self, pages: Iterable[Page], first: dict[str, Label]) -> tuple[Page, ...]:
        return tuple(page for page in pages if self._claim(page.id, _place(page.source, "id"), first))

    def _claim(self, id_: str, place: tuple[Source, Span], first: dict[str, Label]) -> bool:
        """Whether the id is still free; if not, both places are named."""
        source, span = place
        earlier = first.setdefault(id_, Label(source, span, "first given here"))
        if earlier.source is source and earlier.span == span:
            return True
        line = earlier.source.line_column(earlier.span.start)[0]
        message = f"the id {id_} is taken by {earlier.source.path}:{line}"
        help_ = ("give one of the two another id",)
        found = Diagnostic("F141", message, source, span, help=help_, related=(earlier,), subject=id_)
        self.findings.append(found)
        return False


def read_page(
    source: Source,
    kind: Kind,
    config: ChapterConfig,
    book: BookConfig,
    scripts: Mapping[str, Script],
    cited: Names,
) -> ParsedPage:
    """One page and what is wrong with it, apart from the rest of the book. Its references are collected, not
    resolved; ``cited`` is what its chapter can cite."""
    head = read_head(source, kind, book)
    sections = read_sections(source, head.value.body, kind)
    front, fields = head.value.front, head.value.fields
    own = [*head.diagnostics, *against_scripts(head.value, scripts), *sections.diagnostics]
    own += against_sections(fields, sections.value)
    if is_page(front.id, kind) and config.id and chapter_of(front.id) != config.id:
        key = "id" if fields.has("id") else "chapter"
        message = f"{front.id} is no id of chapter {config.id}, in whose folder it stands"
        help_ = (f"begin the id with {config.id}, or move the file",)
        own.append(Diagnostic("F142", message, source, fields.span(key), help=help_))
    id_ = front.id if is_page(front.id, kind) else _guess(source, kind, config.id)
    title = front.title or id_
    if kind is Kind.STATEMENTS:
        id_, title = config.id or id_, front.title or config.title
    body = head.value.body
    page = Page(id_, kind, title, source, front, body, sections.value, collect(source, body, cited))
    findings = tuple(replace(finding, subject=id_) for finding in own)
    broken = head.value.broken and kind is not Kind.STATEMENTS
    return ParsedPage(page, findings, broken, (config.id, config.title, book, cited, *_used(page, scripts)))


def _used(page: Page, scripts: Mapping[str, Script]) -> tuple[Script | None, ...]:
    """The scripts that a page names, None for one that is missing."""
    names = (page.front.check, *(figure.script for figure in page.front.figures))
    return tuple(scripts.get(name) for name in names if name)


def _place(source: Source, key: str) -> tuple[Source, Span]:
    """The value of a key at the top level of a file's YAML."""
    match = re.search(rf"^{key}[ \t]*:[ \t]*([^\r\n]*?)[ \t]*$", source.text, re.MULTILINE)
    return source, Span(match.start(1), match.end(1)) if match else Span(0, 0)


def _heading(statement: Statement) -> tuple[Source, Span]:
    start = statement.source.text.index(statement.id, statement.heading.start)
    return statement.source, Span(start, start + len(statement.id))


def _guess(source: Source, kind: Kind, chapter: str) -> str:
    """The id that a file's name stands for, its path if it stands for none."""
    stem = posixpath.splitext(posixpath.basename(source.path))[0]
    match = re.match(rf"({PAGE_LETTER.get(kind, '')}\d{{1,3}})(?:-|$)", stem.upper())
    return f"{chapter}.{match[1]}" if match and chapter else source.path


def _addresses(chapter: Chapter) -> Iterator[Diagnostic]:
    """Pages that would be published where another one is."""
    taken: dict[str, Page] = {}
    for page in chapter.pages:
        other = taken.setdefault(page_url(chapter, page), page)
        reserved = (
            page_url(chapter, page).endswith(("/index.html", "/problems.html"))
            and page.kind is not Kind.STATEMENTS
        )
        if other is not page or reserved:
            whose = other.source.path if other is not page else "a page of the chapter itself"
            message = f"the page would be published over {whose}"
            related = (Label(other.source, Span(0, 0), "this page"),) if other is not page else ()
            help_ = ("rename the file",)
            yield Diagnostic(
                "F143", message, page.source, Span(0, 0), help=help_, related=related, subject=page.id
            )
