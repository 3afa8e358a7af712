"""Pages as tests: ``pytest chapters`` collects each page, the contract of each chapter, and the book.

Only files of a book whose ``chapters`` folder, or something in it, was named on pytest's command line or in
its ``testpaths`` are collected: a book that merely lies among the tests of a project is left alone.
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tallybook.build import Loaded
    from tallybook.diagnostics import Diagnostic
    from tallybook.report.summary import Report

BOOK = "chapters/book.yaml"
PAGE_FOLDERS = ("problems", "exercises", "readings", "articles")
_BOOKS = pytest.StashKey[dict[Path, "_Book"]]()


class PageAtFaultError(Exception):
    """A page that does not hold; its argument is the report."""


class _Book:
    """A book that is read once for all its items, and verified as a whole once for all its chapters."""

    def __init__(self, root: Path) -> None:
        from tallybook.build import Settings, load

        self.loaded: Loaded = load(Settings(root))

    @cached_property
    def whole(self) -> Report:
        """What is found in the whole book."""
        from tallybook.build import verify

        return verify(self.loaded).report

    def name(self, path: str) -> str:
        """What the item of a file is called: the id of its page, ``contract`` of a chapter, ``book``."""
        if path.endswith(".yaml"):
            return "book" if path == BOOK else "contract"
        pages = (page.id for page in self.loaded.pages if page.source.path == path)
        return next(pages, path.rpartition("/")[2].removesuffix(".md"))

    def findings(self, path: str) -> Iterable[Diagnostic]:
        """What is to be said of a file; of ``book.yaml`` all that belongs to no page and no chapter."""
        from tallybook.build import verify

        if path == BOOK:
            chapters = {chapter.source.path for chapter in self.loaded.book.chapters}
            return (one for one in self.whole.of_no_page() if one.source.path not in chapters)
        if path.endswith(".yaml"):
            return (one for one in self.whole.findings if one.source.path == path)
        pages = tuple(page for page in self.loaded.pages if page.source.path == path)
        if pages:
            return verify(self.loaded, pages).report.findings
        return (one for one in self.loaded.findings if one.source.path == path)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.File | None:
    """Collect pages and chapters of the books that were asked for."""
    if file_path.suffix not in (".md", ".yaml"):
        return None
    root = _root_of(file_path)
    if root is None or not _asked_for(parent.config, root / "chapters"):
        return None
    file: pytest.File = BookFile.from_parent(parent, path=file_path)
    return file


def _root_of(file: Path) -> Path | None:
    """The root of the book that a file is a page or a configuration of."""
    if file.suffix == ".md" and file.parent.name in PAGE_FOLDERS:
        chapter = file.parent.parent
    elif file.name in ("statements.md", "chapter.yaml"):
        chapter = file.parent
    elif file.name == "book.yaml":
        chapter = file
    else:
        return None
    chapters = chapter.parent
    return chapters.parent if chapters.name == "chapters" and (chapters / "book.yaml").is_file() else None


def _asked_for(config: pytest.Config, chapters: Path) -> bool:
    named = (config.invocation_params.dir / argument.partition("::")[0] for argument in config.args)
    return any(path.resolve().is_relative_to(chapters.resolve()) for path in named)


class BookFile(pytest.File):
    """A file of a book; it has one item."""

    def collect(self) -> Iterator[pytest.Item]:
        """The page, by its id, or what the file stands for."""
        root = _root_of(self.path)
        assert root is not None  # or the file would not have been collected
        books = self.config.stash.setdefault(_BOOKS, {})
        if root not in books:
            books[root] = _Book(root)
        book = books[root]
        path = self.path.relative_to(root).as_posix()
        item: BookItem = BookItem.from_parent(self, name=book.name(path))
        item.book, item.book_path = book, path
        yield item


class BookItem(pytest.Item):
    """A page that holds or does not."""

    book: _Book
    book_path: str

    def runtest(self) -> None:
        """Verify it."""
        from tallybook.diagnostics import Severity
        from tallybook.report.full import block
        from tallybook.report.summary import Look

        errors: list[str] = []
        warnings: list[str] = []
        for finding in self.book.findings(self.book_path):
            (errors if finding.severity is Severity.ERROR else warnings).append(block(finding, Look()))
        if warnings:
            self.add_report_section("call", "warnings", "\n".join(warnings))
        if errors:
            raise PageAtFaultError("\n".join(errors))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Our own report; a traceback only for what is a fault of the program."""
        if isinstance(excinfo.value, PageAtFaultError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """What stands over a failure."""
        return self.path, None, self.name
