"""The pages of a site made side by side, the longest first."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from tallybook import urls
from tallybook.render.signatures import Signatures
from tallybook.workers import spread

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tallybook.diagnostics import Diagnostic
    from tallybook.model import Book, Chapter, Page, Print
    from tallybook.render.remembered import Remembered
    from tallybook.render.site import Site


def together(site: Site, jobs: int | None, remembered: Remembered | None = None) -> None:
    """Make the pages of all chapters, up to ``jobs`` at once; files and findings are in the order of the
    book. What shares a check is made in one go, for the page of the check shows what the others do; what is
    ``remembered`` and shows the same is not made."""
    makes: list[Callable[[], None]] = []
    addresses: list[tuple[str, bytes]] = []
    batches: dict[tuple[str, str], list[int]] = {}
    weights: list[int] = []
    found: dict[int, tuple[dict[str, bytes], list[Diagnostic]]] = {}
    signatures = Signatures(site, remembered.ledgers) if remembered else None
    for chapter in site.book.chapters:
        known, checks = _weights(site.book, chapter, site.prints), _checks(chapter)
        digests = signatures.of(chapter) if signatures else {}
        for url, make in site.pages(chapter).items():
            place = len(makes)
            old = remembered.take(url, digests[url]) if remembered else None
            if old is None:
                batches.setdefault((chapter.config.id, checks.get(url, url)), []).append(place)
            else:
                found[place] = (old, [])
            makes.append(make)
            addresses.append((url, digests.get(url, b"")))
            weights.append(known[url])

    def apart(batch: list[int]) -> list[tuple[dict[str, bytes], list[Diagnostic]]]:
        before = site.files, site.findings
        try:
            made = []
            for place in batch:
                site.files, site.findings = {}, []
                makes[place]()
                made.append((site.files, site.findings))
            return made
        finally:
            site.files, site.findings = before

    todo = list(batches.values())
    with closing(
        spread(apart, todo, [sum(weights[one] for one in batch) for batch in todo], jobs)
    ) as results:
        for which, made in results:
            found.update(zip(todo[which], made, strict=True))
    if remembered:
        fresh = (place for batch in todo for place in batch if not found[place][1])
        kept = ((*addresses[place], found[place][0]) for place in fresh)
        remembered.keep(kept, [url for url, _ in addresses])
    for place in range(len(makes)):
        files, findings = found[place]
        site.files |= files
        site.findings += findings


def _checks(chapter: Chapter) -> dict[str, str]:
    """The page of its check for each address of a chapter that has one, and for that page itself."""
    found: dict[str, str] = {}
    for page in chapter.pages:
        if page.front.check:
            check = urls.check_url(chapter, page.front.check)
            own = urls.page_url(chapter, page), urls.solution_url(chapter, page), check
            found.update(dict.fromkeys(own, check))
    return found


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
