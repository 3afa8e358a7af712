"""Whether all can read the site: WCAG 2.2 AA in both colours, on phone and desk, with folds open and shut."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from installing import axe

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
PHONE, DESK = {"width": 360, "height": 740}, {"width": 1280, "height": 900}

EACH = (
    "index.html",
    "bibliography.html",
    "i-5/index.html",
    "i-5/b06-relabelling.html",
    "i-5/x08-arithmetic-intensity.html",
    "i-5/checks/i-5-b02-one-matrix-per-region.html",
)
"""A page of each template."""
PROBES = (Path(__file__).parent / "probes.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def checked(browser: Browser) -> Iterator[Page]:
    """A page in which axe-core can be loaded; the same for all."""
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce", bypass_csp=True)
    page = context.new_page()
    page.set_default_timeout(120_000)
    yield page
    context.close()


def test_no_page_violates_wcag(site: Path, served: str, checked: Page) -> None:
    """Every page with folds open, on a phone in light and on a desk in dark colours; one of each template in
    all ways."""
    source = axe() + PROBES
    found: dict[str, list[str]] = {}
    for name in sorted(path.relative_to(site).as_posix() for path in site.rglob("*.html")):
        look(checked, PHONE, "light")
        checked.goto(served + name)
        checked.evaluate(source)
        checked.evaluate("probes.folds(true)")
        wrong = checked.evaluate("probes.all", RULES) + checked.evaluate("probes.contrast()")
        overflow = checked.evaluate("document.documentElement.scrollWidth - innerWidth")
        wrong += [f"{overflow} px too wide for a phone"] if overflow > 0 else []
        look(checked, DESK, "dark")
        wrong += checked.evaluate("probes.contrast()")
        if name in EACH:
            wrong += checked.evaluate("probes.all", RULES)
            for size, colours in ((DESK, "light"), (PHONE, "dark")):
                look(checked, size, colours)
                wrong += checked.evaluate("probes.contrast()")
            checked.evaluate("probes.folds(false)")
            wrong += checked.evaluate("probes.all", RULES) + checked.evaluate("probes.contrast()")
        if wrong:
            found[name] = sorted(set(wrong))
    assert found == {}


def look(page: Page, size: dict[str, int], colours: str) -> None:
    """Show a page in a size and in light or dark colours."""
    page.set_viewport_size({"width": size["width"], "height": size["height"]})
    page.emulate_media(color_scheme="dark" if colours == "dark" else "light")


def test_axe_would_notice(checked: Page) -> None:
    """The same questions put to a page that has two faults."""
    faulty = "<main><p style='color:#bbb'>pale</p><img src='x'></main>"
    checked.set_content(f"<html lang='en'><title>x</title>{faulty}")
    checked.evaluate(axe() + PROBES)
    assert [item.partition(":")[0] for item in checked.evaluate("probes.all", RULES)] == ["image-alt"]
    assert len(checked.evaluate("probes.contrast()")) == 1
