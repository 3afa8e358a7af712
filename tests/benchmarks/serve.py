"""From a save to the reloaded page in Chromium: ``python tests/benchmarks/serve.py [BOOK]`` prints JSON.

Works on a copy of the book. Adds a sentence to a page, then a line to the print of its check, several times
each, when all of the book is verified, and measures until the browser has the page that shows it.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[1]))

from chromium import chromium
from live_server import serving

if TYPE_CHECKING:
    from playwright.sync_api import Page

CHANGED = """old => document.readyState === "complete"
  && document.getElementById("tallybook-live")?.textContent !== old"""
HERE = Path(__file__).parents[2]


def main() -> None:
    """Measure, print."""
    options = argparse.ArgumentParser()
    options.add_argument("book", nargs="?", type=Path, default=HERE)
    options.add_argument("--page", default="i-5/b04-dense-cost.html", help="address of the page")
    options.add_argument("--file", default="chapters/i-5/problems/b04-dense-cost.md")
    options.add_argument("--check", default="checks/i-5-b04-dense-cost.py")
    options.add_argument("--runs", type=int, default=9)
    options.add_argument(
        "--at-once", action="store_true", help="do not wait until the rest of a large book is verified"
    )
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "book"
        for name in ("chapters", "checks", ".tallybook"):
            if (chosen.book / name).is_dir():
                shutil.copytree(chosen.book / name, root / name)
        began = time.perf_counter()
        with serving(root) as server, chromium() as browser:
            answered = time.perf_counter() - began
            settle = (lambda: time.sleep(2)) if chosen.at_once else server.verified
            settle()
            ready = time.perf_counter() - began
            page = browser.new_page()
            page.goto(server.address + chosen.page)
            prose, check = [], []
            for run in range(chosen.runs):
                settle()
                prose.append(_edit(page, root / chosen.file, f"\n\nEdited {chr(97 + run) * 3}.\n"))
            for run in range(chosen.runs):
                settle()
                word = f"edited{chr(97 + run) * 3}"
                check.append(_edit(page, root / chosen.check, f"\nprint('{word}')\n"))
    figures = {
        "pages": len(list((chosen.book / "chapters").rglob("*.md"))),
        "seconds until it answers": round(answered, 2),
        "seconds until all is verified": None if chosen.at_once else round(ready, 2),
        "prose ms": _summary(prose),
        "check ms": _summary(check),
        "load": os.getloadavg()[0],
    }
    print(json.dumps(figures, indent=2))


def _edit(page: Page, file: Path, more: str) -> float:
    """Milliseconds from a save to the page that was made anew."""
    old = page.evaluate("document.getElementById('tallybook-live').textContent")
    text = file.read_text(encoding="utf-8") + more
    began = time.perf_counter()
    file.write_text(text, encoding="utf-8")
    page.wait_for_function(CHANGED, arg=old)
    return (time.perf_counter() - began) * 1000


def _summary(times: list[float]) -> dict[str, object]:
    return {"median": round(statistics.median(times)), "all": [round(one) for one in times]}


if __name__ == "__main__":
    main()
