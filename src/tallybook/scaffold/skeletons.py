"""Skeletons of pages and chapters, made from the one definition of what such files hold."""

from __future__ import annotations

import json
import posixpath
from typing import TYPE_CHECKING

from tallybook.ids import PAGE_LETTER, chapter_of, is_chapter, is_page
from tallybook.model import Kind
from tallybook.parse.schema import LAYOUTS, Heading, schemas
from tallybook.scaffold.files import Draft
from tallybook.urls import slug

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tallybook.model import Book, Chapter

SCHEMAS = "schemas"
"""The folder of a book that holds the schemas its files name."""
FOLDERS = {
    Kind.PROBLEM: "problems",
    Kind.EXERCISE: "exercises",
    Kind.READING: "readings",
    Kind.ARTICLE: "articles",
}

_ANSWER = "The answer is $42$."
"""What a check that prints ``answer = 42`` accounts for."""
_PROMPTS = {
    "statement": "What is asked, and of what.",
    "given": "The inputs, as the check uses them.",
    "find": "What is wanted.",
    "strategy": "The way there, in a sentence or so.",
    "solution": "### The first step\n\nOne step after the other, each under its heading.",
    "answer": _ANSWER,
    "check-numeric": "What the check computes, and by which other way.",
    "check-sanity": "Why the answer can be believed.",
    "where-this-breaks": "What has to hold for this to be true.",
    "variation": "What else may be asked.",
    "question": "What is asked.",
    "hint": "Where to begin.",
    "why-read-it": "What the source adds to the chapter.",
    "claimed": "What the source says, in your words.",
    "computed": _ANSWER,
    "stands": "What of it the computation confirms, and what not.",
}
_ONE_SECTION = (Heading("answer", "The first section"),)
"""Of a kind of page that chooses its own headings."""
_CHECK = '''\
"""{title}."""

length = 6
width = 7

print("answer =", length * width)
'''
_STATEMENTS = """\
---
# yaml-language-server: $schema={schema}
chapter: {id}
---

What the chapter is about.

## Principle {id}.P01: The first thing it rests on

What the problems and exercises of the chapter draw on.
"""


class SkeletonError(Exception):
    """There can be no such skeleton in this book. The message says why, and what to do."""


def skeleton(book: Book, kind: str, id_: str, title: str = "") -> tuple[Draft, ...]:
    """The files of a new problem, exercise or chapter, ready to be altered.

    Raises ``SkeletonError`` if the id is taken, has the wrong shape or belongs to no chapter of the book.
    """
    taken = {chapter.config.id for chapter in book.chapters}
    taken |= {page.id for chapter in book.chapters for page in chapter.pages}
    if id_ in taken:
        raise SkeletonError(f"the id {id_} is taken; choose another")
    drafts = tuple(_chapter(book, id_, title) if kind == "chapter" else _page(book, Kind(kind), id_, title))
    return (*drafts, *(schema_file(name) for name in _named(kind)))


def schema_file(name: str) -> Draft:
    """A schema as a file of the book, left alone where there is one."""
    return Draft(f"{SCHEMAS}/{name}.json", schema_text(name), shared=True)


def schema_text(name: str) -> str:
    """The text of a published schema."""
    return json.dumps(schemas()[name], indent=2, ensure_ascii=False) + "\n"


def _named(kind: str) -> tuple[str, ...]:
    return ("chapter", "statements") if kind == "chapter" else (kind,)


def _modeline(path: str, name: str) -> str:
    """What tells an editor which schema a file is held against."""
    return f"# yaml-language-server: $schema={_schema(path, name)}"


def _schema(path: str, name: str) -> str:
    return posixpath.relpath(f"{SCHEMAS}/{name}.json", posixpath.dirname(path))


