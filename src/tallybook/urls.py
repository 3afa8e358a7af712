"""Where things are published. Paths are relative to the root of the site, with forward slashes.

The site's root is ``index.html``; a chapter has ``i-5/index.html`` (its statements) and
``i-5/problems.html``; a page is ``i-5/b04-dense-cost.html`` after its file, and that of its check
``i-5/checks/i-5-b04-dense-cost.html``.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from tallybook.model import Kind

if TYPE_CHECKING:
    from tallybook.model import Chapter, Page, Statement

HOME = "index.html"


def slug(text: str) -> str:
    """A text as part of an address: lower case, everything but letters, digits and underscores a hyphen."""
    return re.sub(r"\W+", "-", text.lower()).strip("-")


def chapter_url(chapter: Chapter) -> str:
    """The page with a chapter's statements."""
    return f"{_folder(chapter)}/index.html"


def problems_url(chapter: Chapter) -> str:
    """The page that holds all problems and exercises of a chapter."""
    return f"{_folder(chapter)}/problems.html"


def page_url(chapter: Chapter, page: Page) -> str:
    """The page of a problem, an exercise or a reading; the statements are the chapter's own page."""
    if page.kind is Kind.STATEMENTS:
        return chapter_url(chapter)
    return f"{_folder(chapter)}/{slug(_stem(page.source.path))}.html"


def solution_url(chapter: Chapter, page: Page) -> str:
    """The page of an exercise's solution, where that stands apart."""
    return f"{page_url(chapter, page).removesuffix('.html')}.solution.html"


def check_url(chapter: Chapter, check: str) -> str:
    """The page that shows a check (named as in front matter, ``i-5-b04-dense-cost.py``) and its print."""
    return f"{_folder(chapter)}/checks/{slug(_stem(check))}.html"


def ledger_url(chapter: Chapter, page: Page) -> str:
    """The ledger of a page for tools, beside the page."""
    return f"{page_url(chapter, page).removesuffix('.html')}.ledger.json"


def script_url(chapter: Chapter, script: str) -> str:
    """A script of a chapter as it is, for readers to keep."""
    return f"{_folder(chapter)}/checks/{script}"


def anchor(id_: str) -> str:
    """The anchor of a statement, or of a page where several stand on one: ``i.5.2``."""
    return re.sub(r"[^\w.-]+", "-", id_.lower())


def statement_url(chapter: Chapter, statement: Statement) -> str:
    """The place of a statement on its chapter's page."""
    return f"{chapter_url(chapter)}#{anchor(statement.id)}"


def relative(url: str, base: str) -> str:
    """An address as a link on the page ``base``; an address with a scheme stays as it is."""
    if re.match(r"[a-zA-Z][a-zA-Z0-9+.-]*:", url):
        return url
    path, mark, fragment = url.partition("#")
    if path == base and mark:
        return f"#{fragment}"
    return posixpath.relpath(path, posixpath.dirname(base) or ".") + mark + fragment


def _folder(chapter: Chapter) -> str:
    return slug(posixpath.basename(chapter.folder))


def _stem(path: str) -> str:
    return posixpath.splitext(posixpath.basename(path))[0]
