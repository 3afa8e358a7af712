"""One page: its front matter, its sections and its references, with all that is wrong with them."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tallybook.diagnostics import Diagnostic
from tallybook.ids import PAGE_LETTER, chapter_of, is_page
from tallybook.model import Kind, Page
from tallybook.parse.figures import against_sections
from tallybook.parse.front import read_head
from tallybook.parse.scripts import Script, against_scripts
from tallybook.parse.sections import read_sections
from tallybook.references import Names, collect

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tallybook.config import BookConfig, ChapterConfig
    from tallybook.span import Source


@dataclass(frozen=True, slots=True)
class ParsedPage:
    """A page with what is wrong with it alone. ``broken``: its front matter could not be read to its end."""

    page: Page
    findings: tuple[Diagnostic, ...]
    broken: bool
    made_of: tuple[object, ...]
    """What it was made of, besides its source; see ``Known``."""


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
    return ParsedPage(
        page, findings, broken, (config.id, config.title, book, cited, *used_scripts(page, scripts))
    )


def used_scripts(page: Page, scripts: Mapping[str, Script]) -> tuple[Script | None, ...]:
    """The scripts that a page names, None for one that is missing."""
    names = (page.front.check, *(figure.script for figure in page.front.figures))
    return tuple(scripts.get(name) for name in names if name)


def _guess(source: Source, kind: Kind, chapter: str) -> str:
    """The id that a file's name stands for, its path if it stands for none."""
    stem = posixpath.splitext(posixpath.basename(source.path))[0]
    match = re.match(rf"({PAGE_LETTER.get(kind, '')}\d{{1,3}})(?:-|$)", stem.upper())
    return f"{chapter}.{match[1]}" if match and chapter else source.path
