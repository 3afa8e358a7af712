"""Checks that readers run themselves: truly, with Pyodide, in the browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from installing import axe
from site_server import serving_folder
from stair_book import PAGE, SCRIPT, alter, write
from tallybook.cli import main

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Page

HELPER = "def height(steps, rise):\n    return mpmath.mpf(steps) * rise\n"
MORE = """
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from stairs import height

print("by the other file", int(height(1, 7)))
"""
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book whose check takes a file beside it, and a library; published for readers who run it."""
    root = write(tmp_path_factory.mktemp("runnable") / "book")
    (root / "checks" / "stairs.py").write_text(f"import mpmath\n\n\n{HELPER}", encoding="utf-8")
    text = (root / SCRIPT).read_text(encoding="utf-8")
    (root / SCRIPT).write_text(text + MORE, encoding="utf-8")
    assert main(["pyodide", "-C", str(root)]) == 0
    assert main(["build", "--runnable", "-C", str(root)]) == 0
    return root


@pytest.fixture
def address(book: Path) -> Iterator[str]:
    with serving_folder(book / "build/site") as site:
        yield f"{site}i-2/b01-tower.html"


def outcome(tab: Page) -> str:
    tab.get_by_role("button", name="Run it").click()
    tab.wait_for_selector(".rerun[data-outcome]", timeout=120_000)
    return str(tab.locator(".rerun").get_attribute("data-outcome"))


def test_a_reader_runs_a_check_and_sees_the_same_lines(tab: Page, address: str) -> None:
    tab.goto(address)
    assert outcome(tab) == "same"
    told = tab.locator(".rerun .told").inner_text()
    assert "The same 4 lines as when this page was built." in told
    again = tab.locator(".n.again").all_text_contents()
    assert {"126", "17", "2142"} <= set(again)
    assert f"{len(again)} numbers of this page stand in them" in told
    assert tab.locator(".n.otherwise").count() == 0
    for scheme in ("light", "dark"):
        tab.emulate_media(color_scheme=scheme)
        for width in (360, 1280):
            tab.set_viewport_size({"width": width, "height": 800})
            tab.evaluate(axe())
            found = tab.evaluate(
                "rules => axe.run({ runOnly: rules }).then((found) => found.violations)", RULES
            )
            assert found == [], (scheme, width)
            assert tab.evaluate("document.documentElement.scrollWidth") <= width


def test_a_line_that_differs_is_shown_with_its_numbers(tab: Page, address: str, book: Path) -> None:
    file = book / "build/site/i-2/checks/i-2-b01-tower.txt"
    printed = file.read_text(encoding="utf-8")
    file.write_text(printed.replace("2142", "2143"), encoding="utf-8")
    try:
        tab.goto(address)
        assert outcome(tab) == "differs"
    finally:
        file.write_text(printed, encoding="utf-8")
    assert "1 line of 4 differs" in tab.locator(".rerun .told").inner_text()
    shown = tab.locator(".differences dd").all_inner_texts()
    assert [text.split() for text in shown] == [
        ["then", "stair.height", "=", "2143"],
        ["now", "stair.height", "=", "2142"],
    ]
    assert set(tab.locator(".n.otherwise").all_text_contents()) == {"2142"}
    assert "126" in tab.locator(".n.again").all_text_contents()


def test_a_check_that_fails_or_does_not_end_is_told(tab: Page, address: str, book: Path) -> None:
    script = book / "build/site/i-2/checks/i-2-b01-tower.py"
    text = script.read_text(encoding="utf-8")
    try:
        script.write_text(f"{text}\nraise ValueError('no such stair')\n", encoding="utf-8")
        tab.goto(address)
        assert outcome(tab) == "fault"
        assert "ValueError: no such stair" in tab.locator(".rerun .told").inner_text()
        script.write_text(f"{text}\nwhile True:\n    pass\n", encoding="utf-8")
        tab.reload()
        tab.get_by_role("button", name="Run it yourself").click()
        tab.get_by_text("Running").wait_for(timeout=120_000)
        tab.get_by_role("button", name="Stop").click()
        tab.get_by_text("it was stopped").wait_for()
    finally:
        script.write_text(text, encoding="utf-8")
    tab.get_by_role("button", name="Run it again").click()
    tab.wait_for_selector(".rerun[data-outcome]", timeout=120_000)
    assert tab.locator(".rerun").get_attribute("data-outcome") == "same"


def test_a_page_from_disk_says_why_it_cannot(tab: Page, book: Path) -> None:
    tab.goto((book / "build/site/i-2/b01-tower.html").as_uri())
    assert "cannot run its check" in tab.locator(".rerun .told").inner_text()
    assert tab.locator(".rerun button").count() == 0


def test_an_edit_changes_what_is_run(book: Path) -> None:
    alter(book, PAGE, "Take another tower.", "Take a lower tower.")
    assert main(["build", "--runnable", "-C", str(book)]) == 0
    site = book / "build/site"
    assert "Run it yourself" in (site / "i-2/b01-tower.html").read_text(encoding="utf-8")
    assert (site / "assets/pyodide/book/checks/stairs.py").read_text(encoding="utf-8").endswith(HELPER)
    assert main(["build", "-C", str(book)]) == 0
    assert not (site / "assets/pyodide").exists()
    assert not [file for file in site.rglob("*.html") if "rerun" in file.read_text(encoding="utf-8")]
