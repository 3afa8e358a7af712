"""The live server in a real browser: pages reload by themselves, in their place, with their findings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from live_server import Server, serving
from stair_book import PAGE, PROBLEM, alter, write

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

LONG = PROBLEM.replace("Multiply.", "Multiply.\n\n" + "\n\n".join(["A word more."] * 60))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    book = write(tmp_path / "book")
    (book / PAGE).write_text(LONG, encoding="utf-8")
    return book


@pytest.fixture
def server(root: Path) -> Iterator[Server]:
    with serving(root, "--port", "8700") as running:
        running.verified()
        yield running


@pytest.fixture
def page(server: Server, browser: Browser) -> Iterator[Page]:
    """The problem, open in the browser; nothing may fail in it."""
    shown = browser.new_page()
    faults: list[str] = []
    shown.on("pageerror", lambda error: faults.append(str(error)))
    shown.goto(f"{server.address}i-2/b01-tower.html")
    yield shown
    shown.close()
    assert faults == []


SCROLL = "scrollTo({ top: 700, behavior: 'instant' })"


def test_a_saved_page_is_renewed_where_it_was(root: Path, page: Page) -> None:
    page.evaluate(f"window.same = true; {SCROLL}")
    alter(root, PAGE, "Take another tower.", "Take a lower tower.")
    page.get_by_text("Take a lower tower.").wait_for()
    page.wait_for_function("Math.abs(scrollY - 700) < 3")
    assert page.evaluate("window.same") is True


def test_a_renewed_page_is_the_page_that_is_sent(
    root: Path, server: Server, page: Page, browser: Browser
) -> None:
    alter(root, PAGE, "Multiply.", "Multiply.\n\nMultiply $b$ by it:\n\n$$b = b$$\n\n```python\nb\n```")
    page.locator("pre.code", has_text="b").first.wait_for()
    alter(root, PAGE, "Take another tower.\n", "Take a lower tower.\n\n- one\n- another\n")
    page.get_by_text("Take a lower tower.").wait_for()
    alter(root, PAGE, "- another\n", "")
    page.get_by_text("another", exact=True).wait_for(state="detached")
    alter(root, PAGE, "Multiply $b$ by it:\n\n", "A word less.\n\n")
    page.get_by_text("A word less.").wait_for()
    anew = browser.new_page()
    anew.goto(page.url)
    anew.locator(".tallybook-bar").wait_for(state="attached")
    shown = [one.evaluate(CONTENT) for one in (page, anew)]
    anew.close()
    assert shown[0] == shown[1]


CONTENT = """() => {
  const body = document.body.cloneNode(true);
  for (const part of body.querySelectorAll("#tallybook-live, .tallybook-bar")) part.remove();
  return body.innerHTML.replace(/>\\s+</g, "><").replace(/ beyond"/g, '"');
}"""


def test_a_page_with_scripts_of_its_book_is_loaded_anew(root: Path, server: Server, browser: Browser) -> None:
    template = root / "templates" / "page.html"
    template.parent.mkdir()
    template.write_text(
        '{% extends "tallybook/page.html" %}\n'
        '{% block foot %}<script>document.title = "Ours";</script>{% endblock %}\n'
    )
    server.until("/i-2/b01-tower.html", lambda status, text: "Ours" in text)
    shown = browser.new_page()
    shown.goto(f"{server.address}i-2/b01-tower.html")
    shown.evaluate(f"window.same = true; {SCROLL}")
    alter(root, PAGE, "Take another tower.", "Take a lower tower.")
    shown.get_by_text("Take a lower tower.").wait_for()
    shown.wait_for_function("Math.abs(scrollY - 700) < 3")
    assert shown.evaluate("window.same") is None
    assert shown.title() == "Ours"
    shown.close()


def test_an_open_fold_stays_open(root: Path, server: Server, page: Page) -> None:
    page.goto(f"{server.address}i-2/x01-ladder.html")
    fold = page.locator("main details").first
    fold.evaluate("fold => { fold.open = true; }")
    assert fold.locator("p").count()
    exercise = root / "chapters/i-2/exercises/x01-ladder.md"
    exercise.write_text(exercise.read_text(encoding="utf-8") + "\nOnce more.\n", encoding="utf-8")
    page.get_by_text("Once more.").wait_for(state="attached")
    assert fold.evaluate("fold => fold.open") is True


def test_a_page_that_shows_nothing_of_it_stays(root: Path, server: Server, page: Page) -> None:
    page.goto(f"{server.address}i-2/x01-ladder.html")
    page.evaluate("window.same = true")
    alter(root, PAGE, "Take another tower.", "Take a lower tower.")
    server.until("/i-2/b01-tower.html", lambda status, text: "Take a lower tower." in text)
    page.wait_for_timeout(500)
    assert page.evaluate("window.same") is True


def test_a_finding_stands_behind_its_number_and_goes(root: Path, page: Page) -> None:
    alter(root, PAGE, "[2142]{=", "[2143]{=")
    note = page.locator(".tallybook-note")
    note.wait_for()
    assert "error[T101]: 2143 is not what the check printed" in note.inner_text()
    lines = note.inner_text().splitlines()
    source = next(line for line in lines if "The stair is [2143]" in line)
    carets = next(line for line in lines if "^^^^" in line)
    assert carets.index("^") == source.index("2143")
    assert page.locator(".tallybook-at").inner_text() == "2143"
    assert "The stair is" in note.evaluate("note => note.previousElementSibling.textContent")
    page.locator(".tallybook-bar").get_by_text("the book does not hold: 1 error").wait_for()
    alter(root, PAGE, "[2143]{=", "[2142]{=")
    note.wait_for(state="detached")
    assert page.locator(".tallybook-at").count() == 0


def test_a_fault_elsewhere_is_told_with_its_address(root: Path, server: Server, page: Page) -> None:
    page.goto(f"{server.address}i-2/x01-ladder.html")
    alter(root, PAGE, "[2142]{=", "[2143]{=")
    link = page.locator(".tallybook-bar a")
    link.wait_for()
    assert "T101" in link.inner_text()
    link.click()
    page.locator(".tallybook-note").wait_for()


def test_a_broken_template_shows_as_a_page_that_mends_itself(root: Path, page: Page) -> None:
    template = root / "templates" / "page.html"
    template.parent.mkdir()
    template.write_text("{{ here.titel }}\n")
    page.get_by_text("This page cannot be made").wait_for()
    assert "templates/page.html:1:1: error[P101]" in page.locator(".tallybook-note").inner_text()
    template.unlink()
    page.get_by_role("heading", name="A stair in a tower").wait_for()


def test_a_foreign_page_hears_nothing(server: Server, browser: Browser) -> None:
    shown = browser.new_page()
    shown.goto("data:text/html,<title>elsewhere</title>")
    heard = shown.evaluate(
        """address => new Promise((done) => {
            const events = new EventSource(address);
            events.onopen = () => done("heard");
            events.onerror = () => done("refused");
        })""",
        f"{server.address}-tallybook/events?url=/&tag=",
    )
    shown.close()
    assert heard == "refused"
