"""A notebook or a document as the first draft of a page and its check."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tallybook.ids import PAGE_LETTER, is_page
from tallybook.parse.schema import LAYOUTS
from tallybook.scaffold.cells import Document, UnreadableError
from tallybook.scaffold.literate import read_markdown
from tallybook.scaffold.notebook import read_notebook
from tallybook.scaffold.placing import Placed, place
from tallybook.scaffold.program import program
from tallybook.scaffold.skeletons import FOLDERS, SkeletonError, page_files, prompt, schema_file

if TYPE_CHECKING:
    from tallybook.model import Book, Kind
    from tallybook.scaffold.files import Draft

READERS = {".ipynb": read_notebook, ".md": read_markdown, ".qmd": read_markdown, ".rmd": read_markdown}
"""What reads a file, by the end of its name in lower case."""


@dataclass(frozen=True, slots=True)
class Imported:
    """The files of a draft, and what its author has to see to: each a line for people."""

    drafts: tuple[Draft, ...]
    left: tuple[str, ...]


def read_document(name: str, text: str) -> Document:
    """A file as a document. Raises ``UnreadableError``."""
    ending = name[name.rfind(".") :].lower() if "." in name else ""
    if ending not in READERS:
        raise UnreadableError(f"its name ends in none of {', '.join(READERS)}")
    return READERS[ending](text)


def imported(book: Book, document: Document, id_: str, title: str = "") -> Imported:
    """The draft of a page. Raises ``SkeletonError`` as a skeleton of that id would."""
    kind = next((kind for kind in FOLDERS if is_page(id_, kind)), None)
    if kind is None:
        letters = ", ".join(f"I.5.{PAGE_LETTER[kind]}01 for {_a(kind)}" for kind in FOLDERS)
        raise SkeletonError(f"{id_} is no id of a page; write it as in {letters}")
    if any(page.id == id_ for chapter in book.chapters for page in chapter.pages):
        raise SkeletonError(f"the id {id_} is taken; choose another")
    placed = place(document.cells, kind, title or document.title)
    check = program(document.cells)
    title = placed.title or "Untitled"
    body, missing = _body(placed, kind)
    script = check.script(title) if check.parts else ""
    left = [*document.left, *placed.left, *check.left, *missing]
    if not check.parts:
        left.append("no program was found, so the page has no check: write one that prints its numbers")
    return Imported((*page_files(book, kind, id_, title, body, script), schema_file(kind.value)), tuple(left))


def _body(placed: Placed, kind: Kind) -> tuple[str, list[str]]:
    """The text of the page, and which of its sections are still to be written."""
    layout = LAYOUTS.get(kind)
    if layout is None:
        return placed.of("") + "\n", []
    sections, missing = [], []
    for heading in layout:
        text = placed.of(heading.key)
        if not text and not heading.required:
            continue
        if not text:
            missing.append(f"{heading.title}: nothing in the document says so; write it")
        sections.append(f"## {heading.title}\n\n{text or prompt(heading.key)}\n")
    return "\n".join(sections), missing


def _a(kind: Kind) -> str:
    return f"{'an' if kind.value[0] in 'ae' else 'a'} {kind}"
