"""The pages of a site made side by side, the longest first."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from tallybook import urls
from tallybook.workers import spread

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tallybook.diagnostics import Diagnostic
    from tallybook.model import Book, Chapter, Page, Print
    from tallybook.render.site import Site


def together(site: Site, jobs: int | None) -> None:
    """Make the pages of all chapters, up to ``jobs`` at once; files and findings are in the order of the
    book."""
    makes: list[Callable[[], None]] = []
    weights: list[int] = []
    for chapter in site.book.chapters:
        pages, known = site.pages(chapter), _weights(site.book, chapter, site.prints)
        makes += pages.values()
        weights += (known[url] for url in pages)

    def apart(make: Callable[[], None]) -> tuple[dict[str, bytes], list[Diagnostic]]:
        before = site.files, site.findings
        site.files, site.findings = {}, []
        try:
            make()
            return site.files, site.findings
        finally:
            site.files, site.findings = before

    with closing(spread(apart, makes, weights, jobs)) as results:
        made = dict(results)
    for place in range(len(makes)):
        files, findings = made[place]
        site.files |= files
        site.findings += findings


def _weights(book: Book, chapter: Chapter, prints: Mapping[str, Print]) -> dict[str, int]:
    """Roughly how many characters are shown at each address of a chapter."""

    def shown(page: Page) -> int:
        script, printed = book.checks.get(page.front.check), prints.get(page.front.check)
        return (len(script.text) if script else 0) + (len(printed.stdout) if printed else 0)

    own = chapter.statements_page
    found = {urls.chapter_url(chapter): len(own.body) if own else 0}
    for page in chapter.pages:
        if page is not own:
            found[urls.page_url(chapter, page)] = len(page.body)
            found[urls.solution_url(chapter, page)] = len(page.body)
        if page.front.check:
            found[urls.check_url(chapter, page.front.check)] = shown(page)
    listed = (*chapter.problems, *chapter.exercises)
    found[urls.problems_url(chapter)] = sum(len(page.body) for page in listed)
    return found