def _chapter(book: Book, id_: str, title: str) -> Iterator[Draft]:
    if not is_chapter(id_):
        raise SkeletonError(f"{id_} is no id of a chapter; write it as in I.5 or 0.LA")
    folder = f"chapters/{slug(id_)}"
    if any(chapter.folder == folder for chapter in book.chapters):
        raise SkeletonError(f"the folder {folder} holds another chapter; rename it first")
    free = next((quota.key for quota in book.config.quotas if not (quota.problems or quota.exercises)), "")
    contract = free or next((quota.key for quota in book.config.quotas), "")
    path = f"{folder}/chapter.yaml"
    lines = [_modeline(path, "chapter"), f"id: {id_}", f"title: {_quoted(title or 'Untitled')}"]
    if contract:
        lines.append(f"contract: {contract}")
    yield Draft(path, "\n".join(lines) + "\n")
    path = f"{folder}/statements.md"
    yield Draft(path, _STATEMENTS.format(id=id_, schema=_schema(path, "statements")))


def _page(book: Book, kind: Kind, id_: str, title: str) -> tuple[Draft, ...]:
    layout = LAYOUTS.get(kind, _ONE_SECTION)
    sections = (f"## {heading.title}\n\n{_filled(kind, heading.key)}\n" for heading in layout)
    script = _CHECK.format(title=(title or "Untitled").replace("\\", "").replace('"', "'"))
    return page_files(book, kind, id_, title, "\n".join(sections), script)


def page_files(book: Book, kind: Kind, id_: str, title: str, body: str, script: str) -> tuple[Draft, ...]:
    """A page with this text, and its check where there is a ``script``. Raises ``SkeletonError``."""
    chapter = home(book, kind, id_)
    member = id_.rpartition(".")[2].lower()
    name = slug(f"{member} {title}")
    check = f"{slug(chapter.config.id)}-{name}.py"
    path = f"{chapter.folder}/{FOLDERS[kind]}/{name}.md"
    front = [_modeline(path, kind.value), f"id: {id_}", f"title: {_quoted(title or 'Untitled')}"]
    if kind is Kind.READING:
        front.append(f"source: {_quoted(_source(book, chapter))}")
    elif kind is not Kind.ARTICLE:
        front += [f"variant: {book.config.variants[0].key}", "difficulty: 1"]
    if script:
        front.append(f"check: {check}")
    page = Draft(path, "\n".join(("---", *front, "---", "", body)))
    return (page, Draft(f"checks/{check}", script)) if script else (page,)


def _source(book: Book, chapter: Chapter) -> str:
    """A work that a new reading may begin with: the first of the bibliography that has an address."""
    works = (*chapter.config.works, *book.config.works)
    found = next((work.key for work in works if work.url), "")
    if not found:
        raise SkeletonError("no work of the bibliography has a url; add the work that is read to `works`")
    return found


def home(book: Book, kind: Kind, id_: str) -> Chapter:
    """The chapter that a new page belongs to. Raises ``SkeletonError`` where there is none."""
    if not is_page(id_, kind):
        example = f"I.5.{PAGE_LETTER[kind]}01"
        article = "an" if kind.value[0] in "ae" else "a"
        raise SkeletonError(f"{id_} is no id of {article} {kind}; write it as in {example}")
    wanted = chapter_of(id_)
    found = next((chapter for chapter in book.chapters if chapter.config.id == wanted), None)
    if found is None:
        raise SkeletonError(f"there is no chapter {wanted}; `tallybook new chapter {wanted}` starts it")
    return found


def prompt(key: str) -> str:
    """What stands in a section until its author has written it; no number among it."""
    return _PROMPTS[key].replace(_ANSWER, "What the solution comes to.")


def _filled(kind: Kind, key: str) -> str:
    return _ANSWER if (kind, key) == (Kind.EXERCISE, "solution") else _PROMPTS[key]


def _quoted(title: str) -> str:
    """A title as YAML: in quotes, which JSON and YAML share, where it is not plainly text."""
    plain = title.replace(" ", "").replace(",", "").replace("-", "")
    bare = plain.isalpha() and plain.lower() not in _YAML_WORDS
    return title if bare else json.dumps(title, ensure_ascii=False)


_YAML_WORDS = frozenset({"true", "false", "yes", "no", "on", "off", "null", "y", "n"})
