"""Files to sources: finds what belongs to a book and reads it. Nothing is parsed here."""

from __future__ import annotations

import codecs
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from tallybook.diagnostics import Diagnostic, Noted, Severity
from tallybook.model import RawBook, RawChapter
from tallybook.span import Source, Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

CONFIG = "chapters/book.yaml"
BIBLIOGRAPHY = ".bib"
"""How the names of BibTeX files end; they stand beside ``book.yaml``."""
PAGE_FOLDERS = ("problems", "exercises", "readings", "articles")


class NoBookError(Exception):
    """There is no book at a path: the tool cannot run, rather than a book being at fault."""


def read_book(root: Path) -> Noted[RawBook]:
    """All files of the book at ``root``, each real file once, in order of their paths.

    What cannot be read is a finding; what can be is in the result. Raises ``NoBookError`` if ``root`` has no
    ``chapters/book.yaml``.
    """
    if not root.is_dir():
        raise NoBookError(f"{root} is no folder")
    if not os.path.lexists(root / CONFIG):
        raise NoBookError(f"{root} holds no book: {CONFIG} is missing")
    reader = _Reader(root, root.resolve(), set(_real(root / "chapters")) | set(_real(root / "checks")))
    config = reader.source(root / CONFIG)
    if config is None:
        raise NoBookError(f"{root / CONFIG} cannot be read: {reader.findings[-1].message}")
    chapters = tuple(reader.chapters(root / "chapters"))
    checks = reader.checks(root / "checks")
    bibliographies = tuple(reader.bibliographies(root / "chapters"))
    return Noted(RawBook(config, chapters, checks, bibliographies), tuple(reader.findings))


def read_file(root: Path, path: Path) -> Noted[Source | None]:
    """One file of the book at ``root``, None if it cannot be had, with what is wrong with it as a file."""
    reader = _Reader(root, root.resolve(), set())
    source = reader.source(path)
    return Noted(source, tuple(reader.findings))


