"""What rendering costs: processor time a page, from nothing, by kind of page.

``python tests/benchmarks/rendering.py [--pages N] [--rounds N]`` writes a book of N problems (``book.py``),
builds it once, and renders it again from its ledgers; of several rounds the least counts, for what else a
machine does only adds. Listings are coloured by Pygments and told apart; all else of the page of a check is
its ledger.
"""

from __future__ import annotations

import argparse
import gc
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from book import write

from tallybook.build import Settings, load, verify
from tallybook.render import Citations, Site, Theme, code, mathematics
from tallybook.report import ledger_json

if TYPE_CHECKING:
    from tallybook.build import Verified


def costs(verified: Verified) -> dict[str, float]:
    """Seconds of processor time by kind of what is made, everything made once."""
    code.lines.cache_clear()
    mathematics.mathematics.cache_clear()
    book, ledgers = verified.book, verified.ledgers
    pages = [page for chapter in book.chapters for page in chapter.pages if page.id in ledgers]
    data = ledger_json.Files(pages, ledgers)
    spent = dict.fromkeys(("listings", "ledgers for tools", "Markdown", "pages", "checks", "lists"), 0.0)

    def take(kind: str, since: float) -> float:
        now = time.process_time()
        spent[kind] += now - since
        return now

    at = time.process_time()
    files = {id_: data[id_] for id_ in data}
    at = take("ledgers for tools", at)
    for script in book.checks.values():
        code.lines(script.text)
    at = take("listings", at)
    theme, citations = Theme(), Citations(book)
    site = Site(book, verified.prints, ledgers, verified.contracts, theme, citations, data=files)
    for desk in site.desks.values():
        for page in desk.chapter.pages:
            desk.material(page).parts  # noqa: B018  # read and remembered
    at = take("Markdown", at)
    for chapter in book.chapters:
        makes = site.pages(chapter)
        own = {site.desks[chapter.config.id].material(page).url: page for page in chapter.pages}
        checks = {url: make for url, make in makes.items() if "/checks/" in url}
        by_check = {url.rpartition("/")[2]: url for url in checks}
        at = time.process_time()
        for url, make in makes.items():
            if url in checks:
                continue
            make()
            at = take("pages" if url in own else "lists", at)
            check = own[url].front.check.replace(".py", ".html") if url in own else ""
            if check in by_check:  # its page shows the same ledger
                checks[by_check[check]]()
                at = take("checks", at)
    return spent


def main() -> None:
    """Measure as the command line says."""
    parser = argparse.ArgumentParser(description="Measure what rendering costs.")
    parser.add_argument("--pages", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=5)
    chosen = parser.parse_args()
    with TemporaryDirectory(prefix="tallybook-") as folder:
        write(Path(folder), chosen.pages, "light")
        verified = verify(load(Settings(Path(folder), jobs=1, recheck=False)))
    gc.freeze()
    gc.set_threshold(100_000)  # as the commands do
    rounds = [costs(verified) for _ in range(chosen.rounds)]
    for kind in rounds[0]:
        print(f"{kind:20}{1000 * min(one[kind] for one in rounds) / chosen.pages:7.2f} ms a page")


if __name__ == "__main__":
    main()
