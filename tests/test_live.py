"""The book in memory: after every change it is what a fresh build of the same files would be."""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING

import pytest

from apart import run_apart
from stair_book import EXERCISE, LADDER, OTHER, PAGE, SCRIPT, alter, write
from tallybook.build import Settings, load, verify
from tallybook.inventory import JSON, SPHINX
from tallybook.live import Shows, Workshop
from tallybook.read import NoBookError
from tallybook.render import Site
from tallybook.render.home import BADGE, SITEMAP
from tallybook.serve.studio import Listener, Studio

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

URL = "i-2/b01-tower.html"
CHAPTER = "chapters/i-2/chapter.yaml"


@pytest.fixture(autouse=True)
def no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages without a search: its index is made of a published site."""
    monkeypatch.setattr("tallybook.search.available", lambda: False)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write(tmp_path / "book")


@pytest.fixture
def shows(root: Path) -> Iterator[Shows]:
    """The book in memory, every page of it looked at."""
    shop = Workshop(Settings(root, recheck=False))
    yield Shows(shop)
    shop.close()


def assert_alike(shows: Shows, root: Path) -> None:
    """What is in memory is what a fresh build makes, page by page."""
    (pages, found), (others, expected) = whole(shows), fresh(root)
    assert found == expected
    assert pages.keys() == others.keys()
    for url, page in pages.items():
        assert page.decode("latin-1") == others[url].decode("latin-1"), url


def whole(shows: Shows) -> tuple[dict[str, bytes], list[tuple[str, str, int, str]]]:
    """All pages, and all findings as code, path, offset and message."""
    while shows.workshop.step():
        pass
    pages = {}
    for url in sorted((*shows.workshop.text.addresses, JSON, SPHINX)):
        made = shows.page(url)
        if made is not None and made.whole:
            pages[url] = timeless(made.data)
    found = shows.findings()
    return pages, [(one.code, one.source.path, one.span.start, one.message) for one in found]


def timeless(page: bytes) -> bytes:
    """A page without the time of the run that it tells of; a check that fails runs each time."""
    return re.sub(rb"Executed <time.*?</time>|, in [\d.e-]+ s", b"", page)


def fresh(root: Path) -> tuple[dict[str, bytes], list[tuple[str, str, int, str]]]:
    """The same by a build that knows nothing."""
    made = verify(load(Settings(root, recheck=False)))
    rest = ("assets/", BADGE, SITEMAP)  # not of a page
    pages = {url: timeless(data) for url, data in made.site.items() if not url.startswith(rest)}
    found = made.report.findings
    return dict(sorted(pages.items())), [
        (one.code, one.source.path, one.span.start, one.message) for one in found
    ]


def swap(path: str, old: str, new: str) -> Callable[[Path], list[str]]:
    """A change of one text."""

    def change(root: Path) -> list[str]:
        alter(root, path, old, new)
        return [path]

    return change


def put(path: str, text: str) -> Callable[[Path], list[str]]:
    """A file written anew."""

    def change(root: Path) -> list[str]:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
        return [path]

    return change


def drop(path: str) -> Callable[[Path], list[str]]:
    """A file deleted."""

    def change(root: Path) -> list[str]:
        (root / path).unlink()
        return [path]

    return change


def rename(old: str, new: str) -> Callable[[Path], list[str]]:
    """A file or folder that gets another name."""

    def change(root: Path) -> list[str]:
        (root / old).rename(root / new)
        return [old, new]

    return change


CHANGES: dict[str, list[Callable[[Path], list[str]]]] = {
    "prose": [swap(PAGE, "Multiply.", "Multiply, and add."), swap(PAGE, "Multiply, and", "Double, and")],
    "digit": [swap(PAGE, "[2142]{=", "[2143]{="), swap(PAGE, "[2143]{=", "[2142]{=")],
    "tex": [swap(PAGE, "Multiply.", "Multiply $\\frac{a$."), swap(PAGE, "$\\frac{a$", "$a$")],
    "reference": [swap(PAGE, "compare I.2.X01", "compare I.2.X09"), swap(PAGE, "I.2.X09", "I.2.X01")],
    "citation goes": [swap(PAGE, "compare I.2.X01", "compare nothing")],
    "title": [swap(OTHER, "title: A ladder", "title: A long ladder")],
    "id": [swap(OTHER, "id: I.2.X01", "id: I.2.X07")],
    "id taken": [swap(OTHER, "id: I.2.X01", "id: I.2.X01\nid: I.2.X02")],
    "section": [swap(OTHER, "## Hint", "## Hints"), swap(OTHER, "## Hints", "## Hint")],
    "front matter broken": [swap(OTHER, "difficulty: 1", "\tdifficulty: 1")],
    "front matter emptied": [put(OTHER, ""), put(OTHER, EXERCISE)],
    "print": [swap(SCRIPT, "rise = 17", "rise = 18"), swap(SCRIPT, "rise = 18", "rise = 17")],
    "check raises": [put(SCRIPT, "print(1 / 0)\n")],
    "check is no Python": [put(SCRIPT, "print(\n")],
    "check goes": [drop(SCRIPT)],
    "check comes": [put("checks/more.py", "print(1)\n")],
    "page goes": [drop(OTHER)],
    "page comes": [
        put("chapters/i-2/exercises/x02.md", EXERCISE.replace("X01", "X02").replace("-x01-", "-x02-")),
        put("checks/i-2-x02-ladder.py", LADDER),
    ],
    "page renamed": [rename(OTHER, "chapters/i-2/exercises/x01-long-ladder.md")],
    "folder renamed": [rename("chapters/i-2", "chapters/i-2-stairs")],
    "chapter broken": [swap(CHAPTER, "title: Stairs", "title: [Stairs"), swap(CHAPTER, "[Stairs", "Stairs")],
    "chapter goes": [drop(CHAPTER)],
    "contract": [swap("chapters/book.yaml", "problems: 1", "problems: 2")],
    "book": [swap("chapters/book.yaml", "title: Stairs, counted", "title: Stairs")],
    "encoding": [put("chapters/i-2/exercises/x02.md", EXERCISE.replace("X01", "X02"))],
    "statements": [
        put("chapters/i-2/statements.md", "---\nchapter: I.2\n---\n\n## Theorem I.2.T1: Up\n\nOne.\n"),
        swap(PAGE, "Multiply.", "Multiply by I.2.T1."),
        swap("chapters/i-2/statements.md", "I.2.T1: Up", "I.2.T2: Up"),
    ],
    "template": [
        put("templates/page.html", "{{ here.titel }}"),
        drop("templates/page.html"),
        put("templates/page.html", "{{ 1 / 0 }}"),
        put("templates/page.html", "{{ here.title }}"),
    ],
}


@pytest.mark.parametrize("name", CHANGES)
def test_what_is_in_memory_is_what_is_on_the_disk(root: Path, shows: Shows, name: str) -> None:
    assert_alike(shows, root)
    for change in CHANGES[name]:
        paths = change(root)
        shows.refresh([root / path for path in paths])
        assert_alike(shows, root)


def test_an_edit_of_prose_makes_one_ledger_and_no_more(root: Path, shows: Shows) -> None:
    whole(shows)
    before = dict(shows.workshop.ledgers)
    alter(root, PAGE, "Multiply.", "Multiply both.")
    shows.refresh([root / PAGE])
    whole(shows)
    after = shows.workshop.ledgers
    assert after["I.2.X01"] is before["I.2.X01"]
    assert after["I.2.B01"] is not before["I.2.B01"]


def test_what_is_looked_at_is_made_first_and_the_page_that_was_edited_before_all(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    real = Site.make

    def noted(site: Site, url: str, template: str, **context: object) -> None:
        made.append(url)
        real(site, url, template, **context)

    async def session() -> None:
        studio = Studio(Settings(root, recheck=False))
        await studio.open()
        looked_at = ["i-2/problems.html", URL, "index.html"]
        for url in looked_at:
            await studio.listen(Listener(url, (await studio.page(url)).tag))
        monkeypatch.setattr(Site, "make", noted)
        alter(root, PAGE, "Multiply.", "Multiply both.")
        await studio.changed([root / PAGE])
        assert made[0] == URL
        assert sorted(made) == sorted(looked_at)
        told = {
            one.url: [one.told.get_nowait()[0] for _ in range(one.told.qsize())] for one in studio.listeners
        }
        assert "reload" in told[URL]
        assert "reload" in told["i-2/problems.html"]
        assert "reload" not in told["index.html"]
        await studio.page("i-2/x01-ladder.html")
        assert made[-1] == "i-2/x01-ladder.html"
        await studio.close()

    run_apart(session())


def test_an_edit_of_a_check_runs_that_check_alone(root: Path, shows: Shows) -> None:
    whole(shows)
    before = dict(shows.workshop.prints)
    alter(root, SCRIPT, "rise = 17", "rise = 10 + 7")
    shows.refresh([root / SCRIPT])
    whole(shows)
    after = shows.workshop.prints
    assert after["i-2-x01-ladder.py"] is before["i-2-x01-ladder.py"]
    assert after["i-2-b01-tower.py"] is not before["i-2-b01-tower.py"]


def test_a_module_and_data_of_a_check_are_followed(root: Path, shows: Shows) -> None:
    (root / "checks" / "steps.py").write_text("steps = int(open('n.txt').read())\n")
    (root / "checks" / "n.txt").write_text("126")
    alter(root, SCRIPT, "steps = 126", "import sys\nsys.path.insert(0, '.')\nfrom steps import steps")
    shows.refresh([root / SCRIPT, root / "checks/steps.py", root / "checks/n.txt"])
    shows.workshop.ensure(["I.2.B01"])
    assert "stair.steps = 126\n" in shows.workshop.prints["i-2-b01-tower.py"].stdout
    (root / "checks" / "n.txt").write_text("127")
    shows.refresh([root / "checks/n.txt"])
    shows.workshop.ensure(["I.2.B01"])
    assert "stair.steps = 127\n" in shows.workshop.prints["i-2-b01-tower.py"].stdout


def test_a_changed_print_is_told_beside_the_claims_it_breaks(root: Path, shows: Shows) -> None:
    whole(shows)
    alter(root, SCRIPT, "rise = 17", "rise = 18")
    shows.refresh([root / SCRIPT])
    whole(shows)
    notes = {one.source[one.span]: one.notes for one in shows.findings() if one.code == "T101"}
    assert notes["17"][-2:] == ("before: stair.rise = 17", "now: stair.rise = 18")
    assert notes["2142"][-2:] == ("before: stair.height = 2142", "now: stair.height = 2268")
    alter(root, SCRIPT, "rise = 18", "rise = 19")  # what the page held to stays what is shown
    shows.refresh([root / SCRIPT])
    whole(shows)
    notes = {one.source[one.span]: one.notes for one in shows.findings() if one.code == "T101"}
    assert notes["17"][-2:] == ("before: stair.rise = 17", "now: stair.rise = 19")


def test_findings_stand_at_their_numbers(root: Path, shows: Shows) -> None:
    whole(shows)
    alter(root, PAGE, "[2142]{=", "[2143]{=")
    shows.refresh([root / PAGE])
    shown = shows.page(URL)
    assert shown is not None
    (note,) = (one for one in shown.notes if one.code == "T101")
    ledger = shows.workshop.ledgers["I.2.B01"]
    number = [claim.text for claim in ledger.claims].index("2143") + 1
    assert note.anchors[0] == f"n-{number}"
    assert f'id="n-{number}"'.encode() in shown.data
    assert note.text.splitlines()[3].endswith("^^^^ printed 2142") or "^^^^" in note.text
    together = shows.page("i-2/problems.html")
    assert together is not None
    (note,) = (one for one in together.notes if one.code == "T101")
    there = [one for one in note.anchors if f'id="{one}"'.encode() in together.data]
    assert there[0].startswith("i.2.b01-")  # its section: among the others its numbers have no anchors


def test_a_book_that_goes_is_said(root: Path, shows: Shows) -> None:
    shutil.rmtree(root / "chapters")
    with pytest.raises(NoBookError):
        shows.refresh([root / "chapters"])


def test_a_check_runs_once_and_again_when_all_pages_are_verified(root: Path) -> None:
    shop = Workshop(Settings(root), recheck_later=True)
    shows = Shows(shop)
    while shop.step():
        pass
    assert (shop.left, shows.findings()) == (0, ())
    (root / SCRIPT).write_text(
        (root / SCRIPT).read_text(encoding="utf-8") + '\nprint(list({"a", "b", "c", "d", "e", "f"}))\n',
        encoding="utf-8",
    )
    shows.refresh([root / SCRIPT])
    shows.page(URL)
    assert shop.left >= 1
    assert "X108" not in [one.code for one in shows.findings()]
    while shop.step():
        pass
    shop.close()
    assert (shop.left, shop.only_rechecks) == (0, False)
    assert "X108" in [one.code for one in shows.findings()]
