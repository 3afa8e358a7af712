"""Sources to a book: every page, every statement, every setting, with all that is wrong with them."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tallybook.config import BookConfig, ChapterConfig
from tallybook.diagnostics import Diagnostic, Label, Noted, in_order
from tallybook.ids import is_chapter, order
from tallybook.model import Book, Chapter, Kind, Page, RawBook, RawChapter, Statement
from tallybook.parse.bibliography import read_works
from tallybook.parse.known import Known
from tallybook.parse.scripts import Script, unused
from tallybook.parse.statements import read_statements
from tallybook.references import Names, names_of
from tallybook.span import Source, Span
from tallybook.urls import page_url

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


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
    known.settle()
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


def _place(source: Source, key: str) -> tuple[Source, Span]:
    """The value of a key at the top level of a file's YAML."""
    match = re.search(rf"^{key}[ \t]*:[ \t]*([^\r\n]*?)[ \t]*$", source.text, re.MULTILINE)
    return source, Span(match.start(1), match.end(1)) if match else Span(0, 0)


def _heading(statement: Statement) -> tuple[Source, Span]:
    start = statement.source.text.index(statement.id, statement.heading.start)
    return statement.source, Span(start, start + len(statement.id))


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