@dataclass(slots=True)
class _Reader:
    root: Path
    real_root: Path
    seen: set[Path]
    """The files and folders that are read under a name of their own, or that a link has led to already."""
    findings: list[Diagnostic] = field(default_factory=list)

    def chapters(self, folder: Path) -> Iterator[RawChapter]:
        """Every folder below ``chapters/`` that holds a chapter."""
        for entry in self.entries(folder):
            if entry.is_dir():
                chapter = self.chapter(entry)
                if chapter:
                    yield chapter
            elif entry.name != "book.yaml" and entry.suffix != BIBLIOGRAPHY:
                self.stray(entry, f"pages stand in {folder.name}/CHAPTER/problems and its neighbours")

    def bibliographies(self, folder: Path) -> Iterator[Source]:
        """The BibTeX files of the book."""
        for path in sorted(folder.glob(f"*{BIBLIOGRAPHY}")):
            source = None if ignored(path.name) or path.is_dir() else self.source(path)
            if source:
                yield source

    def chapter(self, folder: Path) -> RawChapter | None:
        """One chapter, or None if the folder has nothing of one."""
        entries = {entry.name: entry for entry in self.entries(folder)}
        known = ("chapter.yaml", "statements.md", *PAGE_FOLDERS)
        if not any(name in entries for name in known):
            self.stray(folder, "a chapter has a chapter.yaml")
            return None
        for name, entry in entries.items():
            if name not in known:
                self.stray(entry, f"a chapter holds {', '.join(known)}")
        config = self.source(entries["chapter.yaml"]) if "chapter.yaml" in entries else None
        if "chapter.yaml" not in entries:
            message = f"{self.path(folder)} has no chapter.yaml"
            self.report("F107", folder / "chapter.yaml", message, ("write one: id, title and contract",))
        statements = self.source(entries["statements.md"]) if "statements.md" in entries else None
        groups = (tuple(self.pages(entries.get(name))) for name in PAGE_FOLDERS)
        return RawChapter(self.path(folder), config, statements, *groups)

    def pages(self, folder: Path | None) -> Iterator[Source]:
        """The Markdown files of a folder of pages."""
        if folder is None:
            return
        for entry in self.entries(folder):
            if entry.suffix != ".md" or entry.is_dir():
                self.stray(
                    entry, "scripts belong in checks/" if entry.suffix == ".py" else "pages are .md files"
                )
                continue
            source = self.source(entry)
            if source:
                yield source

    def checks(self, folder: Path) -> Mapping[str, Source]:
        """The scripts, by file name. Data and packages beside them are the scripts' own business."""
        found = {}
        for entry in self.entries(folder) if os.path.lexists(folder) else ():
            if entry.suffix == ".py" and not entry.is_dir():
                source = self.source(entry)
                if source:
                    found[entry.name] = source
            elif entry.suffix == ".md":
                self.stray(entry, "pages stand under chapters/")
        return found

    def entries(self, folder: Path) -> list[Path]:
        """What a folder holds, in order. Links that are not to be followed are left out."""
        try:
            paths = sorted(folder.iterdir())
        except NotADirectoryError:
            self.report("F102", folder, "not a folder", ("put the files into a folder of that name",))
            return []
        except OSError as error:
            self.report("F102", folder, f"the folder cannot be read: {error.strerror}")
            return []
        return [
            path for path in paths if not ignored(path.name) and (not path.is_symlink() or self.link(path))
        ]

    def link(self, path: Path) -> bool:
        """Whether a symbolic link is to be followed: it leads to something of the book that is not read
        anyway."""
        try:
            target = path.resolve(strict=True)
        except FileNotFoundError:
            message = f"the link leads to {path.readlink()}, which does not exist"
            self.report("F103", path, message, ("repair the link or delete it",), Severity.WARNING)
            return False
        except (OSError, RuntimeError):  # a chain of links without an end; RuntimeError up to Python 3.12
            self.report("F104", path, "the link leads back to itself", ("delete it",), Severity.WARNING)
            return False
        if not target.is_relative_to(self.real_root):
            self.report(
                "F105", path, f"the link leads out of the book, to {target}", ("copy it into the book",)
            )
            return False
        if path.parent.resolve().is_relative_to(target):
            self.report(
                "F104", path, "the link leads to a folder it stands in", ("delete it",), Severity.WARNING
            )
            return False
        if target in self.seen:
            twin = target.relative_to(self.real_root).as_posix()
            self.report(
                "F108",
                path,
                f"the same file as {twin}, which is read once",
                ("delete the link",),
                Severity.WARNING,
            )
            return False
        self.seen.add(target)
        return True

    def source(self, path: Path) -> Source | None:
        """The text of a file, or None if it cannot be had. Bytes that are no UTF-8 are reported and
        replaced."""
        name = self.path(path)
        if path.is_symlink() and path == self.root / CONFIG and not self.link(path):
            return None
        try:
            if not path.is_file():
                self.report("F102", path, "not a file" if path.exists() else "the file cannot be read")
                return None
            data = path.read_bytes()
        except OSError as error:
            self.report("F102", path, f"the file cannot be read: {error.strerror}")
            return None
        if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            source = Source(name, data.decode("utf-16", errors="replace"))
            self.findings.append(_encoding(source, 0, "the file is UTF-16, not UTF-8"))
            return source
        data = data.removeprefix(
            codecs.BOM_UTF8
        )  # an editor does not show it, and columns are those of an editor
        try:
            return Source(name, data.decode("utf-8"))
        except UnicodeDecodeError as error:
            source = Source(name, data.decode("utf-8", errors="replace"))
            before = len(data[: error.start].decode("utf-8"))
            message = f"byte 0x{data[error.start]:02x} is no UTF-8"
            self.findings.append(_encoding(source, before, message))
            return source

    def stray(self, path: Path, hint: str) -> None:
        """A file that nothing reads."""
        what = "folder" if path.is_dir() else "file"
        self.report("F106", path, f"this {what} is not part of the book here", (hint,), Severity.WARNING)

    def report(
        self,
        code: str,
        path: Path,
        message: str,
        help_: tuple[str, ...] = (),
        severity: Severity = Severity.ERROR,
    ) -> None:
        """A finding about a file as a whole."""
        source = Source(self.path(path), "")
        self.findings.append(Diagnostic(code, message, source, Span(0, 0), help=help_, severity=severity))

    def path(self, path: Path) -> str:
        """The name a file is reported under; bytes of a name that are no text are replaced."""
        return os.fsencode(path.relative_to(self.root).as_posix()).decode("utf-8", errors="replace")


def _real(folder: Path) -> Iterator[Path]:
    """Every file and folder below one that is no link, by its real path."""
    top = folder.resolve()
    for base, folders, files in os.walk(top):
        yield from (path for name in (*folders, *files) if not (path := Path(base, name)).is_symlink())


def ignored(name: str) -> bool:
    """Whether a name is one that tools and editors leave behind."""
    return name.startswith((".", "_", "#")) or name.endswith(("~", ".swp", ".orig", ".pyc"))


def _encoding(source: Source, offset: int, message: str) -> Diagnostic:
    span = Span(offset, min(offset + 1, len(source.text)))
    return Diagnostic("F101", message, source, span, help=("save the file as UTF-8",))
